#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

// Chapter 20, docs/20_bug_gallery.md: What if it is wrong and still runs?
//
// Mutants of everything so far, each with one mistake, and properties that tell them from what
// is right. New: the mutants in chapters/mistakes, and the properties of all that stands around
// attention (chapters/properties). From before: everything.
// Turn a knob: --bug softmax_axis.

#include <algorithm>
#include <cmath>
#include <span>

#include "chapters/mistakes/attention.hpp"
#include "chapters/mistakes/own_attention.hpp"
#include "chapters/mistakes/sublayers.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch20 {
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

/// A property, tried on one row: adding the same number to all scores changes no weight.
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

Matrix normalized_twice() {
    const Matrix row{{1, 2, 3, 6}};
    const Matrix a = mistakes::norm_with_unbiased_variance(row, 0);
    const Matrix b = LayerNorm{.epsilon = 0}.forward(row);
    Matrix both(2, 4);
    both.set_row(0, a.row(0));
    both.set_row(1, b.row(0));
    return both;
}

void which_of_these_two(Page& page) {
    page.show("1, 2, 3, 6 normalized", normalized_twice(), {"A", "B"}, {}, 4);
}

void a_law_tells(Page& page) {
    const Numbers means = variances_of_rows(normalized_twice());  // the rows' mean is 0
    page.say("mean of the squares: A ", number_text(means[0], 4), ", B ",
             number_text(means[1], 4));
}

void one_wrong_row(Page& page) {
    const SoftmaxFunction right = right_parts().softmax;
    const Numbers scores{0, 1, -1, 2}, larger{1, 2, 0, 3};
    page.show("weights of row you",
              as_rows({right(scores), right(larger), fractions(scores), fractions(larger)}),
              {"softmax", "softmax, 1 added", "fraction", "fraction, 1 added"}, tokens, 4);
    page.say("softmax:  ", ignores_a_number_added(right).value_or("holds"));
    page.say("fraction: ", ignores_a_number_added(fractions).value_or("holds"));
}

// How many have weights, whose rows sum to 1, and how many a property breaks.
void line_up(Page& page) {
    const std::vector<Exhibit> all = all_exhibits();
    const auto caught = std::ranges::count_if(
        all, [](const Exhibit& e) { return e.evidence().has_value(); });
    page.show_words({{"mistakes", "with weights", "rows sum to 1", "break a property"},
                     {std::to_string(all.size()), std::to_string(count_with_weights(all)),
                      std::to_string(count_of_unseen(all)), std::to_string(caught)}});
    page.draw(lineup_figure());
}

// Did the mask get lost, or does it lie on its side?
void another_mask(Page& page) {
    const Scene scene = causal_scene();
    const AttentionTrace trace =
        mistakes::mask_on_rows(scene.q, scene.k, scene.v, scene.mask);
    page.show("weights with a causal mask", trace.weights, tokens, tokens, 4);
}

// Where one row of attention goes when its scores are divided by other numbers.
void four_divisors(Page& page) {
    const std::vector<std::pair<std::string, AttentionFunction>> attentions{
        {"by nothing", mistakes::not_scaled},
        {"by √4, right", right_parts().attention},
        {"by √8, two heads", mistakes::scaled_by_the_model},
        {"by √4 twice", mistakes::scaled_twice}};
    std::vector<Numbers> love;
    Labels names;
    for (const auto& [name, attention] : attentions) {
        const Scene scene;
        const Matrix weights = attention(scene.q, scene.k, scene.v, scene.mask).weights;
        love.emplace_back(weights.row(1).begin(), weights.row(1).end());
        names.push_back(name);
    }
    page.show("weights of row love", as_rows(love), names, tokens, 4);
}

void put_to(Page& page, mistakes::PlainAttention* attention) {
    const Labels broken = mistakes::broken_by(mistakes::wrapped(attention));
    page.say(attention_properties().size(), " properties, ", broken.size(), " broken");
    if (!broken.empty()) page.gap();
    for (const std::string& line : broken) page.say(line);
}

void somebodys_attention(Page& page) {
    put_to(page, mistakes::somebodys_attention);
}

void repaired(Page& page) {
    put_to(page, mistakes::repaired_attention);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("20_bug_gallery", "What if it is wrong and still runs?");
    const auto bug =
        chapter.choice("bug", words_of_bug(), "one mistake alone, with its numbers");
    // With --bug, the road is passed over; the knob itself is a detour's.
    const auto is_whole =
        chapter.computed([](const std::string& b) { return b == "all"; }, bug).get;
    const auto road = [&](Section& section) { section.condition = is_whole; };

    road(chapter.section("Which of these two?", which_of_these_two));
    road(chapter.section("A law tells", a_law_tells));
    road(chapter.section("One wrong row", one_wrong_row));
    road(chapter.section("The line-up", line_up).draws("20_lineup"));
    road(chapter.section("Another mask", another_mask));
    road(chapter.section("Four divisors", four_divisors));
    road(chapter.section("Somebody's attention", somebodys_attention));
    road(chapter.section("Repaired", repaired));
    further(chapter, bug);
}

}  // namespace attn::chapters::ch20
