/// Properties: theorems that can be checked for any function of a kind, and how a property
/// says what broke it. Introduced in chapter 20.
///
/// Each property returns nothing when it held for every input that was tried, else an input
/// that broke it, in words. A function that throws a std::exception breaks the property. The
/// inputs are random normal numbers of a fixed seed, or written out: the same at every call.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "attn/matrix.hpp"

namespace attn {

/// Nothing, or in words an input for which a property does not hold.
using Counterexample = std::optional<std::string>;

/// A property of any kind of function, with its name, so that all can be listed and tried in
/// a loop.
template <class Function>
struct Property {
    std::string name;
    std::function<Counterexample(const Function&)> check;
};

/// What properties are written with.
namespace counterexample {

/// "weight (3, 0)"
std::string at(const std::string& what, std::size_t i, std::size_t j);

/// value with six decimals
std::string number(double value);

/// How far two ways to one result may be apart, for numbers that are about 1.
inline constexpr double rounding = 1e-12;

/// The first entry of the first rows that differs by more than tolerance, or the shapes when
/// they differ. A NaN always differs.
Counterexample difference(const std::string& what, const Matrix& given,
                          const Matrix& wanted, std::size_t rows, double tolerance);

/// What is wrong when row i's mean, variance or the like is not the wanted one, or nothing.
Counterexample wrong_row(const std::string& what, std::size_t i, double given,
                         double wanted, double tolerance);

/// found with its cause before it
Counterexample after(const std::string& cause, const Counterexample& found);

/// What check finds; a std::exception is a counterexample too.
Counterexample when_it_runs(const std::function<Counterexample()>& check);

/// Normal random numbers, the same at every call.
Matrix random_matrix(std::size_t rows, std::size_t cols);

/// The rows of m in the order that starts with row first and goes round.
Matrix rotated(const Matrix& m, std::size_t first);

/// The mean of a row, and its mean squared distance from the mean. They are summed plainly and
/// apart from layer_norm.hpp, which they check.
double mean_of(std::span<const double> row);
double variance_of(std::span<const double> row);

}  // namespace counterexample
}  // namespace attn
