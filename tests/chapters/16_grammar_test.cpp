// Chapter 16: its sentences, what is shown of them and what is not, and their ids.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "chapters/16_translation/task.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch16 {

namespace {

Words words(std::initializer_list<const char*> all) {
    return {all.begin(), all.end()};
}

/// How many of them have a Korean of their own, and how many an English.
std::pair<std::size_t, std::size_t> different(const std::vector<Pair>& pairs) {
    std::set<Words> korean, english;
    for (const Pair& pair : pairs) {
        korean.insert(pair.korean);
        english.insert(pair.english);
    }
    return {korean.size(), english.size()};
}

/// The Korean sentences behind examples.
std::set<Words> korean_of(const std::vector<Example>& examples, const Task& task) {
    std::set<Words> all;
    for (const Example& example : examples)
        all.insert(words_of(example.source, task.source_words));
    return all;
}

}  // namespace

TEST_CASE("360 wishes are all different in Korean and in English", "[chapter16]") {
    REQUIRE(wishes().size() == 360);
    CHECK(different(wishes()) == std::pair{std::size_t{360}, std::size_t{360}});
    CHECK(std::ranges::count(wishes(), the_sentence()) == 1);
    for (const Pair& pair : wishes()) {
        // As many as translate has room for, and the end.
        REQUIRE(pair.english.size() <= 10);
        REQUIRE(pair.korean.size() <= 6);
    }
}

TEST_CASE("Third persons want in words of their own", "[chapter16]") {
    const std::set<std::string> third{"그는", "그녀는", "선생님은"};
    const std::set<std::string> goes{"goes", "runs", "buys", "finds", "sees"};
    std::size_t n_third = 0;
    for (const Pair& pair : wishes()) {
        INFO(text_of(pair.korean) << " = " << text_of(pair.english));
        const std::string korean = " " + text_of(pair.korean) + " ",
                          english = " " + text_of(pair.english) + " ";
        const auto has = [](const std::string& text, const std::string& part) {
            return text.find(" " + part + " ") != std::string::npos;
        };
        const bool is_third = third.contains(pair.korean[0]);
        n_third += is_third;
        const bool wants = has(english, "want to") || has(english, "wants to");
        const bool is_denied = has(english, "not");
        REQUIRE(wants == has(korean, is_denied ? (is_third ? "싶어 하지 않아" : "싶지 않아")
                                               : (is_third ? "싶어 해" : "싶어")));
        REQUIRE(has(korean, "않아") == is_denied);
        REQUIRE(has(korean, "해") == (wants && !is_denied && is_third));
        REQUIRE(has(english, "wants") == (wants && !is_denied && is_third));
        REQUIRE(has(english, "does not want to") == (is_denied && is_third));
        REQUIRE(has(english, "do not want to") == (is_denied && !is_third));
        const bool verb_is_third = std::ranges::any_of(
            pair.english, [&](const std::string& word) { return goes.contains(word); });
        REQUIRE(verb_is_third == (is_third && !wants));
    }
    CHECK(n_third == 180);
}

TEST_CASE("Chapter 16's text has every Korean word", "[chapter16]") {
    const std::string text =
        read_whole_file(chapters_folder() / "../docs/16_translation.md");
    for (const std::string& word : task_of(1).source_words) {
        INFO(word);
        CHECK((word.front() == '<' || text.find(word) != std::string::npos));
    }
}

TEST_CASE("A fifth of the wishes is never shown, the book's sentence among it",
          "[chapter16]") {
    for (const std::uint64_t seed : {0U, 1U, 2U, 3U, 20U, 999999U}) {
        const Task task = task_of(seed);
        REQUIRE(task.shown.size() == 288);
        REQUIRE(task.unseen.size() == 72);
        std::set<Words> all = korean_of(task.shown, task);
        REQUIRE(all.size() == 288);
        REQUIRE(!all.contains(the_sentence().korean));
        all.merge(korean_of(task.unseen, task));
        REQUIRE(all.size() == 360);
        REQUIRE(words_of(task.unseen[0].source, task.source_words) ==
                the_sentence().korean);
    }
    const auto unseen = [](std::uint64_t seed) {
        const Task task = task_of(seed);
        return korean_of(task.unseen, task);
    };
    CHECK(unseen(4) == unseen(4));
    CHECK(unseen(4) != unseen(5));
}

TEST_CASE("Nobody goes to the sea in what is shown, if so wished", "[chapter16]") {
    const Task task = task_of(7, false);
    REQUIRE(task.unseen.size() == 72);
    const auto goes_to_the_sea = [&](const Example& example) {
        const std::string english = text_of(words_of(example.target, task.target_words));
        return english.ends_with("go to the sea") || english.ends_with("goes to the sea");
    };
    CHECK(std::ranges::none_of(task.shown, goes_to_the_sea));
    CHECK(std::ranges::count_if(task.unseen, goes_to_the_sea) == 18);
}

TEST_CASE("Every example of chapter 16 is a pair of its grammar, with both ends",
          "[chapter16]") {
    const Task task = task_of(3);
    CHECK(task.source_words[begin_id] == "<begin>");
    CHECK(task.target_words[end_id] == "<end>");
    for (const std::vector<Example>* side : {&task.shown, &task.unseen}) {
        for (const Example& example : *side) {
            const Pair pair{words_of(example.source, task.source_words),
                            words_of(example.target, task.target_words)};
            REQUIRE(std::ranges::count(wishes(), pair) == 1);
            REQUIRE(example.source.back() == end_id);
            REQUIRE(example.target.back() == end_id);
            REQUIRE(std::ranges::count(example.source, end_id) == 1);
            REQUIRE(std::ranges::count(example.source, begin_id) == 0);
        }
    }
}

TEST_CASE("Chapter 16's batches go through all shown sentences before any returns",
          "[chapter16]") {
    const Task task = task_of(3);
    const std::set<Words> shown = korean_of(task.shown, task);
    const auto batches = batches_of(task, 3, 19);
    REQUIRE(batches.size() == 19);
    for (const std::size_t start : {0U, 9U}) {
        std::set<Words> seen;
        for (std::size_t i = start; i < start + 9; ++i) {
            REQUIRE(batches[i].size() == 32);
            seen.merge(korean_of(batches[i], task));
        }
        REQUIRE(seen == shown);
    }
    CHECK(batches[0][0].source != batches[9][0].source);  // in another order
    // Fewer steps are the first ones of more.
    CHECK(batches_of(task, 3, 2)[1][31].source == batches[1][31].source);
    CHECK(batches_of(task, 4, 1)[0][0].source != batches[0][0].source);
}

TEST_CASE("Words become ids and come back, and an unknown word is named", "[chapter16]") {
    const Task task = task_of(1);
    const Ids ids = ids_of(the_sentence().korean, task.source_words);
    CHECK(ids.size() == 5);
    CHECK(ids.back() == end_id);
    CHECK(words_of(ids, task.source_words) == the_sentence().korean);
    for (const Pair& pair : wishes()) {
        REQUIRE(words_of(ids_of(pair.english, task.target_words), task.target_words) ==
                pair.english);
    }
    CHECK(ids_of({}, task.source_words) == Ids{end_id});
    CHECK(words_of({begin_id, 2, end_id}, task.source_words) == words({"나는"}));
    CHECK_THROWS_AS(ids_of(words({"나는", "달에"}), task.source_words), std::out_of_range);
    CHECK_THROWS_WITH(ids_of(words({"나는", "달에"}), task.source_words),
                      ContainsText("달에"));
    CHECK_THROWS_AS(words_of({99}, task.source_words), std::out_of_range);
}

}  // namespace attn::chapters::ch16
