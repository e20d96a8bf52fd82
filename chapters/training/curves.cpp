#include "chapters/training/curves.hpp"

#include <algorithm>
#include <stdexcept>

#include "chapters/printing/recording.hpp"
#include "support/text/print.hpp"

namespace attn::chapters {

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
    return found != curve.scores.end() ? found->step : curve.scores.size() * curve.every;
}

std::size_t count_sooner(const std::vector<Curve>& a, const std::vector<Curve>& b,
                         std::size_t n_unseen) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (first_all_right(a[i], n_unseen) < first_all_right(b[i], n_unseen)) ++n;
    }
    return n;
}

void say_scores(Page& page, const Curve& curve, std::size_t n_unseen) {
    for (const Score& score : curve.scores) {
        page.say("step ", score.step, "  loss ", number_text(score.loss, 4), ", right ",
                 score.right, " of ", n_unseen);
    }
}

}  // namespace attn::chapters
