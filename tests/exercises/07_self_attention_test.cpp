// What chapter 7's exercises have to do, whether the reader or we wrote them.
#include "chapters/07_self_attention/exercises.hpp"

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/two_languages.hpp"
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

TEST_CASE("step_downhill by hand") {
    // x w - y is (1 2) (1 0)^T - 3 = -2 and (3 0) (1 0)^T - 1 = 2; x^T of it is (4, -4).
    CHECK(step_downhill({{1, 2}, {3, 0}}, {{1}, {0}}, {{3}, {1}}, 0.25) ==
          Matrix{{0}, {1}});
    CHECK(step_downhill({{1, 2}, {3, 0}}, {{1}, {0}}, {{3}, {1}}, 0) == Matrix{{1}, {0}});
}

TEST_CASE("step_downhill goes where the loss falls") {
    Random generator(9);
    const Matrix x = random_normal_matrix(5, 3, generator);
    const Matrix w = random_normal_matrix(3, 2, generator);
    const Matrix y = random_normal_matrix(5, 2, generator);
    const double learning_rate = 1e-3;
    const Matrix next = step_downhill(x, w, y, learning_rate);
    CHECK(notes::map_loss(x, next, y) < notes::map_loss(x, w, y));
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            Matrix more = w, less = w;
            more(i, j) += 1e-4;
            less(i, j) -= 1e-4;
            const double slope =
                (notes::map_loss(x, more, y) - notes::map_loss(x, less, y)) / 2e-4;
            CHECK_THAT((w(i, j) - next(i, j)) / learning_rate, WithinAbs(slope, 1e-8));
        }
    }
    CHECK_THROWS_AS(step_downhill(x, w, transpose(y), learning_rate), ShapeError);
}

TEST_CASE("step_downhill 200 times finds the way back from English to Korean") {
    using namespace notes;
    Matrix back{{1, 0}, {0, 1}}, there = back;
    for (int step = 0; step < 200; ++step) {
        back = step_downhill(english_vectors, back, korean_vectors, 0.1);
        there = step_downhill(korean_vectors, there, english_vectors, 0.1);
    }
    CHECK_THAT(there, IsCloseTo(true_turn, 1e-6));
    CHECK_THAT(matmul(there, back), IsCloseTo({{1, 0}, {0, 1}}, 1e-6));
    CHECK_THAT(back, IsCloseTo(transpose(true_turn), 1e-6));
}
