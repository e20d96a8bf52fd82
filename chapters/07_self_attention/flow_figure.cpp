// From X to the output: the one figure of chapter 7 that shows every table.
#include "chapters/07_self_attention/figures.hpp"
#include "chapters/examples/small_example.hpp"

namespace attn::chapters::ch07 {

using namespace plots;
using enum Paint;

Figure flow_figure(const AttentionTrace& trace) {
    using namespace small_example;
    const Cells whole = signed_to(4, 0), tenths = signed_to(4, 1);
    return {"07_flow",
            "One X becomes Q, K and V, then one new row per word",
            "Each row is a word, in all tables but the three W. d_k = 4, no mask.",
            {{Words{"Q, K and V: each is\nX times the table\nabove it"},
              table("W_q", w_q, word_columns, match_columns, tenths),
              table("W_k", w_k, {}, match_columns, tenths),
              table("W_v", w_v, {}, word_columns, tenths)},
             {table("X", x, tokens, word_columns, whole),
              table("Q = X W_q", q, tokens, match_columns, whole).painted(blue),
              table("K = X W_k", k, tokens, match_columns, whole).painted(rust),
              table("V = X W_v", v, tokens, word_columns, whole).painted(teal)},
             {table("scores = Q Kᵀ", trace.scores, tokens, tokens, whole), Step{"÷ √d_k"},
              table("scaled", trace.scaled, tokens, tokens, tenths), Step{"softmax"},
              table("weights", trace.weights, tokens, tokens)},
             {Words{"X’s shape again:\none new row per word"},
              table("output = weights × V", trace.output, tokens, {}, tenths), Nothing{}}},
            {{"Q = X W_q", "scores = Q Kᵀ", "", blue, 1.0 / 3},
             {.from = "K = X W_k",
              .to = "scores = Q Kᵀ",
              .paint = rust,
              .at = 2.0 / 3,
              .lane = 1},
             {.from = "weights",
              .to = "output = weights × V",
              .at = 1.0 / 3,
              .enters = Side::right},
             {.from = "V = X W_v",
              .to = "output = weights × V",
              .paint = teal,
              .at = 2.0 / 3,
              .leaves = Side::right,
              .enters = Side::right,
              .edge = 1}}};
}

}  // namespace attn::chapters::ch07
