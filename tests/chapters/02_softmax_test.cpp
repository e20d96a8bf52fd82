// What chapter 2 says of scores and weights, and its figures with a reader's own numbers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/02_softmax/02_softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/csv_text.hpp"
#include "plots/labels.hpp"
#include "plots/svg_text.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch02 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

bool rows_sum_to_1(const Matrix& weights) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        if (std::abs(sum_of(weights.row(i)) - 1) > 1e-12) return false;
    }
    return true;
}

double plain_fraction(const Vector& scores, std::size_t i) {
    return scores[i] / sum_of(scores);
}

std::string title_of_sweep(const Vector& scores, double temperature = 1) {
    return temperature_figure(numbered("x", scores.size()), scores, temperature).title;
}

std::string title_of_weights(const Vector& scores) {
    return weights_figure(numbered("x", scores.size()), scores).title;
}

}  // namespace

TEST_CASE("The scores of student become these weights, by hand",
          "[02_softmax][S3-19][S2-10]") {
    CHECK(student == Vector{4, 2, 2, 5});
    // With three decimals: e^4, e^2, e^5 and the sum.
    CHECK_THAT(std::exp(4.0), WithinAbs(54.598, 0.0005));
    CHECK_THAT(std::exp(2.0), WithinAbs(7.389, 0.0005));
    CHECK_THAT(std::exp(5.0), WithinAbs(148.413, 0.0005));
    CHECK_THAT(54.598 + 7.389 + 7.389 + 148.413, WithinAbs(217.789, 1e-9));
    const Vector by_hand{54.598 / 217.789, 7.389 / 217.789, 7.389 / 217.789,
                         148.413 / 217.789};
    const Vector weights = softmax_naive(student);
    REQUIRE(weights.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_THAT(weights[i], WithinAbs(by_hand[i], 1e-5));
        CHECK(weights[i] > 0);
        CHECK(weights[i] < 1);
    }
    CHECK_THAT(sum_of(weights), WithinAbs(1, 1e-15));
}

TEST_CASE("The ratio of two weights is e to the scores' difference", "[02_softmax]") {
    for (const Vector& scores : {Vector{4, 2, 2, 5}, {-3, 4, 0.5}, {99, 9}}) {
        const Vector weights = softmax_naive(scores);
        CHECK_THAT(weights[0] / weights[1] / std::exp(scores[0] - scores[1]),
                   WithinAbs(1, 1e-12));
    }
}

TEST_CASE("Softmax does not notice a constant, and does notice a factor",
          "[02_softmax][S3-21]") {
    const Vector weights = softmax_naive(Vector{1, 3});
    for (const Vector& shifted : {Vector{101, 103}, {-99, -97}, {1.25, 3.25}}) {
        CHECK_THAT(softmax_naive(shifted)[1], WithinAbs(weights[1], 1e-14));
    }
    CHECK(softmax_naive(Vector{2, 6})[1] > weights[1] + 0.1);
    // The plain fraction has it the other way round.
    CHECK(plain_fraction({1, 3}, 1) == 0.75);
    CHECK(plain_fraction({2, 6}, 1) == 0.75);
    CHECK(plain_fraction({101, 103}, 1) == 103.0 / 204);
}

TEST_CASE("The plain fraction of {99, 9} is 0.0833, and others are no weights",
          "[02_softmax][S3-21]") {
    CHECK_THAT(plain_fraction({99, 9}, 1), WithinAbs(0.083333333333333333, 1e-16));
    CHECK_THAT(softmax_naive(Vector{99, 9})[1] / 8.194012624e-40, WithinAbs(1, 1e-9));
    CHECK(plain_fraction({-3, 4}, 0) == -3);
    CHECK(plain_fraction({-3, 4}, 1) == 4);
    CHECK(std::isinf(plain_fraction({-4, 4}, 1)));
    CHECK(std::isnan(plain_fraction({0, 0}, 1)));
    CHECK(softmax_naive(Vector{0, 0}) == Vector{0.5, 0.5});
    CHECK_THAT(sum_of(softmax_naive(Vector{-4, 4})), WithinAbs(1, 1e-15));
}

TEST_CASE("Cold scores pick a winner, hot scores get equal weights", "[02_softmax]") {
    const Vector scores{4, 2, 2, 5};
    double last = 1;
    for (const double t : {0.1, 0.3, 1.0, 7.0, 20.0}) {
        const double winner = softmax_naive(divided(scores, t))[3];
        CHECK(winner < last);
        last = winner;
    }
    // The second score gains before it loses, as the caption says.
    const auto second = [&](double t) { return softmax_naive(divided(scores, t))[0]; };
    CHECK(second(2.2) > second(1.8));
    CHECK(second(2.2) > second(2.6));
}

TEST_CASE(
    "Along the rows all rows sum to 1, and a mutant that goes down the columns is caught",
    "[02_softmax][S0-19]") {
    const Matrix scores = matmul_transpose_b(X, X);
    const Matrix correct = weights_along_rows(scores);
    const Matrix wrong = weights_down_columns(scores);
    CHECK(rows_sum_to_1(correct));
    CHECK_FALSE(rows_sum_to_1(wrong));
    const Matrix columns = transpose(wrong);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::abs(sum_of(wrong.row(i)) - 1) > 0.005);
        CHECK_THAT(sum_of(columns.row(i)), WithinAbs(1, 1e-15));
    }
    // These scores are symmetric, so the wrong table is the correct one's mirror image.
    CHECK(scores == transpose(scores));
    CHECK(wrong == transpose(correct));
    // One query alone: every column is a single number.
    CHECK(weights_down_columns(Matrix{{4, 2, 2, 5}}) == Matrix{{1, 1, 1, 1}});
    // Unequal primes: the axes cannot be confused.
    const Matrix tall{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}, {1, 1, 1}, {0, 0, 2}};
    CHECK(rows_sum_to_1(weights_along_rows(tall)));
    CHECK_FALSE(rows_sum_to_1(weights_down_columns(tall)));
    // What a row gives away depends on no other row; down the columns it does.
    Matrix changed = tall;
    changed(4, 0) = 9;
    CHECK(weights_along_rows(changed)(0, 0) == weights_along_rows(tall)(0, 0));
    CHECK(weights_down_columns(changed)(0, 0) < 0.1 * weights_down_columns(tall)(0, 0));
}

TEST_CASE("Scores divided by their sum: am hands out more than it has", "[02_softmax]") {
    const Vector am(table.row(1).begin(), table.row(1).end());
    CHECK(am == Vector{0, 5, -2, 2});
    CHECK(plain_fraction(am, 1) == 1);
    CHECK(plain_fraction(am, 2) == -0.4);
    CHECK(plain_fraction(am, 3) == 0.4);
    CHECK(sum_of(student) == 13);
}

TEST_CASE("A hair of a lead makes a hair of a difference", "[02_softmax]") {
    CHECK_THAT(std::exp(0.01), WithinAbs(1.01, 0.0001));
    CHECK_THAT(softmax_naive(Vector{5, 4.99})[0], WithinAbs(0.5025, 0.00005));
    CHECK_THAT(softmax_naive(Vector{5, 5.01})[0], WithinAbs(0.4975, 0.00005));
    CHECK(std::isnan(softmax_naive(Vector{710, 0})[0]));
}

TEST_CASE("What the text says of its exercises holds", "[02_softmax]") {
    CHECK_THAT(softmax_naive(Vector{4.6, 0})[0], WithinAbs(0.9900, 0.0001));
    CHECK_THAT(std::exp(4.6), WithinAbs(99.5, 0.05));
    CHECK_THAT(softmax_naive(Vector{8, 4, 4, 10})[3], WithinAbs(0.8770, 0.00005));
    CHECK_THAT(softmax_naive(divided(Vector{99, 9}, 20))[0], WithinAbs(0.9890, 0.00005));
    CHECK_THAT(std::exp(4.5), WithinAbs(90, 0.05));
    // Base 2 is a temperature.
    const Vector base_two = softmax_naive(divided(Vector{4, 2, 2, 5}, 1 / std::log(2.0)));
    CHECK_THAT(base_two[3], WithinAbs(32.0 / 56.0, 1e-14));
    CHECK_THAT(1 / std::log(2.0), WithinAbs(1.4427, 0.00005));
    // With student as it was, the wrong axis hardly shows.
    const Matrix wrong = weights_down_columns(matmul_transpose_b(X, X));
    const Vector wanted{0.9921, 0.9853, 0.9834, 1.0392};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_THAT(sum_of(wrong.row(i)), WithinAbs(wanted[i], 0.00005));
    }
}

TEST_CASE("Scores whose exponentials no double holds have no weights here",
          "[02_softmax]") {
    CHECK(has_weights(Vector{709.78, -1e6}));
    CHECK_FALSE(has_weights(Vector{709.79, 0}));
    CHECK(has_weights(Vector{709 / 0.999, 0}));  // an answer: where 709 / T passes it
    CHECK_FALSE(has_weights(Vector{709 / 0.998, 0}));
    CHECK_FALSE(has_weights(Vector{709.5, 709.5}));  // the sum is infinite: weights of 0
    CHECK(softmax_naive(Vector{709.5, 709.5}) == Vector{0, 0});
    CHECK(has_weights(Vector{-708.3, -1e6}));
    CHECK_FALSE(has_weights(Vector{-710, -711}));
    CHECK_FALSE(has_weights(Vector{-746, -747}));
    CHECK_THROWS_AS(weights_figure(numbered("x", 2), Vector{710, 0}), std::domain_error);
    CHECK_THROWS_AS(temperature_figure(numbered("x", 2), Vector{1e6, 0}, 1),
                    std::domain_error);
}

TEST_CASE("Titles say what the reader's own scores show", "[02_softmax]") {
    CHECK(title_of_weights({4, 2, 2, 5}) ==
          "A lead of 1 makes a weight 2.72 times as large");
    CHECK(title_of_weights({-3, 4}) == "A lead of 7 makes a weight 1097 times as large");
    CHECK(title_of_weights({3, 3, 1}) == "A lead of 2 makes a weight 7.39 times as large");
    CHECK(title_of_weights({99, 9}) == "A lead of 90 takes practically everything");
    CHECK(title_of_weights({0, -1e6}) == "A lead of 1e+06 takes practically everything");
    CHECK(title_of_weights({1, 1.001}) == "Almost equal scores get almost equal weights");
    CHECK(title_of_weights({1, 1}) == "Equal scores get equal weights");
    CHECK(title_of_weights({7}) == "A score that is alone gets everything");

    CHECK(title_of_sweep({4, 2, 2, 5}) ==
          "Cold softmax picks a winner, hot softmax shares");
    CHECK(title_of_sweep({99, 9}) == "Even at T = 20 the largest score gets 0.989");
    CHECK(title_of_sweep({3, 3, 1}) ==
          "The hotter the softmax, the more alike the weights");
    CHECK(title_of_sweep({0, 0.1, -100}) ==
          "The hotter the softmax, the more alike the weights");
    CHECK(title_of_sweep({2, 2}) == "Equal scores get equal weights at any temperature");
    for (const Vector& scores :
         {Vector{4, 2, 2, 5}, {-12.34, -99.99}, {0, -9.21}, {5, 5.004}}) {
        CHECK(display_width(title_of_weights(scores)) <= 50);
        CHECK(display_width(title_of_sweep(scores)) <= 50);
    }
}

TEST_CASE("Every curve over the temperature has a name", "[02_softmax]") {
    const auto names_in = [](const Vector& scores) {
        std::set<std::string> names;
        const plots::Figure figure =
            temperature_figure(numbered("x", scores.size()), scores, 1);
        for (const plots::Mark& mark : std::get<plots::Plot>(figure.rows[0][0]).marks) {
            const auto* line = std::get_if<plots::Line>(&mark);
            if (line != nullptr && !line->name.empty()) names.insert(line->name);
        }
        return names;
    };
    const std::set<std::string> five{"x_0", "x_1", "x_2", "x_3", "x_4"};
    CHECK(names_in({5, 4, 3, 2, 1}) == five);
    CHECK(names_in({6, 5, 4, 3, 2, 1}).count("x_5") == 1);
    CHECK(names_in({7, 6, 5, 4, 3, 2, 1}).count("the others") == 1);
    CHECK(names_in({7, 6, 5, 4, 3, 2, 1}).size() == 6);
}

TEST_CASE("The figures of chapter 2 hold what they show", "[02_softmax]") {
    const auto has = [](const plots::Figure& figure, const std::string& line) {
        return plots::csv_text(figure).find("\n" + line + "\n") != std::string::npos;
    };
    const plots::Figure weights = weights_figure(words, Vector{4, 2, 2, 5});
    CHECK(has(weights,
              "weight,student,," + attn::exact_text(softmax_naive(Vector{4, 2, 2, 5})[3])));
    CHECK(has(weights, "score,student,,5"));

    // Where no double holds the exponentials, the sweep has no points, and the chart says so.
    const auto first_x = [](const plots::Figure& figure) {
        for (const plots::Mark& mark : std::get<plots::Plot>(figure.rows[0][0]).marks) {
            if (const auto* line = std::get_if<plots::Line>(&mark))
                return line->points[0].x;
        }
        return 0.0;
    };
    const auto says_why = [](const plots::Figure& figure) {
        return plots::svg_text(figure).find("does not fit") != std::string::npos;
    };
    const plots::Figure all = temperature_figure(words, Vector{4, 2, 2, 5}, 0.5);
    const plots::Figure some = temperature_figure(numbered("x", 2), Vector{99, 9}, 1);
    CHECK(first_x(all) == 0.1);
    CHECK_FALSE(says_why(all));
    CHECK(has_weights(divided(Vector{99, 9}, first_x(some))));
    CHECK_FALSE(has_weights(divided(Vector{99, 9}, 0.97 * first_x(some))));
    CHECK(says_why(some));
    CHECK_THAT(all.subtitle, ContainsText("Scores (4, 2, 2, 5)"));

    const plots::Figure fraction = fraction_figure();
    CHECK(has(fraction, ",fraction,-9,-inf"));
    CHECK(has(fraction, ",fraction,-18,2"));

    const plots::Figure axis = axis_figure(words, Matrix(4, 4, 0.25), Matrix(4, 4, 0.5));
    CHECK(has(axis, "wrong: down each column ↓,am,student,0.5"));
    CHECK(has(axis, "wrong: down each column ↓,am,sum,2.00"));
}

TEST_CASE("Chapter 2's figures can be drawn with any scores", "[02_softmax]") {
    for (const Vector& scores :
         {Vector{0}, {0, 0}, {-3, -4}, {710, 3}, {1e-300, 5}, {700, -700, 3, 4, 5, 6, 7}}) {
        const std::vector<std::string> names = numbered("x", scores.size());
        if (has_weights(scores))
            CHECK_NOTHROW(plots::svg_text(weights_figure(names, scores)));
        for (const double t : {0.1, 0.5, 1.0, 20.0}) {
            CHECK_NOTHROW(plots::svg_text(temperature_figure(names, scores, t)));
        }
    }
}

}  // namespace attn::chapters::ch02
