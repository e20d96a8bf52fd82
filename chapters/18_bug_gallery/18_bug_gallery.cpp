#include "chapters/18_bug_gallery/18_bug_gallery.hpp"

// Chapter 18, docs/18_bug_gallery.md: What if it is wrong and still runs?
//
// Mutants of everything so far, each with one mistake, and properties that tell them from what
// is right. New: the mutants in chapters/mistakes, and the properties of all that stands around
// attention (chapters/properties). From before: everything, above all attention's properties (6).
// Turn a knob: --bug softmax_axis, --steps 1000, --seed 3.

#include <algorithm>
#include <cmath>
#include <span>

#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/mistakes/attention.hpp"
#include "chapters/mistakes/own_attention.hpp"
#include "chapters/mistakes/training.hpp"
#include "chapters/properties/attention_properties.hpp"
#include "chapters/properties/softmax_properties.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch18 {
namespace {

using small_example::tokens;

/// The mistake: a fraction of the scores. Softmax takes a fraction of their exponentials.
Numbers fractions(std::span<const double> scores) {
    double sum = 0;
    for (const double score : scores) sum += score;
    Numbers weights;
    for (const double score : scores) weights.push_back(score / sum);
    return weights;
}

/// A property: adding the same number to all scores changes no weight.
Counterexample ignores_a_number_added(const SoftmaxFunction& weigh) {
    const Numbers scores{0, 1, -1, 2}, larger{1, 2, 0, 3};
    const Numbers before = weigh(scores), after = weigh(larger);
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (!(std::abs(after[j] - before[j]) < 1e-12)) {  // true for NaN as well
            return tokens[j] + " had " + number_text(before[j], 4) + " and has " +
                   number_text(after[j], 4);
        }
    }
    return {};  // no counterexample: the property holds
}

Matrix as_rows(const std::vector<Numbers>& rows) {
    Matrix m(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i) m.set_row(i, rows[i]);
    return m;
}

void one_wrong_row(Page& page) {
    const SoftmaxFunction right = [](std::span<const double> s) { return softmax(s); };
    const Numbers scores{0, 1, -1, 2}, larger{1, 2, 0, 3};
    page.show(
        "weights of row you",
        as_rows({softmax(scores), softmax(larger), fractions(scores), fractions(larger)}),
        {"softmax", "softmax, 1 added", "fraction", "fraction, 1 added"}, tokens, 4);
    page.say("softmax:  ", ignores_a_number_added(right).value_or("holds"));
    page.say("fraction: ", ignores_a_number_added(fractions).value_or("holds"));
}

// Per family: how many look healthy, and how many a property breaks.
void line_up(Page& page) {
    std::vector<Labels> lines{{"family", "mistakes", "look healthy", "caught"}};
    const auto line = [&](const std::string& name, const std::vector<Exhibit>& some) {
        std::size_t caught = 0;
        for (const Exhibit& e : some) caught += e.evidence().has_value() ? 1u : 0u;
        lines.push_back({name, std::to_string(some.size()),
                         std::to_string(count_of_unseen(some)), std::to_string(caught)});
    };
    for (const Family& family : families()) {
        std::vector<Exhibit> members;
        for (const auto& named : family.exhibits) members.push_back(named.second());
        line(family.name, members);
    }
    line("all", all_exhibits());
    page.show_words(lines);
    page.draw(lineup_figure());
}

// Where one row of attention goes when its scores are divided by other numbers.
void four_divisors(Page& page) {
    const std::vector<std::pair<std::string, AttentionFunction>> attentions{
        {"by nothing", mistakes::not_scaled},
        {"by √4, right", right_attention},
        {"by √8, two heads", mistakes::scaled_by_the_model},
        {"by √4 twice", mistakes::scaled_twice}};
    Matrix love(attentions.size(), tokens.size());
    Labels names;
    for (std::size_t i = 0; i < attentions.size(); ++i) {
        names.push_back(attentions[i].first);
        const Matrix weights = attentions[i]
                                   .second(small_example::q, small_example::k,
                                           small_example::v, length_mask(4, 4, 4))
                                   .weights;
        for (std::size_t j = 0; j < tokens.size(); ++j) love(i, j) = weights(1, j);
    }
    page.show("weights of row love", love, names, tokens, 4);
}

// The padding's own row, masked as a whole: what softmax makes of the same fill everywhere.
void a_masked_row(Page& page) {
    const AttentionMask open = length_mask(4, 4, 4);
    const Matrix scaled =
        right_attention(small_example::q, small_example::k, small_example::v, open).scaled;
    const Numbers overwritten(4, -10000);
    Numbers in_double, in_float;
    for (const double score : scaled.row(3)) {
        in_double.push_back(score - 1e9);
        in_float.push_back(static_cast<double>(static_cast<float>(score) - 1e9f));
    }
    page.show("weights of row all",
              as_rows({softmax(scaled.row(3)), softmax(in_double), softmax(in_float),
                       softmax(overwritten)}),
              {"no mask", "−1e9 added, in double", "−1e9 added, in float32",
               "−10000 in their place"},
              tokens, 4);
}

void but_the_loss_falls(Page& page, std::size_t steps, std::size_t seed) {
    const std::vector<std::pair<std::string, AttentionFunction>> attentions{
        {"right", right_attention},
        {"softmax_axis", mistakes::softmax_down_the_columns},
        {"scale_model", mistakes::scaled_by_the_model},
        {"scale_twice", mistakes::scaled_twice},
        {"no_scale", mistakes::not_scaled},
        {"no_exponential", mistakes::no_exponential}};
    std::vector<Lesson> lessons;
    std::vector<Labels> lines{{"mean squared error", " at first", "half-way", " at last"}};
    for (const auto& [name, attention] : attentions) {
        const Numbers losses = mistakes::losses_on_top_of(attention, steps, seed);
        lessons.push_back({name, losses});
        lines.push_back({name, number_text(losses.front(), 4),
                         number_text(losses[steps / 2], 4), number_text(losses.back(), 4)});
    }
    page.show_words(lines);
    page.draw(losses_figure(lessons));
}

void somebodys_attention(Page& page) {
    const Labels broken = mistakes::broken_by(mistakes::wrapped);
    page.say(attention_properties().size(), " properties, ", broken.size(), " broken");
    page.gap();
    for (const std::string& line : broken) page.say(line);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("18_bug_gallery", "What if it is wrong and still runs?");
    const auto bug =
        chapter.choice("bug", words_of_bug(), "one mistake alone, with its numbers");
    const auto steps =
        chapter.whole("steps", 200, 2, 2000, "how many steps the map on top learns");
    const auto seed =
        chapter.whole("seed", 1, 0, 1000000, "which sentences it learns from");
    // With --bug, the road is passed over; the knob itself is a detour's.
    const auto is_whole =
        chapter.computed([](const std::string& b) { return b == "none"; }, bug).get;
    const auto road = [&](Section& section) { section.condition = is_whole; };

    road(chapter.section("One wrong row", one_wrong_row));
    road(chapter.section("The line-up", line_up).draws("18_lineup"));
    road(chapter.section("Four divisors", four_divisors));
    road(chapter.section("A masked row", a_masked_row));
    road(chapter.section("But the loss falls", but_the_loss_falls, steps, seed)
             .draws("18_losses"));
    road(chapter.section("Somebody's attention", somebodys_attention));
    further(chapter, bug);
}

}  // namespace attn::chapters::ch18
