// Chapter 14: its designs, their slopes, and what each part that is taken away was for. No digit here
// was trained.
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
#include "chapters/14_translation/14_translation.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

namespace attn::chapters::ch14 {

using Catch::Matchers::WithinAbs;

namespace {

/// A model whose weights are far from those that it starts with; no bias is 0.
Translator shaken(const Design& design, const Task& task, std::uint64_t seed,
                  double most = 0.3) {
    Translator model = random_translator(design, task, seed);
    shake(parameters(model), seed, most);
    return model;
}

/// All designs that the chapter names.
std::vector<NamedDesign> all_designs() {
    std::vector<NamedDesign> all = changes();
    all.push_back(with_and_without_order().at(1));
    return all;
}

/// What a decoder is given before each of target's words.
Ids given_before(const Ids& target) {
    Ids given = target;
    given.insert(given.begin(), begin_id);
    given.pop_back();
    return given;
}

/// The mean loss of a model whose design is still to be applied, sentence by sentence.
double loss_of(const Translator& model, std::span<const Example> batch) {
    const Translator designed = with_design_applied(model);
    double sum = 0;
    for (const Example& example : batch) {
        const Matrix logits =
            designed.write(given_before(example.target), designed.read(example.source));
        sum += cross_entropy(logits, example.target);
    }
    return sum / static_cast<double>(batch.size());
}

/// The largest error of any slope.
CheckedSlope worst_slope(Translator& model, std::span<const Example> batch,
                         std::uint64_t seed) {
    Translator gradient = zeros_like(model);
    CHECK_THAT(loss_and_slopes(model, batch, gradient),
               WithinAbs(loss_of(model, batch), 1e-12));
    return ::worst_slope([&] { return loss_of(model, batch); }, parameters(model),
                         parameters(gradient), seed, 1);
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

TEST_CASE("Every design of chapter 14 has the same parameters, from one seed",
          "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    CHECK(task.source_words.size() == 2 + 29);
    CHECK(task.target_words.size() == 2 + 31);
    Translator whole = random_translator({}, task, 9);
    CHECK(parameter_count(parameters(whole)) == 24641);
    // Two tables, two layers with a final norm each, and the map to the logits.
    CHECK(31 * 32 + 33 * 32 + parameter_count(whole.encoder) +
              parameter_count(whole.decoder) + 33 * 32 + 33 ==
          24641);
    const std::vector<double> values = all_values(whole);
    for (const NamedDesign& named : all_designs()) {
        INFO(named.name);
        const Translator model = random_translator(named.design, task, 9);
        CHECK(all_values(model) == values);
        CHECK(model.design == named.design);
        CHECK(model.decoder.layers[0].cross_attention.n_heads == named.design.n_heads);
        const std::vector<double> zeros = all_values(zeros_like(model));
        CHECK(std::ranges::all_of(zeros, [](double value) { return value == 0; }));
    }
    CHECK(all_values(random_translator({}, task, 10)) != values);
}

TEST_CASE("Each change of chapter 14 changes one thing", "[chapter14]") {
    CHECK(changes().at(0).design == Design{});
    CHECK(with_and_without_order().at(0).design == Design{});
    std::set<std::string> names;
    for (const NamedDesign& named : all_designs()) {
        names.insert(named.name);
        const Design& d = named.design;
        const int n_changed = (d.n_heads != 1) + !d.has_cross_attention + !d.is_causal +
                              !d.is_scaled +
                              (!d.source_has_positions || !d.target_has_positions);
        CHECK(n_changed == (named.name == "whole" ? 0 : 1));
    }
    CHECK(names.size() == 7);
    const auto recorded = [](const char* task, const char* without, const char* heads) {
        const NamedDesign* design = recorded_design(plan_of(task, without, heads, 3, 300));
        return design == nullptr ? "none" : design->name;
    };
    CHECK(recorded("wishes", "nothing", "2") == "two_heads");
    CHECK(recorded("wishes", "nothing", "1") == "whole");
    CHECK(recorded("wishes", "cross-attention", "1") == "no_cross");
    CHECK(recorded("wishes", "causal", "1") == "no_causal");
    CHECK(recorded("wishes", "positions", "1") == "no_positions");
    CHECK(recorded("wishes", "scaling", "1") == "no_root");
    CHECK(recorded("people_to_english", "order", "1") == "no_order");
    CHECK(recorded("people_to_korean", "nothing", "1") == "whole");
    CHECK(recorded("mirrors_shown", "order", "1") == "no_order");
    CHECK(recorded("wishes", "nothing", "4") == "none");
    CHECK(plan_of("wishes", "nothing", "1", 1, 300) == shipped_plan(1));
    for (const std::string& part : parts_to_take()) {
        CHECK((plan_of("wishes", part, "1", 1, 300).design == Design{}) ==
              (part == "nothing"));
    }
}

TEST_CASE("The slopes of every translator are those that are measured", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    // Sentences of different lengths, so that nothing rests on a length.
    const auto is_short = [](const Example& example) { return example.target.size() == 5; };
    const std::vector<Example> batch{task.unseen[0],
                                     *std::ranges::find_if(task.shown, is_short)};
    REQUIRE(batch[0].target.size() == 8);
    std::vector<NamedDesign> designs = all_designs();
    // And all at once.
    designs.push_back({"nothing left",
                       "",
                       {.n_heads = 4,
                        .has_cross_attention = false,
                        .is_causal = false,
                        .is_scaled = false,
                        .source_has_positions = false,
                        .target_has_positions = false}});
    for (const NamedDesign& named : designs) {
        INFO(named.name);
        Translator model = shaken(named.design, task, 5);
        const CheckedSlope worst = worst_slope(model, batch, 5);
        INFO(worst.place << " is " << worst.computed << ", measured " << worst.measured);
        CHECK(worst.error < 1e-4);
    }
}

TEST_CASE("What a translator keeps on its way is what it computes", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    const Ids source = task.unseen[0].source, written = given_before(task.unseen[0].target);
    for (const NamedDesign& named : all_designs()) {
        INFO(named.name);
        const Translator model = with_design_applied(shaken(named.design, task, 7));
        const TranslatorTrace trace = model.trace(source, written);
        CHECK(trace.encoder.output == model.read(source));
        CHECK(trace.logits == model.write(written, model.read(source)));
        CHECK(trace.logits.rows() == written.size());
        CHECK(trace.logits.cols() == task.target_words.size());
    }
}

TEST_CASE("A batch's slopes are its sentences' mean, and are added", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    const Translator model = shaken({}, task, 2);
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

TEST_CASE("Without cross-attention nothing that was read has a slope", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    for (const bool reads : {true, false}) {
        Translator model = shaken({.has_cross_attention = reads}, task, 3),
                   gradient = zeros_like(model);
        loss_and_slopes(model, {task.shown.data(), 2}, gradient);
        for (const Parameter& part : parameters(gradient)) {
            INFO(part.name);
            const auto is_of = [&](const char* name) {
                return part.name.find(name) != std::string::npos;
            };
            const bool is_for_reading = is_of("source.") || is_of("encoder.") ||
                                        is_of("multihead_attn") ||
                                        is_of("decoder.layers.0.norm2");
            const bool is_zero =
                std::ranges::all_of(part.values, [](double slope) { return slope == 0; });
            CHECK(is_zero == (!reads && is_for_reading));
        }
    }
}

TEST_CASE("Without cross-attention another sentence changes no logit", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    const Ids written = given_before(task.unseen[0].target);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Translator deaf = with_design_applied(
                             shaken({.has_cross_attention = false}, task, seed)),
                         whole = with_design_applied(shaken({}, task, seed));
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

TEST_CASE("With a causal mask no logit knows what comes later", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    const Ids written = given_before(task.unseen[0].target);
    const std::size_t n = written.size();
    for (const bool is_causal : {true, false}) {
        const Translator model = shaken({.is_causal = is_causal}, task, 4);
        const Matrix memory = model.read(task.unseen[0].source),
                     logits = model.write(written, memory);
        REQUIRE(logits.rows() == n);
        CHECK(model.trace(task.unseen[0].source, written).logits == logits);
        for (std::size_t from = 1; from < n; ++from) {
            const Matrix other = model.write(
                with_others_from(written, from, task.target_words.size()), memory);
            for (std::size_t i = 0; i < n; ++i) {
                REQUIRE(is_same_row(logits, other, i) == (is_causal && i < from));
            }
        }
        // Nor does a row know how long the sentence gets.
        const Matrix alone = model.write({begin_id}, memory);
        CHECK(is_same_row(logits, alone, 0) == is_causal);
    }
}

TEST_CASE("Without source positions a sentence and its mirror get one translation",
          "[chapter14]") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        INFO("seed " << seed);
        const Task task = task_of(TaskName::people_to_korean, seed);
        const Design design{.n_heads = seed % 2 + 1, .source_has_positions = false};
        const Translator model = shaken(design, task, seed), whole = shaken({}, task, seed);
        for (const Mirrors& mirrors : who_sees_whom()) {
            if (!mirrors.are_nouns) continue;
            const Ids pair = ids_of(mirrors.pair.english, task.source_words),
                      mirror = ids_of(mirrors.mirror.english, task.source_words);
            REQUIRE(pair != mirror);
            const Ids written =
                given_before(ids_of(mirrors.pair.korean, task.target_words));
            REQUIRE_THAT(model.write(written, model.read(pair)),
                         IsCloseTo(model.write(written, model.read(mirror)), 1e-12));
            // One translation for two sentences: at most one is right.
            REQUIRE(translate(model, pair, 5) == translate(model, mirror, 5));
            REQUIRE(mirrors.pair.korean != mirrors.mirror.korean);
            // With positions they are two.
            const Matrix gap = whole.write(written, whole.read(pair)) -
                               whole.write(written, whole.read(mirror));
            REQUIRE(std::ranges::any_of(gap.values(),
                                        [](double x) { return std::abs(x) > 1e-3; }));
        }
    }
}

TEST_CASE("Without source positions the words may stand in any order", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    const Translator model = shaken({.source_has_positions = false}, task, 8);
    const Ids written = given_before(task.unseen[0].target);
    Ids order = task.unseen[0].source;
    const Matrix logits = model.write(written, model.read(order));
    std::ranges::sort(order);
    do {
        REQUIRE_THAT(model.write(written, model.read(order)), IsCloseTo(logits, 1e-12));
    } while (std::ranges::next_permutation(order).found);
    // What is written has its positions still.
    Ids swapped = written;
    std::swap(swapped[1], swapped[2]);
    const Matrix others = model.write(swapped, model.read(order));
    CHECK(!is_same_row(others, logits, written.size() - 1));
}

TEST_CASE("Positions are added to what is written, or not", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    for (const bool has_positions : {true, false}) {
        const Translator model = shaken({.target_has_positions = has_positions}, task, 8);
        const Matrix memory = model.read(task.unseen[0].source);
        // The same words before the last, in another order: a bag, without positions.
        const Matrix a = model.write({begin_id, 5, 6, 7, 8}, memory),
                     b = model.write({begin_id, 7, 5, 6, 8}, memory);
        double gap = 0;
        for (std::size_t j = 0; j < a.cols(); ++j)
            gap = std::max(gap, std::abs(a(4, j) - b(4, j)));
        CHECK((gap > 1e-3) == has_positions);
        CHECK((gap < 1e-12) == !has_positions);
    }
}

TEST_CASE("Not divided by the root, the scores are the raw dot products", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    Random generator(5);
    const Matrix x = random_normal_matrix(7, 32, generator),
                 y = random_normal_matrix(5, 32, generator);
    for (const std::size_t n_heads : {1U, 2U, 4U}) {
        const Translator model = shaken({.n_heads = n_heads, .is_scaled = false}, task, 6),
                         designed = with_design_applied(model);
        const auto check = [&](const MultiHeadAttention& raw,
                               const MultiHeadAttention& ours) {
            const MultiHeadTrace a = raw.trace(x, y, y), b = ours.trace(x, y, y);
            REQUIRE(b.heads.size() == n_heads);
            for (std::size_t h = 0; h < n_heads; ++h) {
                CHECK_THAT(b.heads[h].scaled, IsCloseTo(a.heads[h].scores, 1e-12));
            }
        };
        check(model.encoder.layers[0].attention, designed.encoder.layers[0].attention);
        check(model.decoder.layers[0].self_attention,
              designed.decoder.layers[0].self_attention);
        check(model.decoder.layers[0].cross_attention,
              designed.decoder.layers[0].cross_attention);
    }
    // Divided as always, nothing is another.
    const Translator whole = shaken({}, task, 6);
    CHECK(all_values(with_design_applied(whole)) == all_values(whole));
}

TEST_CASE("A cache changes no word", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    std::vector<NamedDesign> designs = all_designs();
    designs.push_back({"four heads", "", {.n_heads = 4}});
    std::set<Ids> different_texts;
    for (const NamedDesign& named : designs) {
        INFO(named.name);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Translator model = with_design_applied(shaken(named.design, task, seed));
            for (std::size_t i = 0; i < 4; ++i) {
                const Ids text = translate(model, task.unseen[i].source);
                REQUIRE(translate_with_cache(model, task.unseen[i].source) == text);
                different_texts.insert(text);
            }
        }
    }
    CHECK(different_texts.size() > 20);  // they say something
}

TEST_CASE("A translation stops after so many words", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
    // It would never end.
    Translator model = random_translator({}, task, 2);
    model.to_logits.bias[end_id] = -1e6;
    const Ids source = task.unseen[0].source;
    CHECK(translate(model, source).size() == 12);
    CHECK(translate_with_cache(model, source).size() == 12);
    for (const std::size_t most : {0U, 1U, 2U, 7U, 23U}) {
        const Ids text = translate(model, source, most);
        CHECK(text.size() == most);
        CHECK(translate_with_cache(model, source, most) == text);
        CHECK(write_step_by_step(model, task, source, most).size() == most);
    }
    // And now it ends at once.
    model.to_logits.bias[end_id] = 1e6;
    CHECK(translate(model, source).empty());
    CHECK(translate_with_cache(model, source).empty());
    const std::vector<WritingStep> steps = write_step_by_step(model, task, source);
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].words[0] == "(end)");
}

TEST_CASE("A score counts words and nothing but words", "[chapter14]") {
    const Outcome one = shipped(1);
    std::vector<Example> examples(one.task.unseen.begin(), one.task.unseen.begin() + 3);
    CHECK(score_of(one.model, examples).right == 3);
    examples[1].target.insert(examples[1].target.begin(), 5);  // a word too many
    examples[2].target.erase(examples[2].target.begin());      // a word missing
    CHECK(score_of(one.model, examples).right == 1);
    for (Example& example : examples) example.only_order_tells = true;
    CHECK(right_by_order(one.model, examples) == 1);
    examples[0].only_order_tells = false;
    CHECK(right_by_order(one.model, examples) == 0);
    CHECK_THAT(score_of(one.model, examples).loss,
               WithinAbs(loss_of(one.model, examples), 1e-12));
}

}  // namespace attn::chapters::ch14
