/// Vectors of floats, as wide as the processor's registers. Introduced in chapter 21.
///
/// For sources that are compiled for one processor: the width differs, so nothing here may be
/// used by a source that is compiled for another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

// How many floats a vector has. 1 where the compiler has no vectors as a type; and where it is
// told so, to see what it makes of the same loops by itself.
#ifndef ATTN_SIMD_LANES
#if !defined(__GNUC__)
#define ATTN_SIMD_LANES 1
#elif defined(__AVX512F__)
#define ATTN_SIMD_LANES 16
#elif defined(__AVX__)
#define ATTN_SIMD_LANES 8
#elif defined(__SSE2__) || defined(__aarch64__) || defined(__wasm_simd128__)
#define ATTN_SIMD_LANES 4
#else
#define ATTN_SIMD_LANES 1
#endif
#endif
static constexpr std::size_t lanes = ATTN_SIMD_LANES;

// Vectors have the operators of numbers: x * y multiplies lane by lane, a float stands for the
// same number in every lane, and c ? x : y chooses in each lane.
#if ATTN_SIMD_LANES > 1
// [Floats]
using Floats [[gnu::vector_size(lanes * sizeof(float))]] = float;
// [/Floats]
using Words [[gnu::vector_size(lanes * sizeof(float))]] = std::uint32_t;
#else
using Floats = float;
using Words = std::uint32_t;
#endif

// Static, so that each source has its own copy, compiled for the processor that it is for.

static inline Floats load(const float* from) {
    Floats x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

static inline void store(const Floats& x, float* to) {
    std::memcpy(to, &x, sizeof x);
}

/// Has the cache line of a number brought nearer, and does not wait for it. Standard C++ has no
/// word for this; where the compiler has none either, the number is read and forgotten.
static inline void prefetch(const float* number) {
#ifdef __GNUC__
    __builtin_prefetch(number);
#else
    static_cast<void>(*static_cast<const volatile float*>(number));
#endif
}

/// Every number becomes f(number), a vector at a time. What is too short for a vector is filled
/// up with zeros, so that the last numbers take the same steps as all others.
template <class F>
static inline void transform(std::span<float> numbers, F f) {
    float* number = numbers.data();
    std::size_t left = numbers.size();
    for (; left >= lanes; left -= lanes, number += lanes) store(f(load(number)), number);
    if (left == 0) return;
    float rest[lanes] = {};
    std::copy_n(number, left, rest);
    store(f(load(rest)), rest);
    std::copy_n(rest, left, number);
}

}  // namespace attn::fast
