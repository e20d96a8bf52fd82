#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

// Chapter 9, docs/09_positional_encoding.md: How does order get in?
//
// Attention cannot tell in which order words stand. Here each word gets its place added to it.
// New: positional_encoding (attn/positional_encoding.hpp). From before: several heads (8), "I
// love you all" (3). Detours, in further.cpp: --more.
// Turn a knob: --positions 50 --d-model 512    --base 100    --seed 3

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch09 {

/// Hands that turn: from each place to the next, hand i moves by paces[i] radians.
Matrix hands(std::size_t n_places, const std::vector<double>& paces) {
    Matrix marks(n_places, 2 * paces.size());
    for (std::size_t p = 0; p < n_places; ++p) {
        for (std::size_t i = 0; i < paces.size(); ++i) {
            const double angle = static_cast<double>(p) * paces[i];
            marks(p, 2 * i) = std::sin(angle);
            marks(p, 2 * i + 1) = std::cos(angle);
        }
    }
    return marks;
}

/// The formula's paces: the first hand moves by 1, and each is slower by the same factor.
std::vector<double> paces(std::size_t d_model, double base) {
    std::vector<double> all;
    for (std::size_t column = 0; column < d_model; column += 2) {  // a pair's first, 2i
        const double fraction = static_cast<double>(column) / static_cast<double>(d_model);
        all.push_back(1 / std::pow(base, fraction));
    }
    return all;
}

namespace {

using small_example::tokens, small_example::word_columns, small_example::x;

void require_even(std::size_t d_model) {
    if (d_model % 2 == 0) return;
    throw UsageError("--d-model is " + std::to_string(d_model) +
                     "; a sine and its cosine fill two columns, so it must be even");
}

void show_means(Page& page, const std::string& name, const TwoSentences& two) {
    page.show(name, two.means, {"did not", "could not"}, {}, 3);
    page.say("largest difference: ",
             distance_text(row_of(two.means, 0), row_of(two.means, 1)));
}

// The problem: two sentences that mean different things, and one mean.
void order_is_lost(Page& page, std::size_t seed) {
    page.say(joined(did_not, " "));
    page.say(joined(could_not, " "));
    show_means(page, "mean of the sixteen outputs", two_sentences(false, seed));
}

void two_hands(Page& page) {
    page.show("PE, two hands", hands(4, {1, 0.01}), tokens,
              {"sin p", "cos p", "sin p/100", "cos p/100"}, 5);
    page.show("X + PE", x + positional_encoding(4, 4), tokens, word_columns, 5);
    page.draw(counting_figure());
    page.draw(turn_figure());
    page.draw(clocks_figure(select_rows(hands(101, {1, 0.01}), {0, 1, 2, 3, 100})));
}

Matrix table_of_positions(std::size_t n_positions, std::size_t d_model, double base) {
    return hands(n_positions, paces(d_model, base));
}

void whole_table(Page& page, const Matrix& pe, double base) {
    page.say("PE ", shape_text(pe), ", ", pe.cols() / 2, " pairs of columns");
    page.gap();
    std::vector<Labels> lines{{"pair", "columns", "one turn takes"}};
    for (const std::size_t pair : pairs_to_show(pe.cols() / 2)) {
        const std::size_t sine = 2 * pair;
        const double words = positions_a_turn(pair, pe.cols(), base);
        lines.push_back({std::to_string(pair),
                         std::to_string(sine) + ", " + std::to_string(sine + 1),
                         number_text(words, 2) + " words"});
    }
    page.show_words(lines);
    page.keep("pe", pe);
    page.draw(map_figure(pe, base));
}

void order_is_back(Page& page, std::size_t seed) {
    show_means(page, "mean of the sixteen outputs, with positions",
               two_sentences(true, seed));
}

void only_distance(Page& page, const Matrix& pe) {
    const std::size_t last = pe.rows() - 1;
    std::vector<Labels> lines{{"distance", "from 0", "up to the last"}};
    for (const std::size_t distance : Ids{0, 1, 2, 3, 5, 10, 20, 40}) {
        if (distance > last) break;
        lines.push_back({std::to_string(distance),
                         number_text(dot(pe.row(0), pe.row(distance)), 4),
                         number_text(dot(pe.row(last - distance), pe.row(last)), 4)});
    }
    page.show_words(lines);
    page.draw(similarity_figure(pe));
}

void a_step_is_a_turn(Page& page) {
    const Matrix r = moving_matrix(1, 4), pe = positional_encoding(4, 4);
    page.show("R, one step on", r, {}, {}, 4);
    page.show("PE(2)", row_of(pe, 2), {}, {}, 4);
    page.show("PE(2) R", matmul(row_of(pe, 2), r), {}, {}, 4);
    page.show("PE(3)", row_of(pe, 3), {}, {}, 4);
}

// The rotation at work: keys that are turned one step on, W_k = R, find the word before.
void the_word_before(Page& page) {
    const Matrix unturned = place_scores(2, moving_matrix(0, 4));
    const Matrix turned = place_scores(2, moving_matrix(1, 4));
    std::vector<Labels> lines{{"the word at 2 asks", "without W_k", "W_k = R"}};
    const Labels keys{"two before, at 0", "the word before, at 1", "itself, at 2",
                      "the next, at 3", "the one after that, at 4"};
    for (std::size_t j = 0; j < keys.size(); ++j)
        lines.push_back(
            {keys[j], number_text(unturned(0, j), 4), number_text(turned(0, j), 4)});
    page.show_words(lines);
    const Matrix pe = positional_encoding(8, 128);
    const auto weights = [&](const Matrix& keys) {
        return scaled_dot_product_attention(pe * 20, keys, pe).weights;
    };
    page.draw(before_figure(weights(pe), weights(matmul(pe, moving_matrix(1, 128)))));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("09_positional_encoding", "How does order get in?");
    const auto n_positions = chapter.whole("positions", 50, 2, 1000, "rows of the table");
    const auto d_model =
        chapter.whole("d-model", 128, 2, 1024, "columns of the table, an even number");
    const auto base = chapter.number("base", 10000, 2, 1000000,
                                     "the number whose powers divide a position");
    const auto seed = chapter.whole("seed", 2, 0, 1000000, "the random words and weights");
    chapter.check(require_even, d_model);
    const auto pe = chapter.computed(table_of_positions, n_positions, d_model, base);

    chapter.section("Order is lost", order_is_lost, seed);
    chapter.section("Two hands", two_hands).draws("09_counting", "09_turn", "09_clocks");
    chapter.section("The whole table", whole_table, pe, base).draws("09_map");
    chapter.section("Order is back", order_is_back, seed);
    chapter.section("Only distance counts", only_distance, pe).draws("09_similarity");
    chapter.section("A step is a turn", a_step_is_a_turn);
    chapter.section("The word before", the_word_before).draws("09_before");
    further(chapter, d_model, seed);
}

}  // namespace attn::chapters::ch09
