// Chapter 3, docs/03_overflow.md: When does exp break, and what saves it?
//
// New: softmax, softmax_rows and log_sum_exp (attn/softmax.hpp), number formats, softmax in
// a format and where exp leaves a format (attn/precision). From before: softmax_naive (2).
// Turn a knob: --scores 11,12    --scores 88.7,88.8    --scores 710,709

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "attn/precision/exp_limits.hpp"
#include "attn/precision/number_formats.hpp"
#include "attn/precision/softmax_in_format.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "chapters/03_overflow/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/show.hpp"

namespace attn::chapters::ch03 {
namespace {

bool has_subnormal_share(const NumberFormat& format, const Numbers& scores) {
    const Numbers shares = softmax_in(format, scores);
    return std::any_of(shares.begin(), shares.end(), [&](double share) {
        return share > 0 && share < smallest_normal(format);
    });
}

/// Whether this processor, as this program was linked, replaces subnormal numbers by 0.
bool flushes_to_zero() {
    volatile float tiny = std::numeric_limits<float>::min();
    tiny = tiny / 2;
    return tiny == 0;
}

/// A score from x to x + 1 and one from 0 to 1, evenly strewn; both are float32 numbers.
Numbers pair_after(double x, int i) {
    const auto strewn = [i](double step) { return std::fmod(i * step, 1.0); };
    return {rounded(x + strewn(0.618034), float32), rounded(strewn(0.754878), float32)};
}

/// The largest errors of 64 pairs' smaller shares, against float64.
RoundingErrors worst_errors(double x) {
    RoundingErrors worst{x, 0, 0};
    for (int i = 0; i < 64; ++i) {
        const Numbers scores = pair_after(x, i);
        const double exact = softmax(scores)[1];
        const double unit = unit_in_last_place(exact, float32);
        const double naive = std::abs(softmax_naive_in(float32, scores)[1] - exact) / unit;
        const double stable = std::abs(softmax_in(float32, scores)[1] - exact) / unit;
        const bool is_lost = std::isinf(rounded(std::exp(scores[0]), float32));
        worst.naive = is_lost ? std::nan("") : std::max(worst.naive, naive);
        worst.stable = std::max(worst.stable, stable);
    }
    return worst;
}

Labels share_texts(const Numbers& shares) {
    Labels texts;
    for (const double share : shares) texts.push_back(share_text(share));
    return texts;
}

Labels power_texts(const NumberFormat& format, const Numbers& scores) {
    Labels texts;
    for (const double score : scores) {
        const double power = rounded(std::exp(rounded(score, format)), format);
        const bool is_plain = power >= 1e-4 && power < 1e6;
        texts.push_back(is_plain ? number_text(power, 4) : scientific_text(power, 5));
    }
    return texts;
}

void say_shares(Page& page, const std::string& what, const Numbers& shares) {
    page.say(what, std::string(46 - what.size(), ' '), joined(share_texts(shares), "  "));
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
    page.out() << lines_text(lines, 17);
}

void limits(Page& page) {
    std::vector<Labels> lines{{"score at which e^x", "passes largest", "rounds to inf",
                               "passes smallest", "rounds to 0"}};
    std::string last_scores;
    for (const NumberFormat& format : number_formats) {
        const ExpLimits at = exp_limits(format);
        lines.push_back({format.name, number_text(at.passes_largest, 4),
                         number_text(at.rounds_to_infinity, 4),
                         number_text(at.passes_smallest, 4),
                         number_text(at.rounds_to_zero, 4)});
        last_scores +=
            std::string("  ") + format.name + " " + number_text(at.last_score, 4);
    }
    page.out() << lines_text(lines, 17);
    page.gap();
    page.say("The last score before inf that is itself a number of the format:");
    page.say(last_scores);
    page.draw(limits_figure());
}

void your_scores(Page& page, const Numbers& scores) {
    using Cells = std::function<Labels(const NumberFormat&)>;
    const auto tell = [&](const std::string& title, const Cells& cells_of) {
        std::vector<Labels> lines{{title}};
        for (const double score : scores) lines.push_back({exact_text(score)});
        for (const NumberFormat& format : number_formats) {
            lines[0].push_back(format.name);
            const Labels cells = cells_of(format);
            for (std::size_t i = 0; i < cells.size(); ++i) lines[i + 1].push_back(cells[i]);
        }
        page.gap();
        page.out() << lines_text(lines, 14);
    };
    tell("e to the score", [&](const auto& format) { return power_texts(format, scores); });
    tell("naive softmax",
         [&](const auto& format) { return share_texts(softmax_naive_in(format, scores)); });
    tell("stable softmax",
         [&](const auto& format) { return share_texts(softmax_in(format, scores)); });
    Labels notes;
    for (const NumberFormat& format : number_formats) {
        if (!has_subnormal_share(format, scores)) continue;
        notes.push_back(format.name +
                        std::string(": a share is subnormal; where these are flushed, 0"));
    }
    if (!notes.empty()) page.gap();
    for (const std::string& note : notes) page.say(note);
    page.keep("scores", scores);
    page.keep("shares", softmax(scores));
    page.draw(window_figure(scores));
    page.draw(formats_figure(scores));
}

void subtract_a_constant(Page& page, const Numbers& scores) {
    const auto ends = std::minmax_element(scores.begin(), scores.end());
    const auto lowest = static_cast<std::size_t>(ends.first - scores.begin());
    const auto highest = static_cast<std::size_t>(ends.second - scores.begin());
    const double least = scores[lowest], most = scores[highest];
    const auto text = [&](const NumberFormat& format, const Numbers& shifted) {
        const Labels shares = share_texts(softmax_naive_in(format, shifted));
        return shares[highest] + ", " + shares[lowest];
    };
    std::vector<Labels> lines{{"c", "highest - c", "lowest - c", "float32", "float64"}};
    Numbers shifts{0.0, least, most, most + 9, most + 200};
    shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
    for (const double c : shifts) {
        Numbers shifted;
        for (const double score : scores) shifted.push_back(score - c);
        lines.push_back({exact_text(c), number_text(most - c, 2), number_text(least - c, 2),
                         text(float32, shifted), text(float64, shifted)});
    }
    page.say(
        "c is subtracted from every score; then naive softmax: the shares of the highest "
        "and");
    page.say(
        "the lowest. By algebra c changes nothing. Expect the highest as c to be safe.");
    page.gap();
    page.out() << lines_text(lines, 20);
    page.draw(edges_figure());
}

void logarithms(Page& page, const Numbers& scores) {
    const double sum = log_sum_exp(scores);
    const Numbers shares = softmax_in(float16, scores);
    std::vector<Labels> lines{{"", "in float16", "log of that", "score - lse"}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        lines.push_back({"share of " + exact_text(scores[i]), share_text(shares[i]),
                         number_text(std::log(shares[i]), 4),
                         number_text(scores[i] - sum, 4)});
    }
    page.say("log_sum_exp = ", number_text(sum, 4));
    page.gap();
    page.out() << lines_text(lines, 14);
}

void what_it_costs(Page& page) {
    std::vector<RoundingErrors> errors;
    for (int x = 0; x < 104; ++x) errors.push_back(worst_errors(x));
    std::vector<Labels> lines{{"x", "naive", "stable"}};
    for (const std::size_t x : {1u, 3u, 7u, 15u, 31u, 63u, 87u, 90u, 100u}) {
        lines.push_back({std::to_string(x), number_text(errors[x].naive, 1),
                         number_text(errors[x].stable, 1)});
    }
    page.say(
        "Two scores in float32, one from x to x + 1, one from 0 to 1. How far is the "
        "smaller");
    page.say("share off, in units of its last place? The worst of 64 pairs.");
    page.gap();
    page.out() << lines_text(lines, 10);
    page.draw(errors_figure(errors));
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
    say_shares(page, "naive softmax of (27.7128, 0) in float16",
               softmax_naive_in(float16, scores));
    say_shares(page, "stable", softmax_in(float16, scores));
}

void nothing_to_share(Page& page) {
    const double nothing = -std::numeric_limits<double>::infinity();
    const Numbers none{nothing, nothing};
    say_shares(page, "softmax of (2, -inf, 1)", softmax(Numbers{2, nothing, 1}));
    say_shares(page, "naive softmax of (-inf, -inf), 0 / 0", softmax_naive(none));
    say_shares(page, "softmax of (-inf, -inf), -inf minus -inf", softmax(none));
}

void why_not_simpler(Page& page) {
    const auto tell = [&](const char* what, const Numbers& shares, const Numbers& right) {
        say_shares(page, what, shares);
        say_shares(page, "  right would be", right);
    };
    page.say("In float32, but for the last pair:");
    page.gap();
    tell("cap scores at 88: (99, 90) as (88, 88)",
         softmax_naive_in(float32, Numbers{88, 88}), softmax(Numbers{99, 90}));
    tell("subtract the mean: (200, 0, 0, 0) less 50",
         softmax_naive_in(float32, Numbers{150, -50, -50, -50}),
         softmax_in(float32, Numbers{200, 0, 0, 0}));
    tell("a wider format: (768, 767) in float64", softmax_naive(Numbers{768, 767}),
         softmax(Numbers{768, 767}));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("03_overflow", "When does exp break, and what saves it?");
    const auto scores = chapter.numbers("scores", {99, 9}, "the scores to share by");

    chapter.section("Four formats", four_formats);
    chapter.section("Where exp leaves the format", limits).draws("03_limits");
    chapter.section("Your scores in four formats", your_scores, scores)
        .draws("03_window", "03_formats");
    chapter.section("Subtract the same from every score", subtract_a_constant, scores)
        .draws("03_edges");
    chapter.section("The logarithm of a share", logarithms, scores);
    chapter.section("What subtracting costs", what_it_costs).draws("03_errors");
    chapter.section("Smaller is not safe", smaller_is_not_safe);
    chapter.section("Nothing to share", nothing_to_share);
    chapter.section("Why not simpler", why_not_simpler);
}

}  // namespace attn::chapters::ch03
