// What chapter 8's exercises have to do, whether the reader or we wrote them.
#include "chapters/08_multi_head/exercises.hpp"

#include <stdexcept>

#include "attn/random.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/printing/rows.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

const Matrix& x = small_example::x;

/// The chapter's layer.
MultiHeadAttention two_heads() {
    MultiHeadAttention layer = small_example::attention(2);
    layer.w_o.weight = small_example::one_wire;
    return layer;
}

/// Head h has the columns h, h + n_heads, and so on.
std::vector<Matrix> deal(const Matrix& m, std::size_t n_heads) {
    std::vector<Matrix> heads(n_heads, Matrix(m.rows(), m.cols() / n_heads));
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j)
            heads[j % n_heads](i, j / n_heads) = m(i, j);
    }
    return heads;
}

}  // namespace

TEST_CASE("multi_head_attention gives love its answer") {
    const Matrix output = multi_head_attention(x, two_heads(), {});
    CHECK_THAT(row_of(output, 1), IsCloseTo({{1.6796, 0.8596, 1.4257, -0.8263}}, 5e-5));
}

TEST_CASE("multi_head_attention with any number of heads is the library's") {
    Random generator(12);
    const Matrix sentence = random_normal_matrix(5, 12, generator);
    for (const std::size_t n_heads : {1u, 2u, 3u, 12u}) {
        INFO("5 random words of 12 columns, " << n_heads << " heads, no mask");
        const MultiHeadAttention layer =
            random_multi_head_attention(12, n_heads, generator);
        CHECK_THAT(multi_head_attention(sentence, layer, {}),
                   IsCloseTo(layer.forward(sentence, sentence, sentence), 1e-12));
    }
}

TEST_CASE("multi_head_attention gives every head the mask") {
    Random generator(13);
    const MultiHeadAttention layer = random_multi_head_attention(6, 3, generator);
    const Matrix sentence = random_normal_matrix(5, 6, generator);
    Matrix other = sentence;
    for (double& number : other.row(4)) number += 1;
    const Matrix output = multi_head_attention(sentence, layer, causal_mask(5));
    const Matrix after = multi_head_attention(other, layer, causal_mask(5));
    INFO("5 random words of 6 columns, 3 heads, a causal mask");
    CHECK_THAT(
        output,
        IsCloseTo(layer.forward(sentence, sentence, sentence, causal_mask(5)), 1e-12));
    INFO("the last word was changed, and may change its own row only");
    CHECK_THAT(select_rows(after, {0, 1, 2, 3}),
               IsCloseTo(select_rows(output, {0, 1, 2, 3}), 1e-15));
}

TEST_CASE("without_head leaves what the other heads say") {
    const MultiHeadAttention layer = two_heads();
    CHECK_THAT(row_of(without_head(layer, 1).forward(x, x, x), 1),
               IsCloseTo({{1.6796, 0.1468, 0, 0}}, 5e-5));
    CHECK_THAT(
        without_head(layer, 0).forward(x, x, x) + without_head(layer, 1).forward(x, x, x),
        IsCloseTo(layer.forward(x, x, x), 1e-14));
}

TEST_CASE("without_head changes w_o alone, in the rows of that head") {
    Random generator(13);
    const MultiHeadAttention layer = random_multi_head_attention(15, 3, generator);
    const MultiHeadAttention less = without_head(layer, 1);
    CHECK(less.w_q.weight == layer.w_q.weight);
    CHECK(less.w_v.weight == layer.w_v.weight);
    CHECK(less.w_o.bias == layer.w_o.bias);
    for (std::size_t i = 0; i < 15; ++i) {
        const bool is_head_1 = i >= 5 && i < 10;
        CHECK(row_of(less.w_o.weight, i) ==
              (is_head_1 ? Matrix(1, 15) : row_of(layer.w_o.weight, i)));
    }
    CHECK_THROWS_AS(without_head(layer, 3), std::out_of_range);
}

TEST_CASE("without_head asks w_v for the width when d_v is not d_k") {
    MultiHeadAttention layer = small_example::attention(2);
    layer.w_v.weight = Matrix(4, 6, 0.5);
    layer.w_o.weight = Matrix(6, 4, 1);
    CHECK(without_head(layer, 0).w_o.weight == Matrix{{0, 0, 0, 0},
                                                      {0, 0, 0, 0},
                                                      {0, 0, 0, 0},
                                                      {1, 1, 1, 1},
                                                      {1, 1, 1, 1},
                                                      {1, 1, 1, 1}});
}

TEST_CASE("splits_columns lets the right split pass") {
    CHECK(splits_columns(split_heads));
}

TEST_CASE("splits_columns finds the split by reshaping, and others") {
    CHECK_FALSE(splits_columns(mistakes::split_by_reshaping));
    CHECK_FALSE(splits_columns(deal));
    CHECK_FALSE(splits_columns([](const Matrix& m, std::size_t n_heads) {
        std::vector<Matrix> heads = split_heads(m, n_heads);
        std::swap(heads.front(), heads.back());
        return heads;
    }));
    CHECK_FALSE(splits_columns(
        [](const Matrix& m, std::size_t) { return std::vector<Matrix>{m}; }));
}
