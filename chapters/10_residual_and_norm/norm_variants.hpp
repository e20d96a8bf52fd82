/// Layer norm as it is also written, with another divisor. For comparing only; the book's own is
/// attn/layer_norm.hpp.
#pragma once

#include <array>
#include <cstddef>
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

/// A row normed by a variant, without gamma and beta.
///
/// row  at least two numbers where the variant takes one less
std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon);

}  // namespace attn::chapters::ch10
