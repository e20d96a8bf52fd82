#include "chapters/14_learning/curves.hpp"

#include <algorithm>
#include <functional>

#include "attn/files/whole_file.hpp"
#include "chapters/program/folders.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr std::uint64_t n_seeds = 20;

}  // namespace

std::vector<Curve> measure_curves(const std::function<void(const std::string&)>& progress) {
    std::vector<Curve> curves;
    const auto measure = [&](const std::string& kind, Plan plan) {
        plan.steps = curve_steps;
        if (progress) progress(kind + ", seed " + std::to_string(plan.seed));
        curves.push_back({kind, plan.seed, plan.every, learn(plan).scores});
    };
    const std::vector<bugs::WayBack> wrong = bugs::wrong_ways_back();
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        measure("right", {.seed = seed});
        measure("without", {.seed = seed, .has_positions = false});
        for (const bugs::WayBack& way : wrong) {
            measure(way.name,
                    {.seed = seed, .way_back = std::bind_front(loss_and_slopes_by, way)});
        }
    }
    return curves;
}

const std::vector<Curve>& book_curves() {
    static const std::vector<Curve> curves =
        read_curves(read_whole_file(chapters_folder() / "14_learning/curves.txt"));
    return curves;
}

std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step) {
    return static_cast<std::size_t>(std::ranges::count_if(curves, [&](const Curve& curve) {
        return first_all_right(curve, n_unseen) <= step;
    }));
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

}  // namespace attn::chapters::ch14
