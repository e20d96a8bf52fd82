// What chapter 18's exercises have to do, whether the reader or we wrote them.
#include "chapters/18_language_model/exercises.hpp"

#include <stdexcept>

#include "attn/learning/loss.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Ids = std::vector<std::size_t>;
using Row = std::vector<double>;
using Pieces = std::vector<std::string>;

void check_same_shares(const Row& p, const Row& wanted) {
    REQUIRE(p.size() == wanted.size());
    for (std::size_t i = 0; i < p.size(); ++i)
        CHECK_THAT(p[i], WithinAbs(wanted[i], 1e-15));
}

}  // namespace

TEST_CASE("answer_targets are the words that follow, from the prompt's last word on") {
    CHECK(answer_targets({0, 7, 8, 1, 20, 21, 1}, 4) ==
          Ids{no_target, no_target, no_target, 20, 21, 1});
    CHECK(answer_targets({0, 7, 8}, 1) == Ids{7, 8});
    CHECK(answer_targets({5, 5, 5}, 2) == Ids{no_target, 5});
}

TEST_CASE("answer_targets refuses a row without a prompt or without an answer") {
    CHECK_THROWS_AS(answer_targets({0, 7, 8}, 0), ShapeError);
    CHECK_THROWS_AS(answer_targets({0, 7, 8}, 3), ShapeError);
    CHECK_THROWS_AS(answer_targets({0, 7, 8}, 4), ShapeError);
    CHECK_THROWS_AS(answer_targets({}, 0), ShapeError);
    CHECK_THROWS_AS(answer_targets({}, 1), ShapeError);
}

TEST_CASE("min_p keeps what is not much less likely than the likeliest") {
    const Row p{0.125, 0.5, 0.25, 0.125};  // exact in binary
    check_same_shares(min_p(p, 0.5), {0, 2.0 / 3, 1.0 / 3, 0});
    check_same_shares(min_p(p, 0.51), {0, 1, 0, 0});
    check_same_shares(min_p(p, 0.25), p);
    check_same_shares(min_p(p, 0), p);
    check_same_shares(min_p({0.3, 0.3, 0.3}, 1), {1.0 / 3, 1.0 / 3, 1.0 / 3});
    check_same_shares(min_p({1, 4, 2, 1}, 0.5), {0, 2.0 / 3, 1.0 / 3, 0});
}

TEST_CASE(
    "min_p draws from many words where a model is unsure, from few where it is sure") {
    const auto n_kept = [](const Row& p) {
        int n = 0;
        for (const double one : min_p(p, 0.2)) n += one > 0;
        return n;
    };
    CHECK(n_kept({0.2, 0.2, 0.2, 0.2, 0.2}) == 5);
    CHECK(n_kept({0.9, 0.04, 0.03, 0.02, 0.01}) == 1);
}

TEST_CASE("min_p refuses what is no distribution") {
    CHECK_THROWS_AS(min_p({}, 0.5), ShapeError);
    for (const Row& p : {Row{0, 0}, Row{1, -0.5}, Row{0.5, not_a_number}})
        CHECK_THROWS_AS(min_p(p, 0.5), std::domain_error);
    for (const double share : {-0.1, 1.1, not_a_number})
        CHECK_THROWS_AS(min_p({1}, share), std::domain_error);
}

TEST_CASE("merged makes one piece of two neighbours") {
    CHECK(merged({"_선", "생", "님", "은"}, "_선", "생") == Pieces{"_선생", "님", "은"});
    CHECK(merged({"a", "b", "c", "a", "b"}, "a", "b") == Pieces{"ab", "c", "ab"});
    CHECK(merged({"a", "b"}, "b", "a") == Pieces{"a", "b"});
    CHECK(merged({"a"}, "a", "a") == Pieces{"a"});
    CHECK(merged({}, "a", "b").empty());
}

TEST_CASE("merged goes from left to right and merges no piece twice") {
    CHECK(merged({"a", "a", "a"}, "a", "a") == Pieces{"aa", "a"});
    CHECK(merged({"a", "a", "a", "a"}, "a", "a") == Pieces{"aa", "aa"});
    CHECK(merged({"a", "ab", "b"}, "a", "b") == Pieces{"a", "ab", "b"});
}

TEST_CASE("merged refuses an empty piece") {
    CHECK_THROWS_AS(merged({"a", "b"}, "", "b"), std::domain_error);
    CHECK_THROWS_AS(merged({"a", "b"}, "a", ""), std::domain_error);
}
