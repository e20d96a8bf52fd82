/// What the sources of chapter 7 share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch07 {

// The figures of chapter 7.

/// "I love you all": X becomes Q, K and V, then scores, scaled, weights and output.
plots::Figure flow_figure(const AttentionTrace& trace);
/// The weights of the small sentence, and of its words in another order, or some of them twice.
plots::Figure order_figure(const std::vector<std::size_t>& order, const Matrix& before,
                           const Matrix& after);

/// Scores from X alone beside scores from Q and K.
plots::Figure mirror_figure(const Matrix& alone, const Matrix& mapped);

// Chapter 7's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch07
