/// Layer norm as it is also written: with another divisor, and in float32 by two formulas.
/// For comparing only; the book's own is attn/layer_norm.hpp. Introduced in chapter 10.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace attn::chapters::ch10 {

/// How the distances from the mean are divided.
struct NormVariant {
    const char* name;
    bool by_one_less;     // the variance is divided by d - 1
    bool epsilon_beside;  // epsilon is added to the root, not under it
};

/// The right one first.
inline constexpr std::array<NormVariant, 4> norm_variants{
    {{"by d, epsilon under the root", false, false},
     {"by d, epsilon beside it", false, true},
     {"by d - 1, epsilon under the root", true, false},
     {"by d - 1, epsilon beside it", true, true}}};

/// What a variant divides by.
///
/// variance  divided by d
/// d         how many numbers the row has; at least 2 where the variant takes one less
double divisor_of(const NormVariant& variant, double variance, std::size_t d,
                  double epsilon);

/// A row normed by a variant, without gamma and beta.
std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon);

/// The root of the mean square: 1 for a row that is normed, but for epsilon's share.
double root_mean_square(std::span<const double> row);

/// A row normed with float32 arithmetic.
struct Float32Norm {
    float mean, variance;
    std::vector<float> normed;
};

/// The mean first, then the mean of the squared distances from it.
Float32Norm float32_two_passes(std::span<const float> row, float epsilon);

/// Mean of the squares minus square of the mean. Both are large where the mean is, and their
/// difference keeps what digits are left; it may even be negative, and the row NaN.
Float32Norm float32_short_cut(std::span<const float> row, float epsilon);

/// The row's numbers plus shift, rounded to float32.
std::vector<float> moved_to_float32(std::span<const double> row, double shift);

/// How far a row normed in float32 lies from the same row normed in double, at its worst
/// place; NaN where a number is NaN.
double worst_distance(std::span<const float> row, const Float32Norm& norm, double epsilon);

}  // namespace attn::chapters::ch10
