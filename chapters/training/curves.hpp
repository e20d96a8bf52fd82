/// Loss curves of many trainings: what one leaves, how many are kept in a text, what they have in
/// common, and how they are drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chapters/program/page.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// The mean loss, and how many answers are right.
struct Score {
    double loss = 0;
    std::size_t right = 0;
    std::size_t step = 0;  // after so many
};

/// One training, seen from the sentences that it was never shown.
struct Curve {
    std::string kind;  // what is trained, such as "without" positions
    std::uint64_t seed = 0;
    std::size_t every = 0;      // steps between two scores
    std::vector<Score> scores;  // at step 0, every, 2 every ... and the last
};

/// The curves as lines of words, and back.
///
/// program  that measured them, for the line that says so
/// throws   std::runtime_error  when a line cannot be read; it says which
std::string curves_text(const std::vector<Curve>& curves, const std::string& program);
std::vector<Curve> read_curves(const std::string& text);

/// The curves that a chapter keeps in its runs.txt.
///
/// chapter  its folder, such as 15_each_part
/// throws   std::runtime_error  when the file cannot be read
std::vector<Curve> recorded_curves(const std::string& chapter);

/// Those of one kind.
std::vector<Curve> curves_of(const std::vector<Curve>& curves, const std::string& kind);

/// The curve of a training of one's own. Where nothing was trained, it is the recorded one of
/// that seed.
///
/// throws  std::invalid_argument  when nothing was trained and no recorded curve has the seed
Curve own_curve(const std::vector<Score>& scores, std::uint64_t seed, std::size_t every,
                const std::vector<Curve>& recorded);

/// The first step at which all unseen sentences are right, among those that were asked; none
/// counts as one past the end.
std::size_t first_all_right(const Curve& curve, std::size_t n_unseen);

/// What the seeds of one kind have in common when they end.
struct Ends {
    std::size_t n_seeds = 0, n_all_right = 0;
    std::size_t least_right = 0, most_right = 0;
    double least_loss = 0, most_loss = 0;
};

/// throws  std::invalid_argument  when there are no curves
Ends ends_of(const std::vector<Curve>& curves, std::size_t n_unseen);

/// A line for each score.
void say_scores(Page& page, const std::vector<Score>& scores, std::size_t n_unseen);

/// A bundle: one thin line per seed. The first has the name, beside its point named_at.
void add_bundle(plots::Plot& plot, const std::vector<Curve>& curves, plots::Paint paint,
                double until, const std::string& name = {},
                std::optional<plots::Point> named_at = {});

/// What always saying fifty-fifty costs.
plots::Line ln_2(double until, const std::string& name);

/// A training's own curve, above a bundle.
plots::Line line_of(const std::vector<Score>& scores,
                    plots::Paint paint = plots::Paint::rust);

/// "After 40 steps, 130 of 256 unseen sentences are right".
std::string after_steps(const Score& score, std::size_t n_unseen);

}  // namespace attn::chapters
