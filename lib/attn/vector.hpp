/// How alike are two vectors? Dot product, norm, cosine, angle. Introduced in chapter 1.
#pragma once

#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn {

/// The dot product: multiply entry by entry, add everything up.
///
/// a, b     [d]
/// returns  a_0 b_0 + ... + a_(d-1) b_(d-1), added from left to right; 0 when d is 0
/// throws   ShapeError  when a and b differ in length
double dot(std::span<const double> a, std::span<const double> b);

/// The Euclidean (L2) norm, the length of a as an arrow: the root of a . a.
///
/// a        [d]
/// returns  at least 0. Squares have a range: an entry beyond about 1e154 gives infinity, and
///          below 1.5e-154 a norm loses digits, until it is 0 below about 1e-162.
double norm(std::span<const double> a);

/// Cosine similarity: the dot product divided by both norms, so that only direction counts.
///
/// a, b     [d]
/// returns  in [-1, 1], from opposite to same direction; rounding cannot push it outside
/// throws   ShapeError         when a and b differ in length
///          std::domain_error  when the norm of a or b is 0, infinite or NaN, because then
///                             it has no direction (PyTorch keeps the divisor at 1e-8 or
///                             above and returns 0); or below 1.5e-154, where its square
///                             has lost digits
double cosine(std::span<const double> a, std::span<const double> b);

/// The angle between a and b, to about 1e-16 radians near 0 and pi too, where the arccosine of
/// their cosine is right to 1e-8.
///
/// returns  radians in [0, pi]: the angle between two arrows has no sign
/// throws   as cosine
double angle(std::span<const double> a, std::span<const double> b);

}  // namespace attn
