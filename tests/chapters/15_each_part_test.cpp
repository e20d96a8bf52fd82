// Chapter 15: what must hold of the models from which a part is taken away, on every platform:
// the data, the ways back, and three theorems. No digit here was trained, but for the recording.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/gradient_check.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/15_each_part/15_each_part.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

namespace attn::chapters::ch15 {

using Catch::Matchers::WithinAbs;

namespace {

const double ln_2 = std::log(2.0);
constexpr std::size_t first_place = 4, second_place = 10;

/// A sentence without what its versions differ in.
Ids bare(Ids ids) {
    ids.at(first_place) = ids.at(second_place) = 0;
    return ids;
}

/// Sentences on both questions' terms: every version of every eighth sentence.
std::vector<Versions> some_versions(std::size_t from) {
    const std::vector<Versions> all = all_versions();
    std::vector<Versions> some;
    for (std::size_t i = from % 8; i < all.size(); i += 8) some.push_back(all[i]);
    return some;
}

/// A model whose weights are far from those that it starts with.
SentenceModel shaken(const Design& design, std::uint64_t seed, double most = 1) {
    SentenceModel model = random_sentence_model(design, seed);
    shake(parameters(model), seed, most);
    return model;
}

/// All designs that the chapter names, six layers cut down to two.
std::vector<NamedDesign> named_designs() {
    std::vector<NamedDesign> all = all_designs();
    for (NamedDesign& named : all)
        named.design.n_layers = std::min<std::size_t>(named.design.n_layers, 2);
    return all;
}

/// The largest error of any slope.
CheckedSlope worst_slope(SentenceModel& model, const Design& design,
                         std::span<const Asked> batch, std::uint64_t seed) {
    SentenceModel gradient = zeros_like(model);
    const double loss = loss_and_slopes(model, design, batch, gradient);
    CHECK_THAT(score_of(model, design, batch).loss, WithinAbs(loss, 1e-12));
    return ::worst_slope([&] { return score_of(model, design, batch).loss; },
                         parameters(model), parameters(gradient), seed, 2);
}

/// How far the four margins of a sentence are from adding up as theorem 2 has it.
double margins_gap(const SentenceModel& model, const Design& design,
                   const Versions& versions) {
    return margin(model, design, versions[0]) + margin(model, design, versions[1]) -
           margin(model, design, versions[2]) - margin(model, design, versions[3]);
}

/// Theorems 2 and 3: what a model can say of `sense` when each half is read by itself.
void check_that_halves_only_add(const SentenceModel& model, const Design& design,
                                std::size_t from) {
    for (const Versions& versions : some_versions(from)) {
        REQUIRE_THAT(margins_gap(model, design, versions), WithinAbs(0, 1e-10));
        const Score score = score_of(model, design, asked_of(Question::sense, versions));
        REQUIRE(score.loss >= ln_2 - 1e-12);
        REQUIRE(score.right <= 3);
    }
}

/// Theorem 1: what a model can say of `place` when order does not count.
void check_that_twins_are_one(const SentenceModel& model, const Design& design,
                              std::size_t from) {
    for (const Versions& versions : some_versions(from)) {
        const Matrix first = model.trace(design, versions[0]).logits;
        const Matrix second = model.trace(design, versions[1]).logits;
        REQUIRE_THAT(softmax_rows(first), IsCloseTo(softmax_rows(second), 1e-12));
        const Score score = score_of(model, design, asked_of(Question::place, versions));
        REQUIRE(score.loss >= ln_2 - 1e-12);
        // At a tie the last digits decide: then two may be right, or none.
        if (std::abs(first(0, 0) - first(0, 1)) > 1e-9) REQUIRE(score.right == 1);
    }
}

Matrix random_words(std::size_t n, std::uint64_t seed) {
    Random generator(seed);
    return random_normal_matrix(n, 16, generator);
}

void check_same(const EncoderLayerTrace& a, const EncoderLayerTrace& b) {
    CHECK(a.placement == b.placement);
    CHECK(a.input == b.input);
    CHECK(a.attention.q == b.attention.q);
    CHECK(a.attention.concat == b.attention.concat);
    CHECK(a.attention.output == b.attention.output);
    CHECK(a.attention_sum == b.attention_sum);
    CHECK(a.norm1.output == b.norm1.output);
    CHECK(a.feed_forward.output == b.feed_forward.output);
    CHECK(a.feed_forward_sum == b.feed_forward_sum);
    CHECK(a.norm2.output == b.norm2.output);
    CHECK(a.output == b.output);
}

}  // namespace

TEST_CASE("256 sentences in four versions differ in two places only", "[chapter15]") {
    const std::vector<Versions> all = all_versions();
    REQUIRE(all.size() == 256);
    REQUIRE(words().size() == 25);
    CHECK(std::set<std::string>(words().begin(), words().end()).size() == 25);
    CHECK(words()[3] == "not");
    CHECK(words()[24] == "indeed");
    const std::array<Ids, 4> said{Ids{3, 24}, Ids{24, 3}, Ids{3, 3}, Ids{24, 24}};
    std::set<Ids> different, sentences;
    for (const Versions& versions : all) {
        for (std::size_t i = 0; i < 4; ++i) {
            REQUIRE(versions[i].size() == 12);
            REQUIRE(Ids{versions[i][first_place], versions[i][second_place]} == said[i]);
            REQUIRE(bare(versions[i]) == bare(versions[0]));
            REQUIRE(
                std::ranges::all_of(versions[i], [](std::size_t id) { return id < 25; }));
            different.insert(versions[i]);
        }
        // Elsewhere there is neither a "not" nor an "indeed".
        const Ids rest = bare(versions[0]);
        REQUIRE(std::ranges::count(rest, 3U) + std::ranges::count(rest, 24U) == 0);
        sentences.insert(rest);
    }
    CHECK(different.size() == 1024);
    CHECK(sentences.size() == 256);
}

TEST_CASE("No version of an unseen sentence is shown", "[chapter15]") {
    for (const Question question : {Question::place, Question::sense}) {
        const std::size_t n_versions = question == Question::place ? 2 : 4;
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            const Sides sides = sides_of(question, seed);
            std::map<Ids, std::size_t> shown, unseen;
            std::size_t ones = 0;
            for (const Asked& asked : sides.shown) ++shown[bare(asked.ids)];
            for (const Asked& asked : sides.unseen) {
                ++unseen[bare(asked.ids)];
                ones += asked.answer;
            }
            REQUIRE(sides.unseen.size() == 128 * n_versions);
            REQUIRE(ones == 64 * n_versions);
            REQUIRE(shown.size() == 128);
            REQUIRE(unseen.size() == 128);
            for (const auto& sentence : shown) REQUIRE(sentence.second == n_versions);
            for (const auto& sentence : unseen) {
                REQUIRE(sentence.second == n_versions);
                REQUIRE(!shown.contains(sentence.first));
            }
        }
    }
    CHECK(sides_of(Question::sense, 1).unseen[0].ids !=
          sides_of(Question::sense, 2).unseen[0].ids);
}

TEST_CASE("Chapter 15's batches go through all shown sentences before any returns",
          "[chapter15]") {
    for (const Question question : {Question::place, Question::sense}) {
        const std::size_t round = question == Question::place ? 16 : 32;
        const Sides sides = sides_of(question, 3);
        std::map<Ids, std::size_t> shown;
        for (const Asked& asked : sides.shown) shown[asked.ids] = asked.answer;
        REQUIRE(shown.size() == 16 * round);
        const auto batches = batches_of(question, 3, 2 * round + 1);
        REQUIRE(batches.size() == 2 * round + 1);
        for (const std::size_t start : {std::size_t{0}, round}) {
            std::set<Ids> seen;
            for (std::size_t i = start; i < start + round; ++i) {
                REQUIRE(batches[i].size() == 16);
                for (const Asked& asked : batches[i]) {
                    REQUIRE(shown.contains(asked.ids));
                    REQUIRE(shown.at(asked.ids) == asked.answer);
                    seen.insert(asked.ids);
                }
            }
            REQUIRE(seen.size() == 16 * round);
        }
        REQUIRE(batches[0][0].ids != batches[round][0].ids);  // in another order
        // Fewer steps are the first ones of more.
        REQUIRE(batches_of(question, 3, 2)[1][15].ids == batches[1][15].ids);
    }
}

TEST_CASE("With nothing missing the layer of parts is the library's, to the bit",
          "[chapter15]") {
    for (const std::size_t n_heads : {1U, 2U, 4U}) {
        Random generator(5);
        EncoderLayer layer = random_encoder_layer({.d_model = 16,
                                                   .n_heads = n_heads,
                                                   .d_ff = 32,
                                                   .placement = NormPlacement::pre},
                                                  generator);
        shake(parameters(layer), 5, 0.5);
        const Design design{.n_heads = n_heads};
        const Matrix x = random_words(7, 6), d_output = random_words(7, 8);
        const EncoderLayerTrace ours = trace(layer, design, x), library = layer.trace(x);
        check_same(ours, library);
        CHECK(ours.output == layer.forward(x));
        // Both ways back add the same slopes in the same order, or only two of them, where
        // order does not count: so these are equal to the bit, too.
        EncoderLayer a = zeros_like(layer), b = zeros_like(layer);
        CHECK(backward(layer, design, ours, d_output, a) ==
              attn::backward(layer, library, d_output, b));
        CHECK(all_values(a) == all_values(b));
        // A gradient is added to, not overwritten.
        backward(layer, design, ours, d_output, a);
        CHECK_THAT(a.attention.w_o.weight, IsCloseTo(b.attention.w_o.weight * 2, 1e-12));
    }
}

TEST_CASE("What a layer loses is not computed", "[chapter15]") {
    Random generator(5);
    const EncoderLayer layer = random_encoder_layer(
        {.d_model = 16, .n_heads = 2, .d_ff = 32, .placement = NormPlacement::pre},
        generator);
    const Matrix x = random_words(7, 6);
    CHECK(trace(layer, {.has_attention = false, .has_feed_forward = false}, x).output == x);
    CHECK(trace(layer, {.has_attention = false}, x).attention.heads.empty());
    CHECK(trace(layer, {.has_feed_forward = false}, x).output ==
          trace(layer, {.has_feed_forward = false}, x).attention_sum);
    CHECK(trace(layer, {.has_norms = false}, x).norm1.output == x);
    const EncoderLayerTrace alone = trace(layer, {.has_residuals = false}, x);
    CHECK(alone.attention_sum == alone.attention.output);
    CHECK(alone.output == alone.feed_forward.output);
    const EncoderLayerTrace scaled = trace(layer, {}, x),
                            raw = trace(layer, {.is_scaled = false}, x);
    CHECK(raw.attention.heads[1].masked == raw.attention.heads[1].scores);
    CHECK_THAT(raw.attention.heads[1].masked,
               IsCloseTo(scaled.attention.heads[1].masked * std::sqrt(16.0 / 2), 1e-12));
}

TEST_CASE("The residual from the input adds the layer's input", "[chapter15]") {
    Random generator(5);
    const EncoderLayer layer = random_encoder_layer(
        {.d_model = 16, .n_heads = 2, .d_ff = 32, .placement = NormPlacement::pre},
        generator);
    const Matrix x = random_words(7, 6);
    const EncoderLayerTrace right = trace(layer, {}, x);
    const EncoderLayerTrace from_input =
        trace(layer, {.mistake = Mistake::residual_from_the_input}, x);
    CHECK(from_input.attention_sum == right.attention_sum);
    CHECK(from_input.output == x + right.feed_forward.output);
}

TEST_CASE("Every design has its own parameters, and one seed the same numbers",
          "[chapter15]") {
    SentenceModel whole = random_sentence_model({}, 9);
    CHECK(parameter_count(parameters(whole)) == 25 * 16 + 2224 + 34);
    for (const NamedDesign& named : named_designs()) {
        INFO(named.name);
        SentenceModel model = random_sentence_model(named.design, 9);
        CHECK(model.layers.size() == named.design.n_layers);
        CHECK(parameter_count(parameters(model)) ==
              25 * 16 + 2224 * named.design.n_layers + 34 +
                  (named.design.bends_average ? 16 * 17 : 0));
        CHECK(model.words.table == whole.words.table);
        CHECK(model.layers[0].attention.w_q.weight == whole.layers[0].attention.w_q.weight);
        CHECK(model.layers[0].attention.n_heads == named.design.n_heads);
        const std::vector<double> zeros = [&] {
            SentenceModel gradient = zeros_like(model);
            return all_values(gradient);
        }();
        CHECK(std::ranges::all_of(zeros, [](double value) { return value == 0; }));
    }
}

TEST_CASE("The slopes of every design are those that are measured", "[chapter15]") {
    std::vector<NamedDesign> designs = named_designs();
    // And what is missing together with the mistake that depends on it.
    for (const NamedDesign& named : one_part_less()) {
        designs.push_back({named.name + ", residual from the input", "", named.design});
        designs.back().design.mistake = Mistake::residual_from_the_input;
    }
    const std::vector<Versions> all = all_versions();
    for (std::size_t i = 0; i < designs.size(); ++i) {
        INFO(designs[i].name);
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            INFO("seed " << seed);
            SentenceModel model = shaken(designs[i].design, seed, 0.3);
            const std::vector<Asked> batch{{all[7 * seed][0], 0}, {all[101 * seed][2], 1}};
            const CheckedSlope worst = worst_slope(model, designs[i].design, batch, seed);
            INFO(worst.place << " is " << worst.computed << ", measured "
                             << worst.measured);
            CHECK(worst.error < 1e-4);
        }
    }
}

/// A model of two layers in every second seed.
Design deeper(Design design, std::uint64_t seed) {
    design.n_layers = seed % 2 == 0 ? 2 : 1;
    return design;
}

TEST_CASE("Theorem 1: without positions place is answered no better than by a coin",
          "[chapter15]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const Design design = deeper({.has_positions = false}, seed);
        check_that_twins_are_one(shaken(design, seed), design, seed);
    }
    const Design without{.has_positions = false};
    const auto trained = learn({without, Question::place, {.steps = 60, .every = 30}});
    check_that_twins_are_one(trained.model, without, 0);
    for (const Score& score : trained.scores) {
        CHECK(score.loss >= ln_2 - 1e-12);
        CHECK(score.right == 128);
    }
    // With positions they are not one.
    const Versions versions = all_versions()[99];
    const SentenceModel whole = shaken({}, 1);
    CHECK(std::abs(margin(whole, {}, versions[0]) - margin(whole, {}, versions[1])) > 1e-3);
}

TEST_CASE("Theorem 1 once more: words alone, without a network, have one average",
          "[chapter15]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const Design design =
            deeper({.has_attention = false, .has_feed_forward = false}, seed);
        check_that_twins_are_one(shaken(design, seed), design, seed);
    }
    // With the network they have not.
    const Design with{.has_attention = false};
    const SentenceModel model = shaken(with, 1);
    const Versions versions = all_versions()[99];
    CHECK(std::abs(margin(model, with, versions[0]) - margin(model, with, versions[1])) >
          1e-3);
}

TEST_CASE("Theorem 2: without attention at most three of four versions are right",
          "[chapter15]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        Design design = deeper({.has_attention = false}, seed);
        check_that_halves_only_add(shaken(design, seed), design, seed);
    }
    const Design without{.has_attention = false};
    const auto trained = learn({without, Question::sense, {.steps = 60, .every = 30}});
    check_that_halves_only_add(trained.model, without, 0);
    for (const Score& score : trained.scores) {
        CHECK(score.loss >= ln_2 - 1e-12);
        CHECK(score.right <= 3 * 128);
    }
}

TEST_CASE("Theorem 2's three of four are reached", "[chapter15]") {
    // A model that adds: logits of the two places' words alone, margin -1 for each "not" and 1.5
    // before any; so none is wrong and one and two are right.
    const Design design{
        .has_positions = false, .has_attention = false, .has_feed_forward = false};
    SentenceModel model = zeros_like(random_sentence_model(design, 1));
    model.words.table(3, 0) = 12;
    model.to_logits.weight(0, 0) = -1;
    model.to_logits.bias = {1.5, 0};
    const Versions versions = all_versions()[17];
    CHECK_THAT(margin(model, design, versions[0]), WithinAbs(0.5, 1e-12));
    CHECK_THAT(margin(model, design, versions[2]), WithinAbs(-0.5, 1e-12));
    CHECK_THAT(margin(model, design, versions[3]), WithinAbs(1.5, 1e-12));
    CHECK(score_of(model, design, asked_of(Question::sense, versions)).right == 3);
    // And ln 2 by a model that says nothing, to either question.
    model = zeros_like(model);
    for (const Question question : {Question::place, Question::sense}) {
        CHECK_THAT(score_of(model, design, asked_of(question, versions)).loss,
                   WithinAbs(ln_2, 1e-15));
    }
}

TEST_CASE("Theorem 3: with heads by reshaping the halves only add", "[chapter15]") {
    const Design reshaped{.mistake = Mistake::heads_by_reshaping};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const Design design = deeper(reshaped, seed);
        check_that_halves_only_add(shaken(design, seed), design, seed);
    }
    const auto trained = learn({reshaped, Question::sense, {.steps = 60, .every = 30}});
    check_that_halves_only_add(trained.model, reshaped, 0);
    for (const Score& score : trained.scores) CHECK(score.loss >= ln_2 - 1e-12);
}

TEST_CASE("The whole layer does more than add", "[chapter15]") {
    const Design counting{.has_positions = false};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Versions versions = all_versions()[seed * 31];
        CHECK(std::abs(margins_gap(shaken({}, seed), {}, versions)) > 1e-3);
        // And without positions, too: it can count.
        CHECK(std::abs(margins_gap(shaken(counting, seed), counting, versions)) > 1e-3);
    }
}

TEST_CASE("The whole layer learns both questions", "[chapter15]") {
    const auto place = learn({{}, Question::place, {.steps = 150, .every = 150}});
    REQUIRE(place.scores.size() == 2);
    CHECK(place.scores.back().right == 256);
    const auto sense = learn({{}, Question::sense, {.steps = 400, .every = 400}});
    CHECK(sense.scores.back().right == 512);
    // For any sentence, shown or not.
    for (const Versions& versions : some_versions(1)) {
        CHECK(score_of(place.model, {}, asked_of(Question::place, versions)).right == 2);
        CHECK(score_of(sense.model, {}, asked_of(Question::sense, versions)).right == 4);
    }
    // The weights that are shipped are these.
    CHECK_THAT(margin(shipped(), {}, all_versions()[0][0]),
               WithinAbs(margin(sense.model, {}, all_versions()[0][0]), 1e-3));
}

TEST_CASE("A training of chapter 15 begins as it was recorded", "[chapter15]") {
    for (const char* design : {"no_attention", "words_alone", "residual_from_input"}) {
        INFO(design);
        const std::vector<Curve> recorded = runs_of(Question::place, design);
        REQUIRE(recorded.size() == n_seeds);
        const Curve& first = recorded[0];
        REQUIRE(first.seed == 1);
        REQUIRE(first.scores.size() == 1 + run_steps / first.every);
        const auto again = learn({design_named(design).design,
                                  Question::place,
                                  {.steps = 2 * first.every, .every = first.every}});
        REQUIRE(again.scores.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) {
            INFO("step " << i * first.every);
            const auto ours = static_cast<double>(again.scores[i].right);
            CHECK_THAT(ours, WithinAbs(static_cast<double>(first.scores[i].right), 2));
            CHECK_THAT(again.scores[i].loss, WithinAbs(first.scores[i].loss, 0.002));
        }
    }
}

TEST_CASE("A knob's curve stands before those of its own rate, where there are any",
          "[chapter15]") {
    const auto recorded = [](double rate) {
        return recorded_design(
            experiment_of("place", "residuals", 6, "2", 1, run_steps, rate, "linear"));
    };
    CHECK(kind_of(Question::place, "six_no_residuals", slow_rate) ==
          "place/six_no_residuals@0.0003");
    CHECK(recorded(slow_rate) == &design_named("six_no_residuals"));
    CHECK(recorded(2e-4) == nullptr);
    CHECK_THROWS_AS(design_named("five"), std::invalid_argument);
}

TEST_CASE("A bent average counts, and needs no attention", "[chapter15]") {
    // Two units: the count of "not" above 0 and above 1, in twelfths. 1 is "yes", 0 and 2 are "no".
    Design design{.has_positions = false,
                  .has_attention = false,
                  .has_feed_forward = false,
                  .bends_average = true};
    SentenceModel model = zeros_like(random_sentence_model(design, 1));
    model.words.table(3, 0) = 12;
    model.to_hidden.weight(0, 0) = model.to_hidden.weight(0, 1) = 1;
    model.to_hidden.bias[1] = -1;
    model.to_logits.weight(0, 0) = 1;
    model.to_logits.weight(1, 0) = -2;
    model.to_logits.bias = {-0.5, 0};
    const Versions versions = all_versions()[17];
    for (std::size_t i = 0; i < 4; ++i)
        CHECK_THAT(margin(model, design, versions[i]),
                   WithinAbs(i < 2 ? 0.5 : -0.5, 1e-12));
}

TEST_CASE("Six untrained layers: words melt in two of them, but not past residuals",
          "[chapter15]") {
    const auto least_cosine = [](const Matrix& words) {
        double least = 1;
        for (std::size_t i = 0; i < words.rows(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                least = std::min(least, cosine(words.row(i), words.row(j)));
        }
        return least;
    };
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        CAPTURE(seed);
        for (const bool has_residuals : {true, false}) {
            const Design six{.has_residuals = has_residuals, .n_layers = 6};
            const SentenceTrace t =
                random_sentence_model(six, seed).trace(six, all_versions()[0][0]);
            if (has_residuals) {
                CHECK(least_cosine(t.layers[5].output) < 0.5);
            } else {
                for (std::size_t i = 1; i < 6; ++i)
                    CHECK(least_cosine(t.layers[i].output) > 0.999);
            }
        }
    }
}

TEST_CASE("In one layer half of the seeds have sense sooner without residuals",
          "[chapter15]") {
    const auto half_by = [](const std::string& design) {
        std::vector<std::size_t> firsts;
        for (const Curve& run : runs_of(Question::sense, design))
            firsts.push_back(first_all_right(run, n_unseen(Question::sense)));
        std::ranges::sort(firsts);
        return firsts.at(n_seeds / 2 - 1);
    };
    CHECK(half_by("whole") == 140);
    CHECK(half_by("no_residuals") == 80);
}

TEST_CASE("The answers of chapter 15's exercises hold", "[chapter15]") {
    CHECK_THAT(ln_2, WithinAbs(0.6931, 5e-5));
    for (const Curve& curve : runs_of(Question::sense, "no_attention")) {
        for (const Score& score : curve.scores) {
            CHECK(score.loss >= 0.6931);
            CHECK(score.right <= 384);
        }
    }
    const std::vector<Curve> whole = runs_of(Question::sense, "whole"),
                             without = runs_of(Question::sense, "no_positions");
    REQUIRE(whole.size() == n_seeds);
    REQUIRE(without.size() == n_seeds);
    std::size_t sooner = 0;
    for (std::size_t i = 0; i < n_seeds; ++i) {
        if (first_all_right(without[i], 512) < first_all_right(whole[i], 512)) ++sooner;
    }
    CHECK(sooner > n_seeds / 2);
    const std::vector<Curve> stuck = runs_of(Question::place, "six_no_residuals");
    REQUIRE(stuck.size() == n_seeds);
    for (const Curve& curve : stuck) {
        INFO("seed " << curve.seed);
        CHECK_THAT(curve.scores.back().loss, WithinAbs(ln_2, 0.01));
    }
}

}  // namespace attn::chapters::ch15
