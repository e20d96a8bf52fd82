#include "chapters/10_residual_and_norm/10_residual_and_norm.hpp"

// Chapter 10, docs/10_residual_and_norm.md: What keeps words apart?
//
// Attention alone melts words into one: so what it found is added, and every row is brought to one
// size.
// New: LayerNorm (attn/). From before: positions (9).
// Turn a knob: --rounds 6    --row 5,5,5,6. Detours, in further.cpp: --more.

#include <cmath>

#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

/// Layer norm before anything is learned: each row gets mean 0 and variance 1.
Matrix normalized(Matrix x, double epsilon) {
    const auto d = static_cast<double>(x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        double mean = 0, variance = 0;
        for (const double entry : x.row(i)) mean += entry / d;
        for (const double entry : x.row(i)) variance += (entry - mean) * (entry - mean) / d;
        const double divisor = std::sqrt(variance + epsilon);
        for (double& entry : x.row(i)) entry = (entry - mean) / divisor;
    }
    return x;
}

/// A line of a table: how far apart the words are, and how large.
Labels words_line(const std::string& name, const Matrix& words) {
    return {name, number_text(least_cosine(words), 4), number_text(size_of(words), 2)};
}

void again_and_again(Page& page, std::size_t rounds) {
    const std::vector<Matrix> alone =
        rounds_of(repairs[0], small_example::attention(), rounds);
    std::vector<Labels> lines{{"rounds of attention", "least cosine of two words", "size"}};
    for (std::size_t n = 0; n <= rounds; ++n)
        lines.push_back(words_line(std::to_string(n), alone[n]));
    page.show_words(lines);
    page.draw(melt_figure(alone));
}

// Is it the averaging, or the maps? Each by itself.
void averaging_or_maps(Page& page, std::size_t rounds) {
    MultiHeadAttention attention = small_example::attention(), no_maps = attention;
    no_maps.w_v = no_maps.w_o = {.weight = identity(4)};
    const AttentionMask itself = AttentionMask::where(
        4, 4, [](std::size_t query, std::size_t key) { return query == key; });
    page.show_words(
        {{"after " + counted(rounds, "round"), "least cosine of two words", "size"},
         words_line("averages, no maps", rounds_of(repairs[0], no_maps, rounds).back()),
         words_line("maps, no averages",
                    rounds_of(repairs[0], attention, rounds, itself).back())});
}

void your_row(Page& page, const Numbers& row, double epsilon) {
    const Matrix x = one_row(row), hundreds(1, row.size(), 100);
    const Matrix rows = below({x, x * 10, x + hundreds, x * 0.001});
    page.say("The row ", vector_text(row), ", epsilon ", exact_text(epsilon));
    page.show("normalized", normalized(rows, epsilon),
              {"as it is", "times 10", "plus 100", "times 0.001"}, {}, 4);
}

// Both repairs, each alone and together, where each layer has maps of its own.
void many_layers(Page& page) {
    std::vector<Labels> lines{
        {"cosines after", "6: least", "largest", "size", "24: least", "largest", "size"}};
    std::vector<std::vector<Layered>> ways;
    for (const Repair& repair : repairs) {
        ways.push_back(layered(repair, 1));
        lines.push_back({repair.name});
        for (const std::size_t n : std::vector<std::size_t>{6, 24}) {
            const auto& [least, most, size] = ways.back()[n];
            for (const double number : {least, most, size})
                lines.back().push_back(number_text(number, 2));
        }
    }
    page.show_words(lines);
    page.draw(layers_figure(ways));
}

// The formula, one round of it, for one word.
void one_word_one_round(Page& page) {
    const Matrix h = small_example::h();
    const Matrix attended = small_example::attention().forward(h, h, h);
    const LayerNorm library;
    const Matrix n1 = normalized(h + attended, library.epsilon);
    std::vector<Matrix> steps;
    for (const Matrix& rows : {h, attended, h + attended, n1})
        steps.push_back(row_of(rows, small_example::place_of("love")));
    page.show("love", below(steps),
              {"h, what goes in", "attention", "h + attention", "n1, the norm of it"},
              small_example::word_columns, 4);
    page.say("Our norm against the library's, all words: ",
             distance_text(n1, library.forward(h + attended)));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("10_residual_and_norm", "What keeps words apart?");
    const auto rounds =
        chapter.whole("rounds", 3, 1, 24, "how often attention reads its own output");
    const auto row = chapter.numbers("row", {1, 3, 3, 9}, "your row, to be normalized");
    const auto epsilon =
        chapter.number("epsilon", 1e-5, 0, 1, "what is added to your row's variance");
    const auto part =
        chapter.number("part", 0.1, 0, 1, "how much of what attention found the sum adds");

    chapter.section("Again and again", again_and_again, rounds).draws("10_melt");
    chapter.section("Averaging, or the maps?", averaging_or_maps, rounds);
    chapter.section("Your row", your_row, row, epsilon);
    chapter.section("Many layers", many_layers).draws("10_kept");
    chapter.section("One word, one round", one_word_one_round);
    further(chapter, rounds);
}

}  // namespace attn::chapters::ch10
