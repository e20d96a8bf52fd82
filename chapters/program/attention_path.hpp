/// A figure of chapters 3 and 16: one row's way through attention.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

struct AttentionPath {
    Matrix q, k, v;
    AttentionTrace trace;  // of these
    plots::Texts queries, keys, match_columns, value_columns;
    std::size_t row = 0;                 // whose way is framed, from Q to the output
    double limit = 4, output_limit = 4;  // of the colours
    std::string left, right;             // words beside the keys
};

/// Keys above the scores and values above the output, each with what they are multiplied by to the left.
plots::Figure attention_path(const std::string& name, const std::string& title,
                             const std::string& subtitle, const AttentionPath& path);

}  // namespace attn::chapters
