// What the answers to chapter 17's exercises say of a changed transformer.cpp: each is made by a patch
// of chapters/17_one_file/changes.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "chapters/16_translation/training.hpp"
#include "matrix_matchers.hpp"

namespace two_heads {
#include "one_file/two_heads.cpp"
}
namespace forgotten {
#include "one_file/forgotten.cpp"
}
namespace two_layers {
#include "one_file/two_layers.cpp"
}
namespace have_to {
#include "one_file/have_to.cpp"
}

using namespace attn;
using namespace attn::chapters;

namespace {

/// The library's first losses, from a model of this kind.
std::vector<double> losses_of(const TransformerConfig& config, std::size_t steps) {
    ch16::Beginning beginning = ch16::first_steps();
    const ch16::Task task = ch16::task_of(1);
    Random generator(1);
    ch16::Translator& model = beginning.model;
    model.source = random_embedding(task.source_words.size(), config.d_model, generator);
    model.target = random_embedding(task.target_words.size(), config.d_model, generator);
    model.encoder = random_encoder(config, generator);
    model.decoder = random_decoder(config, generator);
    model.to_logits = random_linear(config.d_model, task.target_words.size(), generator);
    beginning.batches.resize(steps);
    return ch16::losses_of(beginning);
}

TransformerConfig config_of(std::size_t n_heads, std::size_t n_layers) {
    return {.d_model = 32,
            .n_heads = n_heads,
            .d_ff = 64,
            .n_layers = n_layers,
            .placement = NormPlacement::pre,
            .has_final_norm = true};
}

}  // namespace

TEST_CASE("With two heads the one file has the library's losses", "[chapter17]") {
    two_heads::generator.seed(3001);
    const two_heads::Task task;
    two_heads::generator.seed(1);
    const two_heads::Transformer model{task.korean.words.size(), task.english.words.size()};
    CHECK(two_heads::n_parameters() == 24641);
    two_heads::generator.seed(4001);
    two_heads::Training training{task.shown};
    std::vector<double> losses;
    for (int step = 0; step < 20; ++step) losses.push_back(training.step(model));
    CHECK(largest_gap(losses, losses_of(config_of(2, 1), 20)) < 1e-9);
    CHECK(largest_gap(losses, losses_of(config_of(1, 1), 20)) > 1e-3);
}

TEST_CASE("With two layers the one file has the library's losses", "[chapter17]") {
    two_layers::generator.seed(3001);
    const two_layers::Task task;
    two_layers::generator.seed(1);
    const two_layers::Transformer model{task.korean.words.size(),
                                        task.english.words.size()};
    CHECK(two_layers::n_parameters() == 46017);
    two_layers::generator.seed(4001);
    two_layers::Training training{task.shown};
    std::vector<double> losses;
    for (int step = 0; step < 5; ++step) losses.push_back(training.step(model));
    CHECK(largest_gap(losses, losses_of(config_of(1, 2), 5)) < 1e-9);
}

TEST_CASE("The one file learns to have to", "[chapter17][slow]") {
    have_to::generator.seed(3001);
    const have_to::Task task;
    CHECK(task.shown.size() + task.unseen.size() == 480);
    CHECK(task.unseen.size() == 96);
    CHECK(task.korean.words.size() - 2 == 34);
    CHECK(task.english.words.size() - 2 == 33);
    have_to::generator.seed(1);
    const have_to::Transformer model{task.korean.words.size(), task.english.words.size()};
    have_to::generator.seed(4001);
    have_to::Training training{task.shown};
    for (int step = 0; step < 300; ++step) training.step(model);
    const auto right = std::ranges::count_if(task.unseen, [&](const auto& example) {
        return translate(model, example.korean).english == example.english;
    });
    CHECK(right == 96);
    const have_to::Ids sentence = task.korean.ids_of("나는 바다에 가야 해");
    CHECK(text_of(translate(model, sentence).english, task.english) ==
          "I have to go to the sea");
}

TEST_CASE("Slopes that are not set back to 0 spoil the learning", "[chapter17][slow]") {
    forgotten::generator.seed(3001);
    const forgotten::Task task;
    forgotten::generator.seed(1);
    const forgotten::Transformer model{task.korean.words.size(), task.english.words.size()};
    forgotten::generator.seed(4001);
    forgotten::Training training{task.shown};
    std::vector<double> losses;
    for (int step = 0; step < 300; ++step) losses.push_back(training.step(model));
    CHECK(std::ranges::min(losses) > 1);
    CHECK(losses.back() > 3);
    CHECK(std::ranges::none_of(task.unseen, [&](const auto& example) {
        return translate(model, example.korean).english == example.english;
    }));
}
