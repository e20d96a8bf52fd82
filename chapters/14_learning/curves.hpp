/// The curves of chapter 14: how they were measured, and what one such run left in curves.txt for the
/// book.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters::ch14 {

/// How long the curves are, in steps.
inline constexpr std::size_t curve_steps = 300;

/// 20 seeds as is right, without positions, and with each wrong way back: some minutes.
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
std::size_t exactly_half_right(const std::vector<Curve>& curves);  // at their ends
double least_last_loss(const std::vector<Curve>& curves);
double most_last_loss(const std::vector<Curve>& curves);

}  // namespace attn::chapters::ch14
