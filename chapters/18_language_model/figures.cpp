#include <algorithm>

#include "chapters/18_language_model/18_language_model.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch18 {

using namespace plots;
using enum Paint;

Figure attention_figure(const Gpt& model, const Rows& rows) {
    const Row& row = rows.unseen[0];
    const Ids ids(row.ids.begin(), row.ids.end() - 1);
    const EncoderTrace trace = model.trace(ids);
    const std::vector<AttentionTrace>& heads = trace.layers[0].attention.heads;
    Matrix weights(ids.size(), ids.size()), open(ids.size(), ids.size());
    for (const AttentionTrace& head : heads)
        weights += head.weights / static_cast<double>(heads.size());
    Texts words;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        words.push_back(rows.words[ids[i]]);
        for (std::size_t j = 0; j <= i; ++j) open(i, j) = 1;
    }
    const std::size_t n = row.n_prompt;
    return {
        "18_row",
        "Where cross-attention was, there is a block of self-attention",
        "The mean of four heads. Each row writes the next word: (end) writes “I”. Framed: English reads Korean.",
        {{table("", weights, words, words, {.open = open})
              .framed({n - 1, 0, ids.size() - n + 1, n})}}};
}

Figure few_figure(const Trained& few, const Trained& all) {
    const double steps = static_cast<double>(few.plan.steps);
    const auto line = [](const std::vector<Score>& scores, const Trained& outcome,
                         Paint paint, const std::string& name) {
        Line one{.points = {}, .paint = paint, .name = name};
        for (std::size_t i = 0; i < scores.size(); ++i)
            one.points.push_back(
                {static_cast<double>(outcome.scores[i].step), scores[i].loss});
        return one;
    };
    const auto plot = [&](const Trained& one, const std::vector<Mark>& marks) {
        return Plot{.name = std::to_string(one.rows.shown.size()) + " pairs shown",
                    .x = {.name = "steps", .first = 0, .last = steps},
                    .y = {.name = "loss",
                          .first = 0,
                          .last = 5,
                          .ticks = ticks_at({0, 1, 2, 3, 4})},
                    .marks = marks};
    };
    return {"18_few",
            std::to_string(few.rows.shown.size()) + " pairs: at the end " +
                number_label(few.shown_scores.back().loss, 2) + " on them, " +
                number_label(few.scores.back().loss, 2) + " on the unseen",
            "The loss of the answers while it learns.",
            {{plot(few, {line(few.shown_scores, few, teal, "shown"),
                         line(few.scores, few, rust, "unseen")}),
              plot(all, {line(all.scores, all, rust, "unseen")})}}};
}

}  // namespace attn::chapters::ch18
