// Every number of one encoder layer: the first figure of chapter 12.
#include <algorithm>
#include <iterator>

#include "chapters/12_encoder_layer/12_encoder_layer.hpp"
#include "chapters/examples/small_layer.hpp"

namespace attn::chapters::ch12 {

using namespace plots;
using enum Paint;
using small_example::tokens;

namespace {

constexpr double limit = 8;
constexpr double past_the_name = 0.88;  // where an arrow ends beside a table's name

Plot values(const std::string& name, const Matrix& m) {
    return table(name, m, tokens, {}, signed_to(limit, 1));
}

Row head(const std::string& number, const AttentionTrace& trace) {
    return {
        values("Q Kᵀ, head " + number, trace.scores),
        Step{},
        values("÷ √2", trace.scaled).made_by({"divided", "Q Kᵀ, head " + number, "1.4142"}),
        Step{},
        table("weights " + number, trace.weights, tokens, {}).made_by({"softmax", "÷ √2"}),
        Step{},
        values("× V, head " + number, trace.output)};
}

Matrix positions_in(const Matrix& h) {
    return h - small_example::x;
}

/// What both kinds of layer do, with what each sublayer reads.
std::vector<Row> heads_of(const EncoderLayerTrace& trace, const std::string& read) {
    const MultiHeadTrace& a = trace.attention;
    return {
        {values("Q = " + read + " W_q", a.q).painted(blue),
         values("K = " + read + " W_k", a.k).painted(rust),
         values("V = " + read + " W_v", a.v).painted(teal),
         Words{
             "Head 1 takes the\nleft two columns\nof Q, K and V,\nhead 2 the right\ntwo."}},
        head("1", a.heads[0]),
        head("2", a.heads[1])};
}

/// lane  of the three arrows into Q, K and V
std::vector<Link> links_of_heads(const std::string& from, const std::string& read,
                                 std::size_t lane) {
    constexpr double third = 1.0 / 3;
    const std::string q = "Q = " + read + " W_q", k = "K = " + read + " W_k",
                      v = "V = " + read + " W_v";
    const std::string scores_1 = "Q Kᵀ, head 1", scores_2 = "Q Kᵀ, head 2",
                      output_1 = "× V, head 1", output_2 = "× V, head 2";
    const auto down = Side::below, right = Side::right;
    return {{.from = from, .to = q, .lane = lane},
            {.from = from, .to = k, .lane = lane},
            {.from = from, .to = v, .lane = lane},
            {q, scores_1, "", blue, third},
            {k, scores_1, "", rust, 2 * third, down, Side::above, 1},
            {v, output_1, "", teal, 0.5, down, Side::above, 2},
            {q, scores_2, "", blue, third, down, Side::above, 1, -1, 0},
            {k, scores_2, "", rust, 2 * third, down, Side::above, 0, -2, 1},
            {v, output_2, "", teal, 0.5, down, right, 0, 2, 2},
            {output_1, "concat", "", muted, third, right, Side::above, 1, 3},
            {.from = output_2, .to = "concat", .at = past_the_name},
            {"activated: ReLU", "feed-forward"}};
}

Row from_concat(const EncoderLayerTrace& trace, const std::string& name,
                const Matrix& norm) {
    const MultiHeadTrace& a = trace.attention;
    return {
        values("concat", a.concat),
        Step{},
        values("attention: × W_o", a.output),
        Step{},
        values("sum 1", trace.attention_sum).made_by({"sum", "attention: × W_o", "= h"}),
        Step{},
        values(name, norm)};
}

Row hidden_units(const FeedForwardTrace& f) {
    return {values("hidden: × W_1 + b_1", f.hidden), Step{},
            values("activated: ReLU", f.activated)};
}

/// The first row of the wall: words and their places become h.
Row words_and_places(const EncoderLayerTrace& trace) {
    return {values("X", small_example::x), values("+ position", positions_in(trace.input)),
            values("= h", trace.input).made_by({"sum", "X", "+ position"})};
}

const ColourBars colours{{{"values", Palette::diverging, limit}, {"weights"}}};

Figure post_norm(const EncoderLayerTrace& trace) {
    Figure figure{"12_wall",
                  "One encoder layer, every number on its way",
                  "Rows are the words. Two heads, eight hidden units, post-norm.",
                  {words_and_places(trace)},
                  links_of_heads("= h", "h", 0)};
    figure.rows[0].push_back(Nothing{});
    std::ranges::copy(heads_of(trace, "h"), std::back_inserter(figure.rows));
    figure.rows.push_back(from_concat(trace, "norm 1", trace.norm1.output));
    figure.rows.push_back(hidden_units(trace.feed_forward));
    figure.rows.push_back(
        {values("feed-forward", trace.feed_forward.output), Step{},
         values("sum 2", trace.feed_forward_sum).made_by({"sum", "feed-forward", "norm 1"}),
         Step{}, values("norm 2: output", trace.output), colours});
    figure.links.push_back(
        {"= h", "sum 1", "+ h", plum, past_the_name, Side::right, Side::above, 2, 1});
    figure.links.push_back({"norm 1", "hidden: × W_1 + b_1"});
    figure.links.push_back({"norm 1", "sum 2", "+ norm 1", plum, past_the_name, Side::right,
                            Side::above, 1, 2});
    return figure;
}

Figure pre_norm(const EncoderLayerTrace& trace) {
    Figure figure{"12_wall",
                  "One encoder layer, every number on its way",
                  "Rows are the words. Two heads, eight hidden units, pre-norm.",
                  {words_and_places(trace)},
                  links_of_heads("norm 1", "n", 1)};
    figure.rows[0].push_back(Step{});
    figure.rows[0].push_back(values("norm 1", trace.norm1.output));
    std::ranges::copy(heads_of(trace, "n"), std::back_inserter(figure.rows));
    figure.rows.push_back(from_concat(trace, "norm 2", trace.norm2.output));
    figure.rows.push_back(hidden_units(trace.feed_forward));
    figure.rows.push_back(
        {values("feed-forward", trace.feed_forward.output), Step{},
         values("sum 2: output", trace.output).made_by({"sum", "feed-forward", "sum 1"}),
         colours});
    figure.links.push_back(
        {"= h", "sum 1", "+ h", plum, past_the_name, Side::below, Side::above, 2, 1});
    figure.links.push_back({.from = "norm 2", .to = "hidden: × W_1 + b_1", .lane = 1});
    figure.links.push_back({"sum 1", "sum 2: output", "+ sum 1", plum, past_the_name,
                            Side::below, Side::above, 1, 1});
    return figure;
}

}  // namespace

Figure wall_figure(const EncoderLayerTrace& trace, bool is_post) {
    return is_post ? post_norm(trace) : pre_norm(trace);
}

}  // namespace attn::chapters::ch12
