// Every number of a small translator, on the way of one word that is read and one that is written.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/16_translation/16_translation.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch16 {

using namespace plots;
using enum Paint;

namespace {

constexpr std::size_t to_the_sea = 1,
                      the = 6;  // the rows of 바다에, and of what writes "sea"

Plot values(const std::string& name, const Matrix& m, const Texts& rows = {}) {
    return table(name, m, rows, {}, signed_to(8, 1));
}

/// What attention computes for one row, and what that row meets.
struct Asked {
    Plot q, k, v, scores, scaled, weights, mixed, mapped;
};

/// words  of the rows that are met
Asked asked(const MultiHeadTrace& trace, std::size_t row, const Texts& words) {
    const AttentionTrace& head = trace.heads.at(0);
    return {
        .q = values("q", row_of(trace.q, row)).painted(blue),
        .k = values("K", trace.k, words).painted(rust),
        .v = values("V", trace.v).painted(teal),
        .scores = values("q Kᵀ", row_of(head.scores, row)).made_by({"rows", "q", "K"}),
        .scaled =
            values("÷ √4", row_of(head.scaled, row)).made_by({"divided", "q Kᵀ", "2"}),
        .weights = table("weights", row_of(head.weights, row), {}, {})
                       .made_by({"softmax", "÷ √4"}),
        .mixed =
            values("× V", row_of(trace.concat, row)).made_by({"product", "weights", "V"}),
        .mapped = values("× W_o", row_of(trace.output, row))};
}

Plot sum(const std::string& name, const Matrix& m, const std::string& left,
         const std::string& right) {
    return values(name, m).made_by({"sum", left, right});
}

/// Arrows from the row that asks and the rows that answer to the query, keys and values, and on to
/// what these make.
void add_links(Figure& figure, const std::string& asking, const std::string& answering) {
    const std::size_t lane = asking == answering ? 0 : 1;
    const std::vector<Link> links{
        {.from = asking, .to = "q"},
        {.from = answering, .to = "K", .at = 0.65, .lane = lane},
        {.from = answering, .to = "V", .lane = lane},
        {.from = "q", .to = "q Kᵀ", .paint = blue, .at = 0.3},
        {.from = "K", .to = "q Kᵀ", .paint = rust, .at = 0.6, .lane = 1},
        {.from = "V", .to = "× V", .paint = teal, .at = 0.8, .lane = 1, .edge = 1}};
    figure.links.insert(figure.links.end(), links.begin(), links.end());
}

Figure inside_figure(const TranslatorTrace& t, const Matrix& word) {
    const EncoderLayerTrace& e = t.encoder.layers[0];
    const auto at_sea = [](const Matrix& m) { return row_of(m, to_the_sea); };
    const Asked inside = asked(e.attention, to_the_sea, with_end(the_sentence().korean));
    Figure figure{"16_inside",
                  "바다에 becomes a row of memory",
                  "Four numbers a word, one head, pre-norm. K and V: the other rows alike.",
                  {{values("바다에", word), values("+ place", at_sea(e.input) - word),
                    sum("= x", at_sea(e.input), "바다에", "+ place"), Step{},
                    values("norm 1 of x", at_sea(e.norm1.output))},
                   {inside.q, inside.k, inside.v},
                   {inside.scores, Step{}, inside.scaled, Step{}, inside.weights},
                   {inside.mixed, Step{}, inside.mapped, Step{},
                    sum("s = x + that", at_sea(e.attention_sum), "= x", "× W_o"), Step{},
                    values("norm 2 of s", at_sea(e.norm2.output))},
                   {values("FFN: ReLU", at_sea(e.feed_forward.activated)), Step{},
                    values("FFN", at_sea(e.feed_forward.output)), Step{},
                    sum("s + that", at_sea(e.output), "s = x + that", "FFN"), Step{},
                    values("final norm", at_sea(t.encoder.output))}},
                  {{"weights", "× V"}, {"norm 2 of s", "FFN: ReLU"}}};
    add_links(figure, "norm 1 of x", "norm 1 of x");
    return figure;
}

Figure across_figure(const TranslatorTrace& t, const Texts& english) {
    const DecoderLayerTrace& d = t.decoder.layers[0];
    const auto at_the = [](const Matrix& m) { return row_of(m, the); };
    const Texts read = with_end(the_sentence().korean);
    const Asked across = asked(d.cross_attention, the, read);
    const std::vector<double> p = softmax(t.logits.row(the));
    std::vector<std::size_t> likeliest(p.size());
    std::iota(likeliest.begin(), likeliest.end(), std::size_t{0});
    std::ranges::sort(likeliest, std::greater{}, [&](std::size_t word) { return p[word]; });
    Matrix logits(1, 5), chances(1, 5);
    Texts words;
    for (std::size_t i = 0; i < 5; ++i) {
        logits(0, i) = t.logits(the, likeliest[i]);
        chances(0, i) = p[likeliest[i]];
        words.push_back(english[likeliest[i]]);
    }
    Figure figure{
        "16_across",
        "“the” asks across, and says “sea”",
        "Framed: what became of 바다에 in the figure before.",
        {{values("w", at_the(d.self_attention_sum)), Step{},
          values("norm 2 of w", at_the(d.norm2.output)),
          values("memory", t.encoder.output, read).framed({to_the_sea, 0, 1, 4})},
         {across.q, across.k, across.v},
         {across.scores, Step{}, across.scaled, Step{}, across.weights},
         {across.mixed, Step{}, across.mapped, Step{},
          sum("r = w + that", at_the(d.cross_attention_sum), "w", "× W_o"), Step{},
          values("norm 3 of r", at_the(d.norm3.output))},
         {values("FFN: ReLU", at_the(d.feed_forward.activated)), Step{},
          values("FFN", at_the(d.feed_forward.output)), Step{},
          sum("r + that", at_the(d.output), "r = w + that", "FFN"), Step{},
          values("final norm", at_the(t.decoder.output))},
         {plots::Words{
             "The largest of its " + std::to_string(p.size()) + " logits, p by all", true}},
         {table("logits", logits, {}, words, signed_to(8, 1)), Step{"softmax"},
          table("p", chances, {}, words)}},
        {{"weights", "× V"}, {"norm 3 of r", "FFN: ReLU"}}};
    add_links(figure, "norm 2 of w", "memory");
    return figure;
}

}  // namespace

std::vector<Figure> wall_figures(const Translator& model, const Task& task) {
    const Example& example = task.unseen[0];
    Ids given = shifted(example.target);
    given.resize(the + 1);  // no word sees what is later
    const TranslatorTrace t = model.trace(example.source, given);
    return {inside_figure(t, model.source.forward({example.source[to_the_sea]})),
            across_figure(t, task.target_words)};
}

}  // namespace attn::chapters::ch16
