// What chapter 15's exercises have to do, whether the reader or we wrote them.
#include "chapters/15_each_part/exercises.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

const double ln_2 = std::log(2.0);

}  // namespace

TEST_CASE("twins_loss by hand") {
    CHECK_THAT(twins_loss(0.5), WithinAbs(ln_2, 1e-15));
    // Nine to one: 0.1054 for the twin that is right, 2.3026 for the other.
    CHECK_THAT(twins_loss(0.9), WithinAbs((0.1054 + 2.3026) / 2, 5e-5));
    CHECK_THAT(twins_loss(0.1), WithinAbs(twins_loss(0.9), 1e-15));
}

TEST_CASE("twins_loss is least where the model is undecided") {
    for (int i = 1; i < 100; ++i) {
        const double p = i / 100.0;
        REQUIRE(twins_loss(p) >= ln_2 - 1e-15);
        if (i < 50) REQUIRE(twins_loss(p) > twins_loss(p + 0.01));
    }
    CHECK(std::isfinite(twins_loss(1e-300)));
}

TEST_CASE("twins_loss refuses what is no probability, and certainty") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double p : {0.0, 1.0, -0.1, 1.1, nan}) {
        CHECK_THROWS_AS(twins_loss(p), std::domain_error);
    }
}

TEST_CASE("exclusive_or_loss of a model that says nothing is ln 2") {
    CHECK_THAT(exclusive_or_loss(0, 0, 0), WithinAbs(ln_2, 1e-15));
}

TEST_CASE("exclusive_or_loss by hand") {
    // The margins are m for (not, indeed) and its mirror, 2 m for two nots and 0 for none.
    const double m = std::log(3.0);
    const double one_not = std::log(4.0 / 3), two = std::log(10.0), none = ln_2;
    CHECK_THAT(exclusive_or_loss(m, m, 0),
               WithinAbs((2 * one_not + two + none) / 4, 1e-15));
    // Another margin for each version: 3, 6, 7 and 2.
    const auto cost = [](double x) { return std::log(1 + std::exp(x)); };
    CHECK_THAT(exclusive_or_loss(1, 4, 2),
               WithinAbs((cost(-3) + cost(-6) + cost(7) + cost(2)) / 4, 1e-14));
}

TEST_CASE("exclusive_or_loss is never below ln 2") {
    Random generator(15);
    for (int i = 0; i < 1000; ++i) {
        const double first = generator.uniform(-9, 9);
        const double second = generator.uniform(-9, 9);
        const double base = generator.uniform(-9, 9);
        REQUIRE(exclusive_or_loss(first, second, base) >= ln_2 - 1e-12);
    }
}

TEST_CASE("exclusive_or_loss is finite for margins of 1000") {
    CHECK(exclusive_or_loss(0, 0, 1000) == 500);
    CHECK(exclusive_or_loss(0, 0, -1000) == 500);
    // Three of four are right and cost nothing; the fourth pays.
    CHECK_THAT(exclusive_or_loss(2000, 2000, -1000), WithinAbs(3000 / 4.0, 1e-9));
    CHECK_THAT(exclusive_or_loss(0, 1000, 0), WithinAbs(500 / 2.0 + ln_2 / 2, 1e-9));
}

TEST_CASE("seen_by two heads and twelve words is a half each") {
    CHECK(seen_by(0, 12, 2) == std::vector<std::size_t>{0, 1, 2, 3, 4, 5});
    CHECK(seen_by(1, 12, 2) == std::vector<std::size_t>{6, 7, 8, 9, 10, 11});
    CHECK(seen_by(0, 12, 1).size() == 12);
    CHECK(seen_by(2, 3, 3) == std::vector<std::size_t>{2});
}

TEST_CASE("seen_by is where the numbers go, one by one") {
    for (const std::size_t n_heads : {1U, 2U, 3U, 5U}) {
        const std::size_t n_words = 7 * n_heads, d_model = n_heads * 2;
        std::vector<std::vector<std::size_t>> heads(n_heads);
        for (std::size_t place = 0; place < n_words * d_model; ++place) {
            const std::size_t word = place / d_model;
            std::vector<std::size_t>& seen = heads[place / (n_words * d_model / n_heads)];
            if (seen.empty() || seen.back() != word) seen.push_back(word);
        }
        for (std::size_t head = 0; head < n_heads; ++head) {
            REQUIRE(seen_by(head, n_words, n_heads) == heads[head]);
        }
    }
}

TEST_CASE("seen_by refuses parts that are not equal, and heads that are not there") {
    CHECK_THROWS_AS(seen_by(0, 11, 2), ShapeError);
    CHECK_THROWS_AS(seen_by(0, 12, 0), ShapeError);
    CHECK_THROWS_AS(seen_by(2, 12, 2), std::out_of_range);
}
