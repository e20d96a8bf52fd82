#include "chapters/training/curves.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "chapters/printing/recording.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters {

using namespace plots;
using enum Paint;

std::string curves_text(const std::vector<Curve>& curves, const std::string& program) {
    std::string text =
        "# Loss on the unseen sentences, and how many of them are right, at step 0, every,\n"
        "# 2 every ... Written by: " +
        program + " --record FILE\n";
    for (const Curve& curve : curves) {
        text += curve.kind + " seed " + std::to_string(curve.seed) + " every " +
                std::to_string(curve.every) + " :";
        for (const Score& score : curve.scores) {
            text += " " + number_text(score.loss, 4) + " " + std::to_string(score.right);
        }
        text += "\n";
    }
    return text;
}

std::vector<Curve> read_curves(const std::string& text) {
    std::vector<Curve> curves;
    for (RecordedLine& line :
         recorded_lines(text, "KIND seed N every N : LOSS RIGHT LOSS RIGHT ...")) {
        Curve curve{.kind = line.word(), .scores = {}};
        curve.seed = line.after("seed").whole();
        curve.every = line.after("every").whole();
        line.after(":");
        do {
            const double loss = line.number();
            const std::size_t step = curve.scores.size() * curve.every;
            curve.scores.push_back({loss, line.whole(), step});
        } while (!line.is_at_end());
        line.require(curve.every > 0);
        curves.push_back(curve);
    }
    return curves;
}

std::vector<Curve> recorded_curves(const std::string& chapter) {
    return read_curves(read_whole_file(chapters_folder() / chapter / "runs.txt"));
}

std::vector<Curve> curves_of(const std::vector<Curve>& curves, const std::string& kind) {
    std::vector<Curve> found;
    std::ranges::copy_if(curves, std::back_inserter(found),
                         [&](const Curve& curve) { return curve.kind == kind; });
    return found;
}

Curve own_curve(const std::vector<Score>& scores, std::uint64_t seed, std::size_t every,
                const std::vector<Curve>& recorded) {
    if (!scores.empty()) return {"own", seed, every, scores};
    const auto found = std::ranges::find(recorded, seed, &Curve::seed);
    if (found != recorded.end()) return *found;
    throw std::invalid_argument("own_curve: no recorded curve has seed " +
                                std::to_string(seed));
}

std::size_t first_all_right(const Curve& curve, std::size_t n_unseen) {
    const auto found = std::ranges::find(curve.scores, n_unseen, &Score::right);
    return found == curve.scores.end() ? curve.scores.size() * curve.every : found->step;
}

Ends ends_of(const std::vector<Curve>& curves, std::size_t n_unseen) {
    if (curves.empty()) throw std::invalid_argument("ends_of: there are no curves");
    const Score& first = curves.front().scores.back();
    Ends ends{.n_seeds = curves.size(),
              .least_right = first.right,
              .most_right = first.right,
              .least_loss = first.loss,
              .most_loss = first.loss};
    for (const Curve& curve : curves) {
        const Score& last = curve.scores.back();
        if (last.right == n_unseen) ++ends.n_all_right;
        ends.least_right = std::min(ends.least_right, last.right);
        ends.most_right = std::max(ends.most_right, last.right);
        ends.least_loss = std::min(ends.least_loss, last.loss);
        ends.most_loss = std::max(ends.most_loss, last.loss);
    }
    return ends;
}

void say_scores(Page& page, const std::vector<Score>& scores, std::size_t n_unseen) {
    for (const Score& score : scores) {
        page.say("step ", score.step, "  loss ", number_text(score.loss, 4), ", right ",
                 score.right, " of ", n_unseen);
    }
}

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
