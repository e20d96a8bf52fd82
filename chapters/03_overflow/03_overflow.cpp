// Chapter 3, docs/03_overflow.md: When does exp break, and what saves it?
//
// New here: softmax, softmax_rows and log_sum_exp (attn/softmax.hpp), number formats
// (attn/precision/number_formats.hpp), softmax in a format (attn/precision/softmax_in_format.hpp) and where exp
// leaves a format (attn/precision/exp_limits.hpp). From chapter 2: softmax_naive.
//
// Try: --scores 11,12    --scores 88.7,88.8    --scores 710,709    --scores -800,-801

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "attn/precision/exp_limits.hpp"
#include "attn/precision/number_formats.hpp"
#include "attn/precision/softmax_in_format.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "chapters/03_overflow/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/show.hpp"

using namespace attn;
using namespace attn::chapters;
using std::cout;
using Vector = std::vector<double>;
using Line = std::vector<std::string>;

namespace {

void four_formats() {
    const auto power = [](double value) { return scientific_text(value, 4); };
    std::vector<Line> lines{
        {"", "exponent", "fraction", "largest", "smallest normal", "smallest"}};
    for (const NumberFormat& format : number_formats) {
        lines.push_back({format.name, std::to_string(format.exponent_bits) + " bits",
                         std::to_string(format.fraction_bits) + " bits",
                         power(largest_finite(format)), power(smallest_normal(format)),
                         power(smallest_subnormal(format))});
    }
    cout << lines_text(lines, 17);
}

void limits() {
    std::vector<Line> lines{{"score at which e^x", "passes largest", "rounds to inf",
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
    cout << lines_text(lines, 17)
         << "\nThe last score before inf that is itself a number of the format:\n"
         << last_scores << "\n";
}

Line share_texts(const Vector& shares) {
    Line texts;
    for (const double share : shares) texts.push_back(share_text(share));
    return texts;
}

Line power_texts(const NumberFormat& format, const Vector& scores) {
    Line texts;
    for (const double score : scores) {
        const double power = rounded(std::exp(rounded(score, format)), format);
        const bool is_plain = power >= 1e-4 && power < 1e6;
        texts.push_back(is_plain ? number_text(power, 4) : scientific_text(power, 5));
    }
    return texts;
}

/// A table of one cell for each score and format; column gives a format's cells.
void print_for_formats(const std::string& title, const Vector& scores,
                       const std::function<Line(const NumberFormat&)>& column) {
    std::vector<Line> lines{{title}};
    for (const double score : scores) lines.push_back({exact_text(score)});
    for (const NumberFormat& format : number_formats) {
        lines[0].push_back(format.name);
        const Line cells = column(format);
        for (std::size_t i = 0; i < cells.size(); ++i) lines[i + 1].push_back(cells[i]);
    }
    cout << lines_text(lines, 14);
}

bool has_subnormal_share(const NumberFormat& format, const Vector& scores) {
    const Vector shares = softmax_in(format, scores);
    return std::any_of(shares.begin(), shares.end(), [&](double share) {
        return share > 0 && share < smallest_normal(format);
    });
}

void your_scores(const Vector& scores) {
    print_for_formats("e to the score", scores,
                      [&](const auto& format) { return power_texts(format, scores); });
    cout << "\n";
    print_for_formats("naive softmax", scores, [&](const auto& format) {
        return share_texts(softmax_naive_in(format, scores));
    });
    cout << "\n";
    print_for_formats("stable softmax", scores, [&](const auto& format) {
        return share_texts(softmax_in(format, scores));
    });
    std::string note = "\n";
    for (const NumberFormat& format : number_formats) {
        if (!has_subnormal_share(format, scores)) continue;
        cout << note << format.name
             << ": a share is subnormal; where these are flushed, 0\n";
        note.clear();
    }
}

/// Whether this processor, as this program was linked, replaces subnormal numbers by 0.
bool flushes_to_zero() {
    volatile float tiny = std::numeric_limits<float>::min();
    tiny = tiny / 2;
    return tiny == 0;
}

void subtract_a_constant(const Vector& scores) {
    const auto ends = std::minmax_element(scores.begin(), scores.end());
    const auto lowest = static_cast<std::size_t>(ends.first - scores.begin());
    const auto highest = static_cast<std::size_t>(ends.second - scores.begin());
    const double least = scores[lowest];
    const double most = scores[highest];
    const auto text = [&](const NumberFormat& format, const Vector& shifted) {
        const Line shares = share_texts(softmax_naive_in(format, shifted));
        return shares[highest] + ", " + shares[lowest];
    };
    std::vector<Line> lines{{"c", "highest - c", "lowest - c", "float32", "float64"}};
    Vector shifts{0.0, least, most, most + 9, most + 200};
    shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
    for (const double c : shifts) {
        Vector shifted;
        for (const double score : scores) shifted.push_back(score - c);
        lines.push_back({exact_text(c), number_text(most - c, 2), number_text(least - c, 2),
                         text(float32, shifted), text(float64, shifted)});
    }
    cout
        << "c is subtracted from every score; then naive softmax: the shares of the highest and\n"
           "the lowest. By algebra c changes nothing. Expect the highest as c to be safe.\n\n";
    cout << lines_text(lines, 20);
}

void logarithms(const Vector& scores) {
    cout << "log_sum_exp = " << number_text(log_sum_exp(scores), 4) << "\n\n";
    std::vector<Line> lines{{"", "in float16", "log of that", "score - lse"}};
    const Vector shares = softmax_in(float16, scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        lines.push_back({"share of " + exact_text(scores[i]), share_text(shares[i]),
                         number_text(std::log(shares[i]), 4),
                         number_text(scores[i] - log_sum_exp(scores), 4)});
    }
    cout << lines_text(lines, 14);
}

/// A score from x to x + 1 and one from 0 to 1, evenly strewn; both are float32 numbers.
Vector pair_after(double x, int i) {
    const auto strewn = [i](double step) { return std::fmod(i * step, 1.0); };
    return {rounded(x + strewn(0.618034), float32), rounded(strewn(0.754878), float32)};
}

/// The largest errors of 64 pairs' smaller shares, against float64.
RoundingErrors worst_errors(double x) {
    RoundingErrors worst{x, 0, 0};
    for (int i = 0; i < 64; ++i) {
        const Vector scores = pair_after(x, i);
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

std::vector<RoundingErrors> what_it_costs() {
    std::vector<RoundingErrors> errors;
    for (int x = 0; x < 104; ++x) errors.push_back(worst_errors(x));
    std::vector<Line> lines{{"x", "naive", "stable"}};
    for (const std::size_t x : {1u, 3u, 7u, 15u, 31u, 63u, 87u, 90u, 100u}) {
        lines.push_back({std::to_string(x), number_text(errors[x].naive, 1),
                         number_text(errors[x].stable, 1)});
    }
    cout
        << "Two scores in float32, one from x to x + 1, one from 0 to 1. How far is the smaller\n"
           "share off, in units of its last place? The worst of 64 pairs.\n\n";
    cout << lines_text(lines, 10);
    return errors;
}

void say_shares(const std::string& what, const Vector& shares) {
    cout << what << std::string(44 - what.size(), ' ');
    for (const std::string& text : share_texts(shares)) cout << "  " << text;
    cout << "\n";
}

void smaller_is_not_safe() {
    const double root = std::sqrt(768.0);
    const Vector scores{root, 0};
    cout << "e^768 = 10^" << number_text(768 / std::log(10.0), 2)
         << ", past float64 too, which ends at 10^"
         << number_text(std::log10(largest_finite(float64)), 2) << ".\n"
         << "Divided by its root, 768 is " << number_text(root, 4) << ", and e^"
         << number_text(root, 4) << " = " << scientific_text(std::exp(root), 4)
         << " is past float16.\n\n";
    say_shares("naive softmax of (27.7128, 0) in float16",
               softmax_naive_in(float16, scores));
    say_shares("stable", softmax_in(float16, scores));
}

void nothing_to_share() {
    const double nothing = -std::numeric_limits<double>::infinity();
    say_shares("softmax of (2, -inf, 1)", softmax(Vector{2, nothing, 1}));
    say_shares("naive softmax of (-inf, -inf), 0 / 0",
               softmax_naive(Vector{nothing, nothing}));
    say_shares("softmax of (-inf, -inf), -inf minus -inf",
               softmax(Vector{nothing, nothing}));
}

void why_not_simpler() {
    cout << "In float32, but for the last pair:\n\n";
    say_shares("cap scores at 88: (99, 90) as (88, 88)",
               softmax_naive_in(float32, Vector{88, 88}));
    say_shares("  right would be", softmax(Vector{99, 90}));
    say_shares("subtract the mean: (200, 0, 0, 0) less 50",
               softmax_naive_in(float32, Vector{150, -50, -50, -50}));
    say_shares("  right would be", softmax_in(float32, Vector{200, 0, 0, 0}));
    say_shares("a wider format: (768, 767) in float64", softmax_naive(Vector{768, 767}));
    say_shares("  right would be", softmax(Vector{768, 767}));
}

}  // namespace

int main(int argc, char** argv) {
    Vector scores{99, 9};
    Chapter chapter("03_overflow", "When does exp break, and what saves it?");
    chapter.options().add("scores", scores, "the scores to share by");

    return chapter.run(argc, argv, [&] {
        if (flushes_to_zero()) {
            std::cerr
                << "03_overflow: this processor flushes subnormal numbers to 0, perhaps "
                   "because something was linked with -ffast-math: expect other digits\n";
        }
        chapter.heading("Four formats");
        four_formats();
        chapter.heading("Where exp leaves the format");
        limits();
        chapter.heading("Your scores in four formats");
        your_scores(scores);
        chapter.heading("Subtract the same from every score");
        subtract_a_constant(scores);
        chapter.heading("The logarithm of a share");
        logarithms(scores);
        chapter.heading("What subtracting costs");
        const std::vector<RoundingErrors> errors = what_it_costs();
        chapter.heading("Smaller is not safe");
        smaller_is_not_safe();
        chapter.heading("Nothing to share");
        nothing_to_share();
        chapter.heading("Why not simpler");
        why_not_simpler();

        chapter.keep("scores", scores);
        chapter.keep("shares", softmax(scores));
        chapter.draw(window_figure(scores));
        chapter.draw(limits_figure());
        chapter.draw(formats_figure(scores));
        chapter.draw(edges_figure());
        chapter.draw(errors_figure(errors));
    });
}
