/// The curves of chapter 14: how they were measured, and what one such run left in curves.txt for the
/// book.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters::ch14 {

/// How long the curves are, in steps.
inline constexpr std::size_t curve_steps = 300;

/// The rates at which the right way back was recorded; the book's is among them.
inline constexpr std::array curve_rates{0.0003, 0.003, 0.03, 0.1, 0.3};

/// The name under which a rate's curves are kept: "rate_0.1", and "right" for the book's.
std::string kind_at(double learning_rate);

/// 20 seeds as is right, without positions, and with each wrong way back; at other rates; and
/// all ways back by momentum. Some minutes.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_curves(
    const std::function<void(const std::string&)>& progress = {});

/// The curves of the book, chapters/14_learning/curves.txt.
///
/// throws  std::runtime_error  when the file cannot be read
const std::vector<Curve>& book_curves();

/// How many sentences are never shown.
inline constexpr std::size_t n_unseen = 256;

// What curves have in common.
std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step);
std::size_t all_right_at_the_end(const std::vector<Curve>& curves);
std::size_t lost_again(const std::vector<Curve>& curves);  // all right, and not so later
/// The steps at which the quickest and the slowest seed had all right; "-" for none.
std::array<std::string, 2> first_and_last(const std::vector<Curve>& curves);
std::size_t exactly_half_right(const std::vector<Curve>& curves);  // at their ends
double least_last_loss(const std::vector<Curve>& curves);
double most_last_loss(const std::vector<Curve>& curves);

}  // namespace attn::chapters::ch14
