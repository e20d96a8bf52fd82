#include <algorithm>

#include "chapters/16_language_model/16_language_model.hpp"
#include "chapters/training/bundles.hpp"

namespace attn::chapters::ch16 {

using namespace plots;
using enum Paint;

Figure attention_figure(const Outcome& trained) {
    const Row& row = trained.rows.unseen[0];
    const Ids ids(row.ids.begin(), row.ids.end() - 1);
    Ids places;
    for (std::size_t i = 0; i < ids.size(); ++i) places.push_back(i);
    const EncoderTrace trace = trained.model.layers.trace(trained.model.rows(ids, places),
                                                          causal_mask(ids.size()));
    const std::vector<AttentionTrace>& heads = trace.layers[0].attention.heads;
    Matrix weights(ids.size(), ids.size()), open(ids.size(), ids.size());
    for (const AttentionTrace& head : heads)
        weights += head.weights / static_cast<double>(heads.size());
    Texts words;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        words.push_back(trained.rows.words[ids[i]]);
        for (std::size_t j = 0; j <= i; ++j) open(i, j) = 1;
    }
    const std::size_t n = row.n_prompt;
    return {"16_row",
            "Cross-attention is a block of self-attention",
            "One row of words. Framed: what is written attends to what is read.",
            {{table("", weights, words, words, {.open = open})
                  .framed({n - 1, 0, ids.size() - n + 1, n})}}};
}

Figure few_figure() {
    const auto plot = [](const std::string& name) {
        return Plot{.name = name,
                    .x = {.name = "steps",
                          .first = 0,
                          .last = 300,
                          .ticks = ticks_at({0, 100, 200, 300})},
                    .y = {.name = "loss",
                          .first = 0,
                          .last = 4.5,
                          .ticks = ticks_at({0, 1, 2, 3, 4})}};
    };
    Plot few = plot("8 pairs shown"), all = plot("288 pairs shown");
    add_bundle(few, runs_of("eight/shown"), teal, 300, "shown", Point{60, 0.3});
    add_bundle(few, runs_of("eight"), rust, 300, "unseen", Point{200, 1.6});
    add_bundle(all, runs_of("answer"), rust, 300, "unseen", Point{60, 0.9});
    return {"16_few",
            "Of eight pairs it learns the pairs, of 288 the language",
            "The loss of the answers, 20 seeds each.",
            {{few, all}}};
}

Figure pieces_figure() {
    const auto bounds = [](bool in_korean, Paint paint, const std::string& name) {
        Line line{.points = {}, .paint = paint, .name = name};
        const std::vector<Merge> merges = all_merges(in_korean);
        for (std::size_t n = 0; n <= merges.size(); ++n) {
            const std::vector<Merge> so_far = first_merges(merges, n);
            line.points.push_back(
                {static_cast<double>(n),
                 static_cast<double>(cut_by(so_far, in_korean).most_right) / 280});
        }
        return line;
    };
    const auto trained = [](const std::vector<Curve>& curves, double merges, Paint paint) {
        Dots dots{.points = {}, .paint = paint, .small = true};
        for (const Curve& curve : curves)
            dots.points.push_back(
                {merges, static_cast<double>(curve.scores.back().right) / 56});
        return dots;
    };
    using enum ch14::TaskName;
    return {
        "16_pieces",
        "In stems and particles, Korean needs positions more",
        "The share that can be right without order. Dots: trained, 20 seeds, of 56 unseen.",
        {{Plot{.x = {.name = "merges, from letters to words", .first = 0, .last = 51},
               .y = {.name = "right", .first = 0.5, .last = 1.02},
               .marks = {bounds(true, blue, "Korean"), bounds(false, rust, "English"),
                         trained(runs_of("pieces/no_order"), stems_and_particles, blue),
                         trained(ch14::curves_of(people_to_english, "no_order"), 27, blue),
                         trained(ch14::curves_of(people_to_korean, "no_order"), 51, rust)},
               .height = 1}}}};
}

}  // namespace attn::chapters::ch16
