// Chapter 14: the recorded trainings with twenty seeds, and what the text says of them.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/14_translation.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch14 {

using Catch::Matchers::WithinAbs;

namespace {

/// With how many seeds a recorded training ends with every unseen sentence right.
std::ptrdiff_t n_all_right(TaskName task, const std::string& design) {
    const std::size_t n_unseen = task_of(task, 1).unseen.size();
    return std::ranges::count_if(curves_of(task, design), [&](const Curve& curve) {
        return curve.scores.back().right == n_unseen;
    });
}

}  // namespace

TEST_CASE("Every kind of run is recorded with twenty seeds", "[chapter14]") {
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
    for (const TaskName task : {TaskName::people_to_english, TaskName::people_to_korean,
                                TaskName::mirrors_shown}) {
        check(task, with_and_without_order());
    }
    CHECK(n_kinds == 14);
    CHECK(book_runs().curves.size() == 14 * n_seeds);
    CHECK(book_runs().ends.size() == 14 * n_seeds);
}

TEST_CASE("What was recorded is written as it was read", "[chapter14]") {
    CHECK(ends_text(book_runs().ends) ==
          read_whole_file(chapters_folder() / "14_translation/ends.txt"));
    CHECK(curves_text(book_runs().curves, "14_translation") ==
          read_whole_file(chapters_folder() / "14_translation/runs.txt"));
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

TEST_CASE("The recorded runs say what chapter 14 says", "[chapter14]") {
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

}  // namespace attn::chapters::ch14
