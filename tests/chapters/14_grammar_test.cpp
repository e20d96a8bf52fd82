// Chapter 14: its sentences, what is shown of them and what is not, and their ids.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/14_translation.hpp"

namespace attn::chapters::ch14 {

namespace {

constexpr std::array all_tasks{TaskName::wishes, TaskName::people_to_english,
                               TaskName::people_to_korean, TaskName::mirrors_shown};

Words words(std::initializer_list<const char*> all) {
    return {all.begin(), all.end()};
}

/// Every sentence about who sees whom, mirrors too.
std::vector<Pair> all_who_sees_whom() {
    std::vector<Pair> all;
    for (const Mirrors& mirrors : who_sees_whom()) {
        all.push_back(mirrors.pair);
        all.push_back(mirrors.mirror);
    }
    return all;
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

/// A Korean word without its particle, which is one syllable.
std::string bare(const std::string& word) {
    return word.substr(0, word.size() - 3);
}

/// Who was seen sees, and who saw is seen.
Words turned_round(const Words& korean) {
    return {with_topic(bare(korean.at(1))), with_object(bare(korean.at(0))), korean.at(2)};
}

template <class T>
std::multiset<T> bag(const std::vector<T>& all) {
    return {all.begin(), all.end()};
}

/// The pair behind an example, whichever way it is translated.
Pair pair_of(const Example& example, const Task& task, bool to_english) {
    const Words read = words_of(example.source, task.source_words),
                written = words_of(example.target, task.target_words);
    return to_english ? Pair{read, written} : Pair{written, read};
}

bool is_to_english(TaskName name) {
    return name == TaskName::wishes || name == TaskName::people_to_english;
}

std::set<Words> korean_of(const std::vector<Example>& examples, const Task& task,
                          TaskName name) {
    std::set<Words> all;
    for (const Example& example : examples) {
        all.insert(pair_of(example, task, is_to_english(name)).korean);
    }
    return all;
}

}  // namespace

TEST_CASE("360 wishes are all different in Korean and in English", "[chapter14]") {
    REQUIRE(wishes().size() == 360);
    CHECK(different(wishes()) == std::pair{std::size_t{360}, std::size_t{360}});
    CHECK(std::ranges::count(wishes(), the_sentence()) == 1);
    for (const Pair& pair : wishes()) {
        // As many as translate has room for, and the end.
        REQUIRE(pair.english.size() <= 10);
        REQUIRE(pair.korean.size() <= 6);
    }
}

TEST_CASE("A particle follows the last sound of its word", "[chapter14]") {
    for (const char* vowel : {"바다", "사과", "나", "그녀", "의사", "아이"}) {
        CHECK(with_topic(vowel) == std::string(vowel) + "는");
        CHECK(with_object(vowel) == std::string(vowel) + "를");
    }
    for (const char* consonant : {"집", "책", "선생님", "학생", "꽃", "산"}) {
        CHECK(with_topic(consonant) == std::string(consonant) + "은");
        CHECK(with_object(consonant) == std::string(consonant) + "을");
    }
    // The first and the last syllable of their block.
    CHECK(with_topic("가") == "가는");
    CHECK(with_topic("힣") == "힣은");
}

TEST_CASE("What does not end in a Hangul syllable gets no particle", "[chapter14]") {
    // The third ends in the bytes of a syllable, but for what says that they are one.
    for (const char* word :
         {"", "sea", "zpa", "바다!", "바다 ", "ㅏ", "海", "\xeb\x8b", "\xeb@@"}) {
        INFO(word);
        CHECK_THROWS_AS(with_topic(word), std::invalid_argument);
        CHECK_THROWS_AS(with_object(word), std::invalid_argument);
    }
    CHECK_THROWS_WITH(with_topic("sea"), ContainsText("\"sea\"") && ContainsText("바다"));
}

TEST_CASE("Third persons want in words of their own", "[chapter14]") {
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

TEST_CASE("Chapter 14's sentences are written as in the text", "[chapter14]") {
    CHECK(text_of(the_sentence().korean) == "나는 바다에 가고 싶어");
    CHECK(text_of(the_sentence().english) == "I want to go to the sea");
    CHECK(text_of(Words{}).empty());
    const auto is_there = [](const Pair& pair) {
        return std::ranges::count(wishes(), pair) +
               std::ranges::count(all_who_sees_whom(), pair);
    };
    CHECK(is_there(
              {words({"우리는", "집에", "가고", "싶지", "않아"}),
               words({"we", "do", "not", "want", "to", "go", "to", "the", "house"})}) == 1);
    CHECK(is_there({words({"선생님은", "책을", "찾고", "싶어", "해"}),
                    words({"the", "teacher", "wants", "to", "find", "the", "book"})}) == 1);
    CHECK(is_there({words({"그녀는", "산에", "뛰어가고", "싶어", "하지", "않아"}),
                    words({"she", "does", "not", "want", "to", "run", "to", "the",
                           "mountain"})}) == 1);
    CHECK(is_there({words({"그는", "사과를", "사"}),
                    words({"he", "buys", "the", "apple"})}) == 1);
    CHECK(is_there({words({"그는", "나를", "믿어"}), words({"he", "trusts", "me"})}) == 1);
    CHECK(is_there({words({"학생은", "선생님을", "봐"}),
                    words({"the", "student", "sees", "the", "teacher"})}) == 1);
}

TEST_CASE("140 sentences have a mirror, whose mirror is the sentence", "[chapter14]") {
    REQUIRE(who_sees_whom().size() == 140);
    CHECK(different(all_who_sees_whom()) == std::pair{std::size_t{280}, std::size_t{280}});
    std::size_t n_nouns = 0;
    for (const Mirrors& mirrors : who_sees_whom()) {
        INFO(text_of(mirrors.pair.korean));
        REQUIRE(turned_round(mirrors.pair.korean) == mirrors.mirror.korean);
        REQUIRE(turned_round(mirrors.mirror.korean) == mirrors.pair.korean);
        // Two nouns' English words are the same, in another order; all others differ.
        REQUIRE(mirrors.are_nouns ==
                (bag(mirrors.pair.english) == bag(mirrors.mirror.english)));
        // The Korean words always differ: their particles tell who sees.
        REQUIRE(bag(mirrors.pair.korean) != bag(mirrors.mirror.korean));
        n_nouns += mirrors.are_nouns;
    }
    CHECK(n_nouns == 30);
}

TEST_CASE("A fifth of a task of chapter 14 is never shown", "[chapter14]") {
    for (const TaskName name : all_tasks) {
        INFO(text_of(name));
        const bool is_wishes = name == TaskName::wishes;
        const std::vector<Pair> pairs = is_wishes ? wishes() : all_who_sees_whom();
        const std::set<Words> all = [&] {
            std::set<Words> korean;
            for (const Pair& pair : pairs) korean.insert(pair.korean);
            return korean;
        }();
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            const Task task = task_of(name, seed);
            REQUIRE(task.shown.size() == (is_wishes ? 288 : 224));
            REQUIRE(task.unseen.size() == (is_wishes ? 72 : 56));
            const std::set<Words> unseen = korean_of(task.unseen, task, name);
            std::set<Words> together = korean_of(task.shown, task, name);
            REQUIRE(together.size() + unseen.size() == all.size());
            together.insert(unseen.begin(), unseen.end());
            REQUIRE(together == all);
        }
    }
}

TEST_CASE("Every example of chapter 14 is a pair of its grammar, with both ends",
          "[chapter14]") {
    for (const TaskName name : all_tasks) {
        INFO(text_of(name));
        const std::vector<Pair> pairs =
            name == TaskName::wishes ? wishes() : all_who_sees_whom();
        const Task task = task_of(name, 3);
        CHECK(task.source_words[begin_id] == "<begin>");
        CHECK(task.target_words[end_id] == "<end>");
        for (const std::vector<Example>* side : {&task.shown, &task.unseen}) {
            for (const Example& example : *side) {
                const Pair pair = pair_of(example, task, is_to_english(name));
                REQUIRE(std::ranges::count(pairs, pair) == 1);
                REQUIRE(example.source.back() == end_id);
                REQUIRE(example.target.back() == end_id);
                REQUIRE(std::ranges::count(example.source, end_id) == 1);
                REQUIRE(std::ranges::count(example.source, begin_id) == 0);
            }
        }
    }
}

TEST_CASE("The sentence of the book is never shown", "[chapter14]") {
    for (const std::uint64_t seed : {0U, 1U, 2U, 3U, 4U, 5U, 20U, 999999U}) {
        const Task task = task_of(TaskName::wishes, seed);
        REQUIRE(pair_of(task.unseen[0], task, true) == the_sentence());
        REQUIRE(
            !korean_of(task.shown, task, TaskName::wishes).contains(the_sentence().korean));
    }
}

TEST_CASE("Mirrors stay on one side, but for those that are parted on purpose",
          "[chapter14]") {
    for (const TaskName name : {TaskName::people_to_english, TaskName::people_to_korean,
                                TaskName::mirrors_shown}) {
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            INFO(text_of(name) << ", seed " << seed);
            const Task task = task_of(name, seed);
            const std::set<Words> shown = korean_of(task.shown, task, name),
                                  unseen = korean_of(task.unseen, task, name);
            std::size_t n_by_order = 0;
            for (const Mirrors& mirrors : who_sees_whom()) {
                const auto n_unseen =
                    unseen.count(mirrors.pair.korean) + unseen.count(mirrors.mirror.korean);
                const bool is_parted = name == TaskName::mirrors_shown && mirrors.are_nouns;
                REQUIRE((n_unseen == 0 || n_unseen == (is_parted ? 1U : 2U)));
                if (mirrors.are_nouns) n_by_order += n_unseen;
            }
            REQUIRE(n_by_order == 12);
            // And the examples know it.
            REQUIRE(std::ranges::count_if(task.unseen, &Example::only_order_tells) == 12);
            for (const Example& example : task.unseen) {
                const Words korean = pair_of(example, task, is_to_english(name)).korean;
                const auto is_it = [&](const Mirrors& mirrors) {
                    return mirrors.pair.korean == korean || mirrors.mirror.korean == korean;
                };
                const auto found = std::ranges::find_if(who_sees_whom(), is_it);
                REQUIRE(found->are_nouns == example.only_order_tells);
            }
        }
    }
}

TEST_CASE("One seed of chapter 14 gives one split, whichever way is translated",
          "[chapter14]") {
    const Task english = task_of(TaskName::people_to_english, 4),
               korean = task_of(TaskName::people_to_korean, 4);
    CHECK(korean.source_words == english.target_words);
    CHECK(korean.target_words == english.source_words);
    REQUIRE(english.unseen.size() == korean.unseen.size());
    for (std::size_t i = 0; i < english.unseen.size(); ++i) {
        REQUIRE(english.unseen[i].source == korean.unseen[i].target);
        REQUIRE(english.unseen[i].target == korean.unseen[i].source);
    }
    const auto unseen = [](std::uint64_t seed) {
        const Task task = task_of(TaskName::wishes, seed);
        return korean_of(task.unseen, task, TaskName::wishes);
    };
    CHECK(unseen(4) == unseen(4));
    CHECK(unseen(4) != unseen(5));
}

TEST_CASE("Chapter 14's batches go through all shown sentences before any returns",
          "[chapter14]") {
    for (const TaskName name : all_tasks) {
        INFO(text_of(name));
        const Task task = task_of(name, 3);
        const std::set<Words> shown = korean_of(task.shown, task, name);
        const std::size_t round = task.shown.size() / 32;
        REQUIRE(32 * round == shown.size());
        REQUIRE(round == (name == TaskName::wishes ? 9 : 7));
        const auto batches = batches_of(task, 3, 2 * round + 1);
        REQUIRE(batches.size() == 2 * round + 1);
        for (const std::size_t start : {std::size_t{0}, round}) {
            std::set<Words> seen;
            for (std::size_t i = start; i < start + round; ++i) {
                REQUIRE(batches[i].size() == 32);
                seen.merge(korean_of(batches[i], task, name));
            }
            REQUIRE(seen == shown);
        }
        CHECK(batches[0][0].source != batches[round][0].source);  // in another order
        // Fewer steps are the first ones of more.
        CHECK(batches_of(task, 3, 2)[1][31].source == batches[1][31].source);
        CHECK(batches_of(task, 4, 1)[0][0].source != batches[0][0].source);
    }
}

TEST_CASE("Words become ids and come back, and an unknown word is named", "[chapter14]") {
    const Task task = task_of(TaskName::wishes, 1);
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

TEST_CASE("Bag, set and last word fix the next word of a wish", "[chapter14]") {
    const FixedPlaces wishes = places_fixed_without_order(task_of(TaskName::wishes, 1));
    CHECK(wishes.n == 2724);
    CHECK(wishes.n_fixed == 2724);
    // Of two nouns the bag does not say who sees.
    const FixedPlaces people =
        places_fixed_without_order(task_of(TaskName::people_to_korean, 1));
    CHECK(people.n_fixed < people.n);
}

}  // namespace attn::chapters::ch14
