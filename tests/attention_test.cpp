#include "attn/attention.hpp"

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

const Matrix Q{{2, 2, -1, -1}, {-1, 2, 2, 0}, {2, -1, -1, 1}, {1, 1, -2, -1}};
const Matrix K{{0, -1, 1, 0}, {1, 0, 0, 0}, {-1, 1, -1, 0}, {0, 0, -1, 3}};
const Matrix V{{1, 0, 2, -1}, {0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}};

Matrix rows_from_to(const Matrix& m, std::size_t first, std::size_t last) {
    Matrix part(last - first, m.cols());
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) part(i - first, j) = m(i, j);
    }
    return part;
}

}  // namespace

TEST_CASE("The running example without scaling has its digits", "[attention]") {
    const AttentionTrace trace = dot_product_attention(Q, K, V);
    CHECK(trace.scores ==
          Matrix{{-3, 2, 1, -2}, {0, -1, 1, -2}, {0, 2, -2, 4}, {-3, 1, 2, -1}});
    CHECK(trace.scaled == trace.scores);
    CHECK(trace.masked == trace.scores);
    CHECK_THAT(trace.weights, IsCloseTo(Matrix{{0.0048, 0.7179, 0.2641, 0.0131},
                                               {0.2369, 0.0871, 0.6439, 0.0321},
                                               {0.0158, 0.1171, 0.0021, 0.8650},
                                               {0.0047, 0.2583, 0.7020, 0.0350}},
                                        0.00005));
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{0.5330, 2.1537, -0.2544, -0.6964},
                                              {1.5247, 0.2614, -0.1701, -0.2599},
                                              {0.0201, 0.3512, 0.0295, 1.5970},
                                              {1.4088, 0.7748, -0.6926, -0.1931}},
                                       0.00005));
}

TEST_CASE("Every query at once equals one query after the other",
          "[attention][S0-10][S2-15]") {
    const AttentionTrace all = dot_product_attention(Q, K, V);
    for (std::size_t i = 0; i < Q.rows(); ++i) {
        const AttentionTrace one = dot_product_attention(rows_from_to(Q, i, i + 1), K, V);
        CHECK(one.scores == rows_from_to(all.scores, i, i + 1));
        CHECK(one.weights == rows_from_to(all.weights, i, i + 1));
        CHECK(one.output == rows_from_to(all.output, i, i + 1));
    }
}

TEST_CASE("An output row is the weighted sum of the value rows",
          "[attention][S2-11][S0-09]") {
    const AttentionTrace trace = dot_product_attention(Q, K, V);
    for (std::size_t i = 0; i < Q.rows(); ++i) {
        for (std::size_t j = 0; j < V.cols(); ++j) {
            double sum = 0.0;
            for (std::size_t k = 0; k < V.rows(); ++k) sum += trace.weights(i, k) * V(k, j);
            CHECK(trace.output(i, j) == sum);
        }
    }
}

TEST_CASE("Queries, keys and values may differ in number and width", "[attention][S1-11]") {
    const AttentionTrace trace =
        dot_product_attention(Matrix(2, 3, 1.0), Matrix(5, 3, 1.0), Matrix(5, 7, 2.0));
    CHECK(shape_text(trace.scores) == "2x5");
    CHECK(shape_text(trace.weights) == "2x5");
    CHECK(shape_text(trace.output) == "2x7");
    CHECK_THAT(trace.output, IsCloseTo(Matrix(2, 7, 2.0), 1e-15));
}

TEST_CASE("Attention refuses shapes that do not fit", "[attention]") {
    const std::string rule =
        "; q and k need equally many columns, k and v equally many rows, at least one";
    CHECK_THROWS_WITH(dot_product_attention(Matrix(2, 3), Matrix(5, 7), Matrix(5, 7)),
                      "dot_product_attention: q is 2x3, k is 5x7, v is 5x7" + rule);
    CHECK_THROWS_WITH(dot_product_attention(Matrix(2, 3), Matrix(5, 3), Matrix(7, 3)),
                      "dot_product_attention: q is 2x3, k is 5x3, v is 7x3" + rule);
    CHECK_THROWS_AS(dot_product_attention(Matrix(2, 3), Matrix(0, 3), Matrix(0, 3)),
                    ShapeError);
    CHECK(dot_product_attention(Matrix(0, 3), Matrix(5, 3), Matrix(5, 2)).output.rows() ==
          0);
}
