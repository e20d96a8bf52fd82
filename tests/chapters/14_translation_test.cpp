// Chapter 14: the shipped translators, the sentences that they are given, and the exercises.
#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "attn/decoding.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/14_translation/14_translation.hpp"
#include "chapters/program/all_chapters.hpp"
#include "matrix_matchers.hpp"
#include "plots/layout.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters::ch14 {

using Catch::Matchers::WithinAbs;

namespace {

/// The chapter with a knob turned, as its program has it.
struct Turned {
    Chapter chapter = {};

    Turned(const std::string& knob, const std::string& value) {
        all_chapters.at(13)(chapter);
        chapter.turn(knob, value);
    }

    void check() const { chapter.check_values(); }
};

}  // namespace

TEST_CASE("Step by step the same is written", "[chapter14]") {
    const Translator model = shipped(1);
    const Task task = task_of(1);
    for (const Example& example : {task.unseen[0], task.unseen[40]}) {
        const Ids text = translate(model, example.source);
        const std::vector<WritingStep> steps =
            write_step_by_step(model, task, example.source);
        REQUIRE(steps.size() == text.size() + 1);
        const Matrix reading = reading_of(model, example);
        Words written;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            CHECK(steps[i].so_far == written);
            REQUIRE(steps[i].words.size() == 2);
            CHECK(steps[i].p[0] >= steps[i].p[1]);
            CHECK(steps[i].p[0] + steps[i].p[1] <= 1 + 1e-12);
            REQUIRE(steps[i].reading.size() == example.source.size());
            for (std::size_t j = 0; j < example.source.size(); ++j)
                CHECK_THAT(steps[i].reading[j], WithinAbs(reading(i, j), 1e-12));
            written.push_back(steps[i].words[0]);
        }
        CHECK(written.back() == "(end)");
        written.pop_back();
        CHECK(written == words_of(text, task.target_words));
    }
}

TEST_CASE("The shipped translators have every unseen sentence right", "[chapter14]") {
    for (const std::uint64_t seed : {1U, 3U}) {
        const Score score = score_of(shipped(seed), task_of(seed).unseen);
        CHECK(score.right == 72);
        const Curve recorded = curves_of(Without::nothing).at(seed - 1);
        CHECK_THAT(score.loss, WithinAbs(recorded.scores.back().loss, 1e-4));
        const Matrix reading = reading_of(shipped(seed), task_of(seed).unseen[0]);
        REQUIRE(reading.rows() == 8);
        const Words korean = with_end(the_sentence().korean);
        const End end = ends_of(Without::nothing).at(seed - 1);
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(korean.at(argmax(reading.row(meaning_words[i]))) == end.read.at(i));
    }
    CHECK_THROWS_AS(shipped(2), std::runtime_error);
    // The words of one meaning, by name.
    Words english;
    for (const std::size_t i : meaning_words) english.push_back(the_sentence().english[i]);
    CHECK(english == Words{"I", "want", "go", "sea"});
    CHECK(meanings == Words{"나는", "싶어", "가고", "바다에"});
}

TEST_CASE("Seed 3 keeps the subject in the row of the end", "[chapter14]") {
    const auto first_word = [](std::uint64_t seed, const char* subject) {
        const Task task = task_of(seed);
        Words korean = the_sentence().korean;
        korean[0] = subject;
        return first_word_with_other_end(shipped(seed), task,
                                         ids_of(korean, task.source_words),
                                         ids_of(the_sentence().korean, task.source_words));
    };
    CHECK(first_word(1, "우리는") == "we");
    CHECK(first_word(3, "우리는") == "I");
    CHECK(first_word(3, "너는") == "you");
}

TEST_CASE("Chapter 14's own sentence takes known words and names the nearest",
          "[chapter14]") {
    const Turned house("sentence", "우리는 집에 가고 싶지 않아");
    std::ostringstream text;
    Page page(text);
    house.chapter.run_section("A sentence of your own", page);
    CHECK_THAT(text.str(), ContainsText("we do not want to go to the house\n"));
    REQUIRE(page.figures().size() == 1);
    CHECK(page.figures()[0].title == "“we do not want to go to the house”");
    CHECK_THAT(plots::svg_text(page.figures()[0]),
               ContainsText(">집에<") && ContainsText(">house<"));
    CHECK_THROWS_AS(Turned("sentence", "나는 바다를 가고 싶어").check(), UsageError);
    CHECK_THROWS_WITH(Turned("sentence", "나는 바다를 가고 싶어").check(),
                      ContainsText("바다를") && ContainsText("바다에"));
    CHECK_THROWS_AS(Turned("sentence", "I want").check(), UsageError);
    // The beginning and the end are no words of it.
    CHECK_THROWS_AS(Turned("sentence", "<begin>").check(), UsageError);
    CHECK_THROWS_WITH(Turned("without", "mask"), ContainsText("causal"));
}

TEST_CASE("After one step a sentence to learn from is not said to have been shown",
          "[chapter14]") {
    const Task task = task_of(1);
    Ids ids = task.shown[0].source;
    ids.pop_back();  // the end
    Turned one("steps", "1");
    one.chapter.turn("seed", "1");
    one.chapter.turn("train", "on");
    one.chapter.turn("sentence", text_of(words_of(ids, task.source_words)));
    std::ostringstream text;
    Page page(text);
    one.chapter.run_section("A sentence of your own", page);
    CHECK_THAT(text.str(), ContainsText("  (among the sentences to learn from)\n"));
}

TEST_CASE("A sentence that is too broad to be drawn is translated all the same",
          "[chapter14]") {
    std::string sixteen;
    for (int i = 0; i < 16; ++i) sixteen += "선생님은 ";
    const Turned broad("sentence", sixteen);
    std::ostringstream text;
    Page page(text);
    broad.chapter.run_section("A sentence of your own", page);
    CHECK_THAT(text.str(), ContainsText("written"));
    CHECK(page.figures().empty());
    REQUIRE(page.left_out().size() == 1);
    CHECK(page.left_out()[0].figure == "14_sentence");
    // The broadest of the grammar is drawn.
    for (const Pair& pair : wishes()) {
        CHECK(fits_side_by_side(pair.korean));
        CHECK(fits_side_by_side(pair.english));
    }
}

TEST_CASE("No word's box covers another's where all of a line have room", "[chapter14]") {
    std::size_t n_lines = 0;
    for (Pair pair : wishes()) {
        pair.korean.push_back("(end)");
        pair.english.push_back("(end)");
        INFO(text_of(pair.english));
        const Matrix reading(pair.english.size(), pair.korean.size(), 0.5);
        const plots::Page page = plots::laid_out(alignment_figure(
            "14_test", "A title", pair.korean, pair.english, reading, 0.05));
        const plots::Placed& placed = page.plots.at(0);
        std::map<double, std::vector<plots::Box>> lines;
        for (const plots::Mark& mark : placed.plot.marks) {
            const plots::Part* part = std::get_if<plots::Part>(&mark);
            if (part == nullptr) continue;
            const plots::Box box = plots::part_box(placed.at(part->at), *part);
            lines[box.top].push_back(box);
        }
        for (const auto& [top, boxes] : lines) {
            double breadth = 0;
            for (const plots::Box& box : boxes) breadth += box.width;
            if (breadth > 0.94 * placed.box.width) continue;
            ++n_lines;
            for (std::size_t i = 1; i < boxes.size(); ++i) {
                CHECK(boxes[i - 1].right() < boxes[i].left + 0.5);  // half a line's breadth
            }
        }
    }
    CHECK(n_lines > wishes().size());
}

TEST_CASE("The answers of chapter 14's exercises hold", "[chapter14]") {
    // Predict 3: the rows of 8 steps, and of 512.
    std::size_t eight = 0, many = 0;
    for (std::size_t n = 1; n <= 8; ++n) eight += n;
    for (std::size_t n = 1; n <= 512; ++n) many += n;
    CHECK(eight == 36);
    CHECK(many == 131328);
    CHECK(the_sentence().english.size() + 1 == 8);
    // Change 1: what was read for house, do and want.
    const Task task = task_of(1);
    const Words korean = Words({"우리는", "집에", "가고", "싶지", "않아"});
    std::size_t n_found = 0;
    for (const WritingStep& step :
         write_step_by_step(shipped(1), task, ids_of(korean, task.source_words))) {
        const std::string& word = step.words[0];
        if (word != "house" && word != "do" && word != "want") continue;
        ++n_found;
        const std::size_t most = argmax(step.reading);
        CHECK(korean.at(most) == (word == "house" ? "집에" : "않아"));
        CHECK(step.reading[most] > 0.9);
        CHECK(step.reading[3] < 0.1);  // 싶지
    }
    CHECK(n_found == 3);
    // Change 2 and 3 quote recorded trainings.
    const Curve no_causal = curves_of(Without::causal_mask).at(3),
                whole = curves_of(Without::nothing).at(3),
                deaf = curves_of(Without::cross_attention).at(3);
    REQUIRE(no_causal.seed == 4);
    CHECK_THAT(no_causal.scores.back().loss, WithinAbs(0.0057, 1e-9));
    CHECK_THAT(whole.scores.back().loss, WithinAbs(0.0059, 1e-9));
    CHECK(no_causal.scores.back().right == 12);
    CHECK(ends_of(Without::causal_mask).at(3).text == "I");
    CHECK_THAT(deaf.scores.back().loss, WithinAbs(0.8840, 1e-9));
    CHECK(ends_of(Without::cross_attention).at(3).text == "she wants to find the flower");
}

TEST_CASE("Every number of the wall is the small translator's", "[chapter14]") {
    const Translator model = small();
    const Task task = task_of(small_experiment().plan.seed);
    const plots::Figure wall = wall_figure(model, task);
    std::map<std::string, plots::Plot> tables;
    for (const plots::Row& row : wall.rows) {
        for (const plots::Block& block : row) {
            if (const auto* plot = std::get_if<plots::Plot>(&block)) {
                CHECK(!tables.contains(plot->name));
                tables[plot->name] = *plot;
            }
        }
    }
    const auto values = [&](const std::string& name) {
        REQUIRE(tables.contains(name));
        return plots::cells_of(tables.at(name))->values;
    };
    // What each says that it was made of makes it.
    std::size_t n_made = 0;
    for (const auto& [name, plot] : tables) {
        if (!plot.made) continue;
        INFO(name);
        ++n_made;
        const auto& [rule, left, right] = *plot.made;
        const Matrix a = values(left);
        const Matrix made = rule == "sum"       ? a + values(right)
                            : rule == "product" ? matmul(a, values(right))
                            : rule == "rows"    ? matmul(a, transpose(values(right)))
                            : rule == "divided" ? a / std::stod(right)
                                                : softmax_rows(a);
        CHECK_THAT(values(name), IsCloseTo(made, 1e-12));
    }
    CHECK(n_made == 19);
    // And the last row says "sea".
    const Matrix logits = model.to_logits.forward(values("last norm"));
    CHECK(task.target_words[argmax(logits.row(0))] == "sea");
    const Matrix memory = model.read(task.unseen[0].source);
    CHECK_THAT(values("memory"), IsCloseTo(memory, 1e-12));
    for (std::size_t j = 0; j < 4; ++j)
        CHECK_THAT(values("final norm")(0, j), WithinAbs(memory(1, j), 1e-12));
}

TEST_CASE("A step's cell is new once, and then its key and value are kept", "[chapter14]") {
    const Translator model = small();
    const Task task = task_of(2);
    KvCache cache = start_decoding(model.decoder, model.read(task.unseen[0].source));
    std::vector<KvCache> steps;
    for (int i = 0; i < 3; ++i) {
        decode_next(model.decoder, model.target.forward({begin_id}), cache);
        steps.push_back(cache);
    }
    const plots::Figure figure = cache_figure({"a", "b", "c"}, steps);
    const auto texts = [&](std::size_t i) {
        return *plots::cells_of(std::get<plots::Plot>(figure.rows.at(1).at(i)))->texts;
    };
    CHECK(texts(0) == plots::Texts{"new", "new", "new", "", "", "", "", "", ""});
    CHECK(texts(2) ==
          plots::Texts{"", "kept", "kept", "", "kept", "kept", "new", "new", "new"});
}

TEST_CASE("Of the staircase each row is given all before, and asked one", "[chapter14]") {
    const plots::Figure figure = staircase_figure({"a", "b"}, {0.5, 0.25});
    const plots::Cells& cells =
        *plots::cells_of(std::get<plots::Plot>(figure.rows.at(0).at(0)));
    CHECK(cells.open == Matrix{{1, 1, 0}, {1, 1, 1}});
    CHECK(cells.values == Matrix{{0, 1, 0}, {0, 0, 1}});
    CHECK((*cells.texts)[4] == "a");
}

TEST_CASE("In the moving picture each word is written after its ribbons began to grow",
          "[chapter14]") {
    const Words read{"na", "bada", "(end)"}, written{"I", "see", "(end)"};
    const Matrix reading{{0.9, 0.1, 0}, {0.3, 0.3, 0.4}, {0, 0.02, 0.98}};
    const plots::Figure still =
        alignment_figure("14_test", "A title", read, written, reading, 0.05);
    const plots::Figure moving = moving_figure(still);
    CHECK(moving.name == "14_moving");
    CHECK(moving.title == still.title);
    std::vector<double> words, ribbons;
    for (const plots::Mark& mark : std::get<plots::Plot>(moving.rows[0][0]).marks) {
        if (const auto* part = std::get_if<plots::Part>(&mark)) {
            CHECK(part->after.has_value() == (part->at.y == 0));  // what is read is there
            if (part->after) words.push_back(*part->after);
        } else if (const auto* line = std::get_if<plots::Line>(&mark)) {
            REQUIRE(line->after);
            ribbons.push_back(*line->after);
        }
    }
    REQUIRE(words.size() == 3);
    CHECK(std::ranges::is_sorted(words));
    CHECK(words.back() < 9);  // seconds
    std::ranges::sort(ribbons);
    REQUIRE(ribbons.size() == 6);
    const std::size_t of_word[] = {0, 0, 1, 1, 1, 2};
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(ribbons[i] < words[of_word[i]]);
        if (of_word[i] > 0) CHECK(ribbons[i] > words[of_word[i] - 1]);
    }
}

}  // namespace attn::chapters::ch14
