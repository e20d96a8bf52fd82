#include "doctor/library/solve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doctor/library/compare.hpp"
#include "doctor/library/sentence.hpp"

namespace attn::doctor {
namespace {

/// A number that somebody may have chosen otherwise. from below 0: its steps are even, and else
/// each is a share of the number.
struct Unknown {
    const char* name;
    const char* beside;  // a known mistake: the kinds that can have it can have this
    double Switches::*number;
    double from, to;
    const char* sentence;  // {c} stands for the number, {1/c} for one over it
    int chapter;
    Level level = Level::mistake;
    const char* seen = "";
    Fill fill = Fill::replaces;
    bool is_whole = false;  // it or one over it
};

// A table: clang-format would give each member a line of its own.
// clang-format off

constexpr const char* fill_sentence =
    "Masked scores are set to {c}, where minus infinity belongs: not far enough, and masked "
    "keys are still read.";

const std::vector<Unknown>& unknowns() {
    static const std::vector<Unknown> all = {
        {"scale_constant", "no_scale", &Switches::divided_by, 0.01, 1000,
         "You divide scores by {c}, whatever d_k is ({d_k}); here {root_d_k} is right.", 4},
        {"scale_factor", "no_scale", &Switches::temperature, 0.01, 100,
         "You divide scores by {c} times the root of d_k ({d_k}); here {root_d_k} is right: "
         "is a temperature left on?", 4},
        {"scale_d_k_plus", "no_scale", &Switches::d_k_more, -0.99, 64,
         "You divide scores by the root of d_k + {c}; here the root of d_k ({d_k}), "
         "{root_d_k}, is right.", 4},
        {"fill_finite", "fill_zero", &Switches::fill, -60, 20, fill_sentence, 6, Level::mistake, ""},
        {"fill_finite", "fill_zero", &Switches::fill, -60, 20, fill_sentence, 6, Level::mistake, "",
         Fill::replaces_where_some_are_open},
        {"fill_added", "fill_zero", &Switches::fill, -60, 20,
         "The mask adds {c} to the scores, where minus infinity belongs: not far enough, and "
         "masked keys are still read.", 6, Level::mistake, "", Fill::is_added},
        {"sink", "off_by_one", &Switches::sink, -20, 20,
         "One more logit, {c}, is in the sum and has no value: an attention sink, as gpt-oss "
         "learns one for each head.", 2, Level::convention, "torchtitan 2211 (on purpose)"},
        {"more_in_the_sum", "off_by_one", &Switches::added_to_sum, 1e-9, 100,
         "{c} is added to the sum of the exponentials, after the row's largest score was "
         "taken away: the weights do not sum to 1.", 2, Level::mistake,
         "AttentionIsOFFByOne 5"},
        {"rope_linear", "rope_base_10000", &Switches::angle_factor, 0.005, 8,
         "Positions are divided by {1/c}: linear scaling (position interpolation), for texts "
         "longer than those of the training.", 9, Level::convention, "Vicuna 16k, "
         "DeepSeek-Coder (on purpose)", Fill::replaces, true},
        {"rope_ntk", "rope_base_10000", &Switches::ntk, 1.01, 1000,
         "The base is multiplied by {c}^(d / (d - 2)): NTK-aware scaling, for texts longer "
         "than those of the training.", 9, Level::convention, "Qwen (on purpose)",
         Fill::replaces, true},
        {"rope_angle_factor", "rope_base_10000", &Switches::angle_factor, 0.005, 8,
         "Every angle is {c} times what it should be: is a constant (pi?) rounded, or the "
         "position counted otherwise?", 9},
        {"rope_base_factor", "rope_base_10000", &Switches::base_factor, 1e-4, 1e5,
         "The base (theta) is {c} times what was asked for ({base}).", 9},
        {"rope_base", "rope_base_10000", &Switches::turn_base, 2, 1e10,
         "The base (theta) is {c}, whatever was asked for ({base}).", 9},
        {"rope_length", "rope_base_10000", &Switches::turn_length, 0.05, 20,
         "Turned rows are {c} times as long: YaRN's attention factor, 0.1 ln(scale) + 1?", 9,
         Level::convention, "YaRN (on purpose)"},
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

Switches with(const Unknown& unknown, double number) {
    Switches on{.fill_by = unknown.fill};
    on.*unknown.number = number;
    return on;
}

/// The sum of the squares of what is left.
double left(const Kind& kind, const Answered& answer, const Unknown& unknown, double c) {
    const Arrays expected = expected_from(kind, answer.probe, with(unknown, c));
    double sum = 0;
    for (const auto& [name, yours] : answer.yours) {
        const std::vector<double>& right = expected.at(name).values;
        for (std::size_t i = 0; i < right.size(); ++i) {
            sum += (yours.values[i] - right[i]) * (yours.values[i] - right[i]);
        }
    }
    return std::isnan(sum) ? Switches::infinity : sum;
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
    std::vector<double> found;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, lowest.size()); ++i) {
        const std::size_t k = lowest[i].second;
        found.push_back(least_between(step(unknown, k - 1), step(unknown, k + 1), f));
    }
    return found;
}

bool is_whole(double c) {
    const double n = std::max(c, 1 / c);
    return n > 1.5 && std::abs(n - std::round(n)) < 1e-3;
}

/// With as few digits as give the answer.
double rounded(double c, const auto& fits) {
    for (int digits = 1; digits < 8; ++digits) {
        const double unit = std::pow(10, std::floor(std::log10(std::abs(c))) + 1 - digits);
        const double less = std::round(c / unit) * unit;
        if (fits(less)) return less;
    }
    return c;
}

std::string told(const Unknown& unknown, double c) {
    std::string words = unknown.sentence;
    for (const auto& [what, number] : {std::pair{"{c}", c}, std::pair{"{1/c}", 1 / c}}) {
        const std::size_t at = words.find(what);
        if (at != words.npos)
            words.replace(at, std::string(what).size(), short_number(number));
    }
    return words;
}

}  // namespace

std::vector<std::string> solvable(const Kind& kind) {
    std::vector<std::string> names;
    for (const Unknown& unknown : unknowns()) {
        if (is_of(kind, unknown)) names.push_back(unknown.name);
    }
    return names;
}

std::vector<Mistake> solved(const Kind& kind, const std::vector<Answered>& answers,
                            double tolerance) {
    const Answered* smallest = nullptr;
    const auto size = [](const Answered& a) {
        return a.yours.begin()->second.values.size();
    };
    for (const Answered& answer : answers) {
        if (answer.probe.stage == "edge" || answer.probe.stage == "long") continue;
        const double off = distance(answer.yours, kind.reference(answer.probe, {}));
        if (!(off > tolerance) || std::isinf(off)) continue;
        if (smallest == nullptr || size(answer) < size(*smallest)) smallest = &answer;
    }
    std::vector<Mistake> found;
    if (smallest == nullptr) return found;
    for (const Unknown& unknown : unknowns()) {
        const auto f = [&](double c) { return left(kind, *smallest, unknown, c); };
        if (!is_of(kind, unknown)) continue;
        const auto n_right = [&](double c) {
            return std::count_if(
                answers.begin(), answers.end(), [&](const Answered& answer) {
                    return distance(answer.yours,
                                    expected_from(kind, answer.probe, with(unknown, c))) <=
                           tolerance;
                });
        };
        const auto fits = [&](double c) { return f(c) <= tolerance * tolerance; };
        for (const double c : valleys(unknown, f)) {
            if (!fits(c) || (unknown.is_whole && !is_whole(c))) continue;
            const auto n = n_right(c);
            const double few = rounded(c, [&](double less) { return n_right(less) >= n; });
            found.push_back({unknown.name, with(unknown, few), told(unknown, few),
                             unknown.chapter, 0, unknown.seen, unknown.level});
            break;
        }
    }
    return found;
}

}  // namespace attn::doctor
