#include "chapters/07_self_attention/exercises.hpp"

#include "attn/attention.hpp"
#include "chapters/examples/sentences.hpp"

namespace attn::exercises {

Matrix self_attention(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                      const Matrix& w_v) {
    return scaled_dot_product_attention(matmul(x, w_q), matmul(x, w_k), matmul(x, w_v))
        .output;
}

Matrix wide_vectors() {
    Matrix vectors = animal_sentence::vectors;  // columns: lives, place, does
    vectors(10, 0) = 0;                         // wide is no living thing
    vectors(10, 1) = 2;
    vectors(animal_sentence::it, 0) = 0;
    vectors(animal_sentence::it, 1) = 2;
    vectors(animal_sentence::it, 2) = 0;
    return vectors;
}

Matrix step_downhill(const Matrix& x, const Matrix& w, const Matrix& y,
                     double learning_rate) {
    const Matrix error = matmul(x, w) - y;
    const Matrix slope = matmul(transpose(x), error) * (2 / static_cast<double>(x.rows()));
    return w - learning_rate * slope;
}

}  // namespace attn::exercises
