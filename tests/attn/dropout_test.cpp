#include "attn/dropout.hpp"

#include <cmath>

#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("Evaluation changes nothing and draws nothing", "[dropout]") {
    Random generator(21);
    Random untouched(21);
    const Matrix x = random_normal_matrix(5, 7, generator);
    CHECK(x == random_normal_matrix(5, 7, untouched));
    CHECK(dropout(x, 0.3, Mode::evaluation, generator) == x);
    CHECK(dropout(x, 0.3, Mode::evaluation, generator) == x);
    CHECK(generator.uniform() == untouched.uniform());
}

TEST_CASE("Training leaves out by the generator's draws, one for each entry", "[dropout]") {
    Random generator(22);
    Random again(22);
    const Matrix x{{1, 2, 3}, {-4, 5, 6}};
    const Matrix y = dropout(x, 0.25, Mode::training, generator);
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            CHECK(y(i, j) == (again.uniform() < 0.25 ? 0 : x(i, j) / 0.75));
        }
    }
    CHECK(generator.uniform() == again.uniform());
    // The next call leaves out others.
    const Matrix ones(5, 7, 1);
    const Matrix first = dropout(ones, 0.5, Mode::training, generator);
    CHECK(first != dropout(ones, 0.5, Mode::training, generator));
}

TEST_CASE("The mean over many draws is the matrix itself", "[dropout]") {
    Random generator(23);
    const Matrix x{{1, -2, 3}};
    for (const double p : {0.1, 0.5, 0.9}) {
        const int n_draws = 20000;
        Matrix sum(1, 3);
        double zeros = 0;
        for (int draw = 0; draw < n_draws; ++draw) {
            const Matrix y = dropout(x, p, Mode::training, generator);
            sum += y;
            zeros += y(0, 0) == 0 ? 1 : 0;
        }
        // One entry's variance is x^2 p / (1 - p); five standard deviations are allowed.
        const double deviation = std::sqrt(p / (1 - p) / n_draws);
        const Matrix mean = sum * (1.0 / n_draws);
        for (std::size_t j = 0; j < 3; ++j) {
            CHECK(std::abs(mean(0, j) - x(0, j)) < 5 * deviation * std::abs(x(0, j)));
        }
        CHECK(std::abs(zeros / n_draws - p) < 5 * std::sqrt(p * (1 - p) / n_draws));
    }
}

TEST_CASE("No share left out changes nothing, but draws", "[dropout]") {
    Random generator(24);
    Random again(24);
    const Matrix x{{1, 2}, {3, 4}, {5, 6}};
    CHECK(dropout(x, 0, Mode::training, generator) == x);
    for (int i = 0; i < 6; ++i) again.uniform();
    CHECK(generator.uniform() == again.uniform());
}
