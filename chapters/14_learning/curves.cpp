#include "chapters/14_learning/curves.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "attn/files/whole_file.hpp"
#include "attn/text/print.hpp"
#include "chapters/program/folders.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr std::uint64_t n_seeds = 20;

Curve curve_of(const std::string& kind, const Lesson& lesson) {
    return {kind, lesson.seed, lesson.every, learn(lesson).scores};
}

Curve curve_from(const std::string& line, std::size_t number) {
    std::istringstream words(line);
    Curve curve;
    std::string seed, every, colon;
    words >> curve.kind >> seed >> curve.seed >> every >> curve.every >> colon;
    for (Score score; words >> score.loss >> score.right;) curve.scores.push_back(score);
    if (words.eof() && seed == "seed" && every == "every" && colon == ":" &&
        curve.every > 0 && !curve.scores.empty()) {
        return curve;
    }
    throw std::runtime_error("curves.txt: line " + std::to_string(number) +
                             " is no curve; a line is KIND seed N every N : loss right "
                             "loss right ...");
}

}  // namespace

std::vector<Curve> measure_curves(const std::function<void(const std::string&)>& progress) {
    std::vector<Curve> curves;
    const auto measure = [&](const std::string& kind, Lesson lesson) {
        lesson.steps = curve_steps;
        if (progress) progress(kind + ", seed " + std::to_string(lesson.seed));
        curves.push_back(curve_of(kind, lesson));
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
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (!line.empty() && line[0] != '#') curves.push_back(curve_from(line, number));
    }
    return curves;
}

const std::vector<Curve>& book_curves() {
    static const std::vector<Curve> curves =
        read_curves(read_whole_file(chapters_folder() / "14_learning/curves.txt"));
    return curves;
}

std::vector<Curve> curves_of(const std::vector<Curve>& curves, const std::string& kind) {
    std::vector<Curve> found;
    for (const Curve& curve : curves) {
        if (curve.kind == kind) found.push_back(curve);
    }
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

std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step) {
    return static_cast<std::size_t>(std::ranges::count_if(
        curves, [&](const Curve& curve) { return first_all_right(curve) <= step; }));
}

std::size_t exactly_half_right(const std::vector<Curve>& curves) {
    return static_cast<std::size_t>(std::ranges::count_if(
        curves, [](const Curve& curve) { return curve.scores.back().right == 128; }));
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

std::size_t first_all_right(const Curve& curve) {
    for (std::size_t i = 0; i < curve.scores.size(); ++i) {
        if (curve.scores[i].right == 256) return i * curve.every;
    }
    return curve.scores.size() * curve.every;
}

}  // namespace attn::chapters::ch14
