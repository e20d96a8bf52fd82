#include "doctor/library/steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doctor/library/compare.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

/// A number that somebody may have chosen otherwise. from below 0: its steps are even, and else
/// each is a share of the number.
struct Unknown {
    Mistake mistake;     // {c} in its sentence stands for the number, {1/c} for one over it
    const char* beside;  // a known mistake: the kinds that can have it can have this
    double Switches::*number;
    double from, to;
    bool is_whole = false;  // it or one over it
};

// A table: clang-format would give each member a line of its own.
// clang-format off

const std::vector<Unknown>& unknowns() {
    static const std::string fill =
        "where minus infinity belongs: not far enough, and masked keys are still read.";
    static const std::vector<Unknown> all = {
        {{"scale_constant", {},
          "You divide scores by {c}, whatever d_k is ({d_k}); here {root_d_k} is right.", 4},
         "no_scale", &Switches::divided_by, 0.01, 1000},
        {{"scale_factor", {},
          "You divide scores by {c} times the root of d_k ({d_k}); here {root_d_k} is right: "
          "is a temperature left on?", 4},
         "no_scale", &Switches::temperature, 0.01, 100},
        {{"scale_d_k_plus", {},
          "You divide scores by the root of d_k + {c}; here the root of d_k ({d_k}), "
          "{root_d_k}, is right.", 4},
         "no_scale", &Switches::d_k_more, -0.99, 64},
        {{"fill_finite", {}, "Masked scores are set to {c}, " + fill, 6},
         "fill_zero", &Switches::fill, -60, 20},
        {{"fill_finite", {.fill_by = Fill::replaces_where_some_are_open},
          "Masked scores are set to {c}, " + fill, 6},
         "fill_zero", &Switches::fill, -60, 20},
        {{"fill_added", {.fill_by = Fill::is_added},
          "The mask adds {c} to the scores, " + fill, 6},
         "fill_zero", &Switches::fill, -60, 20},
        {{"sink", {},
          "One more logit, {c}, is in the sum and has no value: an attention sink, as gpt-oss "
          "learns one for each head.", 2, 0, "torchtitan 2211 (on purpose)", Level::convention},
         "off_by_one", &Switches::sink, -20, 20},
        {{"more_in_the_sum", {},
          "{c} is added to the sum of the exponentials, after the row's largest score was "
          "taken away: the weights do not sum to 1.", 2, 0, "AttentionIsOFFByOne 5"},
         "off_by_one", &Switches::added_to_sum, 1e-9, 100},
        {{"rope_linear", {},
          "Positions are divided by {1/c}: linear scaling (position interpolation), for texts "
          "longer than those of the training.", 9, 0,
          "Vicuna 16k, DeepSeek-Coder (on purpose)", Level::convention},
         "rope_base_10000", &Switches::angle_factor, 0.005, 8, true},
        {{"rope_ntk", {},
          "The base is multiplied by {c}^(d / (d - 2)): NTK-aware scaling, for texts longer "
          "than those of the training.", 9, 0, "Qwen (on purpose)", Level::convention},
         "rope_base_10000", &Switches::ntk, 1.01, 1000, true},
        {{"rope_angle_factor", {},
          "Every angle is {c} times what it should be: is a constant (pi?) rounded, or the "
          "position counted otherwise?", 9},
         "rope_base_10000", &Switches::angle_factor, 0.005, 8},
        {{"rope_base", {}, "The base (theta) is {c}, whatever was asked for ({base}).", 9},
         "rope_base_10000", &Switches::turn_base, 2, 1e10},
    };
    return all;
}

// clang-format on

bool is_of(const Kind& kind, const Unknown& unknown) {
    return std::any_of(
        kind.mistakes.begin(), kind.mistakes.end(),
        [&](const Mistake& mistake) { return mistake.name == unknown.beside; });
}

constexpr std::size_t n_steps = 120;

double step(const Unknown& unknown, std::size_t i) {
    const double t = static_cast<double>(i) / n_steps;
    if (unknown.from < 0) return unknown.from + t * (unknown.to - unknown.from);
    return unknown.from * std::pow(unknown.to / unknown.from, t);
}

Mistake with(const Unknown& unknown, double number) {
    Mistake mistake = unknown.mistake;
    mistake.switches.*unknown.number = number;
    for (const auto& [what, c] :
         {std::pair{std::string("{c}"), number}, {"{1/c}", 1 / number}}) {
        const std::size_t at = mistake.sentence.find(what);
        if (at != what.npos) mistake.sentence.replace(at, what.size(), short_number(c));
    }
    return mistake;
}

/// Where f is least between a and b, by the golden section.
template <class F>
double least_between(double a, double b, const F& f) {
    const double share = (std::sqrt(5) - 1) / 2;
    double c = b - share * (b - a), d = a + share * (b - a);
    double of_c = f(c), of_d = f(d);
    for (int i = 0; i < 45; ++i) {
        if (of_c < of_d) {
            b = d, d = c, of_d = of_c;
            of_c = f(c = b - share * (b - a));
        } else {
            a = c, c = d, of_c = of_d;
            of_d = f(d = a + share * (b - a));
        }
    }
    return (a + b) / 2;
}

/// Where f has its three lowest valleys; none where the number changes nothing.
template <class F>
std::vector<double> valleys(const Unknown& unknown, const F& f) {
    std::vector<std::pair<double, std::size_t>> lowest;
    std::vector<double> at;
    for (std::size_t i = 0; i <= n_steps; ++i) {
        at.push_back(f(step(unknown, i)));
        const std::size_t k = i - 1;
        if (i > 1 && at[k] < at[k - 1] && at[k] <= at[i]) lowest.push_back({at[k], k});
    }
    std::sort(lowest.begin(), lowest.end());
    lowest.resize(std::min<std::size_t>(3, lowest.size()));
    std::vector<double> found;
    for (const auto& [height, k] : lowest) {
        found.push_back(least_between(step(unknown, k - 1), step(unknown, k + 1), f));
    }
    return found;
}

bool is_whole(double c) {
    const double n = std::max(c, 1 / c);
    return n > 1.5 && std::abs(n - std::round(n)) < 1e-3;
}

/// With as few digits as fit.
template <class Fits>
double rounded(double c, const Fits& fits) {
    for (int digits = 1; digits < 8; ++digits) {
        const double unit = std::pow(10, std::floor(std::log10(std::abs(c))) + 1 - digits);
        const double less = std::round(c / unit) * unit;
        if (fits(less)) return less;
    }
    return c;
}

const Answered* smallest_wrong(const std::vector<Answered>& answers, double tolerance) {
    const Answered* smallest = nullptr;
    const auto size = [](const Answered& a) {
        return a.yours.begin()->second.values.size();
    };
    for (const Answered& answer : answers) {
        if (!answer.probe.is_near_1()) continue;
        const double off = distance(answer.yours, answer.right);
        if (!(off > tolerance) || std::isinf(off)) continue;
        if (smallest == nullptr || size(answer) < size(*smallest)) smallest = &answer;
    }
    return smallest;
}

}  // namespace

std::vector<std::string> solvable(const Kind& kind) {
    std::vector<std::string> names;
    for (const Unknown& unknown : unknowns()) {
        if (is_of(kind, unknown)) names.push_back(unknown.mistake.name);
    }
    return names;
}

std::vector<Mistake> solved(const Kind& kind, const std::vector<Answered>& answers,
                            double tolerance) {
    std::vector<Mistake> found;
    const Answered* smallest = smallest_wrong(answers, tolerance);
    if (smallest == nullptr) return found;
    for (const Unknown& unknown : unknowns()) {
        if (!is_of(kind, unknown)) continue;
        const auto off = [&](const Answered& answer, double c) {
            const Switches on = with(unknown, c).switches;
            return distance(answer.yours, expected_from(kind, answer.probe, on));
        };
        const auto n_right = [&](double c) {
            return std::count_if(answers.begin(), answers.end(),
                                 [&](const Answered& a) { return off(a, c) <= tolerance; });
        };
        for (const double c :
             valleys(unknown, [&](double number) { return off(*smallest, number); })) {
            const bool fits = off(*smallest, c) <= tolerance;
            if (!fits || (unknown.is_whole && !is_whole(c))) continue;
            const auto n = n_right(c);
            found.push_back(
                with(unknown, rounded(c, [&](double less) { return n_right(less) >= n; })));
            break;
        }
    }
    return found;
}

}  // namespace attn::doctor
