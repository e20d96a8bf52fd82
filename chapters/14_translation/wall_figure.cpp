// Every number of a small translator, on the way of one word that is read and one that is written.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/14_translation/14_translation.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch14 {

using namespace plots;
using enum Paint;

namespace {

constexpr std::size_t to_the_sea = 1,
                      the = 6;  // the rows of 바다에, and of what writes "sea"

/// One decimal, but where a number has two digits before the point.
Plot values(const std::string& name, const Matrix& m, const Texts& rows = {}) {
    const bool is_large =
        std::ranges::any_of(m.values(), [](double x) { return std::abs(x) >= 9.95; });
    return table(name, m, rows, {}, signed_to(8, is_large ? 0 : 1));
}

/// What attention computes for one row, and what that row meets.
struct Asked {
    std::string name;  // after those of its tables
    Matrix q, scores, scaled, weights, mixed, output;
    Matrix k, v;
};

Asked asked(const std::string& name, const MultiHeadTrace& trace, std::size_t row,
            std::size_t n_keys) {
    const AttentionTrace& head = trace.heads.at(0);
    const auto first = [&](const Matrix& m) {
        Matrix some(1, n_keys);
        for (std::size_t j = 0; j < n_keys; ++j) some(0, j) = m(row, j);
        return some;
    };
    Matrix k(n_keys, trace.k.cols()), v = k;
    for (std::size_t i = 0; i < n_keys; ++i) {
        k.set_row(i, trace.k.row(i));
        v.set_row(i, trace.v.row(i));
    }
    return {name,
            row_of(trace.q, row),
            first(head.scores),
            first(head.scaled),
            first(head.weights),
            row_of(trace.concat, row),
            row_of(trace.output, row),
            k,
            v};
}

/// The query, and the keys and values that it meets.
Row meeting(const Asked& a, const Texts& words) {
    return {values("q " + a.name, a.q).painted(blue),
            values("K " + a.name, a.k, words).painted(rust),
            values("V " + a.name, a.v).painted(teal)};
}

Plot scores(const Asked& a) {
    return values("q Kᵀ " + a.name, a.scores)
        .made_by({"rows", "q " + a.name, "K " + a.name});
}

Plot scaled(const Asked& a) {
    return values("÷ √4 " + a.name, a.scaled).made_by({"divided", "q Kᵀ " + a.name, "2"});
}

Plot weights(const Asked& a) {
    return table("weights " + a.name, a.weights, {}, {})
        .made_by({"softmax", "÷ √4 " + a.name});
}

Plot mixed(const Asked& a) {
    return values("× V " + a.name, a.mixed)
        .made_by({"product", "weights " + a.name, "V " + a.name});
}

Plot mapped(const Asked& a) {
    return values("× W_o " + a.name, a.output);
}

Plot sum(const std::string& name, const Matrix& m, const std::string& left,
         const std::string& right) {
    return values(name, m).made_by({"sum", left, right});
}

/// From the normalized rows n to the query, keys and values, and on to what these make.
///
/// edge_of_k, edge_of_v  where other rows lie between
std::vector<Link> links_of(const Asked& a, const std::string& n, int edge_of_k,
                           int edge_of_v) {
    const std::string q = "q " + a.name, k = "K " + a.name, v = "V " + a.name,
                      scores = "q Kᵀ " + a.name;
    return {
        {.from = n, .to = q},
        {.from = n, .to = k},
        {.from = n, .to = v},
        {.from = q, .to = scores, .paint = blue, .at = 0.3},
        {.from = k, .to = scores, .paint = rust, .at = 0.6, .lane = 1, .edge = edge_of_k},
        {.from = v,
         .to = "× V " + a.name,
         .paint = teal,
         .at = 0.8,
         .lane = 1,
         .edge = edge_of_v}};
}

}  // namespace

Figure wall_figure(const Translator& model, const Task& task) {
    const Example& example = task.unseen[0];
    const Ids given = shifted(example.target);
    const TranslatorTrace t = model.trace(example.source, given);
    const EncoderLayerTrace& e = t.encoder.layers[0];
    const DecoderLayerTrace& d = t.decoder.layers[0];
    const Texts read = with_end(the_sentence().korean);
    Texts written{"(begin)"};
    for (std::size_t i = 1; i <= the; ++i) written.push_back(task.target_words[given[i]]);
    const auto at_sea = [](const Matrix& m) { return row_of(m, to_the_sea); };
    const auto at_next = [](const Matrix& m) { return row_of(m, the); };
    const Matrix word = model.source.forward({example.source[to_the_sea]}),
                 next_word = model.target.forward({given[the]});
    const Asked inside = asked("inside", e.attention, to_the_sea, read.size()),
                self = asked("so far", d.self_attention, the, written.size()),
                across = asked("across", d.cross_attention, the, read.size());

    const std::vector<double> p = softmax(t.logits.row(the));
    const std::size_t likeliest = argmax(p);
    const auto heading = [](const std::string& text) {
        return Row{plots::Words{text, true}};
    };
    Figure wall{
        "14_wall",
        "One word across, every number on its way",
        "Four numbers a word, one head, four hidden units, pre-norm.",
        {heading("Reading: the row of 바다에"),
         {values("바다에", word), values("+ place", at_sea(e.input) - word),
          sum("= x", at_sea(e.input), "바다에", "+ place"), Step{},
          values("norm 1 of x", at_sea(e.norm1.output))},
         meeting(inside, read),
         {scores(inside), Step{}, scaled(inside), Step{}, weights(inside)},
         {mixed(inside), Step{}, mapped(inside), Step{},
          sum("s = x + that", at_sea(e.attention_sum), "= x", "× W_o inside"), Step{},
          values("norm 2 of s", at_sea(e.norm2.output))},
         {values("FFN: ReLU", at_sea(e.feed_forward.activated)), Step{},
          values("FFN", at_sea(e.feed_forward.output)), Step{},
          sum("s + that", at_sea(e.output), "s = x + that", "FFN"), Step{},
          values("final norm", at_sea(t.encoder.output))},
         heading("What was read"),
         {values("memory", t.encoder.output, read).framed({to_the_sea, 0, 1, 4}), Step{},
          values("K across", across.k).painted(rust),
          values("V across", across.v).painted(teal)},
         heading("Writing: the row of “the”, which has to say “sea”"),
         {values("the", next_word), values("+ its place", at_next(d.input) - next_word),
          sum("= y", at_next(d.input), "the", "+ its place"), Step{},
          values("norm 1 of y", at_next(d.norm1.output))},
         meeting(self, written),
         {scores(self), Step{}, scaled(self)},
         {weights(self), Step{}, mixed(self)},
         {mapped(self), Step{},
          sum("w = y + that", at_next(d.self_attention_sum), "= y", "× W_o so far"), Step{},
          values("norm 2 of w", at_next(d.norm2.output)), Step{},
          values("q across", across.q).painted(blue)},
         {scores(across), Step{}, scaled(across), Step{}, weights(across)},
         {mixed(across), Step{}, mapped(across), Step{},
          sum("r = w + that", at_next(d.cross_attention_sum), "w = y + that",
              "× W_o across"),
          Step{}, values("norm 3 of r", at_next(d.norm3.output))},
         {values("its FFN: ReLU", at_next(d.feed_forward.activated)), Step{},
          values("its FFN", at_next(d.feed_forward.output)), Step{},
          sum("r + that", at_next(d.output), "r = w + that", "its FFN"), Step{},
          values("last norm", at_next(t.decoder.output))},
         heading("Its logits and softmax: “" + task.target_words[likeliest] +
                 "”, p = " + number_label(p[likeliest], 3))}};
    const std::vector<Link> ways = links_of(inside, "norm 1 of x", 0, 1),
                            ways_so_far = links_of(self, "norm 1 of y", 0, 2),
                            ways_across = links_of(across, "", -1, 1);
    wall.links = {{"weights inside", "× V inside"},  {"norm 2 of s", "FFN: ReLU"},
                  {"÷ √4 so far", "weights so far"}, {"× V so far", "× W_o so far"},
                  {"weights across", "× V across"},  {"norm 3 of r", "its FFN: ReLU"}};
    std::ranges::copy(ways, std::back_inserter(wall.links));
    std::ranges::copy(ways_so_far, std::back_inserter(wall.links));
    std::copy(ways_across.begin() + 3, ways_across.end(), std::back_inserter(wall.links));
    return wall;
}

}  // namespace attn::chapters::ch14
