// Every number of a small translator, on the way of one word that is read and one that is written.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

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
    Plot q, k, v, scores, scaled, weights, mixed, mapped;
};

/// words  of the rows that are met
Asked asked(const std::string& name, const MultiHeadTrace& trace, std::size_t row,
            const Texts& words) {
    const AttentionTrace& head = trace.heads.at(0);
    return {.q = values("q " + name, row_of(trace.q, row)).painted(blue),
            .k = values("K " + name, trace.k, words).painted(rust),
            .v = values("V " + name, trace.v).painted(teal),
            .scores = values("q Kᵀ " + name, row_of(head.scores, row))
                          .made_by({"rows", "q " + name, "K " + name}),
            .scaled = values("÷ √4 " + name, row_of(head.scaled, row))
                          .made_by({"divided", "q Kᵀ " + name, "2"}),
            .weights = table("weights " + name, row_of(head.weights, row), {}, {})
                           .made_by({"softmax", "÷ √4 " + name}),
            .mixed = values("× V " + name, row_of(trace.concat, row))
                         .made_by({"product", "weights " + name, "V " + name}),
            .mapped = values("× W_o " + name, row_of(trace.output, row))};
}

Plot sum(const std::string& name, const Matrix& m, const std::string& left,
         const std::string& right) {
    return values(name, m).made_by({"sum", left, right});
}

/// Arrows from the normalized rows n to the query, keys and values, and on to what these make.
///
/// edge_of_k, edge_of_v  where other rows lie between
void add_links(Figure& wall, const std::string& name, const std::string& n, int edge_of_k,
               int edge_of_v) {
    const std::string q = "q " + name, k = "K " + name, v = "V " + name,
                      scores = "q Kᵀ " + name, mixed = "× V " + name;
    for (const std::string& made : {q, k, v})
        if (!n.empty()) wall.links.push_back({.from = n, .to = made});
    wall.links.push_back({.from = q, .to = scores, .paint = blue, .at = 0.3});
    wall.links.push_back(
        {.from = k, .to = scores, .paint = rust, .at = 0.6, .lane = 1, .edge = edge_of_k});
    wall.links.push_back(
        {.from = v, .to = mixed, .paint = teal, .at = 0.8, .lane = 1, .edge = edge_of_v});
}

}  // namespace

Figure wall_figure(const Translator& model, const Task& task) {
    const Example& example = task.unseen[0];
    Ids given = shifted(example.target);
    given.resize(the + 1);  // no word sees what is later
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
    const Asked inside = asked("inside", e.attention, to_the_sea, read),
                self = asked("so far", d.self_attention, the, written),
                across = asked("across", d.cross_attention, the, {});

    const std::vector<double> p = softmax(t.logits.row(the));
    std::vector<std::size_t> likeliest(p.size());
    std::iota(likeliest.begin(), likeliest.end(), std::size_t{0});
    std::ranges::sort(likeliest, std::greater{}, [&](std::size_t word) { return p[word]; });
    Matrix logits(1, 5), chances(1, 5);
    Texts words;
    for (std::size_t i = 0; i < 5; ++i) {
        logits(0, i) = t.logits(the, likeliest[i]);
        chances(0, i) = p[likeliest[i]];
        words.push_back(task.target_words[likeliest[i]]);
    }
    const auto heading = [](const std::string& text) {
        return Row{plots::Words{text, true}};
    };
    Figure wall{
        "14_wall",
        "One word across, step by step",
        "Four numbers a word, one head, four hidden units, pre-norm.",
        {heading("Reading: the row of 바다에"),
         {values("바다에", word), values("+ place", at_sea(e.input) - word),
          sum("= x", at_sea(e.input), "바다에", "+ place"), Step{},
          values("norm 1 of x", at_sea(e.norm1.output))},
         {inside.q, inside.k, inside.v},
         {inside.scores, Step{}, inside.scaled, Step{}, inside.weights},
         {inside.mixed, Step{}, inside.mapped, Step{},
          sum("s = x + that", at_sea(e.attention_sum), "= x", "× W_o inside"), Step{},
          values("norm 2 of s", at_sea(e.norm2.output))},
         {values("FFN: ReLU", at_sea(e.feed_forward.activated)), Step{},
          values("FFN", at_sea(e.feed_forward.output)), Step{},
          sum("s + that", at_sea(e.output), "s = x + that", "FFN"), Step{},
          values("final norm", at_sea(t.encoder.output))},
         heading("What was read"),
         {values("memory", t.encoder.output, read).framed({to_the_sea, 0, 1, 4}), Step{},
          across.k, across.v},
         heading("Writing: the row of “the”, which has to say “sea”"),
         {values("the", next_word), values("+ its place", at_next(d.input) - next_word),
          sum("= y", at_next(d.input), "the", "+ its place"), Step{},
          values("norm 1 of y", at_next(d.norm1.output))},
         {self.q, self.k, self.v},
         {self.scores, Step{}, self.scaled},
         {self.weights, Step{}, self.mixed},
         {self.mapped, Step{},
          sum("w = y + that", at_next(d.self_attention_sum), "= y", "× W_o so far"), Step{},
          values("norm 2 of w", at_next(d.norm2.output)), Step{}, across.q},
         {across.scores, Step{}, across.scaled, Step{}, across.weights},
         {across.mixed, Step{}, across.mapped, Step{},
          sum("r = w + that", at_next(d.cross_attention_sum), "w = y + that",
              "× W_o across"),
          Step{}, values("norm 3 of r", at_next(d.norm3.output))},
         {values("its FFN: ReLU", at_next(d.feed_forward.activated)), Step{},
          values("its FFN", at_next(d.feed_forward.output)), Step{},
          sum("r + that", at_next(d.output), "r = w + that", "its FFN"), Step{},
          values("last norm", at_next(t.decoder.output))},
         heading("What it says: the five largest of its " + std::to_string(p.size()) +
                 " logits"),
         {table("logits", logits, {}, words, signed_to(8, 1)), Step{"softmax"},
          table("of all", chances, {}, words)}}};
    wall.links = {{"weights inside", "× V inside"},  {"norm 2 of s", "FFN: ReLU"},
                  {"÷ √4 so far", "weights so far"}, {"× V so far", "× W_o so far"},
                  {"weights across", "× V across"},  {"norm 3 of r", "its FFN: ReLU"}};
    add_links(wall, "inside", "norm 1 of x", 0, 1);
    add_links(wall, "so far", "norm 1 of y", 0, 2);
    add_links(wall, "across", "", -1, 1);
    return wall;
}

}  // namespace attn::chapters::ch14
