// What chapter 11's exercises have to do, whether the reader or we wrote them.
#include "chapters/11_feed_forward/exercises.hpp"

#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

TEST_CASE("feed_forward computes an and: bank + river - 1, cut off below 0") {
    const Linear first{.weight = {{1}, {1}}, .bias = {-1}};
    CHECK_THAT(feed_forward({{0, 0}, {1, 0}, {0, 1}, {1, 1}}, first, {.weight = {{1}}}),
               IsCloseTo({{0}, {0}, {0}, {1}}, 1e-15));
}

TEST_CASE("feed_forward adds both biases, and cuts off between the maps only") {
    // Units 3 - 1 + 5 = 7 and -3 - 2 = -5, cut to 0; out -2 * 7 + 4 = -10.
    const Linear first{.weight = {{3, -3}, {-1, -2}}, .bias = {5, 0}};
    const Linear second{.weight = {{-2}, {100}}, .bias = {4}};
    CHECK_THAT(feed_forward({{1, 1}}, first, second), IsCloseTo({{-10}}, 1e-14));
}

TEST_CASE("feed_forward gives love its 1.4637") {
    const FeedForward eight = small_example::feed_forward();
    const Matrix n1 = small_example::encoder_layer().trace(small_example::h()).norm1.output;
    const Matrix out = feed_forward(n1, eight.first, eight.second);
    CHECK_THAT(out, IsCloseTo(eight.forward(n1), 1e-13));
    CHECK_THAT(out(1, 1), WithinAbs(1.4637, 0.00005));
}

TEST_CASE("as_one_map is two maps, one after the other") {
    // (1, 2) becomes 1 + 4 + 3 = 8 and 0 + 2 - 1 = 1, and these 8 - 1 + 10 = 17, all by the one map.
    const Linear first{.weight = {{1, 0}, {2, 1}}, .bias = {3, -1}};
    const Linear second{.weight = {{1}, {-1}}, .bias = {10}};
    const Linear one = as_one_map(first, second);
    INFO("(1, 2) through first {{1, 0}, {2, 1}} + (3, -1) and second {{1}, {-1}} + 10");
    CHECK_THAT(one.forward({{1, 2}}), IsCloseTo({{17}}, 1e-13));
    CHECK_THAT(one.forward({{0, 0}}), IsCloseTo({{14}}, 1e-13));
    const FeedForward eight = small_example::feed_forward();
    const Matrix x = small_example::h();
    INFO("the small layer's menu without its activation, 76 numbers as 20");
    CHECK_THAT(as_one_map(eight.first, eight.second).forward(x),
               IsCloseTo(eight.second.forward(eight.first.forward(x)), 1e-12));
}

TEST_CASE("but_not is 1 for the first without the second") {
    const FeedForward network = but_not();
    INFO("a network of one unit; the words (0, 0), (1, 0), (0, 1) and (1, 1)");
    CHECK(network.first.weight.cols() == 1);
    CHECK_THAT(network.forward({{0, 0}, {1, 0}, {0, 1}, {1, 1}}),
               IsCloseTo({{0}, {1}, {0}, {0}}, 1e-15));
}
