/// All trainings that chapter 15 tells of: how they are measured, and what one such run left in
/// runs.txt for the book.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "chapters/15_each_part/training.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters::ch15 {

/// How long the recorded trainings are, and how many seeds each has.
inline constexpr std::size_t run_steps = 400;
/// Six layers without residuals get more time.
inline constexpr std::size_t patient_steps = 1600;
inline constexpr std::uint64_t n_seeds = 20;

/// The book's rate, and the slower one at which six layers without residuals were trained as well.
inline constexpr double book_rate = 3e-3, slow_rate = 3e-4;

/// The name under which a design's runs are kept: "sense/no_attention", and
/// "place/six_no_residuals@0.0003" at another rate than the book's.
std::string kind_of(Question question, const std::string& design,
                    double learning_rate = book_rate);

/// 20 seeds of each recorded kind. Some fifteen minutes.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_runs(
    const std::function<void(const std::string&)>& progress = {});

/// The runs of the book, chapters/15_each_part/runs.txt.
const std::vector<Curve>& book_runs();

/// A design's runs among them, one a seed; none where it was not recorded so.
std::vector<Curve> runs_of(Question question, const std::string& design,
                           double learning_rate = book_rate);

/// The recorded design of an experiment, or nullptr when it was not recorded.
const NamedDesign* recorded_design(const Experiment& experiment);

/// How the runs of a design end.
Ends ends_of(Question question, const std::string& design,
             double learning_rate = book_rate);

}  // namespace attn::chapters::ch15
