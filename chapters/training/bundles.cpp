#include "chapters/training/bundles.hpp"

#include <algorithm>
#include <cmath>

namespace attn::chapters {

using namespace plots;
using enum Paint;

void add_bundle(Plot& plot, const std::vector<Curve>& curves, Paint paint, double until,
                const std::string& name, std::optional<Point> named_at) {
    for (const Curve& curve : curves) {
        Line line{.points = {}, .paint = paint, .weight = Weight::thin};
        for (const Score& score : curve.scores) {
            const auto step = static_cast<double>(score.step);
            if (step <= until) line.points.push_back({step, score.loss});
        }
        if (&curve == &curves.front()) {
            line.name = name;
            line.named_at = named_at;
        }
        plot.marks.push_back(line);
    }
}

Line median_of(const std::vector<Curve>& curves, double until) {
    Line line{.points = {}, .paint = ink, .dashed = true};
    for (std::size_t i = 0; i < curves.front().scores.size(); ++i) {
        const auto step = static_cast<double>(curves.front().scores[i].step);
        if (step > until) break;
        std::vector<double> losses;
        for (const Curve& curve : curves) losses.push_back(curve.scores[i].loss);
        std::ranges::sort(losses);
        const std::size_t n = losses.size();
        line.points.push_back({step, (losses[(n - 1) / 2] + losses[n / 2]) / 2});
    }
    return line;
}

Line ln_2(double until, const std::string& name) {
    return {.points = {{0, std::log(2.0)}, {until, std::log(2.0)}},
            .paint = ink,
            .name = name,
            .weight = Weight::thin,
            .dashed = true};
}

Line line_of(const Curve& own) {
    Line line{.points = {}, .paint = rust, .weight = Weight::broad};
    for (const Score& score : own.scores) {
        line.points.push_back({static_cast<double>(score.step), score.loss});
    }
    return line;
}

std::string after_steps(const Curve& own, std::size_t done, std::size_t n_unseen) {
    const std::size_t counted = own.scores.back().step;
    const std::string right = std::to_string(own.scores.back().right) + " of " +
                              std::to_string(n_unseen) + " unseen sentences ";
    if (done <= counted)
        return "After " + std::to_string(counted) + " steps, " + right + "are right";
    return "After " + std::to_string(done) + " steps; at " + std::to_string(counted) +
           ", " + right + "were right";
}

}  // namespace attn::chapters
