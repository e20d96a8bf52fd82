/// All trainings that chapter 15 tells of: how they are measured, and what one such run left
/// in runs.txt for the book.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "chapters/15_each_part/training.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters::ch15 {

/// How long the recorded trainings are, and how many seeds each has.
inline constexpr std::size_t run_steps = 400;
inline constexpr std::uint64_t n_seeds = 20;

/// The book's rate, and the rates at which six layers were trained as well, with residuals and
/// without.
inline constexpr double book_rate = 3e-3;
inline constexpr std::array depth_rates{1e-2, book_rate, 1e-3, 3e-4, 1e-4};

/// The name under which a design's runs are kept: "sense/no_attention", and
/// "place/six@0.001" at another rate than the book's.
std::string kind_of(Question question, const std::string& design,
                    double learning_rate = book_rate);

/// 20 seeds of every design: both questions where there is one layer, "place" where there are
/// six, these at several rates. Three quarters of an hour.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_runs(
    const std::function<void(const std::string&)>& progress = {});

/// The runs of the book, chapters/15_each_part/runs.txt.
const std::vector<Curve>& book_runs();

/// A design's runs among them, one a seed.
std::vector<Curve> runs_of(Question question, const std::string& design,
                           double learning_rate = book_rate);

/// What the seeds have in common.
struct Summary {
    std::size_t n_seeds = 0, n_all_right = 0;  // at the end
    std::string by_step = "-";  // when half of the seeds had all right for the first time
    std::size_t least_right = 0, most_right = 0;  // at the end
    double least_loss = 0, most_loss = 0;         // at the end
};
Summary summary_of(Question question, const std::string& design,
                   double learning_rate = book_rate);

/// How many unseen sentences a question has: 256 or 512.
std::size_t n_unseen(Question question);

/// How many seeds had all right sooner than in the other design's run of the same seed.
std::size_t sooner(Question question, const std::string& design, const std::string& other);

}  // namespace attn::chapters::ch15
