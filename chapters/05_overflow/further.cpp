// Chapter 5, Further: what the road can do without. It runs with --more.

#include "chapters/05_overflow/05_overflow.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/precision/number_formats.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch05 {
namespace {

/// Whether this processor, as this program was linked, replaces subnormal numbers by 0.
bool flushes_to_zero() {
    volatile float tiny = std::numeric_limits<float>::min();
    tiny = tiny / 2;
    return tiny == 0;
}

Labels weight_texts(const Numbers& weights) {
    Labels texts;
    for (const double weight : weights) texts.push_back(share_text(weight));
    return texts;
}

// A weight that is too small to write down still has a logarithm.
void logarithms(Page& page) {
    const Numbers scores{200, 0};
    const Numbers weights = softmax_in(float32, scores);
    const double lse = log_sum_exp(scores);
    const auto text = [](double value) { return number_text(value, 4); };
    std::vector<Labels> lines{{"score", "weight", "its logarithm", "score - lse"}};
    for (const std::size_t i : {0u, 1u}) {
        lines.push_back({exact_text(scores[i]), text(weights[i]),
                         text(std::log(weights[i])), text(scores[i] - lse)});
    }
    page.show_words(lines);
}

void four_formats(Page& page) {
    std::vector<Labels> lines{
        {"", "exponent", "fraction", "largest", "smallest normal", "smallest"}};
    for (const NumberFormat& format : number_formats) {
        lines.push_back({format.name, std::to_string(format.exponent_bits) + " bits",
                         std::to_string(format.fraction_bits) + " bits",
                         scientific_text(largest_finite(format), 4),
                         scientific_text(smallest_normal(format), 4),
                         scientific_text(smallest_subnormal(format), 4)});
    }
    if (flushes_to_zero()) {
        page.say(
            "This processor flushes subnormal numbers to 0, perhaps because something was");
        page.say("linked with -ffast-math: expect other digits.");
        page.gap();
    }
    page.show_words(lines);
}

void limits(Page& page) {
    std::vector<Labels> lines{{"e^x", "above largest", "rounds to inf", "below smallest",
                               "rounds to 0", "last score"}};
    for (const NumberFormat& format : number_formats) {
        const ExpLimits at = exp_limits(format);
        lines.push_back({format.name});
        for (const double x : {at.passes_largest, at.rounds_to_infinity, at.passes_smallest,
                               at.rounds_to_zero, at.last_score}) {
            lines.back().push_back(number_text(x, 4));
        }
    }
    page.show_words(lines);
}

Labels exponential_texts(const NumberFormat& format, const Numbers& scores) {
    Labels texts;
    for (const double score : scores) {
        const double exponential = rounded(std::exp(rounded(score, format)), format);
        const bool is_plain = exponential >= 1e-4 && exponential < 1e6;
        texts.push_back(is_plain ? number_text(exponential, 4)
                                 : scientific_text(exponential, 5));
    }
    return texts;
}

bool has_subnormal_weight(const NumberFormat& format, const Numbers& scores) {
    const Numbers weights = softmax_in(format, scores);
    return std::any_of(weights.begin(), weights.end(), [&](double weight) {
        return weight > 0 && weight < smallest_normal(format);
    });
}

void scores_in_four_formats(Page& page, const Numbers& scores) {
    using Cells = std::function<Labels(const NumberFormat&)>;
    const auto tell = [&](const std::string& title, const Cells& cells_of) {
        std::vector<Labels> lines{{title}};
        for (const double score : scores) lines.push_back({exact_text(score)});
        for (const NumberFormat& format : number_formats) {
            lines[0].push_back(format.name);
            const Labels cells = cells_of(format);
            for (std::size_t i = 0; i < cells.size(); ++i) lines[i + 1].push_back(cells[i]);
        }
        page.show_words(lines);
    };
    tell("e to the score",
         [&](const auto& format) { return exponential_texts(format, scores); });
    tell("naive weights", [&](const auto& format) {
        return weight_texts(softmax_naive_in(format, scores));
    });
    tell("stable weights",
         [&](const auto& format) { return weight_texts(softmax_in(format, scores)); });
    page.gap();
    for (const NumberFormat& format : number_formats) {
        if (!has_subnormal_weight(format, scores)) continue;
        page.say(format.name, ": a weight is subnormal; where these are flushed, 0");
    }
}

// Equal scores, more and more of them: what do their weights sum to?
void sum_that_stalls(Page& page) {
    std::vector<Labels> lines{{"equal scores"}};
    for (const NumberFormat& format : number_formats) lines[0].push_back(format.name);
    for (const std::size_t count : {128u, 256u, 512u, 2048u, 4096u}) {
        lines.push_back({std::to_string(count)});
        for (const NumberFormat& format : number_formats) {
            const Numbers weights = softmax_in(format, Numbers(count));
            lines.back().push_back(exact_text(sum_of(weights)));
        }
    }
    page.say("All weights of equal scores, added up afterwards in float64:");
    page.gap();
    page.show_words(lines);
    page.draw(stall_figure());
}
void say_weights(Page& page, const std::string& what, const Numbers& weights) {
    page.say(what, std::string(46 - what.size(), ' '), joined(weight_texts(weights), "  "));
}

void smaller_is_not_safe(Page& page) {
    const double root = std::sqrt(768.0);
    const Numbers scores{root, 0};
    page.say("e^768 = 10^", number_text(768 / std::log(10.0), 2),
             ", past float64 too, which ends at 10^",
             number_text(std::log10(largest_finite(float64)), 2), ".");
    page.say("Divided by its root, 768 is ", number_text(root, 4), ", and e^",
             number_text(root, 4), " = ", scientific_text(std::exp(root), 4),
             " is past float16.");
    page.gap();
    say_weights(page, "naive softmax of (27.7128, 0) in float16",
                softmax_naive_in(float16, scores));
    say_weights(page, "stable", softmax_in(float16, scores));
}

void nothing_to_normalize(Page& page) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Numbers none{-infinity, -infinity};
    say_weights(page, "softmax of (2, -inf, 1)", softmax(Numbers{2, -infinity, 1}));
    say_weights(page, "naive softmax of (-inf, -inf), 0 / 0", softmax_naive(none));
    say_weights(page, "softmax of (-inf, -inf), -inf minus -inf", softmax(none));
    say_weights(page, "softmax of (2, inf, 1), inf minus inf",
                softmax(Numbers{2, infinity, 1}));
    say_weights(page, "softmax of (2, nan, 1)", softmax(Numbers{2, std::nan(""), 1}));
}

}  // namespace

void further(Chapter& chapter, const Value<Numbers>& scores) {
    chapter.more("The logarithm of a weight", logarithms);
    chapter.more("Four formats", four_formats);
    chapter.more("Where exp leaves each format", limits);
    chapter.more("Your scores in four formats", scores_in_four_formats, scores);
    chapter.more("The sum that stalls", sum_that_stalls).draws("05_stall");
    chapter.more("Smaller is not safe", smaller_is_not_safe);
    chapter.more("Nothing to normalize", nothing_to_normalize);
}

}  // namespace attn::chapters::ch05
