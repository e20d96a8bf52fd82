/// The figures of chapter 12.
#pragma once

#include <string>
#include <vector>

#include "chapters/12_bug_gallery/gallery.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch12 {

/// An attention, and the losses of what learns on top of it.
struct Lesson {
    std::string name;
    std::vector<double> losses;
};

/// The families, one below the other: which naive checks each mistake passes, and which
/// property catches it.
plots::Figure lineup_figure();

/// Right beside wrong, or the cause where that says more. Not every exhibit has one: see
/// has_own_figure.
plots::Figure exhibit_figure(const ch12::Exhibit& exhibit);

/// One query's weights under several divisors of its scores.
///
/// weights  [n x n_key]  one row for each divisor
/// names    [n]
/// right    which row has the right divisor
plots::Figure scales_figure(const Matrix& weights, const std::vector<std::string>& names,
                            std::size_t right);

/// The loss on top of several attentions, step by step; those that are not finite are left
/// out.
plots::Figure losses_figure(const std::vector<Lesson>& lessons);

}  // namespace attn::chapters::ch12
