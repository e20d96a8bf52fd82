// What chapter 7's exercises have to do, whether the reader or we wrote them.
#include "chapters/07_self_attention/exercises.hpp"

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

TEST_CASE("self_attention of the small sentence is the output of the six stages") {
    using namespace small_example;
    CHECK_THAT(self_attention(x, w_q, w_k, w_v),
               IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-14));
    CHECK_THAT(row_of(self_attention(x, w_q, w_k, w_v), 3),
               IsCloseTo({{1.0891, 0.9518, -0.4372, -0.1268}}, 5e-5));
}

TEST_CASE("self_attention takes maps of any fitting width, and refuses others") {
    Random generator(8);
    const Matrix x = random_normal_matrix(5, 7, generator);
    const Matrix w_q = random_normal_matrix(7, 3, generator);
    const Matrix w_k = random_normal_matrix(7, 3, generator);
    const Matrix w_v = random_normal_matrix(7, 2, generator);
    CHECK(shape_text(self_attention(x, w_q, w_k, w_v)) == "5x2");
    // Each of the three maps has its own place.
    CHECK(max_abs_difference(self_attention(x, w_q, w_k, w_v),
                             self_attention(x, w_k, w_q, w_v)) > 0.01);
    CHECK_THROWS_AS(self_attention(x, w_q, w_v, w_v), ShapeError);
    CHECK_THROWS_AS(self_attention(x, transpose(w_q), w_k, w_v), ShapeError);
}

TEST_CASE("wide_vectors changes it and the last word, and nothing else") {
    const Matrix wide = wide_vectors(), &tired = animal_sentence::vectors;
    REQUIRE(shape_text(wide) == "11x3");
    for (std::size_t i = 0; i < 10; ++i) {
        if (i != animal_sentence::it) CHECK(row_of(wide, i) == row_of(tired, i));
    }
    CHECK(row_of(wide, 10) != row_of(tired, 10));
    CHECK(wide(10, 1) > wide(10, 0));
    CHECK(wide(10, 1) > wide(10, 2));
}

TEST_CASE("wide_vectors lets it look at street, and hardly at animal") {
    const Matrix words = wide_vectors();
    const Matrix weights = dot_product_attention(words, words, words).weights;
    CHECK(animal_sentence::words[5] == "street");
    CHECK(argmax(weights.row(animal_sentence::it)) == 5);
    CHECK(weights(animal_sentence::it, 5) > 0.5);
    CHECK(weights(animal_sentence::it, animal_sentence::animal) < 0.05);
}

TEST_CASE("one_map by hand") {
    CHECK(one_map({{1, 2}, {3, 0}}, {{1, 0}, {4, 1}}) == Matrix{{1, 6}, {3, 12}});
    CHECK_THROWS_AS(one_map({{1, 2}, {3, 0}}, {{1}, {4}}), ShapeError);
    CHECK_THROWS_AS(one_map({{1, 2}, {3, 0}}, {{1, 2}}), ShapeError);
}

TEST_CASE("one_map in the middle gives the scores of the two") {
    Random generator(9);
    const Matrix x = random_normal_matrix(5, 7, generator);
    const Matrix w_q = random_normal_matrix(7, 3, generator);
    const Matrix w_k = random_normal_matrix(7, 3, generator);
    CHECK_THAT(matmul_transpose_b(matmul(x, one_map(w_q, w_k)), x),
               IsCloseTo(matmul_transpose_b(matmul(x, w_q), matmul(x, w_k)), 1e-12));
}
