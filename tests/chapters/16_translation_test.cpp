// Chapter 16: what must hold on every platform of the sentences, of the translator and of what is
// taken away from it. No digit here was trained, but for the recordings and the shipped weights.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "attn/learning/gradient_check.hpp"
#include "attn/learning/loss.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/16_translation/16_translation.hpp"
#include "chapters/program/all_chapters.hpp"
#include "chapters/program/folders.hpp"
#include "matrix_matchers.hpp"
#include "on_one_line.hpp"
#include "plots/layout.hpp"
#include "plots/svg_text.hpp"
#include "slopes.hpp"
#include "support/files/npy.hpp"
#include "support/files/state_dict.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters::ch16 {

using Catch::Matchers::WithinAbs;

namespace {

const std::filesystem::path folder = chapters_folder() / "16_translation";
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

/// With how many seeds a recorded training ends with every unseen sentence right.
std::ptrdiff_t n_all_right(TaskName task, const std::string& design) {
    const std::size_t n_unseen = task_of(task, 1).unseen.size();
    return std::ranges::count_if(curves_of(task, design), [&](const Curve& curve) {
        return curve.scores.back().right == n_unseen;
    });
}

/// The chapter with a knob turned, as its program has it.
struct Turned {
    Chapter chapter = {};

    Turned(const std::string& knob, const std::string& value) {
        all_chapters.at(15)(chapter);
        chapter.turn(knob, value);
    }

    void check() const { chapter.check_values(); }
};

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

TEST_CASE("A particle follows the last sound of its word", "[chapter16]") {
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

TEST_CASE("What does not end in a Hangul syllable gets no particle", "[chapter16]") {
    // The third ends in the bytes of a syllable, but for what says that they are one.
    for (const char* word :
         {"", "sea", "zpa", "바다!", "바다 ", "ㅏ", "海", "\xeb\x8b", "\xeb@@"}) {
        INFO(word);
        CHECK_THROWS_AS(with_topic(word), std::invalid_argument);
        CHECK_THROWS_AS(with_object(word), std::invalid_argument);
    }
    CHECK_THROWS_WITH(with_topic("sea"), ContainsText("\"sea\"") && ContainsText("바다"));
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

TEST_CASE("Chapter 16's sentences are written as in the text", "[chapter16]") {
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

TEST_CASE("140 sentences have a mirror, whose mirror is the sentence", "[chapter16]") {
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

TEST_CASE("A fifth of a task of chapter 16 is never shown", "[chapter16]") {
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

TEST_CASE("Every example of chapter 16 is a pair of its grammar, with both ends",
          "[chapter16]") {
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

TEST_CASE("The sentence of the book is never shown", "[chapter16]") {
    for (const std::uint64_t seed : {0U, 1U, 2U, 3U, 4U, 5U, 20U, 999999U}) {
        const Task task = task_of(TaskName::wishes, seed);
        REQUIRE(pair_of(task.unseen[0], task, true) == the_sentence());
        REQUIRE(
            !korean_of(task.shown, task, TaskName::wishes).contains(the_sentence().korean));
    }
}

TEST_CASE("Mirrors stay on one side, but for those that are parted on purpose",
          "[chapter16]") {
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

TEST_CASE("One seed of chapter 16 gives one split, whichever way is translated",
          "[chapter16]") {
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

TEST_CASE("Chapter 16's batches go through all shown sentences before any returns",
          "[chapter16]") {
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

TEST_CASE("Words become ids and come back, and an unknown word is named", "[chapter16]") {
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

TEST_CASE("Every design of chapter 16 has the same parameters, from one seed",
          "[chapter16]") {
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

TEST_CASE("Each change of chapter 16 changes one thing", "[chapter16]") {
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

TEST_CASE("The slopes of every translator are those that are measured", "[chapter16]") {
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

TEST_CASE("What a translator keeps on its way is what it computes", "[chapter16]") {
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

TEST_CASE("A batch's slopes are its sentences' mean, and are added", "[chapter16]") {
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

TEST_CASE("Without cross-attention nothing that was read has a slope", "[chapter16]") {
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

TEST_CASE("Without cross-attention another sentence changes no logit", "[chapter16]") {
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

TEST_CASE("With a causal mask no logit knows what comes later", "[chapter16]") {
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
          "[chapter16]") {
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

TEST_CASE("Without source positions the words may stand in any order", "[chapter16]") {
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

TEST_CASE("Positions are added to what is written, or not", "[chapter16]") {
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

TEST_CASE("Not divided by the root, the scores are the raw dot products", "[chapter16]") {
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

TEST_CASE("A cache changes no word", "[chapter16]") {
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

TEST_CASE("A translation stops after so many words", "[chapter16]") {
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

TEST_CASE("Step by step the same is written", "[chapter16]") {
    for (const std::size_t n_heads : {1U, 2U}) {
        const Outcome ours = shipped(n_heads);
        for (const Example& example : {ours.task.unseen[0], ours.task.unseen[40]}) {
            const Ids text = translate(ours.model, example.source);
            const std::vector<WritingStep> steps =
                write_step_by_step(ours.model, ours.task, example.source);
            REQUIRE(steps.size() == text.size() + 1);
            Words written;
            for (const WritingStep& step : steps) {
                CHECK(step.so_far == written);
                REQUIRE(step.words.size() == 3);
                REQUIRE(step.p.size() == 3);
                CHECK(step.p[0] >= step.p[1]);
                CHECK(step.p[1] >= step.p[2]);
                CHECK(step.p[0] + step.p[1] + step.p[2] <= 1 + 1e-12);
                REQUIRE(step.reading.size() == example.source.size());
                double sum = 0;
                for (const double weight : step.reading) sum += weight;
                CHECK_THAT(sum, WithinAbs(1, 1e-12));
                written.push_back(step.words[0]);
            }
            CHECK(written.back() == "(end)");
            written.pop_back();
            CHECK(written == words_of(text, ours.task.target_words));
        }
    }
}

TEST_CASE("What is read while writing is the reading of the sentence", "[chapter16]") {
    const Outcome two = shipped(2);
    const Matrix reading = reading_of(two.model, two.task);
    const std::vector<WritingStep> steps =
        write_step_by_step(two.model, two.task, two.task.unseen[0].source);
    REQUIRE(steps.size() == reading.rows());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        for (std::size_t j = 0; j < reading.cols(); ++j) {
            CHECK_THAT(steps[i].reading[j], WithinAbs(reading(i, j), 1e-12));
        }
    }
}

TEST_CASE("The shipped translators have every unseen sentence right", "[chapter16]") {
    for (const std::size_t n_heads : {1U, 2U}) {
        const Outcome ours = shipped(n_heads);
        CHECK(ours.model.design.n_heads == n_heads);
        CHECK(ours.plan == shipped_plan(n_heads));
        const Score score = score_of(ours.model, ours.task.unseen);
        CHECK(score.right == 72);
        CHECK(right_by_order(ours.model, ours.task.unseen) == 0);  // of none
        const std::vector<Curve> recorded =
            curves_of(TaskName::wishes, n_heads == 1 ? "whole" : "two_heads");
        REQUIRE(recorded.at(0).seed == ours.plan.seed);
        CHECK_THAT(score.loss, WithinAbs(recorded[0].scores.back().loss, 1e-4));
        const Ids text =
            translate(ours.model, ids_of(the_sentence().korean, ours.task.source_words));
        CHECK(words_of(text, ours.task.target_words) == the_sentence().english);
    }
}

TEST_CASE("Seed 3 keeps the subject in the row of the end", "[chapter16]") {
    const auto first_word = [](const Outcome& one, const char* subject) {
        Words korean = the_sentence().korean;
        korean[0] = subject;
        return first_word_with_other_end(
            one.model, one.task, ids_of(korean, one.task.source_words),
            ids_of(the_sentence().korean, one.task.source_words));
    };
    const Outcome one = shipped(1), three = shipped(1, 3);
    CHECK(three.plan.seed == first_right_seed(false));
    CHECK_THAT(reading_of(three.model, three.task),
               IsCloseTo(ends_of(TaskName::wishes, "whole").at(2).reading, 5e-4));
    CHECK(first_word(one, "우리는") == "we");
    CHECK(first_word(three, "우리는") == "I");
    CHECK(first_word(three, "너는") == "you");
    CHECK_THROWS_AS(shipped(1, 2), std::invalid_argument);
    CHECK_THROWS_AS(shipped(4), std::invalid_argument);
}

TEST_CASE("Bag, set and last word fix the next word of a wish", "[chapter16]") {
    const FixedPlaces wishes = places_fixed_without_order(task_of(TaskName::wishes, 1));
    CHECK(wishes.n == 2724);
    CHECK(wishes.n_fixed == 2724);
    // Of two nouns the bag does not say who sees.
    const FixedPlaces people =
        places_fixed_without_order(task_of(TaskName::people_to_korean, 1));
    CHECK(people.n_fixed < people.n);
}

TEST_CASE("A score counts words and nothing but words", "[chapter16]") {
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

TEST_CASE("The drawn model was chosen by the rule, and reads as it was recorded",
          "[chapter16]") {
    CHECK(first_right_seed(true) == shipped_plan(1).seed);
    const Outcome one = shipped(1);
    const Matrix reading = reading_of(one.model, one.task);
    CHECK(reading.rows() == 8);
    CHECK(reading.cols() == 5);
    CHECK(is_aligned(reading));
    const std::vector<End> ends = ends_of(TaskName::wishes, "whole");
    REQUIRE(ends.at(0).seed == 1);
    CHECK_THAT(reading, IsCloseTo(ends[0].reading, 5e-4));
    const std::uint64_t astray = first_right_seed(false);
    CHECK(!is_aligned(ends.at(astray - 1).reading));
    CHECK(ends[astray - 1].seed == astray);
    // The words of one meaning, by name.
    const std::array<Words, 4> meanings{words({"I", "나는"}), words({"want", "싶어"}),
                                        words({"go", "가고"}), words({"sea", "바다에"})};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(the_sentence().english[aligned_words[i].english] == meanings[i][0]);
        CHECK(the_sentence().korean[aligned_words[i].korean] == meanings[i][1]);
    }
    // One word astray is enough.
    for (const Aligned& word : aligned_words) {
        Matrix other = reading;
        other(word.english, (word.korean + 1) % 5) = 2;
        CHECK(!is_aligned(other));
    }
}

TEST_CASE("Twenty steps cost what they cost PyTorch", "[chapter16]") {
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

TEST_CASE("A beginning is written as it is kept for PyTorch", "[chapter16]") {
    const TemporaryFolder kept;
    save(kept.path, first_steps());
    const NpyArray rows = read_npy(kept.path / "batches.npy"),
                   recorded = read_npy(folder / "pytorch/batches.npy");
    CHECK(rows.shape == recorded.shape);
    CHECK(rows.values == recorded.values);
    const StateDict first = read_state_dict(kept.path / "first.safetensors"),
                    recorded_first = read_state_dict(folder / "pytorch/first.safetensors");
    CHECK(first.size() == 38);
    for (const auto& [name, array] : first) {
        INFO(name);
        CHECK(array.shape == recorded_first.at(name).shape);
    }
}

TEST_CASE("A translator learns, and begins as it was recorded", "[chapter16]") {
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
          "[chapter16]") {
    const Outcome outcome = learn({.design = {.source_has_positions = false},
                                   .task = TaskName::people_to_korean,
                                   .seed = 2,
                                   .steps = 60});
    CHECK(outcome.scores.back().loss < outcome.scores[0].loss - 1);
    CHECK(right_by_order(outcome.model, outcome.task.unseen) <= 6);
    for (const Score& score : outcome.scores) CHECK(score.right <= 44 + 6);
}

TEST_CASE("One seed of chapter 16 gives one result, and go_on ends it", "[chapter16]") {
    const auto values = [](const Plan& plan) { return all_values(learn(plan).model); };
    const std::vector<double> three = values({.seed = 5, .steps = 3});
    CHECK(values({.seed = 5, .steps = 3}) == three);
    CHECK(values({.seed = 6, .steps = 3}) != three);
    CHECK(values({.seed = 5, .steps = 3, .learning_rate = 1e-3}) != three);
    CHECK(values({.design = {.is_causal = false}, .seed = 5, .steps = 3}) != three);

    CHECK(learn({.steps = 7, .every = 3}).scores.size() == 3);  // at steps 0, 3 and 6
    std::vector<std::size_t> steps;
    const Outcome stopped =
        learn({.seed = 5, .steps = 7, .every = 2}, [&](std::size_t step, double loss) {
            CHECK(loss > 0);
            steps.push_back(step);
            return step < 3;
        });
    CHECK(steps == std::vector<std::size_t>{1, 2, 3});
    CHECK(stopped.scores.size() == 2);
    CHECK(all_values(stopped.model) == three);
}

TEST_CASE("What a training leaves is as designed", "[chapter16]") {
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

TEST_CASE("Weights are kept and read again", "[chapter16]") {
    const TemporaryFolder kept;
    const Outcome two = shipped(2);
    const auto file = kept.path / "again.safetensors";
    save(file, two.model);
    const bool is_same_file =
        read_whole_file(file) == read_whole_file(folder / "learned/two_heads.safetensors");
    CHECK(is_same_file);
    CHECK(all_values(loaded(file, two.plan).model) == all_values(two.model));
    CHECK_THROWS_AS(loaded(chapters_folder() / "14_learning/learned.safetensors", two.plan),
                    StateDictError);
}

TEST_CASE("Loaded weights translate, and are not trained", "[chapter16]") {
    const auto file = folder / "pytorch/first.safetensors";
    CHECK_FALSE(given_weights("", true, shipped_plan(1)));
    CHECK_THROWS_AS(given_weights(file, true, shipped_plan(1)), UsageError);
    const auto given = given_weights(file, false, shipped_plan(1));
    REQUIRE(given);
    const Outcome trained = trained_by(given, false, shipped_plan(1), {});
    CHECK(all_values(trained.model) == all_values(recorded_by_pytorch().model));
    Chapter chapter;
    all_chapters.at(15)(chapter);
    chapter.turn("load", file.string());
    std::ostringstream out;
    Page page(out);
    chapter.run_section("Your training", page);
    CHECK_THAT(on_one_line(out.str()), ContainsText("The weights in " + file.string()) &&
                                           ContainsText("right 0 of "));
    CHECK(page.figures().empty());
}

TEST_CASE("Every kind of run is recorded with twenty seeds", "[chapter16]") {
    std::size_t n_kinds = 0;
    const auto check = [&](TaskName task, const std::vector<NamedDesign>& designs) {
        const std::size_t n_unseen = task_of(task, 1).unseen.size();
        for (const NamedDesign& named : designs) {
            INFO(kind_of(task, named.name));
            ++n_kinds;
            const std::vector<Curve> curves = curves_of(task, named.name);
            const std::vector<End> ends = ends_of(task, named.name);
            REQUIRE(curves.size() == n_seeds);
            REQUIRE(ends.size() == n_seeds);
            const bool is_whole = kind_of(task, named.name) == "wishes/whole";
            for (std::size_t i = 0; i < n_seeds; ++i) {
                REQUIRE(curves[i].seed == i + 1);
                REQUIRE(ends[i].seed == i + 1);
                REQUIRE(curves[i].every == 20);
                REQUIRE(curves[i].scores.size() == 1 + run_steps / 20);
                for (const Score& score : curves[i].scores)
                    REQUIRE(score.right <= n_unseen);
                REQUIRE(ends[i].right_by_order <= curves[i].scores.back().right);
                const Matrix& reading = ends[i].reading;
                REQUIRE(reading.rows() == (is_whole ? 8 : 0));
                REQUIRE(reading.cols() == (is_whole ? 5 : 0));
                for (std::size_t row = 0; row < reading.rows(); ++row) {
                    double sum = 0;
                    for (const double weight : reading.row(row)) sum += weight;
                    REQUIRE_THAT(sum, WithinAbs(1, 5 * 0.5e-4 + 1e-12));
                }
            }
        }
    };
    check(TaskName::wishes, changes());
    check(TaskName::wishes, undivided_heads());
    for (const TaskName task : all_tasks) {
        if (task != TaskName::wishes) check(task, with_and_without_order());
    }
    CHECK(n_kinds == 14);
    CHECK(book_runs().curves.size() == 14 * n_seeds);
    CHECK(book_runs().ends.size() == 14 * n_seeds);
}

TEST_CASE("What was recorded is written as it was read", "[chapter16]") {
    CHECK(ends_text(book_runs().ends) == read_whole_file(folder / "ends.txt"));
    CHECK(curves_text(book_runs().curves, "16_translation") ==
          read_whole_file(folder / "runs.txt"));
    // A text may be empty, or of more words than one.
    const std::vector<End> ends = read_ends(
        "# no line\n\na/b seed 7 order 3 words 5 of 6 : (nothing) / I\n"
        "c/d seed 8 order 0 words 0 of 9 : I want / we\n 0.5 1\n 2 3\n");
    REQUIRE(ends.size() == 2);
    CHECK(ends[0].kind == "a/b");
    CHECK(ends[0].right_by_order == 3);
    CHECK(ends[0].words_right == 5);
    CHECK(ends[0].n_words == 6);
    CHECK(ends[0].text == "(nothing)");
    CHECK(ends[0].second == "I");
    CHECK(ends[1].seed == 8);
    CHECK(ends[1].text == "I want");
    CHECK(ends[1].second == "we");
    CHECK(ends[1].reading == Matrix{{0.5, 1}, {2, 3}});
}

TEST_CASE("A broken line of chapter 16's recordings is named", "[chapter16]") {
    const std::string good = "# what it is\na/b seed 7 order 3 words 5 of 6 : I / go\n";
    for (const char* line :
         {"a/b seed 7 order words 5 of 6 : I / go", "a/b 7 order 3 words 5 of 6 : I / go",
          "a/b seed seven order 3 words 5 of 6 : I / go",
          "a/b seed 7 right 3 words 5 of 6 : I / go", "a/b seed 7 order 3 : I / go",
          "a/b seed 7 order 3 words 5 of 6 : I", "a/b seed 7 order 3 words 5 of 6",
          "word"}) {
        INFO(line);
        CHECK_THROWS_AS(read_ends(good + line + "\n"), std::runtime_error);
        CHECK_THROWS_WITH(read_ends(good + line + "\n"),
                          ContainsText("line 3") && ContainsText(line));
    }
    // A row of weights before its run, with a word in it, or not as long as the one above.
    CHECK_THROWS_WITH(read_ends(" 0.5 0.5\n"), ContainsText("line 1"));
    CHECK_THROWS_WITH(read_ends(good + " 0.5 half\n"), ContainsText("line 3"));
    CHECK_THROWS_WITH(read_ends(good + " 0.5 0.5\n 1\n"), ContainsText("line 4"));
    CHECK_THROWS_WITH(read_ends(good + " 1\n 0.5 0.5\n"), ContainsText("line 4"));
    CHECK_THROWS_WITH(read_ends(good + " 1\n \n"), ContainsText("line 4"));
}

TEST_CASE("The recorded runs say what chapter 16 says", "[chapter16]") {
    for (const char* design : {"whole", "two_heads", "no_positions"}) {
        CHECK(n_all_right(TaskName::wishes, design) == 20);
    }
    CHECK(n_all_right(TaskName::wishes, "no_causal") == 0);
    CHECK(n_all_right(TaskName::wishes, "no_cross") == 0);
    // Without a mask the loss is as small as any, and what is written is wrong.
    for (const Curve& curve : curves_of(TaskName::wishes, "no_causal")) {
        CHECK(curve.scores.back().loss < 0.01);
        CHECK(curve.scores.back().right <= 58);
    }
    // It leans on words that are not there when it writes; with a mask it never could.
    for (const End& end : ends_of(TaskName::wishes, "no_causal")) {
        CHECK(end.words_right < end.n_words);
    }
    for (const End& end : ends_of(TaskName::wishes, "whole")) {
        CHECK(end.words_right == end.n_words);
    }
    // Without cross-attention it can only guess which sentence it is.
    for (const Curve& curve : curves_of(TaskName::wishes, "no_cross")) {
        CHECK(curve.scores.back().loss > 0.5);
        CHECK(curve.scores.back().right <= 1);
    }
    for (const TaskName task : {TaskName::people_to_english, TaskName::people_to_korean,
                                TaskName::mirrors_shown}) {
        CHECK(n_all_right(task, "whole") >= 19);
    }
    for (const char* design : {"whole", "no_order"}) {  // Korean has particles
        for (const End& end : ends_of(TaskName::people_to_english, design))
            CHECK(end.right_by_order == 12);
    }
    for (const End& end : ends_of(TaskName::people_to_korean, "no_order")) {
        CHECK(end.right_by_order == 6);  // the most that can be
    }
    for (const End& end : ends_of(TaskName::mirrors_shown, "no_order")) {
        CHECK(end.right_by_order <= 3);  // its mirror was shown, and is written
    }
}

TEST_CASE("The tables of chapter 16 are made of the recorded runs", "[chapter16]") {
    const auto line_of = [](const Lines& lines, const std::string& first,
                            const std::string& second = "") {
        const auto found = std::ranges::find_if(lines, [&](const auto& line) {
            return line[0] == first && (second.empty() || line[1] == second);
        });
        REQUIRE(found != lines.end());
        return *found;
    };
    const Lines by_change = table_of_changes();
    CHECK(by_change.size() == 9);
    for (const auto* designs : {&changes(), &undivided_heads()}) {
        for (const NamedDesign& named : *designs) {
            CHECK(line_of(by_change, named.words)[1] ==
                  std::to_string(n_all_right(TaskName::wishes, named.name)) + " of 20");
        }
    }
    CHECK(line_of(by_change, "two heads")[2] == "72 of 72");
    const Lines by_direction = table_of_directions();
    CHECK(by_direction.size() == 7);
    CHECK(line_of(by_direction, "Korean to English", "without")[3] == "12 of 12");
    CHECK(line_of(by_direction, "English to Korean", "without")[3] == "6 of 12");
    CHECK(line_of(by_direction, "English to Korean", "with")[3] == "12 of 12");
    CHECK(table_of_runs().size() == 15);
    CHECK(table_of_outputs().size() == 10);
    const Lines readings = table_of_readings({1, first_right_seed(false)});
    REQUIRE(readings.size() == 5);
    for (const Aligned& word : aligned_words) {
        CHECK_THAT(line_of(readings, the_sentence().english[word.english])[1],
                   ContainsText(the_sentence().korean[word.korean] + " "));
    }
    const AlignmentCounts counts = count_alignments();
    CHECK(counts.n_seeds == 20);
    CHECK(counts.all_right == 20);
    CHECK(counts.both <= counts.aligned);
    CHECK(counts.aligned < counts.n_seeds);  // some read otherwise
    std::size_t n_aligned = 0;
    for (const End& end : ends_of(TaskName::wishes, "whole")) {
        n_aligned += is_aligned(end.reading);
    }
    CHECK(counts.aligned == n_aligned);
}

TEST_CASE("Chapter 16's own sentence takes known words and names the nearest",
          "[chapter16]") {
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
    // Another task reads another language.
    Turned english("task", "people_to_korean");
    english.chapter.turn("sentence", "the student sees the teacher");
    CHECK_NOTHROW(english.check());
    CHECK_THROWS_WITH(Turned("task", "sees_whom"), ContainsText("people_to_korean"));
    CHECK_THROWS_WITH(Turned("without", "mask"), ContainsText("causal"));
}

TEST_CASE("After one step a sentence to learn from is not said to have been shown",
          "[chapter16]") {
    const Task task = task_of(TaskName::wishes, 1);
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
          "[chapter16]") {
    std::string sixteen;
    for (int i = 0; i < 16; ++i) sixteen += "선생님은 ";
    const Turned broad("sentence", sixteen);
    std::ostringstream text;
    Page page(text);
    broad.chapter.run_section("A sentence of your own", page);
    CHECK_THAT(text.str(), ContainsText("written"));
    CHECK(page.figures().empty());
    REQUIRE(page.left_out().size() == 1);
    CHECK(page.left_out()[0].figure == "16_sentence");
    // The broadest of the grammar is drawn.
    for (const Pair& pair : wishes()) {
        CHECK(fits_side_by_side(pair.korean));
        CHECK(fits_side_by_side(pair.english));
    }
}

TEST_CASE("No word's box covers another's where all of a line have room", "[chapter16]") {
    std::size_t n_lines = 0;
    for (Pair pair : wishes()) {
        pair.korean.push_back("(end)");
        pair.english.push_back("(end)");
        INFO(text_of(pair.english));
        const Matrix reading(pair.english.size(), pair.korean.size(), 0.5);
        const plots::Page page = plots::laid_out(
            alignment_figure("16_test", "A title", pair.korean, pair.english, reading));
        const plots::Placed& placed = page.plots.at(0);
        std::map<double, std::vector<plots::Box>> lines;
        for (const plots::Mark& mark : placed.plot.marks) {
            const plots::Part* part = std::get_if<plots::Part>(&mark);
            if (part == nullptr) continue;
            const plots::Box box = plots::part_box(placed.at(part->at), part->text);
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

TEST_CASE("The answers of chapter 16's exercises hold", "[chapter16]") {
    // Predict 3: the rows of 8 steps, and of 512.
    std::size_t eight = 0, many = 0;
    for (std::size_t n = 1; n <= 8; ++n) eight += n;
    for (std::size_t n = 1; n <= 512; ++n) many += n;
    CHECK(eight == 36);
    CHECK(many == 131328);
    CHECK(the_sentence().english.size() + 1 == 8);
    // Change 1: what was read for house, do and want.
    const Outcome one = shipped(1);
    const Words korean = words({"우리는", "집에", "가고", "싶지", "않아"});
    std::size_t n_found = 0;
    for (const WritingStep& step :
         write_step_by_step(one.model, one.task, ids_of(korean, one.task.source_words))) {
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
    const Curve no_causal = curves_of(TaskName::wishes, "no_causal").at(3),
                whole = curves_of(TaskName::wishes, "whole").at(3);
    REQUIRE(no_causal.seed == 4);
    CHECK_THAT(no_causal.scores.back().loss, WithinAbs(0.0057, 1e-9));
    CHECK_THAT(whole.scores.back().loss, WithinAbs(0.0059, 1e-9));
    CHECK(no_causal.scores.back().right == 12);
    CHECK(whole.scores.back().right == 72);
    CHECK(ends_of(TaskName::wishes, "no_causal").at(3).text == "I");
    std::size_t least = 56, most = 0, n_fifty = 0;
    for (const Curve& curve : curves_of(TaskName::people_to_korean, "no_order")) {
        const std::size_t right = curve.scores.back().right;
        least = std::min(least, right);
        most = std::max(most, right);
        n_fifty += right == 50;
    }
    CHECK(least == 48);
    CHECK(most == 50);
    CHECK(n_fifty == 13);
    CHECK(curves_of(TaskName::people_to_korean, "no_order").at(3).scores.back().right ==
          49);
}

}  // namespace attn::chapters::ch16
