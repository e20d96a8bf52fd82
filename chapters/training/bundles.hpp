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

/// What always saying fifty-fifty costs.
plots::Line ln_2(double until, const std::string& name);

/// A training's own curve, above a bundle.
plots::Line line_of(const std::vector<Score>& scores,
                    plots::Paint paint = plots::Paint::rust);

/// "After 40 steps, 130 of 256 unseen sentences are right".
std::string after_steps(const Score& score, std::size_t n_unseen);

}  // namespace attn::chapters
