// Chapter 16: a training, from its first twenty steps in PyTorch to weights that are kept; and the
// recorded trainings with twenty seeds.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/training/weights_file.hpp"
#include "slopes.hpp"
#include "support/files/npy.hpp"
#include "support/files/state_dict.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters::ch16 {

using Catch::Matchers::WithinAbs;

TEST_CASE("Twenty steps cost what they cost PyTorch", "[chapter16]") {
    const std::vector<double> losses = losses_of(first_steps()),
                              pytorch = losses_in_pytorch();
    REQUIRE(pytorch.size() == 20);
    REQUIRE(losses.size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
        INFO("step " << i);
        CHECK_THAT(losses[i], WithinAbs(pytorch[i], 1e-9));
    }
    CHECK(losses[19] < losses[0] - 1);
}

TEST_CASE("A beginning is written as it is kept for PyTorch", "[chapter16]") {
    const TemporaryFolder kept;
    save(kept.path, first_steps());
    const NpyArray rows = read_npy(kept.path / "batches.npy"),
                   recorded =
                       read_npy(chapters_folder() / "16_translation/pytorch/batches.npy");
    CHECK(rows.shape == recorded.shape);
    CHECK(rows.values == recorded.values);
    // It began with what the seed gives. Another platform's logarithm may move a last digit.
    const StateDict first = read_state_dict(kept.path / "first.safetensors"),
                    recorded_first = read_state_dict(
                        chapters_folder() / "16_translation/pytorch/first.safetensors");
    CHECK(first.size() == 38);
    for (const auto& [name, array] : first) {
        INFO(name);
        const auto& values = recorded_first.at(name).values;
        CHECK(array.shape == recorded_first.at(name).shape);
        REQUIRE(array.values.size() == values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            REQUIRE_THAT(array.values[i], WithinAbs(values[i], 1e-12));
    }
}

TEST_CASE("A translator learns, and begins as it was recorded", "[chapter16]") {
    const Outcome<Translator> outcome = learn({.plan = {.steps = 60, .every = 20}});
    REQUIRE(outcome.scores.size() == 4);  // at steps 0, 20, 40 and 60
    CHECK(outcome.scores[0].loss > 3);
    CHECK(outcome.scores[0].right == 0);
    CHECK(outcome.scores[3].loss < 1);
    const Curve recorded = curves_of("nothing").at(0);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK_THAT(outcome.scores[i].loss, WithinAbs(recorded.scores[i].loss, 0.002));
        CHECK_THAT(static_cast<double>(outcome.scores[i].right),
                   WithinAbs(static_cast<double>(recorded.scores[i].right), 2));
    }
    CHECK_THAT(score_of(outcome.model, task_of(1).unseen).loss,
               WithinAbs(outcome.scores[3].loss, 1e-12));
}

TEST_CASE("One seed of chapter 16 gives one result", "[chapter16]") {
    const auto values = [](const Experiment& experiment) {
        return all_values(learn(experiment).model);
    };
    const Experiment three{.plan = {.seed = 5, .steps = 3}};
    CHECK(values(three) == values(three));
    CHECK(values(three) != values({.plan = {.seed = 6, .steps = 3}}));
    CHECK(values(three) != values({.without = "causal", .plan = {.seed = 5, .steps = 3}}));
}

TEST_CASE("Without cross-attention its last map stays 0", "[chapter16]") {
    const Outcome<Translator> deaf =
        learn({.without = "cross-attention", .plan = {.steps = 3}});
    const Linear& last = deaf.model.decoder.layers[0].cross_attention.w_o;
    CHECK(std::ranges::all_of(last.weight.values(), [](double w) { return w == 0; }));
    CHECK(std::ranges::all_of(last.bias, [](double b) { return b == 0; }));
    CHECK(deaf.losses[2] < deaf.losses[0]);  // it learns all the same
}

TEST_CASE("The cheat's loss is measured with the words that it saw", "[chapter16]") {
    const Outcome<Translator> cheat = learn({.without = "causal", .plan = {.steps = 60}});
    const std::vector<Example> unseen = task_of(1).unseen;
    const double seeing = score_of(cheat.model, unseen, false).loss;
    CHECK_THAT(cheat.scores.back().loss, WithinAbs(seeing, 1e-12));
    CHECK(seeing < score_of(cheat.model, unseen, true).loss);
}

TEST_CASE("The small translator is what its plan trains", "[chapter16]") {
    const Outcome<Translator> again = learn(small_experiment());
    const Translator kept = small();
    CHECK(again.scores.back().right == 72);
    const std::vector<double> a = all_values(again.model), b = all_values(kept);
    REQUIRE(a.size() == 797);
    double gap = 0;
    for (std::size_t i = 0; i < a.size(); ++i) gap = std::max(gap, std::abs(a[i] - b[i]));
    CHECK(gap < 1e-3);  // a thousand steps of another platform's last digits
}

TEST_CASE("What is taken away is recorded with twenty seeds", "[chapter16]") {
    for (const std::string& without : parts) {
        INFO(without);
        const std::vector<Curve> curves = curves_of(without);
        REQUIRE(curves.size() == n_seeds);
        for (std::size_t i = 0; i < n_seeds; ++i) {
            REQUIRE(curves[i].seed == i + 1);
            REQUIRE(curves[i].every == Experiment{}.plan.every);
            REQUIRE(curves[i].scores.size() == 16);
        }
    }
    CHECK(curves_of("heads").empty());
}

TEST_CASE(
    "Nineteen of twenty go to the sea that never saw anybody go, and seed 8 runs there",
    "[chapter16][slow]") {
    for (const Curve& curve : curves_of("going-to-the-sea")) {
        INFO(curve.seed);
        CHECK(curve.scores.back().right == (curve.seed == 8 ? 60 : 72));
    }
    const Experiment experiment{.without = "going-to-the-sea",
                                .plan = {.seed = 8, .steps = 300, .every = 300}};
    const Task task = task_of(experiment.without, 8);
    const Ids written = translate(learn(experiment).model, task.unseen[0].source);
    CHECK(text_of(words_of(written, task.target_words)) == "I want to run to the sea");
}

TEST_CASE("Without reading no recorded training beats the best guess", "[chapter16]") {
    const Task task = task_of(1);
    for (const Curve& curve : curves_of("cross-attention"))
        CHECK(curve.scores.back().loss > least_loss_without_reading(task));
    // That guess by hand: of two sentences, of one word and of three with their ends, the shares
    // are 3/4 and 1/4.
    const Task two{{}, {}, {{{}, {1}}}, {{{}, {2, 3, 1}}}};
    CHECK_THAT(least_loss_without_reading(two),
               WithinAbs((std::log(4.0 / 3) + std::log(4.0) / 3) / 2, 1e-12));
}

}  // namespace attn::chapters::ch16
