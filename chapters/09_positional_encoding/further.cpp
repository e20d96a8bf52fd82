// Chapter 9, Further: what the road can do without. It runs with --more, or when its own knob
// is given: --times-root.

#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

#include <algorithm>
#include <cmath>

#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/positional_encoding_by_exp.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch09 {
namespace {

using small_example::tokens, small_example::word_columns, small_example::x;

MultiHeadTrace attended(const Matrix& words) {
    return small_example::attention(2).trace(words, words, words);
}

/// "I love you all" with positions, and "I love all you".
Matrix you_all(double factor = 1) {
    return small_sentence({0, 1, 2, 3}, factor);
}

Matrix all_you(double factor = 1) {
    return small_sentence({0, 1, 3, 2}, factor);
}

void both_heads(Page& page, double factor) {
    const MultiHeadTrace trace = attended(you_all(factor));
    page.show("head 1: weights", trace.heads[0].weights, tokens, tokens);
    page.show("head 2: weights", trace.heads[1].weights, tokens, tokens);
    page.show("attention = concat W_o", trace.output, tokens, word_columns);
    page.keep("output", trace.output);
}

void without_a_power(Page& page) {
    const Matrix exact = positional_encoding(1001, 512);
    const Matrix narrow = positional_encoding_in_float(1001, 512);
    Matrix rounded = exact;
    for (std::size_t i = 0; i < rounded.rows(); ++i) {
        for (double& number : rounded.row(i))
            number = static_cast<double>(static_cast<float>(number));
    }
    page.say("positions 0 to 1000, 512 columns, against the power in double");
    page.gap();
    page.show_words(
        {{"exp, in double",
          distance_text(notes::positional_encoding_by_exp(1001, 512), exact)},
         {"exp, all in float", scientific_text(max_abs_difference(narrow, exact), 1)},
         {"rounded at the end", scientific_text(max_abs_difference(rounded, exact), 1)}});
}

void two_layouts(Page& page) {
    const Matrix p = halves_permutation(4), h = you_all();
    page.show("P", p);
    page.say("interleaved times P, against halves: ",
             distance_text(matmul(positional_encoding(4, 4), p),
                           positional_encoding_in_halves(4, 4)));
    page.gap();
    MultiHeadAttention layer = small_example::attention(2);
    const Matrix right = layer.forward(h, h, h);
    const Matrix other = x + positional_encoding_in_halves(4, 4);
    page.say("attention, against the right output: largest difference");
    page.say("positions in halves, weights as they were         ",
             distance_text(layer.forward(other, other, other), right));
    const Matrix h_halves = matmul(h, p);
    for (Linear* map : {&layer.w_q, &layer.w_k, &layer.w_v})
        map->weight = matmul(transpose(p), map->weight);
    page.say("words, positions and weights permuted             ",
             distance_text(layer.forward(h_halves, h_halves, h_halves), right));
    page.draw(layouts_figure());
}

void exponent_doubled(Page& page, std::size_t d_model) {
    const std::size_t n_pairs = d_model / 2;
    std::vector<Labels> lines{{"one turn takes, in words", "right", "doubled"}};
    for (const std::size_t pair : pairs_to_show(n_pairs)) {
        const double turn = positions_a_turn(pair, d_model);
        const double angle = position_angle(1, pair, d_model);
        lines.push_back({"pair " + std::to_string(pair), number_or_power(turn, 2),
                         number_or_power(turn / angle, 2)});
    }
    page.show_words(lines);
    page.gap();
    page.say("pairs that need more than 2 pi 10000 words when doubled: ",
             n_pairs - std::min(n_pairs, d_model / 4 + 1), " of ", n_pairs);
}

// Is the sum a mush? Random words of several widths, each with a place.
void word_and_place(Page& page, std::size_t seed) {
    std::vector<Labels> lines{{"columns"}, {"mean |cosine|"}};
    for (const std::size_t d_model : Ids{4, 32, 128, 512}) {
        lines[0].push_back(std::to_string(d_model));
        lines[1].push_back(
            number_text(mean_cosine_of_word_and_place(d_model, 300, seed), 3));
    }
    page.say("300 random words, each with a place of its own");
    page.gap();
    page.show_words(lines);
}

void loudness(Page& page) {
    Random generator(1);
    const Matrix words = random_normal_matrix(100, 512, generator);
    double mean = 0;
    for (std::size_t i = 0; i < 100; ++i) mean += norm(words.row(i)) / 100;
    const double root = std::sqrt(512.0);
    const Matrix position = positional_encoding(1, 512);
    page.say("a position of 512 columns has the length ",
             number_text(norm(position.row(0)), 2));
    page.gap();
    page.show_words(
        {{"a word's length, entries drawn with deviation", "as it is", "times root 512"},
         {"1              (PyTorch's embedding)", number_text(mean, 2),
          number_text(mean * root, 2)},
         {"1 / root 512   (made for being multiplied)", number_text(mean / root, 2),
          number_text(mean, 2)}});
}

// The small sentence with louder words: what do its positions still change?
void louder_words(Page& page) {
    std::vector<Labels> lines{{"", "X", "2 X"}};
    const auto tell = [&](const std::string& name, auto value) {
        lines.push_back({name, number_text(value(1), 4), number_text(value(2), 4)});
    };
    const auto weights = [](const Matrix& h) { return attended(h).heads[0].weights; };
    tell("love to you, without positions", [&](double f) { return weights(x * f)(1, 2); });
    tell("love to you, with positions",
         [&](double f) { return weights(you_all(f))(1, 2); });
    tell("you to love, I love you all",
         [&](double f) { return weights(you_all(f))(2, 1); });
    tell("you to love, I love all you",
         [&](double f) { return weights(all_you(f))(3, 1); });
    tell("most that positions change a scaled score", [&](double f) {
        return max_abs_difference(attended(you_all(f)).heads[0].scaled,
                                  attended(x * f).heads[0].scaled);
    });
    tell("most that they change a weight",
         [&](double f) { return max_abs_difference(weights(you_all(f)), weights(x * f)); });
    page.show_words(lines);
}

void where_it_ends(Page& page) {
    const PositionTable table{positional_encoding(1000, 512)};
    page.say("1000 words: ", shape_text(table.add_to(Matrix(1000, 512))));
    try {
        table.add_to(Matrix(1001, 512));
    } catch (const std::out_of_range& error) {
        page.say(error.what());
    }
}

void odd_width(Page& page) {
    try {
        positional_encoding(50, 127);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
}

// Back to the two sentences: whom does "not" attend to?
void not_attends(Page& page, std::size_t seed) {
    constexpr std::size_t draws = 100;
    std::vector<Labels> lines{
        {"\"not\" attends to", "did, in one", "could, in the other", "itself, in both"}};
    const auto tell = [&](const std::string& name, double length, bool side_by_side) {
        double before[2] = {}, itself = 0;
        for (const std::size_t which : Ids{0, 1}) {
            const Labels& words = which == 0 ? did_not : could_not;
            const auto place =
                static_cast<std::size_t>(std::ranges::find(words, "not") - words.begin());
            for (std::size_t draw = 0; draw < draws; ++draw) {
                const Matrix weights =
                    looking_back(words, length, side_by_side, seed + draw);
                before[which] += weights(place, place - 1) / draws;
                itself += weights(place, place) / (2 * draws);
            }
        }
        lines.push_back({name, number_text(before[0], 2), number_text(before[1], 2),
                         number_text(itself, 2)});
    };
    tell("added, words 0.5 long", 0.5, false);
    tell("added, 11.3 long", 11.3, false);
    tell("side by side, 11.3", 11.3, true);
    page.show_words(lines);
}

/// What multiplies the words before positions are added: the root of d_model = 4, or nothing.
double factor_for(bool times_root) {
    return times_root ? 2 : 1;
}

}  // namespace

void further(Chapter& chapter, const Value<std::size_t>& d_model,
             const Value<std::size_t>& seed) {
    const auto times_root = chapter.flag(
        "times-root", "multiply the small sentence's words by root d_model = 2");
    const auto factor = chapter.computed(factor_for, times_root);

    chapter.more("The word before, with words", not_attends, seed);
    chapter.more("Both heads", both_heads, factor);
    chapter.more("Without a power", without_a_power);
    chapter.more("Interleaved and halves", two_layouts).draws("09_layouts");
    chapter.more("The exponent doubled", exponent_doubled, d_model);
    chapter.more("How loud is a position", loudness);
    chapter.more("A word and its place", word_and_place, seed);
    chapter.more("Louder words", louder_words);
    chapter.more("Where the table ends", where_it_ends);
    chapter.more("An odd width", odd_width);
}

}  // namespace attn::chapters::ch09
