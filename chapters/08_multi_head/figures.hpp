/// The figures of chapter 8.
#pragma once

#include <string>
#include <vector>

#include "attn/multi_head_attention.hpp"
#include "chapters/08_multi_head/head_measures.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

using Labels = std::vector<std::string>;

/// An output and how it was computed.
struct WrongOutput {
    std::string name;
    Matrix values;
};

/// The weights of every head of "I love you all", beside those of one wide head.
fig::Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide);

/// The four heads of four_roles.hpp.
fig::Figure roles_figure(const MultiHeadTrace& trace);

/// Two tokens, two heads, letters: split and merged, right and wrong.
fig::Figure split_figure();

/// The right output beside two that have its shape, and below, which words meet in each.
fig::Figure wrong_figure(const std::vector<WrongOutput>& outputs);

/// Eight English queries over four Korean keys, in two heads.
fig::Figure cross_figure(const MultiHeadTrace& trace);

/// Four rows of twenty numbers as four lines.
fig::Figure untrained_figure(const Matrix& printed);

/// Row "love" of one wide head while its scores are sharpened.
fig::Figure sharp_figure(const AttentionTrace& wide);

}  // namespace attn::chapters
