#include "chapters/08_multi_head/08_multi_head.hpp"

#include "chapters/08_multi_head/four_roles.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/words.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch08 {

using namespace plots;
using enum Paint;
using small_example::tokens;

namespace {

constexpr std::size_t love = 1;

std::string title_of_heads(std::size_t n_heads, std::size_t word) {
    if (n_heads == 1) return "One wide head has to choose";
    if (n_heads == 2 && word != love) return "Two heads, and one wide head";
    if (n_heads == 2) return "Two heads keep both answers; one mixes them";
    return "Four narrow heads weigh the words in four ways";
}

/// Letters in cells, so many in a row. The colour says whose they are: the first word's (blue)
/// or the second's.
Plot letters(const std::string& name, const std::string& text, std::size_t columns,
             const Texts& rows = {}) {
    Matrix owners(text.size() / columns, columns);
    Cells look = signed_to(1);
    look.texts.emplace();
    for (std::size_t i = 0; i < text.size(); ++i) {
        owners(i / columns, i % columns) = text[i] < 'e' ? -0.25 : 0.25;
        look.texts->push_back(text.substr(i, 1));
    }
    return table(name, owners, rows, {}, look).painted(muted);
}

/// The sentence, its two heads, and what they are merged to.
Row way(const std::string& head_1, const std::string& head_2, const std::string& merged) {
    return {letters("", "abcdefgh", 4, {"I", "love"}),
            Step{"split"},
            letters("head 1", head_1, 2),
            letters("head 2", head_2, 2),
            Step{"merge"},
            letters("merged", merged, 4)};
}

/// A dot where the column's word reaches the row's, and a closed cell where it cannot.
Plot meetings(const std::string& name, const Matrix& reached) {
    Cells look = signed_to(1);
    look.open = reached;
    look.texts.emplace();
    for (std::size_t i = 0; i < reached.rows(); ++i) {
        for (const double number : reached.row(i)) {
            look.texts->push_back(number == 1 ? "•" : "");
        }
    }
    return table(name, Matrix(reached.rows(), reached.cols()), tokens, tokens, look)
        .framed({.row = 0, .column = 3});
}

/// A head's weights in colours alone.
Plot coloured(const std::string& name, const AttentionTrace& head) {
    const Texts words = in_order(pairs, shown_sentence);
    return table(name, head.weights, words, words,
                 {.texts = Texts(words.size() * words.size())});
}

/// Of heads whose weights are small: the last colour is for 0.2.
Row both_dark_heads(const TrainedHeads& trained) {
    const Texts words = in_order(pairs, shown_sentence);
    Row row;
    for (const std::size_t head : {0u, 1u}) {
        const Matrix& weights = trained.trace.heads[head].weights;
        Cells look;
        look.texts.emplace();
        for (const double weight : weights.values())
            look.texts->push_back(number_label(weight, 2).substr(1));  // ".14"
        row.push_back(
            table("head " + std::to_string(head + 1), weights / 0.2, words, words, look));
    }
    return row;
}

}  // namespace

Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide,
                    std::size_t word) {
    const std::size_t n_heads = trace.heads.size();
    const auto panel = [&](const std::string& name, const AttentionTrace& head) {
        return table(name, head.weights, tokens, tokens)
            .framed({.row = word, .columns = tokens.size()});
    };
    Row heads;
    for (std::size_t h = 0; h < n_heads && n_heads > 1; ++h) {
        heads.push_back(panel("head " + std::to_string(h + 1), trace.heads[h]));
    }
    std::vector<Row> rows{heads};
    if (n_heads == 4) rows.push_back({Nothing{}, Nothing{}, Nothing{}});
    rows.back().insert(n_heads == 4 ? rows.back().begin() : rows.back().end(),
                       panel("one wide head", wide));
    return {"08_heads", title_of_heads(n_heads, word),
            "Each row is a word; its weights sum to 1. Framed: whom “" + tokens[word] +
                "” attends to.",
            rows};
}

Figure flow_figure(const MultiHeadTrace& trace, std::size_t word) {
    using small_example::match_columns, small_example::word_columns;
    const std::size_t n_heads = trace.heads.size(), width = trace.q.cols() / n_heads;
    const std::vector<Matrix> q = split_heads(trace.q, n_heads),
                              k = split_heads(trace.k, n_heads),
                              v = split_heads(trace.v, n_heads);
    const auto row = [&](const std::string& name, const Matrix& m, const Texts& columns,
                         Cells look) {
        const Texts whose = n_heads > 2 ? Texts{} : Texts{tokens[word]};
        return table(name, select_rows(m, {word}), whose, columns, look);
    };
    const std::string attend =
        n_heads > 2 ? "attend" : "÷ √" + std::to_string(width) + ", softmax";
    Row split, attended, merged;
    std::vector<Link> links;
    for (std::size_t h = 0; h < n_heads; ++h) {
        const std::string number = std::to_string(h + 1), head = "query " + number,
                          keys = "keys " + number, w = "weights " + number,
                          values = "values " + number, o = "output " + number;
        const auto part = [&](const Texts& all) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(h * width);
            return Texts(first, first + static_cast<std::ptrdiff_t>(width));
        };
        split.push_back(row(head, q[h], part(match_columns), signed_to(2, 0)));
        attended.push_back(row(w, trace.heads[h].weights, tokens, {}));
        merged.push_back(row(o, trace.heads[h].output, part(word_columns), signed_to(2)));
        links.insert(links.end(), {{"query", head, h + 1 == n_heads ? "split" : ""},
                                   {head, w, attend},
                                   {w, o},
                                   {o, "merged (concat)"}});
        if (n_heads > 2) continue;  // no room for what is asked
        split.push_back(table(keys, k[h], tokens, part(match_columns), signed_to(2, 0)));
        attended.push_back(
            table(values, v[h], tokens, part(word_columns), signed_to(2, 0)));
        merged.push_back(Nothing{});
        links.insert(links.end(), {{keys, w}, {values, o}});
    }
    return {"08_flow",
            "Split, attend, merge, and one more map",
            "The row of " + tokens[word] + " all the way through " +
                std::to_string(n_heads) + (n_heads == 1 ? " head." : " heads."),
            {{row("query", trace.q, match_columns, signed_to(2, 0))},
             split,
             attended,
             merged,
             {row("merged (concat)", trace.concat, word_columns, signed_to(2)),
              Step{"· W_o"}, row("output", trace.output, word_columns, signed_to(2))}},
            links};
}

Figure split_figure() {
    return {"08_split",
            "A head has some columns of every word",
            "Blue cells are numbers of “I”, rust ones of “love”.",
            {{Words{"right: each head has both words", true}},
             way("abef", "cdgh", "abcdefgh"),
             {Words{"wrong: reshaped. One word per head,\nand merging hides it", true}},
             way("abcd", "efgh", "abcdefgh")}};
}

Figure wrong_figure(const Matrix& right, const Matrix& reshaped) {
    return {
        "08_wrong",
        "Split by reshaping, “I” never meets “all”",
        "Dot: changing the column’s word changes the row’s output. Hatched: it doesn’t.",
        {{meetings("split by columns", right), meetings("split by reshaping", reshaped)}}};
}

Figure trained_figure(const TrainedHeads& trained, const TrainedHeads& alone) {
    return {"08_trained",
            trained.before_right == n_answers && trained.partner_right == n_answers
                ? "Two heads that learned two questions"
                : "Two heads that did not learn both questions",
            "Row: who asks. Column: whom it attends to. The wide head has " +
                std::to_string(alone.before_right) + " and " +
                std::to_string(alone.partner_right) + " of " + std::to_string(n_answers) +
                " answers right.",
            {{coloured("head 1", trained.trace.heads[0]),
              coloured("head 2", trained.trace.heads[1]),
              coloured("one wide head", alone.trace.heads[0])}}};
}

Figure away_figure(const TrainedHeads& trained) {
    return {"08_away",
            "Every answer is right, and each head looks away from it",
            "Seed 2. Row: the word that asks. Dark: whom it leaves out. Yellow: 0.2.",
            {both_dark_heads(trained)}};
}

Figure cross_figure(const MultiHeadTrace& trace) {
    using namespace sea_sentence;
    const std::size_t sea = 6, to_the_sea = 1;
    return {"08_cross",
            "“sea” asks head 1 “where?” and finds 바다에",
            "Rows are being written; columns were read: I, to the sea, go, want.",
            {{table("head 1: who or where", trace.heads[0].weights, english, korean)
                  .framed({sea, to_the_sea}),
              table("head 2: motion or wish", trace.heads[1].weights, english, korean)}}};
}
}  // namespace attn::chapters::ch08
