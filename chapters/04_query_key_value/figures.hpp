/// The figures of chapter 4.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

using Labels = std::vector<std::string>;

/// A hard lookup, which finds one entry or nothing, beside a soft one that mixes the
/// values.
fig::Figure dictionary_figure(const Labels& keys, const Matrix& values,
                              std::optional<std::size_t> hard, const AttentionTrace& soft);

/// How one word splits its attention, beside equal shares.
fig::Figure one_query_figure(const Labels& words, std::size_t query,
                             const AttentionTrace& trace);

/// How every word splits its attention.
fig::Figure all_queries_figure(const Labels& words, const AttentionTrace& trace);

/// Words being written look at words that were read.
fig::Figure translation_figure(const Labels& queries, const Labels& keys,
                               const AttentionTrace& trace);

/// "I love you all": scores, weights and output side by side.
fig::Figure small_sentence_figure(const AttentionTrace& trace);

/// The output of "you" as the sum of four weighted value rows.
fig::Figure weighted_sum_figure(const AttentionTrace& trace);

/// The price that comes back while a guest leans from Pepsi to coffee, hard and soft.
fig::Figure lean_figure(const Matrix& keys, const Matrix& prices);

}  // namespace attn::chapters
