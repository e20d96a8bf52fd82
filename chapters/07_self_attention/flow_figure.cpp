// From X to the output: the one figure of chapter 7 that shows every table.
#include "chapters/07_self_attention/07_self_attention.hpp"
#include "chapters/examples/small_example.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch07 {

using namespace plots;
using enum Paint;

namespace {

/// A number as short as a cell is narrow: "2", ".5", "−1.5".
std::string short_tenths(double value) {
    std::string text = number_label(value, 1);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    const std::size_t zero = text.find("0.");
    if (zero != std::string::npos) text.erase(zero, 1);
    return text;
}

Plot in_tenths(const std::string& name, const Matrix& values, const Texts& rows,
               const Texts& columns) {
    Cells look = signed_to(4, 1);
    look.texts.emplace();
    for (std::size_t i = 0; i < values.rows(); ++i) {
        for (const double value : values.row(i)) look.texts->push_back(short_tenths(value));
    }
    return table(name, values, rows, columns, look);
}

}  // namespace

Figure flow_figure(const AttentionTrace& trace) {
    using namespace small_example;
    const Cells whole = signed_to(4, 0);
    constexpr double above_q = 0.62, above_k = 0.75;  // the letters in the scores' name
    constexpr Frame of_i{0, 0, 1, 4};                 // the row of "I"
    return {
        "07_flow",
        "One X becomes Q, K and V, then one new row per word",
        "A row is a word, in all tables but the three W. Framed: the way of “I”. d_k = 4.",
        {{table("1  X", x, tokens, word_columns, whole).framed(of_i),
          in_tenths("W_q", w_q, word_columns, match_columns),
          in_tenths("W_k", w_k, {}, match_columns),
          in_tenths("W_v", w_v, {}, word_columns)},
         {Words{"each is X times\nthe table above it"},
          table("2a  Q = X W_q", q, tokens, match_columns, whole)
              .framed(of_i)
              .made_by({"product", "1  X", "W_q"})
              .painted(blue),
          table("2b  K = X W_k", k, tokens, match_columns, whole)
              .made_by({"product", "1  X", "W_k"})
              .painted(rust),
          table("2c  V = X W_v", v, tokens, word_columns, whole)
              .made_by({"product", "1  X", "W_v"})
              .painted(teal)},
         {table("3  scores = Q Kᵀ", trace.scores, tokens, tokens, whole)
              .framed(of_i)
              .made_by({"rows", "2a  Q = X W_q", "2b  K = X W_k"}),
          Step{"÷ √d_k"},
          in_tenths("4  scaled", trace.scaled, tokens, tokens)
              .framed(of_i)
              .made_by({"divided", "3  scores = Q Kᵀ", "2"}),
          Step{"softmax"},
          table("5  weights", trace.weights, tokens, tokens)
              .framed(of_i)
              .made_by({"softmax", "4  scaled"})},
         {Words{"X’s shape again:\none new row per word"},
          in_tenths("6  output = weights × V", trace.output, tokens, {})
              .framed(of_i)
              .made_by({"product", "5  weights", "2c  V = X W_v"}),
          Nothing{}}},
        {{.from = "1  X", .to = "2a  Q = X W_q", .at = 0.5, .lane = 2},
         {.from = "1  X", .to = "2b  K = X W_k", .at = 0.5, .lane = 1},
         {.from = "1  X", .to = "2c  V = X W_v", .at = 0.5, .lane = 0},
         {"2a  Q = X W_q", "3  scores = Q Kᵀ", "", blue, above_q},
         {.from = "2b  K = X W_k",
          .to = "3  scores = Q Kᵀ",
          .paint = rust,
          .at = above_k,
          .lane = 1},
         {.from = "5  weights",
          .to = "6  output = weights × V",
          .at = 1.0 / 3,
          .enters = Side::right},
         {.from = "2c  V = X W_v",
          .to = "6  output = weights × V",
          .paint = teal,
          .at = 2.0 / 3,
          .leaves = Side::right,
          .enters = Side::right,
          .edge = 1}}};
}

}  // namespace attn::chapters::ch07
