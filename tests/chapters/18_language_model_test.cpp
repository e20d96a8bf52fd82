// Chapter 18: what must hold on every platform of the rows, of the language model, of its mistakes
// and of the pieces of words.
#include "chapters/18_language_model/18_language_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/learning/loss.hpp"
#include "attn/sampling.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/program/all_chapters.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

namespace attn::chapters::ch18 {

using Catch::Matchers::WithinAbs;

namespace {

/// A model whose weights are far from those that it starts with; no bias is 0.
Gpt shaken_gpt(std::size_t n_words, std::uint64_t seed) {
    Gpt model = random_gpt(n_words, seed);
    shake(parameters(model), seed, 0.3);
    return model;
}

/// A sentence's words again, from its pieces.
Words together(const Words& pieces) {
    Words words;
    for (const std::string& piece : pieces) {
        if (piece.starts_with("_"))
            words.push_back(piece.substr(1));
        else
            words.back() += piece;
    }
    return words;
}

}  // namespace

TEST_CASE("A row is the beginning, the Korean, the end, the English, the end",
          "[chapter18]") {
    const Rows rows = wishes_in_rows(1);
    CHECK(rows.words.size() == 62);
    CHECK(rows.shown.size() == 288);
    REQUIRE(rows.unseen.size() == 72);
    CHECK(text_of(rows.unseen[0].ids, rows.words) ==
          "(begin) 나는 바다에 가고 싶어 (end) I want to go to the sea (end)");
    CHECK(rows.unseen[0].n_prompt == 6);
    std::set<Ids> all;
    for (const auto* side : {&rows.shown, &rows.unseen}) {
        for (const Row& row : *side) {
            all.insert(row.ids);
            REQUIRE(row.ids[0] == begin_id);
            REQUIRE(std::ranges::count(row.ids, begin_id) == 1);
            REQUIRE(std::ranges::count(row.ids, end_id) == 2);
            REQUIRE(row.ids[row.n_prompt - 1] == end_id);
            REQUIRE(row.ids.back() == end_id);
            REQUIRE(prompt_of(row).size() == row.n_prompt);
        }
    }
    CHECK(all.size() == 360);
}

TEST_CASE("The prompt is paid for or not, and each target is the word that follows",
          "[chapter18]") {
    const Row row{{0, 7, 8, 1, 20, 21, 1}, 4};
    constexpr std::size_t no = no_target;
    CHECK(targets_of(row) == Ids{no, no, no, 20, 21, 1});
    CHECK(targets_of(row, {.with_prompt = true}) == Ids{7, 8, 1, 20, 21, 1});
    CHECK(targets_of(row, {.ahead = 0}) == Ids{no, no, no, 1, 20, 21});
}

TEST_CASE("A language model's slopes are the measured ones", "[chapter18]") {
    const std::vector<Row> batch{{{0, 3, 1, 7, 8, 9, 1}, 3}, {{0, 4, 5, 6, 1, 10, 1}, 5}};
    for (const Targets& targets : {Targets{}, Targets{.with_prompt = true},
                                   Targets{.with_prompt = true, .ahead = 0}}) {
        Gpt model = shaken_gpt(11, 5), gradient = zeros_like(model);
        CHECK_THAT(loss_and_slopes(model, batch, targets, gradient),
                   WithinAbs(loss_of(model, batch, targets), 1e-12));
        const CheckedSlope worst =
            ::worst_slope([&] { return loss_of(model, batch, targets); }, parameters(model),
                          parameters(gradient), 5, 3);
        INFO(worst.place << " is " << worst.computed << ", measured " << worst.measured);
        CHECK(worst.error < 1e-5);
    }
}

TEST_CASE("A second training goes on where the first ended", "[chapter18]") {
    const Trained writer = learn({.steps = 40, .every = 40}, {.with_prompt = true});
    const Trained tuned = learn({.steps = 5, .every = 5}, {}, 288, {}, &writer.model);
    CHECK(tuned.scores.front().loss == writer.scores.back().loss);
    CHECK(tuned.scores.back().loss < writer.scores.back().loss);
}

TEST_CASE("Of a text that is mostly questions one row in eight has its answer",
          "[chapter18]") {
    const Rows rows = wishes_in_rows(1);
    const std::vector<Row> text = mostly_questions(rows.shown, 1);
    REQUIRE(text.size() == 8 * 288);
    std::set<Ids> questions;
    for (const Row& row : rows.shown) questions.insert(prompt_of(row));
    for (std::size_t i = 0; i < text.size(); ++i) {
        const Row &row = text[i], &wish = rows.shown[i % 288];
        REQUIRE(prompt_of(row) == prompt_of(wish));
        Ids rest{begin_id};
        rest.insert(rest.end(), row.ids.begin() + static_cast<std::ptrdiff_t>(row.n_prompt),
                    row.ids.end());
        REQUIRE(questions.contains(rest) == (i >= 288));
        if (i < 288) REQUIRE(row.ids == wish.ids);
    }
}

TEST_CASE("No word's logits know what comes after it", "[chapter18]") {
    const Gpt model = shaken_gpt(13, 2);
    const Ids ids{0, 5, 9, 1, 7, 12, 3}, other{0, 5, 9, 1, 8, 4, 11};
    const Matrix a = model.forward(ids), b = model.forward(other);
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::ranges::equal(a.row(i), b.row(i)));
    for (std::size_t i = 4; i < 7; ++i) CHECK_FALSE(std::ranges::equal(a.row(i), b.row(i)));
    CHECK(model.forward(ids, {0, 1, 2, 3, 4, 5, 6}) == a);
    CHECK_THROWS_AS(model.forward({}), ShapeError);
    CHECK_THROWS_AS(model.forward(ids, {0, 1}), ShapeError);
    // Other places change a word and those that attend to it.
    const Matrix moved = model.forward(ids, {0, 1, 2, 3, 4, 9, 6});
    for (std::size_t i = 0; i < 7; ++i)
        CHECK(std::ranges::equal(a.row(i), moved.row(i)) == (i < 5));
}

TEST_CASE("It goes on until the end, or for so many words", "[chapter18]") {
    const Gpt model = shaken_gpt(13, 2);
    std::size_t n = 0;
    const auto third_is_end = [&](std::span<const double> logits) {
        CHECK(logits.size() == 13);
        return ++n == 3 ? end_id : 5;
    };
    CHECK(continued(model, {0, 4}, third_is_end) == Ids{0, 4, 5, 5, end_id});
    CHECK(continued(
              model, {0}, [](auto) { return std::size_t{7}; }, 4) == Ids{0, 7, 7, 7, 7});
    CHECK(continued(model, {0}, greedy, 0) == Ids{0});
    const Matrix logits = model.forward({0, 4});
    CHECK(continued(model, {0, 4}, greedy, 1).back() == argmax(logits.row(1)));
}

TEST_CASE("What is learned by heart comes out again, and at a wrong place it need not",
          "[chapter18]") {
    const Trained few = learn({.steps = 100, .every = 100}, {.with_prompt = true}, 4);
    REQUIRE(few.rows.shown.size() == 4);
    CHECK(few.shown_scores.back().right == 4);
    CHECK(few.scores.back().right < 10);
    CHECK(few.losses.back() < few.losses.front() / 3);
    const auto own = [](std::size_t i, std::size_t) { return i; };
    CHECK(right_at_places(few.model, few.rows.shown, own) == 4);
    CHECK(right_at_places(few.model, few.rows.shown,
                          [](auto, auto) { return std::size_t{300}; }) < 4);
    CHECK(right_at_places(few.model, few.rows.unseen, own) == few.scores.back().right);

    // Made up from nothing, it can only be these four.
    const MadeUp made = make_up(few.model, few.rows, {.temperature = 0.1}, 20);
    CHECK(made.n_korean == 20);
    CHECK(made.n_right == 20);
    CHECK(made.n_new == 0);
    CHECK(made.n_different <= 4);
    const MadeUp wild = make_up(few.model, few.rows, {.temperature = 50}, 20);
    CHECK(wild.n_right == 0);
    CHECK(wild.n_different == 20);
    for (const std::size_t n : {0U, 33U, 320U})
        CHECK_THROWS_AS(learn({.steps = 1}, {}, n), std::invalid_argument);
}

TEST_CASE("With itself as its target a model repeats, and its loss falls all the same",
          "[chapter18]") {
    const Trained wrong = learn({.steps = 60, .every = 60}, {.ahead = 0});
    CHECK(wrong.losses.back() < 0.5);
    CHECK(wrong.scores.back().right == 0);
    const Ids prompt = prompt_of(wrong.rows.unseen[0]);
    CHECK(continued(wrong.model, prompt, greedy).size() == prompt.size() + 1);
}

TEST_CASE("Temperature, top-k and top-p follow each other", "[chapter18]") {
    const std::vector<double> logits{2, 1, 0.5, -1, -3};
    const std::vector<double> all = Sampling{}.probabilities(logits), p = softmax(logits);
    for (std::size_t i = 0; i < p.size(); ++i) CHECK_THAT(all[i], WithinAbs(p[i], 1e-15));
    const std::vector<double> hot = at_temperature(logits, 3), four = top_k(hot, 4);
    CHECK(Sampling{3, 4, 0.7}.probabilities(logits) == top_p(four, 0.7));
    CHECK(Sampling{}.k == wishes_in_rows(1).words.size());
}

TEST_CASE("The commonest neighbours become one piece, of equal ones the first",
          "[chapter18]") {
    // _a b: 3, b c: 2, _d b: 1; then _ab c: 2.
    const std::vector<Words> text{{"abc", "ab"}, {"abc"}, {"db"}};
    CHECK(learn_merges(text, 2) == std::vector<Merge>{{"_a", "b"}, {"_ab", "c"}});
    CHECK(learn_merges(text, 9).size() == 3);
    CHECK(learn_merges({{"ba", "ca"}}, 1) == std::vector<Merge>{{"_b", "a"}});
    CHECK(learn_merges({{"x"}}, 5).empty());
    // From left to right, and a piece is used once.
    CHECK(pieces_of({"baaaa"}, {{"a", "a"}}) == Words{"_b", "aa", "aa"});
    CHECK(pieces_of({"baaa"}, {{"a", "a"}}) == Words{"_b", "aa", "a"});
    CHECK(pieces_of({"나는", "나"}, {}) == Words{"_나", "는", "_나"});
}

TEST_CASE("Pieces make the same words again", "[chapter18]") {
    const std::vector<Merge> merges = all_merges();
    for (std::size_t n = 0; n <= merges.size(); n += 3) {
        for (const Words& sentence : sentences_about_people())
            REQUIRE(together(pieces_of(sentence, first_merges(merges, n))) == sentence);
    }
    for (const Words& sentence : sentences_about_people())
        REQUIRE(pieces_of(sentence, merges).size() == sentence.size());
}

TEST_CASE("The three merges of the text are counted as a pencil does", "[chapter18]") {
    const std::vector<Words> text{
        {"walk", "walk", "walk", "walks", "walks", "talks", "talks"}};
    const std::vector<Merge> merges = learn_merges(text, 3);
    CHECK(merges == std::vector<Merge>{{"a", "l"}, {"al", "k"}, {"_w", "alk"}});
    CHECK(times_met({"a", "l"}, text, {}) == 7);
    CHECK(times_met({"_w", "a"}, text, {}) == 5);
    CHECK(times_met({"k", "s"}, text, {}) == 4);
    CHECK(pieces_of({"stalk", "walkwalk"}, merges) ==
          Words{"_s", "t", "alk", "_walk", "w", "alk"});
}

TEST_CASE("Eleven merges find stems and particles", "[chapter18]") {
    const std::vector<Merge> merges = first_merges(all_merges(), stems_and_particles);
    const std::set<std::string> topics{"은", "는"}, objects{"을", "를"};
    std::set<std::string> stems;
    for (const Words& sentence : sentences_about_people()) {
        const Words pieces = pieces_of(sentence, merges);
        REQUIRE(pieces.size() == 5);
        CHECK(topics.contains(pieces[1]));
        CHECK(objects.contains(pieces[3]));
        stems.insert(pieces[0]);
    }
    CHECK(stems.size() == 8);
    CHECK(cut_by(merges).n_kinds == 17);
}

TEST_CASE("A prompt of unknown words is refused by its knob", "[chapter18]") {
    Chapter chapter;
    all_chapters.at(17)(chapter);
    chapter.turn("prompt", "나는 달에");
    CHECK_THROWS_WITH(chapter.check_values(),
                      ContainsText("--prompt") && ContainsText("달에"));
}

}  // namespace attn::chapters::ch18
