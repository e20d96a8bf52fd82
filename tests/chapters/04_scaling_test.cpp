// What chapter 4 says of spreads, of softmax's slope and of divisors, and its figures.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/04_scaling/04_scaling.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch04 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

/// One experiment for all tests.
const std::vector<Measurement>& experiment() {
    static const std::vector<Measurement> all = measure_powers(1000, 1);
    return all;
}

bool is_from_0_to_1(double x) {
    return x >= 0 && x <= 1;
}

}  // namespace

TEST_CASE("The Jacobian is softmax's slope, by finite differences", "[04_scaling][S2-09]") {
    const Vector scores{0.5, -1, 2, 0, 1.5};
    const Matrix slopes = softmax_jacobian(softmax(scores));
    const double step = 1e-6;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        Vector more = scores, less = scores;
        more[j] += step;
        less[j] -= step;
        const Vector high = softmax(more), low = softmax(less);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            CHECK_THAT(slopes(i, j), WithinAbs((high[i] - low[i]) / (2 * step), 1e-9));
        }
    }
    CHECK(matrix_norm(Matrix{{3, 0}, {0, 4}}) == 5);
}

TEST_CASE("Random scores have the spread root d_k, and 1 once divided",
          "[04_scaling][S3-24][S0-04][S2-05]") {
    REQUIRE(experiment().size() == 11);
    for (const Measurement& m : experiment()) {
        const double root = std::sqrt(static_cast<double>(m.d_k));
        CHECK_THAT(deviation_of(m) / root, WithinAbs(1, 0.05));
        double sum = 0;
        for (std::size_t i = 0; i < m.scores.rows(); ++i) {
            sum = std::accumulate(m.scores.row(i).begin(), m.scores.row(i).end(), sum);
        }
        CHECK_THAT(sum / 10000 / root, WithinAbs(0, 0.04));
    }
    CHECK_THAT(std::sqrt(3.0), WithinAbs(1.7320508, 5e-8));
    CHECK_THAT(standard_deviation(Vector{3, -4, 0, 5}), WithinAbs(std::sqrt(12.5), 1e-15));
}

TEST_CASE("Four tosses for q and k, by hand: the mean square of q . k is 4",
          "[04_scaling][S3-24]") {
    Vector products;
    for (int tosses = 0; tosses < 256;
         ++tosses) {  // all signs of q (4 bits) and k (4 bits)
        Vector q, k;
        for (int e = 0; e < 4; ++e) {
            q.push_back((tosses >> e) & 1 ? 1 : -1);
            k.push_back((tosses >> (e + 4)) & 1 ? 1 : -1);
        }
        products.push_back(dot(q, k));
    }
    CHECK(standard_deviation(products) == 2);
    CHECK(std::count(products.begin(), products.end(), 0) == 96);  // 6 of 16
    CHECK(std::count(products.begin(), products.end(), 4) == 16);  // 1 of 16
    CHECK(std::count(products.begin(), products.end(), -2) == 64);
}

TEST_CASE("Coins walk about as far as the root of their number says", "[04_scaling]") {
    double squares = 0;
    for (std::size_t seed = 1; seed <= 200; ++seed) {
        const Matrix walks = coin_walks(seed);
        for (std::size_t i = 0; i < walks.rows(); ++i) {
            CHECK(walks(i, 0) == 0);
            for (std::size_t n = 1; n <= n_coins; ++n) {
                CHECK(std::abs(walks(i, n) - walks(i, n - 1)) == 1);
            }
            squares += walks(i, n_coins) * walks(i, n_coins);
        }
    }
    CHECK_THAT(squares / 2000, WithinAbs(64, 5));
}

TEST_CASE("A double scores 64, and gets what its exponential is of the sum",
          "[04_scaling]") {
    const Matrix walks = coin_walks(1);
    const plots::Figure figure = double_figure(walks);
    const auto weights_in = [&](std::size_t row) {
        return plots::cells_of(std::get<plots::Plot>(figure.rows.at(row).at(0)))->values;
    };
    const double divisors[] = {1, 8, 64};
    for (const std::size_t d : {0u, 1u, 2u}) {
        double strangers = 0, sum = std::exp(64 / divisors[d]);
        for (std::size_t i = 0; i < n_keys; ++i) {
            const double e = std::exp(walks(i, 64) / divisors[d]);
            strangers += e;
            if (i < n_keys - 1) sum += e;
        }
        CHECK_THAT(weights_in(0)(d, 0),
                   WithinAbs(std::exp(walks(0, 64) / divisors[d]) / strangers, 1e-12));
        CHECK_THAT(weights_in(1)(d, n_keys - 1),
                   WithinAbs(std::exp(64 / divisors[d]) / sum, 1e-12));
    }
}

TEST_CASE("After 64 coins 74 % of all scores are within 8 of 0, counted exactly",
          "[04_scaling]") {
    std::vector<double> heads{1};  // how likely each number of heads is
    for (std::size_t n = 1; n <= n_coins; ++n) {
        heads.push_back(0);
        for (std::size_t i = n; i > 0; --i) heads[i] = (heads[i] + heads[i - 1]) / 2;
        heads[0] /= 2;
    }
    CHECK_THAT(std::accumulate(heads.begin() + 28, heads.begin() + 37, 0.0),
               WithinAbs(0.74, 0.005));
}

TEST_CASE("The experiment is q . k of random vectors", "[04_scaling]") {
    const Measurement m = measure(3, 2, 5);
    Random generator(5);
    for (std::size_t draw = 0; draw < 2; ++draw) {
        const Matrix q = random_normal_matrix(1, 3, generator);
        const Matrix k = random_normal_matrix(n_keys, 3, generator);
        for (std::size_t j = 0; j < n_keys; ++j) {
            CHECK(m.scores(draw, j) == dot(q.row(0), k.row(j)));
        }
        const Vector plain = softmax(m.scores.row(draw));
        CHECK(m.plain.largest[draw] == *std::max_element(plain.begin(), plain.end()));
        CHECK_THAT(m.plain.slopes[draw],
                   WithinAbs(matrix_norm(slopes_in_query(plain, k, 1)), 1e-15));
    }
}

TEST_CASE("The slopes along the query are those of the weights, by finite differences",
          "[04_scaling][S2-09]") {
    Random generator(11);
    const Matrix q = random_normal_matrix(1, 5, generator);
    const Matrix k = random_normal_matrix(7, 5, generator);
    const double divisor = std::sqrt(5.0), step = 1e-6;
    const auto weights_of = [&](const Matrix& query) {
        const Matrix scores = matmul_transpose_b(query, k) / divisor;
        return softmax(scores.row(0));
    };
    const Matrix slopes = slopes_in_query(weights_of(q), k, divisor);
    for (std::size_t e = 0; e < 5; ++e) {
        Matrix more = q, less = q;
        more(0, e) += step;
        less(0, e) -= step;
        const Vector high = weights_of(more), low = weights_of(less);
        for (std::size_t i = 0; i < 7; ++i) {
            CHECK_THAT(slopes(i, e), WithinAbs((high[i] - low[i]) / (2 * step), 1e-9));
        }
    }
    // The chain: softmax's Jacobian, times the keys, divided.
    CHECK_THAT(slopes,
               IsCloseTo(matmul(softmax_jacobian(weights_of(q)), k) / divisor, 1e-14));
}

TEST_CASE("Unscaled scores sharpen the weights and flatten softmax's own slope",
          "[04_scaling][S2-09][S1-10]") {
    const Matrix& scores = at_width(experiment(), 64).scores;
    CHECK_THAT(mean_largest_weight(scores, 1), WithinAbs(0.854, 0.02));
    CHECK_THAT(mean_largest_weight(scores, 8), WithinAbs(0.320, 0.02));
    CHECK_THAT(mean_jacobian_norm(scores, 1), WithinAbs(0.164, 0.02));
    CHECK_THAT(mean_jacobian_norm(scores, 8), WithinAbs(0.346, 0.02));
    double before = 2;
    for (const Measurement& wide : experiment()) {
        if (wide.d_k < 8) continue;
        const double norm = mean_jacobian_norm(wide.scores, 1);
        CHECK(norm < before);
        before = norm;
        CHECK_THAT(mean_jacobian_norm(wide.scores, root_of(wide.d_k)),
                   WithinAbs(0.346, 0.02));
        CHECK_THAT(mean_largest_weight(wide.scores, root_of(wide.d_k)),
                   WithinAbs(0.32, 0.02));
    }
}

TEST_CASE("Along the query the undivided slopes are larger on average, and uneven",
          "[04_scaling][S2-09][S1-10]") {
    for (const Measurement& m : experiment()) {
        const Vector plain = summary_of(m.plain), scaled = summary_of(m.scaled);
        if (m.d_k == 1) CHECK(plain == scaled);
        if (m.d_k < 64) continue;
        CHECK(plain[3] > 3.5 * scaled[3]);  // the mean
        CHECK(plain[2] > 1000 * plain[0]);  // the highest tenth, the lowest tenth
        CHECK(scaled[2] < 1.25 * scaled[0]);
        CHECK(plain[4] > 0.3);  // saturated
        CHECK(scaled[4] == 0);
    }
    CHECK(quantile({5, 1, 4, 2, 3}, 0.5) == 3);
    CHECK(quantile({5, 1, 4, 2, 3}, 0) == 1);
    CHECK(quantile({5, 1, 4, 2, 3}, 1) == 5);
}

TEST_CASE("Before training PyTorch's queries give scaled scores a deviation of 1/3 to 1",
          "[04_scaling]") {
    // nn.Linear, nn.MultiheadAttention (Xavier over three maps at once), Xavier.
    for (const double variance : {1 / 3.0, 1 / 2.0, 1.0}) {
        const Untrained untrained = untrained_queries_and_keys(3, std::sqrt(3 * variance));
        CHECK_THAT(standard_deviation(untrained.q.values()),
                   WithinAbs(std::sqrt(variance), 0.02));
        const Matrix scores = matmul_transpose_b(untrained.q, untrained.k) / 8;
        CHECK_THAT(standard_deviation(scores.values()), WithinAbs(variance, 0.05));
    }
    CHECK(untrained_queries_and_keys(3).q == untrained_queries_and_keys(3, 1).q);
}

TEST_CASE("The small sentence without and with scaling",
          "[04_scaling][S2-06][S1-13][S0-11][S3-28]") {
    using namespace small_example;
    const AttentionTrace plain = dot_product_attention(q, k, v);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(argmax(plain.weights.row(i)) == argmax(trace.weights.row(i)));
        CHECK(plain.weights(i, argmax(plain.weights.row(i))) >
              trace.weights(i, argmax(plain.weights.row(i))));
    }
    // The four steps, one after the other: dot, divide, softmax, times the values.
    CHECK(trace.scores == matmul_transpose_b(q, k));
    CHECK(trace.scaled == trace.scores / 2);
    CHECK(trace.weights == softmax_rows(trace.scaled));
    CHECK(trace.output == matmul(trace.weights, v));
}

TEST_CASE("Dividing neither bounds scores nor removes a dimension, softmax bounds",
          "[04_scaling][S0-08][S1-09][S3-23]") {
    using namespace small_example;
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    CHECK(shape_text(trace.scaled) == shape_text(trace.scores));
    int outside = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (const double s : trace.scaled.row(i)) outside += is_from_0_to_1(s) ? 0 : 1;
        for (const double w : trace.weights.row(i)) CHECK(is_from_0_to_1(w));
    }
    CHECK(outside == 8);
    CHECK(99 / std::sqrt(768.0) > 1);
}

TEST_CASE("99 and 9 divided by root 768", "[04_scaling][S3-25]") {
    const double root = std::sqrt(768.0);
    CHECK_THAT(root, WithinAbs(27.712812921, 5e-10));
    CHECK_THAT(99 / root, WithinAbs(3.572355, 5e-7));
    CHECK_THAT(9 / root, WithinAbs(0.324760, 5e-7));
    const Vector shares = softmax(Vector{99 / root, 9 / root});
    CHECK_THAT(shares[0], WithinAbs(0.962587, 5e-7));
    CHECK_THAT(shares[1], WithinAbs(0.037413, 5e-7));
}

TEST_CASE("768 is the mean of q . q and no bound, and max-subtraction keeps exp safe",
          "[04_scaling][S3-26]") {
    Random generator(1);
    const Matrix q = random_normal_matrix(1000, 768, generator);
    const Matrix k = random_normal_matrix(1000, 768, generator);
    Vector around, other;
    double sum = 0;
    std::size_t beyond = 0;
    for (std::size_t i = 0; i < 1000; ++i) {
        const double own = dot(q.row(i), q.row(i));
        sum += own;
        beyond += own > 768;
        around.push_back(own - 768);
        other.push_back(dot(q.row(i), k.row(i)));
    }
    CHECK_THAT(sum / 1000, WithinAbs(768, 4));
    CHECK(beyond > 400);  // about half are larger than the "bound"
    CHECK_THAT(standard_deviation(around), WithinAbs(39.19, 3));  // root of 2 * 768
    CHECK_THAT(std::sqrt(2 * 768.0), WithinAbs(39.19, 0.005));
    CHECK_THAT(standard_deviation(other), WithinAbs(27.71, 2));
    CHECK_THAT(standard_deviation(other) / std::sqrt(768.0), WithinAbs(1, 0.07));
    const double root = std::sqrt(768.0);
    CHECK(std::isnan(softmax_naive(Vector{99000 / root, 9000 / root})[0]));
    CHECK(softmax(Vector{99000, 9000}) == Vector{1, 0});
}

TEST_CASE("BERT's divisor is 8: 12 heads of 64", "[04_scaling][S3-27][W-09][S0-16]") {
    CHECK(12 * 64 == 768);
    const Matrix q(1, 64, 1);
    Matrix k(2, 64, 2);                          // 1 * 2 * 64 = 128
    for (double& entry : k.row(1)) entry = 0.5;  // 1 * 0.5 * 64 = 32
    const Matrix v{{1, 0, 0}, {0, 1, 0}};
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    CHECK(trace.scores == Matrix{{128, 32}});
    CHECK(trace.scaled == Matrix{{16, 4}});
    CHECK_THAT(trace.weights(0, 0), WithinAbs(0.99999386, 5e-9));
    CHECK_THAT(trace.weights(0, 1), WithinAbs(6.144e-6, 5e-10));
    const Vector wrong = softmax(Vector{128 / std::sqrt(768.0), 32 / std::sqrt(768.0)});
    CHECK_THAT(wrong[0], WithinAbs(0.96964891, 5e-9));
}

TEST_CASE("The width of the model, or d_k itself, is the wrong divisor",
          "[04_scaling][S0-16]") {
    const Measurement& m = at_width(experiment(), 64);
    CHECK_THAT(deviation_of(m) / std::sqrt(768.0), WithinAbs(0.29, 0.02));
    CHECK_THAT(deviation_of(m) / 64, WithinAbs(0.125, 0.01));
    CHECK_THAT(mean_largest_weight(m.scores, std::sqrt(768.0)), WithinAbs(0.15, 0.02));
    CHECK_THAT(mean_largest_weight(at_width(experiment(), 1024).scores, 1024),
               WithinAbs(0.10, 0.01));
}

TEST_CASE("Q, K or the scores may be divided, both Q and K may not",
          "[04_scaling][S0-04]") {
    Random generator(3);
    const Matrix q = random_normal_matrix(5, 11, generator);
    const Matrix k = random_normal_matrix(7, 11, generator);
    const double root = std::sqrt(11.0);
    const Matrix scores = matmul_transpose_b(q, k) / root;
    const auto away = [&](const Matrix& other) {
        return max_abs_difference(other, scores);
    };
    CHECK(away(matmul_transpose_b(q / root, k)) < 1e-13);
    CHECK(away(matmul_transpose_b(q, k / root)) < 1e-13);
    CHECK(away(matmul_transpose_b(q / root, k / root)) > 0.5);
    const double half = std::sqrt(root);
    CHECK(away(matmul_transpose_b(q / half, k / half)) < 1e-13);
}

TEST_CASE("Keys and values may differ in width, queries and keys may not",
          "[04_scaling][S1-12]") {
    const Matrix q(5, 7, 0.5), k(11, 7, 0.25), v(11, 3, 2);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    CHECK(shape_text(trace.weights) == "5x11");
    CHECK(shape_text(trace.output) == "5x3");
    CHECK_THROWS_AS(scaled_dot_product_attention(q, v, k), ShapeError);
}

TEST_CASE("What dot and additive scores cost, by counting loops", "[04_scaling][S1-14]") {
    const std::size_t n_query = 2, n_key = 3, d_k = 5, hidden = 7;
    Cost dots, sums;
    for (std::size_t i = 0; i < n_query; ++i) {
        for (std::size_t j = 0; j < n_key; ++j) {
            for (std::size_t e = 0; e < d_k; ++e) ++dots.multiplications;
        }
    }
    for (std::size_t row = 0; row < n_query + n_key; ++row) {  // q A and k B
        for (std::size_t h = 0; h < hidden; ++h) {
            for (std::size_t e = 0; e < d_k; ++e) ++sums.multiplications;
            ++sums.kept;
        }
    }
    for (std::size_t pair = 0; pair < n_query * n_key; ++pair) {  // w . tanh(sum)
        for (std::size_t h = 0; h < hidden; ++h) {
            ++sums.kept;
            ++sums.tanhs;
            ++sums.multiplications;
        }
    }
    const Cost dot = dot_cost(n_query, n_key, d_k);
    const Cost additive = additive_cost(n_query, n_key, d_k, hidden);
    CHECK(dot.multiplications == dots.multiplications);
    CHECK(dot.tanhs == 0);
    CHECK(dot.kept == 0);
    CHECK(additive.multiplications == sums.multiplications);
    CHECK(additive.tanhs == sums.tanhs);
    CHECK(additive.kept == sums.kept);
}

TEST_CASE("What the text says of its exercises holds for scaled scores", "[04_scaling]") {
    // Only the gaps count: the four weights turn up again with d_k as the divisor.
    const Vector by_d_k = softmax(Vector{0, 0.5, -0.5, 1});
    const Vector said{0.1674, 0.2760, 0.1015, 0.4551};
    for (std::size_t i = 0; i < 4; ++i) CHECK_THAT(by_d_k[i], WithinAbs(said[i], 5e-5));
    // Queries and keys twice as long: scores four times as large.
    const Measurement& m = at_width(experiment(), 64);
    CHECK_THAT(mean_largest_weight(m.scores, 8.0 / 4), WithinAbs(0.74, 0.02));
    // Row love with the book closed, and what its slips give.
    using namespace small_example;
    const Vector love{0, -1, 1, -2};
    CHECK(row_of(matmul_transpose_b(q, k), 1) == one_row(love));
    const auto is_said = [&](double divisor, const Vector& weights) {
        const Matrix scores = one_row(love) / divisor;
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK_THAT(softmax(scores.row(0))[j], WithinAbs(weights[j], 5e-5));
        }
    };
    is_said(2, {0.2760, 0.1674, 0.4551, 0.1015});
    is_said(1, {0.2369, 0.0871, 0.6439, 0.0321});
    is_said(4, {0.2725, 0.2122, 0.3499, 0.1653});
    const Vector weights{0.2760, 0.1674, 0.4551, 0.1015};
    CHECK_THAT(weights[0] * v(0, 0) + weights[1] * v(0, 1) + weights[2] * v(0, 2) +
                   weights[3] * v(0, 3),
               WithinAbs(1.0847, 2e-4));
}

TEST_CASE("A width of the reader's own is measured too", "[04_scaling]") {
    for (const std::size_t d_k : {1u, 5u, 64u, 200u, 1024u}) {
        const std::vector<Measurement> all =
            measure_also(measure_powers(100, 2), d_k, 100, 2);
        CHECK(at_widths(all, {1, 4, 64, 512}, d_k).size() ==
              (d_k == 1 || d_k == 64 ? 4 : 5));
        CHECK_THROWS_AS(at_width(all, 3), std::out_of_range);
    }
}

}  // namespace attn::chapters::ch04
