#include "chapters/12_learning/12_learning.hpp"

#include <algorithm>
#include <functional>

#include "chapters/program/folders.hpp"
#include "plots/labels.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch12 {
namespace {

constexpr std::uint64_t n_seeds = 20;

}  // namespace

std::string kind_at(double learning_rate) {
    return learning_rate == Plan{}.learning_rate
               ? "right"
               : "rate_" + plots::short_label(learning_rate);
}

std::vector<Curve> measure_curves(const std::function<void(const std::string&)>& progress) {
    std::vector<Curve> curves;
    const auto measure = [&](const std::string& kind, Plan plan) {
        plan.steps = curve_steps;
        if (progress) progress(kind + ", seed " + std::to_string(plan.seed));
        curves.push_back({kind, plan.seed, plan.every, learn(plan).scores});
    };
    const std::vector<mistakes::WayBack> wrong = mistakes::wrong_ways_back();
    const auto measure_momentum = [&](const mistakes::WayBack& way, std::uint64_t seed) {
        const std::string kind = "momentum_" + way.name;
        if (progress) progress(kind + ", seed " + std::to_string(seed));
        const Plan plan{.seed = seed,
                        .steps = curve_steps,
                        .learning_rate = momentum_rate,
                        .way_back = backward_by(way)};
        curves.push_back({kind, seed, plan.every, scores_by_momentum(plan)});
    };
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        measure("right", {.seed = seed});
        measure("without", {.seed = seed, .has_positions = false});
        for (const mistakes::WayBack& way : wrong) {
            measure(way.name, {.seed = seed, .way_back = backward_by(way)});
        }
        for (const double rate : curve_rates) {
            if (rate == Plan{}.learning_rate) continue;
            measure(kind_at(rate), {.seed = seed, .learning_rate = rate});
        }
        measure_momentum(mistakes::right_way_back(), seed);
        for (const mistakes::WayBack& way : wrong) measure_momentum(way, seed);
    }
    return curves;
}

const std::vector<Curve>& book_curves() {
    static const std::vector<Curve> curves =
        read_curves(read_whole_file(chapters_folder() / "12_learning/curves.txt"));
    return curves;
}

std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step) {
    return static_cast<std::size_t>(std::ranges::count_if(curves, [&](const Curve& curve) {
        return first_all_right(curve, n_unseen) <= step;
    }));
}

std::size_t all_right_at_the_end(const std::vector<Curve>& curves) {
    return static_cast<std::size_t>(std::ranges::count_if(
        curves, [](const Curve& curve) { return curve.scores.back().right == n_unseen; }));
}

std::size_t lost_again(const std::vector<Curve>& curves) {
    return static_cast<std::size_t>(std::ranges::count_if(curves, [](const Curve& curve) {
        const auto all_right = [](const Score& score) { return score.right == n_unseen; };
        const auto first = std::ranges::find_if(curve.scores, all_right);
        return !std::all_of(first, curve.scores.end(), all_right);
    }));
}

std::array<std::string, 2> first_and_last(const std::vector<Curve>& curves) {
    std::vector<std::size_t> steps;
    for (const Curve& curve : curves) {
        const std::size_t step = first_all_right(curve, n_unseen);
        if (step <= curve_steps) steps.push_back(step);
    }
    if (steps.empty()) return {"-", "-"};
    const auto [first, last] = std::ranges::minmax_element(steps);
    return {std::to_string(*first), std::to_string(*last)};
}

std::size_t exactly_half_right(const std::vector<Curve>& curves) {
    return static_cast<std::size_t>(std::ranges::count_if(curves, [](const Curve& curve) {
        return curve.scores.back().right == n_unseen / 2;
    }));
}

double least_last_loss(const std::vector<Curve>& curves) {
    double least = curves.at(0).scores.back().loss;
    for (const Curve& curve : curves) least = std::min(least, curve.scores.back().loss);
    return least;
}

double most_last_loss(const std::vector<Curve>& curves) {
    double most = curves.at(0).scores.back().loss;
    for (const Curve& curve : curves) most = std::max(most, curve.scores.back().loss);
    return most;
}

}  // namespace attn::chapters::ch12
