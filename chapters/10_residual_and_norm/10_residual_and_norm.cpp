#include "chapters/10_residual_and_norm/10_residual_and_norm.hpp"

// Chapter 10, docs/10_residual_and_norm.md: What keeps words apart?
//
// Attention alone melts words into one: so what it found is added, and every row is brought to one
// size.
// New: LayerNorm (attn/). From before: positions (9).
// Turn a knob: --rounds 6    --times 1    --row 5,5,5,6. Detours, in further.cpp: --more.

#include <cmath>

#include "attn/layer_norm.hpp"
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

/// A line of a table: how far the words are apart, how large they are, and the largest weight that one
/// gave.
Labels words_line(const std::string& name, const Layered& words) {
    return {name, number_text(words.apart, 2), number_text(words.size, 2),
            number_text(words.weight, 3)};
}

void again_and_again(Page& page, std::size_t rounds, double times) {
    const std::vector<Layered> alone = layered(repairs[0], times, rounds);
    std::vector<Labels> lines{{"rounds", "apart", "size", "largest weight"}};
    for (std::size_t n = 0; n <= rounds; ++n)
        lines.push_back(words_line(std::to_string(n), alone[n]));
    lines[1].back() = "";  // before the first round
    page.show_words(lines);
    page.draw(melt_figure(random_rounds(repairs[0], times, rounds, 1)));
}

void your_row(Page& page, const Numbers& row, double epsilon) {
    const Matrix x = one_row(row), hundreds(1, row.size(), 100);
    const Matrix rows = below({x, x * 10, x + hundreds, x * 0.001});
    page.say("The row ", vector_text(row), ", epsilon ", exact_text(epsilon));
    const Matrix ours = normalized(rows, epsilon);
    page.show("normalized", ours, {"as it is", "times 10", "plus 100", "times 0.001"}, {},
              4);
    page.say("The library's norm differs by: ",
             distance_text(ours, LayerNorm{.epsilon = epsilon}.forward(rows)));
}

// Both repairs around one part: no shape changes, so it can be done again.
void a_sublayer(Page& page) {
    const Matrix& h = small_example::h();
    const Matrix n1 =
        normalized(h + small_example::encoder_layer().attention.forward(h, h, h), 1e-5);
    page.say("h is ", h.rows(), " x ", h.cols(),
             ", and so is norm(h + attention): ", n1.rows(), " x ", n1.cols());
    page.draw(sublayer_figure());
}

// What the sum is for when a model learns.
void a_nudge(Page& page, double times) {
    constexpr std::size_t rounds = 24;
    std::vector<std::vector<Arrived>> ways;
    std::vector<Labels> lines{
        {"after " + counted(rounds, "round"), "left of a nudge", "the same in all words"}};
    for (const Repair& repair : repairs) {
        ways.push_back(what_arrives(repair, times, rounds));
        lines.push_back({repair.name, number_or_power(ways.back().back().left, 2),
                         number_text(ways.back().back().common, 2)});
    }
    page.show_words(lines);
    page.draw(nudge_figure(ways));
}

void both_together(Page& page, double times) {
    constexpr std::size_t rounds = 24;
    std::vector<Labels> lines{
        {"after " + counted(rounds, "round"), "apart", "size", "largest weight"}};
    for (const Repair& repair : repairs)
        lines.push_back(words_line(repair.name, layered(repair, times, rounds).back()));
    page.show_words(lines);
    page.draw(kept_figure(random_rounds(repairs[3], times, rounds, 1)));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("10_residual_and_norm", "What keeps words apart?");
    const auto rounds =
        chapter.whole("rounds", 3, 1, 24, "how often attention reads its own output");
    const auto row = chapter.numbers("row", {1, 3, 3, 9}, "your row, to be normalized");
    const auto epsilon =
        chapter.number("epsilon", 1e-5, 0, 1, "what is added to your row's variance");
    const auto times = chapter.number(
        "times", 3, 0, 10, "how large the maps to queries and keys are; as drawn: 1");

    chapter.section("Again and again", again_and_again, rounds, times).draws("10_melt");
    chapter.section("Your row", your_row, row, epsilon);
    chapter.section("Both together", both_together, times).draws("10_kept");
    chapter.section("A nudge", a_nudge, times).draws("10_nudge");
    chapter.section("A sublayer", a_sublayer).draws("10_sublayer");
    further(chapter);
}

}  // namespace attn::chapters::ch10
