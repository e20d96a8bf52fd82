/// How alike are two vectors? Dot product, length, cosine. Introduced in chapter 1.
#pragma once

#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn {

/// The dot product: multiply entry by entry, add everything up.
///
/// a, b     [d]
/// returns  a_0 b_0 + ... + a_(d-1) b_(d-1), added from left to right; 0 when d is 0
/// throws   ShapeError  when a and b are not equally long
double dot(std::span<const double> a, std::span<const double> b);

/// The length of a as an arrow (its Euclidean or L2 norm): the root of a . a.
///
/// a        [d]
/// returns  at least 0. Squares have a range: an entry beyond about 1e154 gives infinity, and
///          below 1.5e-154 a norm loses digits, until it is 0 below about 1e-162.
double norm(std::span<const double> a);

/// The cosine of the angle between a and b: their dot product once length is divided out.
///
/// a, b     [d]
/// returns  -1 (opposite) to 1 (same direction), never a rounding error beyond
/// throws   ShapeError         when a and b are not equally long
///          std::domain_error  when the norm of a or b is 0, infinite or NaN: then there is no
///                             direction (PyTorch keeps the divisor above 1e-8 and gives 0);
///                             or so small, below 1.5e-154, that its square has lost digits
double cosine(std::span<const double> a, std::span<const double> b);

/// The angle between a and b in radians, from 0 to pi: two arrows have no turning sense.
///
/// throws   as cosine does
double angle(std::span<const double> a, std::span<const double> b);

}  // namespace attn
