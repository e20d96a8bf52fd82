// Chapter 16: its model, the slopes, and what the parts that are taken away were for. But for the last
// test no digit here was trained.
#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "attn/learning/gradient_check.hpp"
#include "attn/learning/loss.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/16_translation/training.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

namespace attn::chapters::ch16 {

using Catch::Matchers::WithinAbs;

namespace {

/// A model whose weights are far from those that it starts with; no bias is 0.
Translator shaken(const Task& task, std::uint64_t seed) {
    Translator model = random_translator(task, seed);
    shake(parameters(model), seed, 0.3);
    return model;
}

/// What a decoder is given before each of target's words.
Ids given_before(const Ids& target) {
    Ids given = target;
    given.insert(given.begin(), begin_id);
    given.pop_back();
    return given;
}

/// The mean loss, sentence by sentence.
double loss_of(const Translator& model, std::span<const Example> batch, bool is_causal) {
    double sum = 0;
    for (const Example& example : batch) {
        const Matrix logits =
            model.trace(example.source, given_before(example.target), is_causal).logits;
        sum += cross_entropy(logits, example.target);
    }
    return sum / static_cast<double>(batch.size());
}

/// Words other than those written, from a place on.
Ids with_others_from(Ids written, std::size_t from, std::size_t n_words) {
    for (std::size_t i = from; i < written.size(); ++i) {
        written[i] = 2 + (written[i] + 3) % (n_words - 2);
    }
    return written;
}

bool is_same_row(const Matrix& a, const Matrix& b, std::size_t i) {
    return std::ranges::equal(a.row(i), b.row(i));
}

}  // namespace

TEST_CASE("A translator has 24,641 numbers, from one seed", "[chapter16]") {
    const Task task = task_of(1);
    CHECK(task.source_words.size() == 2 + 29);
    CHECK(task.target_words.size() == 2 + 31);
    Translator whole = random_translator(task, 9);
    CHECK(parameter_count(parameters(whole)) == 24641);
    // Two tables, two layers with a final norm each, and the map to the logits.
    CHECK(31 * 32 + 33 * 32 + parameter_count(whole.encoder) +
              parameter_count(whole.decoder) + 33 * 32 + 33 ==
          24641);
    CHECK(all_values(random_translator(task, 9)) == all_values(whole));
    CHECK(all_values(random_translator(task, 10)) != all_values(whole));
}

TEST_CASE("What has learned has scores for which float16 is too narrow", "[chapter16]") {
    const auto largest_score = [](std::uint64_t seed) {
        const Translator model = shipped(seed);
        const Task task = task_of(seed);
        double largest = 0;
        const auto look = [&](const MultiHeadTrace& attention) {
            for (const AttentionTrace& head : attention.heads) {
                for (const double score : head.scaled.values()) {
                    if (std::isfinite(score)) largest = std::max(largest, std::abs(score));
                }
            }
        };
        for (const auto* examples : {&task.shown, &task.unseen}) {
            for (const Example& example : *examples) {
                const TranslatorTrace t =
                    model.trace(example.source, given_before(example.target));
                look(t.encoder.layers.at(0).attention);
                look(t.decoder.layers.at(0).self_attention);
                look(t.decoder.layers.at(0).cross_attention);
            }
        }
        return largest;
    };
    CHECK_THAT(largest_score(1), WithinAbs(14.1, 0.05));  // chapter 5 says so
    CHECK_THAT(largest_score(3), WithinAbs(8.9, 0.05));
    CHECK(std::exp(14.1) > 65504);
}

TEST_CASE("The slopes of a translator are those that are measured", "[chapter16]") {
    const Task task = task_of(1);
    // Sentences of different lengths, so that nothing rests on a length.
    const auto is_short = [](const Example& example) { return example.target.size() == 5; };
    const std::vector<Example> batch{task.unseen[0],
                                     *std::ranges::find_if(task.shown, is_short)};
    REQUIRE(batch[0].target.size() == 8);
    for (const bool is_causal : {true, false}) {
        for (const bool is_closed : {false, true}) {
            Translator model = shaken(task, 5), gradient = zeros_like(model);
            if (is_closed) close_cross_attention(model);
            CHECK_THAT(loss_and_slopes(model, batch, gradient, is_causal),
                       WithinAbs(loss_of(model, batch, is_causal), 1e-12));
            const CheckedSlope worst =
                ::worst_slope([&] { return loss_of(model, batch, is_causal); },
                              parameters(model), parameters(gradient), 5, 1);
            INFO(worst.place << " is " << worst.computed << ", measured "
                             << worst.measured);
            CHECK(worst.error < 1e-4);
        }
    }
}

TEST_CASE("What a translator keeps on its way is what it computes", "[chapter16]") {
    const Task task = task_of(1);
    const Ids source = task.unseen[0].source, written = given_before(task.unseen[0].target);
    const Translator model = shaken(task, 7);
    const TranslatorTrace trace = model.trace(source, written);
    CHECK(trace.encoder.output == model.read(source));
    CHECK(trace.logits == model.write(written, model.read(source)));
    CHECK(trace.logits.rows() == written.size());
    CHECK(trace.logits.cols() == task.target_words.size());
}

TEST_CASE("A batch's slopes are its sentences' mean, and are added", "[chapter16]") {
    const Task task = task_of(1);
    const Translator model = shaken(task, 2);
    const std::span<const Example> batch(task.shown.data(), 3);
    Translator all = zeros_like(model), sum = zeros_like(model);
    double loss = 0;
    for (const Example& example : batch) loss += loss_and_slopes(model, {&example, 1}, sum);
    CHECK_THAT(loss_and_slopes(model, batch, all), WithinAbs(loss / 3, 1e-12));
    const std::vector<double> a = all_values(all), b = all_values(sum);
    double gap = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        gap = std::max(gap, std::abs(a[i] - b[i] / 3));
    CHECK(gap < 1e-12);
}

TEST_CASE("With cross-attention closed another sentence changes no logit", "[chapter16]") {
    const Task task = task_of(1);
    const Ids written = given_before(task.unseen[0].target);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Translator whole = shaken(task, seed);
        Translator deaf = whole;
        close_cross_attention(deaf);
        const Matrix a = deaf.write(written, deaf.read(task.shown[0].source));
        for (const Example& example : {task.shown[1], task.unseen[0], task.unseen[71]}) {
            REQUIRE(deaf.write(written, deaf.read(example.source)) == a);
            REQUIRE(translate(deaf, example.source) ==
                    translate(deaf, task.shown[0].source));
            REQUIRE(whole.write(written, whole.read(example.source)) !=
                    whole.write(written, whole.read(task.shown[0].source)));
        }
    }
}

TEST_CASE("With a causal mask no logit knows what comes later", "[chapter16]") {
    const Task task = task_of(1);
    const Ids source = task.unseen[0].source, written = given_before(task.unseen[0].target);
    const Translator model = shaken(task, 4);
    for (const bool is_causal : {true, false}) {
        const Matrix logits = model.trace(source, written, is_causal).logits;
        for (std::size_t from = 1; from < written.size(); ++from) {
            const Matrix other =
                model
                    .trace(source,
                           with_others_from(written, from, task.target_words.size()),
                           is_causal)
                    .logits;
            for (std::size_t i = 0; i < written.size(); ++i)
                REQUIRE(is_same_row(logits, other, i) == (is_causal && i < from));
        }
        // In one layer the last row sees all there is, with a mask and without.
        CHECK(is_same_row(logits, model.write(written, model.read(source)),
                          written.size() - 1));
    }
}

TEST_CASE("Without source positions a sentence and its mirror get one translation",
          "[chapter16]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const Task task = task_of(seed);
        const Translator model = shaken(task, seed);
        const Ids pair{4, 7, 12, 4, 9, end_id}, mirror{4, 9, 12, 4, 7, end_id},
            written{0, 3, 5};
        const auto bag = [&](const Ids& ids) {
            return model.write(written, model.encoder.forward(model.source.forward(ids)));
        };
        CHECK_THAT(bag(pair), IsCloseTo(bag(mirror), 1e-12));
        // With positions they are two.
        const Matrix gap = model.write(written, model.read(pair)) -
                           model.write(written, model.read(mirror));
        CHECK(
            std::ranges::any_of(gap.values(), [](double x) { return std::abs(x) > 1e-3; }));
    }
}

TEST_CASE("A cache changes no word", "[chapter16]") {
    const Task task = task_of(1);
    std::set<Ids> different_texts;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Translator model = shaken(task, seed);
        for (std::size_t i = 0; i < 4; ++i) {
            const Ids text = translate(model, task.unseen[i].source);
            REQUIRE(translate_with_cache(model, task.unseen[i].source) == text);
            different_texts.insert(text);
        }
    }
    CHECK(different_texts.size() > 8);  // they say something
}

TEST_CASE("A translation stops after so many words", "[chapter16]") {
    const Task task = task_of(1);
    // It would never end.
    Translator model = random_translator(task, 2);
    model.to_logits.bias[end_id] = -1e6;
    const Ids source = task.unseen[0].source;
    CHECK(translate(model, source).size() == 12);
    CHECK(translate_with_cache(model, source).size() == 12);
    for (const std::size_t most : {0U, 1U, 2U, 7U, 23U}) {
        const Ids text = translate(model, source, most);
        CHECK(text.size() == most);
        CHECK(translate_with_cache(model, source, most) == text);
        if (most > 0) CHECK(writing_of(model, task, source, most).words.size() == most);
    }
    // And now it ends at once.
    model.to_logits.bias[end_id] = 1e6;
    CHECK(translate(model, source).empty());
    CHECK(translate_with_cache(model, source).empty());
    CHECK(writing_of(model, task, source).words == Words{"(end)"});
}

TEST_CASE("A score counts words and nothing but words", "[chapter16]") {
    const Translator model = shipped(1);
    const Task task = task_of(1);
    std::vector<Example> examples(task.unseen.begin(), task.unseen.begin() + 3);
    CHECK(score_of(model, examples).right == 3);
    examples[1].target.insert(examples[1].target.begin(), 5);  // a word too many
    examples[2].target.erase(examples[2].target.begin());      // a word missing
    CHECK(score_of(model, examples).right == 1);
    CHECK_THAT(score_of(model, examples).loss,
               WithinAbs(loss_of(model, examples, true), 1e-12));
}

}  // namespace attn::chapters::ch16
