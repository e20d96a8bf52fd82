// What chapter 11 says of the network, dropout and a whole layer.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/11_feed_forward/dropped.hpp"
#include "chapters/11_feed_forward/learned_units.hpp"
#include "chapters/11_feed_forward/one_word.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch11 {

using Catch::Matchers::WithinAbs;
using Vector = std::vector<double>;

namespace {

EncoderLayerTrace small_trace(const std::string& activation = "relu") {
    return layer_with(activation).trace(small_example::h());
}

/// The units that fire for a word, counted from 1: " 2 3 4 7".
std::string firing(const EncoderLayerTrace& trace, std::size_t word) {
    std::string text;
    const Matrix& activated = trace.feed_forward.activated;
    for (std::size_t unit = 0; unit < activated.cols(); ++unit) {
        if (activated(word, unit) > 0) text += " " + std::to_string(unit + 1);
    }
    return text;
}

/// A layer whose sizes are unequal primes: 5 columns, 11 units; attention has one head.
EncoderLayer odd_layer(Random& generator) {
    EncoderLayer layer{.attention = random_multi_head_attention(5, 1, generator),
                       .norm1 = {.gamma = {1, 2, 3, 5, 7}, .beta = {0, 1, -1, 2, 0.5}},
                       .feed_forward = random_feed_forward(5, 11, generator),
                       .norm2 = untrained_layer_norm(5)};
    return layer;
}

Sublayer attention_of(const EncoderLayer& layer) {
    return [&layer](const Matrix& x) { return layer.attention.forward(x, x, x); };
}

Sublayer feed_forward_of(const EncoderLayer& layer) {
    return [&layer](const Matrix& x) { return layer.feed_forward.forward(x); };
}

/// The generator of that seed after so many draws.
double next_after(std::uint64_t seed, std::size_t draws) {
    Random generator(seed);
    for (std::size_t i = 0; i < draws; ++i) generator.uniform();
    return generator.uniform();
}

void check_row(const Vector& given, const Vector& wanted) {
    CHECK_THAT(one_row(given), IsCloseTo(one_row(wanted), 0.00005));
}

Vector row_in(const Matrix& m, std::size_t i) {
    return {m.row(i).begin(), m.row(i).end()};
}

}  // namespace

TEST_CASE("The two steps of chapter 11 are the library's layer, to the bit",
          "[chapter11][S1-32]") {
    Random generator(31);
    EncoderLayer layer = odd_layer(generator);
    const Matrix x = random_normal_matrix(3, 5, generator);
    const DropoutOptions none{0.5, Mode::evaluation, generator};
    const Matrix n1 = post_norm(x, attention_of(layer), layer.norm1, none);
    CHECK(post_norm(n1, feed_forward_of(layer), layer.norm2, none) == layer.forward(x));
}

TEST_CASE("While it learns, a part's result is dropped, then added, then normalized",
          "[chapter11][S1-32]") {
    Random generator(32);
    const EncoderLayer layer = odd_layer(generator);
    const Matrix x = random_normal_matrix(3, 5, generator);
    const Sublayer part = attention_of(layer);
    Random draws(7), again(7);
    const DropoutOptions dropping{0.3, Mode::training, draws};
    Matrix sum = part(x);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
            sum(i, j) = x(i, j) + (again.uniform() < 0.3 ? 0 : sum(i, j) / (1 - 0.3));
        }
    }
    CHECK(post_norm(x, part, layer.norm1, dropping) == layer.norm1.forward(sum));
    CHECK_THROWS_AS(
        post_norm(
            x, [](const Matrix&) { return Matrix(3, 7); }, layer.norm1, dropping),
        ShapeError);
}

TEST_CASE("The note drops nothing of the weights: one draw for each number of Wo z",
          "[chapter11][S1-33]") {
    Random generator(33);
    const EncoderLayer layer = odd_layer(generator);
    const Matrix x = random_normal_matrix(3, 5, generator);
    Random draws(8);
    MultiHeadTrace seen;
    const Sublayer watched = [&](const Matrix& rows) {
        seen = layer.attention.trace(rows, rows, rows);
        return seen.output;
    };
    post_norm(x, watched, layer.norm1, {0.5, Mode::training, draws});
    CHECK(draws.uniform() == next_after(8, 3 * 5));  // and none for the 3 x 3 weights
    for (std::size_t i = 0; i < 3; ++i)
        CHECK_THAT(sum_of(seen.heads[0].weights.row(i)), WithinAbs(1, 1e-15));
}

TEST_CASE("The note's feed-forward layer drops inside, and the sum keeps all of x",
          "[chapter11][S1-35]") {
    Random generator(34);
    EncoderLayer layer = odd_layer(generator);
    const Matrix x = random_normal_matrix(3, 5, generator);
    Random draws(9), again(9);
    const DropoutOptions dropping{0.4, Mode::training, draws};
    Matrix units = activate(Activation::relu, layer.feed_forward.first.forward(x));
    for (std::size_t i = 0; i < 3; ++i) {
        for (double& unit : units.row(i))
            unit = again.uniform() < 0.4 ? 0 : unit / (1 - 0.4);
    }
    CHECK(feed_forward_dropped_inside(layer.feed_forward, x, dropping) ==
          layer.feed_forward.second.forward(units));
    CHECK(draws.uniform() == next_after(9, 3 * 11));
    const DropoutOptions none{0.4, Mode::evaluation, draws};
    CHECK(feed_forward_dropped_inside(layer.feed_forward, x, none) ==
          layer.feed_forward.forward(x));
    // A feed-forward layer that adds nothing leaves the residual whole, whatever is dropped.
    layer.feed_forward.second = {Matrix(11, 5), Vector(5, 0.0)};
    const Sublayer inside = [&](const Matrix& rows) {
        return feed_forward_dropped_inside(layer.feed_forward, rows, dropping);
    };
    CHECK(post_norm(x, inside, layer.norm2, none) == layer.norm2.forward(x));
}

TEST_CASE("Attention leaves love little feeling, and each later step the most",
          "[chapter11]") {
    const EncoderLayerTrace trace = small_trace();
    const std::size_t love = 1, feeling = 1;
    const auto feeling_of = [&](const Matrix& m) { return m(love, feeling); };
    CHECK(argmax(trace.input.row(love)) == feeling);
    const auto lost = trace.attention.output.row(love);
    CHECK(feeling_of(trace.attention.output) ==
          *std::min_element(lost.begin(), lost.end()));
    CHECK_THAT(trace.attention.heads[0].weights(love, love), WithinAbs(0.27, 0.005));
    CHECK_THAT(trace.attention.heads[1].weights(love, love), WithinAbs(0.29, 0.005));
    for (std::size_t i = 0; i < 4; ++i) {
        for (const double entry : trace.attention.output.row(i)) CHECK(entry > 1);
    }
    // Feeling leads after each step but attention.
    for (const Matrix& m :
         {trace.attention_sum, trace.norm1.output, trace.feed_forward_sum, trace.output}) {
        CHECK(argmax(m.row(love)) == feeling);
    }
}

TEST_CASE("Each unit reads two numbers, and no two words fire the same units",
          "[chapter11]") {
    const Matrix w1 = small_example::feed_forward().first.weight;
    for (std::size_t unit = 0; unit < 8; ++unit) {
        int read = 0;
        for (std::size_t i = 0; i < 4; ++i) read += w1(i, unit) != 0;
        CHECK(read == 2);
    }
    const EncoderLayerTrace trace = small_trace();
    CHECK(firing(trace, 0) == " 2 3 4 7");
    CHECK(firing(trace, 1) == " 3 5 6 8");
    CHECK(firing(trace, 2) == " 1 2 3 6 8");
    CHECK(firing(trace, 3) == " 1 4 5 6 8");
    // Unit 3 adds person and feeling, and fires for love, which is no person.
    CHECK(trace.norm1.output(1, 0) < -0.7);
    CHECK(trace.feed_forward.activated(1, 2) > 0.8);
}

TEST_CASE("A word's way has a row for each step, the word's own", "[chapter11]") {
    const EncoderLayerTrace trace = small_trace();
    const std::size_t all = small_example::place_of("all");
    CHECK(all == 3);
    CHECK_THROWS_AS(small_example::place_of("hate"), std::invalid_argument);
    const Matrix steps = steps_of(trace, all);
    CHECK(steps.rows() == step_names.size());
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK(steps(0, j) + steps(1, j) == steps(2, j));
        CHECK(steps(3, j) + steps(4, j) == steps(5, j));
        CHECK(steps(6, j) == trace.output(all, j));
    }
    check_row(row_in(LayerNorm{}.forward(row_of(steps, 2)), 0), row_in(steps, 3));
}

TEST_CASE("The menu's values times its answers are what the network returns",
          "[chapter11]") {
    // love by hand: units 3, 5, 6 and 8 answer, and the bias gives 0.5 to many.
    const Vector by_hand{0.8538 - 0.5 * 2.1001, 1.4637, -0.5 * 0.6363,
                         -0.8538 - 0.5 * 0.6363 + 0.5};
    const EncoderLayerTrace trace = small_trace();
    for (std::size_t j = 0; j < 4; ++j)
        CHECK_THAT(trace.feed_forward.output(1, j), WithinAbs(by_hand[j], 0.0002));
}

TEST_CASE("The layer with GELU has the exercise's digits", "[chapter11]") {
    const EncoderLayerTrace gelu = small_trace("gelu_exact");
    check_row(row_in(gelu.output, 1), {-0.7697, 1.5476, -0.9847, 0.2068});
    for (std::size_t i = 0; i < 4; ++i) CHECK(firing(gelu, i) == firing(small_trace(), i));
}

TEST_CASE("Attention on a word alone is linear, and one unit is not", "[chapter11]") {
    const Matrix corners{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        Random generator(seed);
        const MultiHeadAttention layer = random_multi_head_attention(2, 2, generator);
        const auto alone = [&](std::size_t i) {
            const Matrix word = row_of(corners, i);
            return layer.forward(word, word, word);
        };
        CHECK_THAT(alone(0) + alone(3), IsCloseTo(alone(1) + alone(2), 1e-15));
    }
}

TEST_CASE("One unit is a feeling but not many, and an or with a second bias, two without",
          "[chapter11]") {
    const Matrix corners{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    const FeedForward but_not{{.weight = {{1}, {-1}}, .bias = {0}}, {.weight = {{1}}}};
    CHECK(but_not.forward(corners) == Matrix{{0}, {1}, {0}, {0}});
    const FeedForward either{{.weight = {{1, 1}, {1, 1}}, .bias = {0, -1}},
                             {.weight = {{1}, {-1}}}};
    CHECK(either.forward(corners) == Matrix{{0}, {1}, {1}, {1}});
    const FeedForward not_neither{{.weight = {{-1}, {-1}}, .bias = {1}},
                                  {.weight = {{-1}}, .bias = {1}}};
    CHECK(not_neither.forward(corners) == Matrix{{0}, {1}, {1}, {1}});
    // A norm asks one such question of a row (s, -s, s, -s): is feeling + many above 1.5?
    for (std::size_t i = 0; i < 4; ++i) {
        const double s = sum_of(corners.row(i)) - 1.5;
        const double first = LayerNorm{}.forward({{s, -s, s, -s}})(0, 0);
        CHECK_THAT((1 + first) / 2, WithinAbs(i == 3 ? 1 : 0, 1e-4));
    }
}

TEST_CASE("Units learn the four cases, and what lies between them", "[chapter11]") {
    const Matrix halfway{{1, 0.75}, {1, 0.25}, {0, 0.75}},
        an_if{{0.75, 0.25}, {0.25, 0.75}, {0, 0}};
    std::size_t learned = 0, found = 0;
    for (std::size_t seed = 1; seed <= 20; ++seed) {
        const FeedForward four = learned_units(4, seed);
        learned += max_abs_difference(four.forward(four_cases), shore_or_money) < 0.01;
        found += max_abs_difference(four.forward(halfway), an_if) < 0.1;
    }
    CHECK(learned > 15);
    CHECK_THAT(static_cast<double>(found), WithinAbs(15, 1));  // fifteen in the text
    CHECK_THAT(learned_units(4, 11).forward(halfway), IsCloseTo(an_if, 0.05));
}

TEST_CASE("A unit that learned has become bank and river", "[chapter11]") {
    const FeedForward network = learned_units(4, 11);
    for (const double number :
         {network.first.weight(0, 2), network.first.weight(1, 2), -network.first.bias[2]})
        CHECK_THAT(number, WithinAbs(1, 0.05));
}

}  // namespace attn::chapters::ch11
