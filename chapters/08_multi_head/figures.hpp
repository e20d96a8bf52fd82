/// The figures of chapter 8.
#pragma once

#include "attn/multi_head_attention.hpp"
#include "chapters/08_multi_head/head_measures.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch08 {

/// The weights of every head of "I love you all", beside those of one wide head.
plots::Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide);

/// The four heads of four_roles.hpp.
plots::Figure roles_figure(const MultiHeadTrace& trace);

/// Two tokens, two heads, letters: split and merged, right and wrong.
plots::Figure split_figure();

/// Who reaches whom (see reach), with heads split as they should be and split by reshaping.
plots::Figure wrong_figure(const Matrix& right, const Matrix& reshaped);

/// Eight English queries over four Korean keys, in two heads.
plots::Figure cross_figure(const MultiHeadTrace& trace);

/// Four rows of twenty numbers as four lines.
plots::Figure untrained_figure(const Matrix& printed);

}  // namespace attn::chapters::ch08
