#include "attn/learning/dropout_backward.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("Dropout that keeps its draws is dropout", "[learning]") {
    Random numbers(163);
    const Matrix x = random_normal_matrix(5, 7, numbers);
    for (const Mode mode : {Mode::training, Mode::evaluation}) {
        for (const double p : {0.0, 0.3, 0.9}) {
            Random one(164), other(164);
            const DropoutTrace trace = dropout_trace(x, p, mode, one);
            CHECK(trace.output == dropout(x, p, mode, other));
            CHECK(one.uniform() == other.uniform());
            CHECK(trace.p == (mode == Mode::training ? p : 0));
            for (std::size_t i = 0; i < 5; ++i) {
                for (std::size_t j = 0; j < 7; ++j) {
                    CHECK(trace.kept(i, j) == (trace.output(i, j) == 0 ? 0 : 1));
                }
            }
        }
    }
    Random generator(165);
    CHECK_THROWS_AS(dropout_trace(x, 1, Mode::training, generator), std::domain_error);
}

TEST_CASE("A zero that stayed is no zero that was dropped", "[learning]") {
    Random generator(166);
    const DropoutTrace trace =
        dropout_trace(Matrix(1, 400), 0.5, Mode::training, generator);
    double kept = 0;
    for (const double entry : trace.kept.row(0)) kept += entry;
    CHECK(kept > 150);
    CHECK(kept < 250);
}

TEST_CASE("The slopes of dropout, by hand and measured", "[learning]") {
    const DropoutTrace half{0.5, Matrix{{1, 0, 1}}, Matrix(1, 3)};
    CHECK(dropout_backward(half, Matrix{{3, 5, -7}}) == Matrix{{6, 0, -14}});
    Random numbers(167);
    Matrix x = random_normal_matrix(5, 7, numbers);
    const Matrix d_y = random_normal_matrix(5, 7, numbers);
    for (const Mode mode : {Mode::training, Mode::evaluation}) {
        const Random start(168);
        Random draws = start;
        const DropoutTrace trace = dropout_trace(x, 0.3, mode, draws);
        const auto loss = [&] {
            Random same = start;
            return weighted_sum(dropout(x, 0.3, mode, same), d_y);
        };
        slope_error(loss, x, dropout_backward(trace, d_y));
    }
    CHECK_THROWS_WITH(
        dropout_backward(half, Matrix(3, 1)),
        "dropout_backward: d_output is 3x1, the output is 1x3; give one slope "
        "for each entry of the output");
}
