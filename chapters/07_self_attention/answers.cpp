#include "chapters/07_self_attention/exercises.hpp"

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
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

Matrix one_map(const Matrix& w_q, const Matrix& w_k) {
    if (w_q.rows() != w_k.rows() || w_q.cols() != w_k.cols())
        throw ShapeError("one_map: w_q and w_k must have one shape");
    return matmul(w_q, transpose(w_k));
}

}  // namespace attn::exercises
