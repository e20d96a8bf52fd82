#include "chapters/10_residual_and_norm/10_residual_and_norm.hpp"

// Chapter 10, docs/10_residual_and_norm.md: What keeps words apart?
//
// Attention alone melts words into one: so what it found is added, and every row is brought to one
// size.
// New: LayerNorm (attn/). From before: positions (9).
// Turn a knob: --rounds 6    --row 5,5,5,6    --part 0.5. Detours, in further.cpp: --more.

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

/// The small sentence, and what becomes of it round by round: attention reads it, the repair makes the
/// next round's words of that, and so on.
std::vector<Matrix> rounds_of(const Repair& repair, const MultiHeadAttention& attention,
                              std::size_t rounds, const AttentionMask& mask = {}) {
    const auto f = [&](const Matrix& x) { return attention.forward(x, x, x, mask); };
    std::vector<Matrix> all{small_example::h()};
    while (all.size() <= rounds) all.push_back(repair.apply(all.back(), f));
    return all;
}

void again_and_again(Page& page, std::size_t rounds) {
    const MultiHeadAttention attention = small_example::attention();
    const Repair& none = attention_alone;
    const std::vector<Matrix> alone = rounds_of(none, attention, rounds);
    std::vector<Labels> lines{{"rounds of attention", "least cosine of two words", "size"}};
    const auto line = [&](const std::string& name, const Matrix& words) {
        lines.push_back(
            {name, number_text(least_cosine(words), 4), number_text(size_of(words), 2)});
    };
    for (std::size_t n = 0; n <= rounds; ++n) line(std::to_string(n), alone[n]);
    // Is it the averaging, or the maps? Each by itself.
    MultiHeadAttention no_maps = attention;
    no_maps.w_v = no_maps.w_o = {.weight = identity(alone[0].cols())};
    const std::size_t n = alone[0].rows();
    const AttentionMask itself = AttentionMask::where(
        n, n, [](std::size_t query, std::size_t key) { return query == key; });
    const std::string last = std::to_string(rounds);
    line(last + ", no W_v and W_o", rounds_of(none, no_maps, rounds).back());
    line(last + ", each to itself", rounds_of(none, attention, rounds, itself).back());
    page.show_words(lines);
    page.draw(melt_figure(alone));
}

void your_row(Page& page, const Numbers& row, double epsilon) {
    const Matrix x = one_row(row), hundreds(1, row.size(), 100);
    const Matrix rows = below({x, x * 10, x + hundreds, x * 0.001});
    page.say("The row ", vector_text(row), ", epsilon ", exact_text(epsilon));
    page.show("normalized", normalized(rows, epsilon),
              {"as it is", "times 10", "plus 100", "times 0.001"}, {}, 4);
}

// The first repair: a patch, whole or in part.
void a_smaller_patch(Page& page, std::size_t rounds) {
    const std::vector<Repair> ways{attention_alone, patch(1), patch(0.5), patch(0.1)};
    std::vector<Labels> lines{
        {"after " + counted(rounds, "round"), "least cosine of two words", "size"}};
    std::vector<Matrix> ends;
    for (const Repair& way : ways) {
        ends.push_back(rounds_of(way, small_example::attention(), rounds).back());
        lines.push_back({way.name, number_text(least_cosine(ends.back()), 4),
                         number_text(size_of(ends.back()), 2)});
    }
    page.show_words(lines);
    page.draw(patches_figure(ways, ends, rounds));
}

// The second repair, and which half of it does what.
void both_together(Page& page, double part) {
    const std::vector<std::size_t> shown{3, 6, 12, 24};
    const auto all_of = [&](const Repair& way) {
        return rounds_of(way, small_example::attention(), shown.back());
    };
    const std::vector<Matrix> sum = all_of(patch(part)),
                              divided = all_of(divided_patch(part)),
                              normed = all_of(normed_patch(part));
    page.say("Least cosine of two words. The sum: ", patch(part).name, ".");
    page.gap();
    std::vector<Labels> lines{
        {"rounds", "size of the sum", "the sum", "divided by its size", "normed"}};
    for (const std::size_t n : shown)
        lines.push_back({std::to_string(n), number_text(size_of(sum[n]), 2),
                         number_text(least_cosine(sum[n]), 4),
                         number_text(least_cosine(divided[n]), 4),
                         number_text(least_cosine(normed[n]), 4)});
    page.show_words(lines);
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
    chapter.section("A smaller patch", a_smaller_patch, rounds).draws("10_kept");
    chapter.section("Your row", your_row, row, epsilon);
    chapter.section("Both together", both_together, part);
    chapter.section("One word, one round", one_word_one_round);
    further(chapter);
}

}  // namespace attn::chapters::ch10
