/// Loss curves of many seeds as lines of a plot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chapters/training/curves.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// A bundle: one thin line per seed. The first has the name, beside its point named_at.
void add_bundle(plots::Plot& plot, const std::vector<Curve>& curves, plots::Paint paint,
                double until, const std::string& name = {},
                std::optional<plots::Point> named_at = {});

/// At each step as many trainings are above as below.
plots::Line median_of(const std::vector<Curve>& curves, double until);

/// What always saying fifty-fifty costs.
plots::Line ln_2(double until, const std::string& name);

/// A reader's own curve, above a bundle.
plots::Line line_of(const Curve& own);

/// "After 40 steps, 130 of 256 unseen sentences are right"; where they were not counted at this step,
/// "After 43 steps; at 40, 130 of 256 unseen sentences were right".
///
/// done  steps so far; not known, and 0, for weights that are read from a file
std::string after_steps(const Curve& own, std::size_t done, std::size_t n_unseen);

}  // namespace attn::chapters
