#include "chapters/14_learning/way_checks.hpp"

#include <algorithm>

#include "attn/learning/gradient_check.hpp"

namespace attn::chapters::ch14 {
namespace {

constexpr double step = 1e-6, smallest = 1e-4, tolerance = 0.01;

/// Which of parts_on_the_way a parameter belongs to, by its name.
std::size_t place_on_the_way(const std::string& parameter) {
    const std::vector<std::string> in_names{"to_logits.", "linear", "norm2",     "out_proj",
                                            "in_proj",    "norm1",  "embedding."};
    std::size_t place = 0;
    while (parameter.find(in_names.at(place)) == std::string::npos) ++place;
    return place;
}

}  // namespace

const std::vector<std::string> parts_on_the_way{"logits", "ffn",   "norm2", "W_o",
                                                "W_qkv",  "norm1", "words"};

namespace {

/// What the check says of one way back, given the measured slopes in the order of parameters().
WayCheck check_of(const mistakes::WayBack& way, const NotFinder& model, Batch batch,
                  const std::vector<CheckedSlope>& measured) {
    NotFinder gradient = zeros_like(model);
    loss_and_slopes(model, batch, gradient, backward_by(way));
    WayCheck check{.name = way.name, .mistake = way.mistake};
    check.wrong_in.resize(parts_on_the_way.size());
    check.squares_in.resize(parts_on_the_way.size());
    std::vector<double> right;
    for (const Parameter& part : parameters(gradient)) {
        for (const double computed : part.values) {
            right.push_back(measured[right.size()].measured);
            check.squares_in[place_on_the_way(part.name)] += right.back() * right.back();
            const double error = slope_error(computed, right.back(), smallest);
            if (error <= tolerance) continue;
            ++check.wrong;
            if (computed * right.back() < 0) ++check.opposite;
            ++check.wrong_in[place_on_the_way(part.name)];
        }
    }
    check.scores = learn({.steps = way_steps}, backward_by(way)).scores;
    return check;
}

}  // namespace

std::vector<WayCheck> check_ways() {
    NotFinder model = random_not_finder(1);
    const NotSentences unseen = split_for(1).unseen;
    const Batch two(unseen.data() + 1, 2);  // of two pairs: a second half, and a first half

    // What is measured is the same for all of them, so it is measured once, against zeros.
    NotFinder nothing = zeros_like(model);
    const std::vector<CheckedSlope> measured =
        check_gradient([&] { return score_of(model, two).loss; }, parameters(model),
                       parameters(nothing), {.step = step, .smallest = smallest});

    std::vector<WayCheck> checks{
        check_of(mistakes::right_way_back(), model, two, measured)};
    for (const mistakes::WayBack& way : mistakes::wrong_ways_back()) {
        checks.push_back(check_of(way, model, two, measured));
    }
    return checks;
}

}  // namespace attn::chapters::ch14
