/// Loss curves of many trainings: how they were measured, and what one such run left in
/// curves.txt for the book.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"

namespace attn::chapters::ch14 {

/// One training, seen from the unseen sentences.
struct Curve {
    std::string kind;  // "right", "without" positions, or the name of a wrong way back
    std::uint64_t seed = 0;
    std::size_t every = 0;      // steps between two scores
    std::vector<Score> scores;  // at step 0, every, 2 every ...
};

/// How long the curves are, in steps.
inline constexpr std::size_t curve_steps = 300;

/// 20 seeds as is right, without positions, and with each wrong way back: some minutes.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_curves(
    const std::function<void(const std::string&)>& progress = {});

/// The curves as lines of words, and back.
///
/// program  that measured them, for the line that says so
/// throws   std::runtime_error  when a line cannot be read; it says which
std::string curves_text(const std::vector<Curve>& curves,
                        const std::string& program = "14_learning");
std::vector<Curve> read_curves(const std::string& text);

/// The curves of the book, chapters/14_learning/curves.txt.
///
/// throws  std::runtime_error  when the file cannot be read
const std::vector<Curve>& book_curves();

/// Those of one kind.
std::vector<Curve> curves_of(const std::vector<Curve>& curves, const std::string& kind);

/// The curve of a training of one's own. Where nothing was trained, it is the recorded one of
/// that seed.
///
/// throws  std::invalid_argument  when nothing was trained and no recorded curve has the seed
Curve own_curve(const std::vector<Score>& scores, std::uint64_t seed, std::size_t every,
                const std::vector<Curve>& recorded);

// What curves have in common.
std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step);
std::size_t exactly_half_right(const std::vector<Curve>& curves);  // at their ends
double least_last_loss(const std::vector<Curve>& curves);
double most_last_loss(const std::vector<Curve>& curves);

/// The first step at which all unseen sentences are right, among those that were asked; none
/// counts as one past the end.
std::size_t first_all_right(const Curve& curve);

}  // namespace attn::chapters::ch14
