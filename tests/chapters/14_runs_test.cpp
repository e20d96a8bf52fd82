// Chapter 14: the recorded trainings with twenty seeds, and what the text says of them.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/training.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch14 {

TEST_CASE("Every design is recorded with twenty seeds", "[chapter14]") {
    for (const NamedDesign& design : designs()) {
        INFO(design.name);
        const std::vector<Curve> curves = curves_of(design.without);
        const std::vector<End> ends = ends_of(design.without);
        REQUIRE(curves.size() == n_seeds);
        REQUIRE(ends.size() == n_seeds);
        for (std::size_t i = 0; i < n_seeds; ++i) {
            REQUIRE(curves[i].seed == i + 1);
            REQUIRE(ends[i].seed == i + 1);
            REQUIRE(curves[i].every == Experiment{}.plan.every);
            REQUIRE(curves[i].scores.size() == 16);
        }
    }
    CHECK(book_runs().curves.size() == 3 * n_seeds);
    CHECK(book_runs().ends.size() == 3 * n_seeds);
}

TEST_CASE("What was recorded is written as it was read", "[chapter14]") {
    CHECK(ends_text(book_runs().ends) ==
          read_whole_file(chapters_folder() / "14_translation/ends.txt"));
    // A text may be empty, or of more words than one.
    const std::vector<End> ends = read_ends(
        "# no line\n\na seed 7 read p q r s : \nb seed 8 read s r q p : I want\n");
    REQUIRE(ends.size() == 2);
    CHECK(ends[0].kind == "a");
    CHECK(ends[0].seed == 7);
    CHECK(ends[0].read == Words{"p", "q", "r", "s"});
    CHECK(ends[0].text.empty());
    CHECK(ends[1].text == "I want");
}

TEST_CASE("The recorded runs say what chapter 14 says", "[chapter14]") {
    for (const Curve& curve : curves_of(Without::nothing))
        CHECK(curve.scores.back().right == 72);
    // Without a mask the loss is as small as any, and what is written is wrong.
    for (const Curve& curve : curves_of(Without::causal_mask)) {
        CHECK(curve.scores.back().loss < 0.01);
        CHECK(curve.scores.back().right <= 58);
    }
    // Without cross-attention it can only guess which sentence it is.
    for (const Curve& curve : curves_of(Without::cross_attention)) {
        CHECK(curve.scores.back().loss > least_loss_without_reading(task_of(1)));
        CHECK(curve.scores.back().right == 0);
    }
    // The drawn ones are the first that reads like a dictionary, and the first that does not.
    const std::vector<End> ends = ends_of(Without::nothing);
    CHECK(ends[0].read == meanings);
    CHECK(ends[1].read == meanings);
    CHECK(ends[2].read != meanings);
    CHECK(std::ranges::count(ends, meanings, &End::read) == 15);
}

}  // namespace attn::chapters::ch14
