/// How a property says what broke it. Introduced in chapter 6.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "attn/matrix.hpp"

namespace attn {

/// Nothing when a property held for every input that was tried, else the first one that broke
/// it, in words.
using Counterexample = std::optional<std::string>;

/// What the files of properties share; for those who write properties of their own.
namespace counterexample {

/// "weight (3, 0)"
std::string at(const std::string& what, std::size_t i, std::size_t j);

/// value with six decimals
std::string number(double value);

/// The first of the rows in which given is not wanted, to within tolerance. NaN is never
/// wanted.
Counterexample difference(const std::string& what, const Matrix& given,
                          const Matrix& wanted, std::size_t rows, double tolerance);

/// The rows of m in the order that starts with row first and goes round.
Matrix rotated(const Matrix& m, std::size_t first);

/// found with its cause before it
Counterexample after(const std::string& cause, const Counterexample& found);

/// What check finds; an exception is a counterexample too.
Counterexample when_it_runs(const std::function<Counterexample()>& check);

}  // namespace counterexample
}  // namespace attn
