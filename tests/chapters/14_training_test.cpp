// Chapter 14: a training, from its first twenty steps in PyTorch to weights that are kept.
#include <algorithm>
#include <sstream>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/14_translation.hpp"
#include "chapters/program/all_chapters.hpp"
#include "chapters/program/folders.hpp"
#include "on_one_line.hpp"
#include "slopes.hpp"
#include "support/files/npy.hpp"
#include "support/files/state_dict.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters::ch14 {

using Catch::Matchers::WithinAbs;

TEST_CASE("Twenty steps cost what they cost PyTorch", "[chapter14]") {
    const Beginning recorded = recorded_by_pytorch(), ours = first_steps();
    REQUIRE(recorded.losses.size() == 20);
    const std::vector<double> losses = losses_of(recorded);
    REQUIRE(losses.size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
        INFO("step " << i);
        CHECK_THAT(losses[i], WithinAbs(recorded.losses[i], 1e-9));
    }
    CHECK(losses[19] < losses[0] - 1);
    // It began with what the seed gives. Another platform's logarithm may move a last digit.
    const std::vector<double> a = all_values(recorded.model), b = all_values(ours.model);
    REQUIRE(a.size() == 24641);
    for (std::size_t i = 0; i < a.size(); ++i) REQUIRE_THAT(a[i], WithinAbs(b[i], 1e-12));
    REQUIRE(recorded.batches.size() == ours.batches.size());
    for (std::size_t i = 0; i < ours.batches.size(); ++i) {
        REQUIRE(recorded.batches[i].size() == ours.batches[i].size());
        for (std::size_t j = 0; j < ours.batches[i].size(); ++j) {
            REQUIRE(recorded.batches[i][j].source == ours.batches[i][j].source);
            REQUIRE(recorded.batches[i][j].target == ours.batches[i][j].target);
        }
    }
}

TEST_CASE("A beginning is written as it is kept for PyTorch", "[chapter14]") {
    const TemporaryFolder kept;
    save(kept.path, first_steps());
    const NpyArray rows = read_npy(kept.path / "batches.npy"),
                   recorded =
                       read_npy(chapters_folder() / "14_translation/pytorch/batches.npy");
    CHECK(rows.shape == recorded.shape);
    CHECK(rows.values == recorded.values);
    const StateDict first = read_state_dict(kept.path / "first.safetensors"),
                    recorded_first = read_state_dict(
                        chapters_folder() / "14_translation/pytorch/first.safetensors");
    CHECK(first.size() == 38);
    for (const auto& [name, array] : first) {
        INFO(name);
        CHECK(array.shape == recorded_first.at(name).shape);
    }
}

TEST_CASE("A translator learns, and begins as it was recorded", "[chapter14]") {
    const Outcome outcome = learn({.steps = 60});
    REQUIRE(outcome.scores.size() == 4);  // at steps 0, 20, 40 and 60
    CHECK(outcome.scores[0].loss > 3);
    CHECK(outcome.scores[0].right == 0);
    CHECK(outcome.scores[3].loss < 1);
    const Curve recorded = curves_of(TaskName::wishes, "whole").at(0);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK_THAT(outcome.scores[i].loss, WithinAbs(recorded.scores[i].loss, 0.002));
        CHECK_THAT(static_cast<double>(outcome.scores[i].right),
                   WithinAbs(static_cast<double>(recorded.scores[i].right), 2));
    }
    CHECK_THAT(score_of(outcome.model, outcome.task.unseen).loss,
               WithinAbs(outcome.scores[3].loss, 1e-12));
}

TEST_CASE("Without source positions at most half of what only order tells is learned",
          "[chapter14]") {
    const Outcome outcome = learn({.design = {.source_has_positions = false},
                                   .task = TaskName::people_to_korean,
                                   .seed = 2,
                                   .steps = 60});
    CHECK(outcome.scores.back().loss < outcome.scores[0].loss - 1);
    CHECK(right_by_order(outcome.model, outcome.task.unseen) <= 6);
    for (const Score& score : outcome.scores) CHECK(score.right <= 44 + 6);
}

TEST_CASE("One seed of chapter 14 gives one result, and go_on ends it", "[chapter14]") {
    const auto values = [](const Plan& plan) { return all_values(learn(plan).model); };
    const std::vector<double> three = values({.seed = 5, .steps = 3});
    CHECK(values({.seed = 5, .steps = 3}) == three);
    CHECK(values({.seed = 6, .steps = 3}) != three);
    CHECK(values({.seed = 5, .steps = 3, .learning_rate = 1e-3}) != three);
    CHECK(values({.design = {.is_causal = false}, .seed = 5, .steps = 3}) != three);

    CHECK(learn({.steps = 7, .every = 3}).scores.size() == 4);  // at steps 0, 3, 6 and 7
    std::vector<std::size_t> steps;
    const Outcome stopped =
        learn({.seed = 5, .steps = 7, .every = 2}, [&](std::size_t step, double loss) {
            CHECK(loss > 0);
            steps.push_back(step);
            return step < 3;
        });
    CHECK(steps == std::vector<std::size_t>{1, 2, 3});
    CHECK(stopped.scores.size() == 3);
    CHECK(stopped.scores.back().step == 3);
    CHECK(all_values(stopped.model) == three);
}

TEST_CASE("What a training leaves is as designed", "[chapter14]") {
    const Outcome deaf =
        learn({.design = {.has_cross_attention = false}, .steps = 1, .every = 1});
    const Linear& last = deaf.model.decoder.layers[0].cross_attention.w_o;
    CHECK(std::ranges::all_of(last.weight.values(), [](double w) { return w == 0; }));
    CHECK(std::ranges::all_of(last.bias, [](double b) { return b == 0; }));
    // Its loss after the step is that of the model which it hands over, not of another.
    const Outcome raw = learn({.design = {.is_scaled = false}, .steps = 1, .every = 1});
    CHECK_THAT(score_of(raw.model, raw.task.unseen).loss,
               WithinAbs(raw.scores.at(1).loss, 1e-12));
}

TEST_CASE("Weights are kept and read again", "[chapter14]") {
    const TemporaryFolder kept;
    const Outcome two = shipped(2);
    const auto file = kept.path / "again.safetensors";
    save(file, two.model);
    const bool is_same_file =
        read_whole_file(file) ==
        read_whole_file(chapters_folder() / "14_translation/learned/two_heads.safetensors");
    CHECK(is_same_file);
    CHECK(all_values(loaded(file, two.plan).model) == all_values(two.model));
    CHECK_THROWS_AS(
        loaded(chapters_folder() / "12_learning/pytorch/first.safetensors", two.plan),
        StateDictError);
}

TEST_CASE("Loaded weights translate, and are not trained", "[chapter14]") {
    const auto file = chapters_folder() / "14_translation/pytorch/first.safetensors";
    CHECK_FALSE(given_weights("", true, shipped_plan(1)));
    CHECK_THROWS_AS(given_weights(file, true, shipped_plan(1)), UsageError);
    const auto given = given_weights(file, false, shipped_plan(1));
    REQUIRE(given);
    const Outcome trained = trained_by(given, false, shipped_plan(1), {});
    CHECK(all_values(trained.model) == all_values(recorded_by_pytorch().model));
    Chapter chapter;
    all_chapters.at(13)(chapter);
    chapter.turn("load", file.string());
    std::ostringstream out;
    Page page(out);
    chapter.run_section("Your training", page);
    CHECK_THAT(on_one_line(out.str()), ContainsText("The weights in " + file.string()) &&
                                           ContainsText("right 0 of "));
    CHECK(page.figures().empty());
}

}  // namespace attn::chapters::ch14
