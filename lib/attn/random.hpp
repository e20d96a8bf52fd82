/// Random numbers that are the same on every machine. Introduced in chapter 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "attn/matrix.hpp"

namespace attn {

/// A random number generator that gives the same sequence on every machine.
///
/// The C++ standard fixes the integers that std::mt19937_64 produces, but not how its
/// distributions turn them into fractions, and standard libraries differ. So that step is
/// done here. Every draw advances the generator: never put two draws into one expression,
/// because the compiler decides which is evaluated first.
class Random {
public:
    /// The same seed gives the same numbers in the same order.
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// A uniform draw from [0, 1); each multiple of 2^-53 is equally likely.
    double uniform();

    /// A uniform draw from [low, high); rounding may give high itself.
    /// throws  std::domain_error  unless low, high and high - low are finite and low <= high
    double uniform(double low, double high);

    /// A standard normal draw: mean 0, variance 1. Its last digits are those of the C library's
    /// log, sin and cos, and may differ in another one.
    /// source  Box and Muller (1958): two uniform draws give two normal numbers, the cosine
    ///         half now, the sine half at the next call
    double normal();

private:
    std::mt19937_64 engine_;
    double sine_half_ = 0.0;
    bool has_sine_half_ = false;
};

/// A matrix of draws from generator.normal(), row by row.
Matrix random_normal_matrix(std::size_t rows, std::size_t cols, Random& generator);

}  // namespace attn
