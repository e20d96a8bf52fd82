/// Random numbers that are the same on every machine. Introduced in chapter 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "attn/matrix.hpp"

namespace attn {

/// A source of random numbers. The same seed gives the same numbers in the same order.
///
/// The engine's whole numbers are fixed by the C++ standard; how its distributions turn
/// them into fractions is not, and differs between standard libraries. So that is done
/// here. A draw changes the generator: never write two draws into one expression, as the
/// compiler chooses which comes first.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// A number from 0 up to, but without, 1; each multiple of 2^-53 is equally likely.
    double uniform();

    /// A number from low up to high; high itself comes only by rounding.
    /// throws  std::domain_error  unless low and high are finite, low is at most high, and
    ///                            high - low is finite too
    double uniform(double low, double high);

    /// A number of the bell curve with mean 0 and variance 1.
    /// source  Box and Muller (1958): two uniform draws give two normal numbers, the cosine
    ///         half now, the sine half at the next call
    double normal();

private:
    std::mt19937_64 engine_;
    double sine_half_ = 0.0;
    bool has_sine_half_ = false;
};

/// A matrix of draws from generator.normal(), row after row.
Matrix random_normal_matrix(std::size_t rows, std::size_t cols, Random& generator);

}  // namespace attn
