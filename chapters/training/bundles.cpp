#include "chapters/training/bundles.hpp"

#include <cmath>

#include "chapters/printing/words.hpp"

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

Line ln_2(double until, const std::string& name) {
    return {.points = {{0, std::log(2.0)}, {until, std::log(2.0)}},
            .paint = ink,
            .name = name,
            .weight = Weight::thin,
            .dashed = true};
}

Line line_of(const std::vector<Score>& scores, Paint paint) {
    Line line{.points = {}, .paint = paint, .weight = Weight::broad};
    for (const Score& score : scores)
        line.points.push_back({static_cast<double>(score.step), score.loss});
    return line;
}

std::string after_steps(const Score& score, std::size_t n_unseen) {
    return "After " + counted(score.step, "step") + ", " + std::to_string(score.right) +
           " of " + std::to_string(n_unseen) + " unseen sentences are right";
}

}  // namespace attn::chapters
