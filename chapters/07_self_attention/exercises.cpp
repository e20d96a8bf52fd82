#include "chapters/07_self_attention/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

Matrix self_attention(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                      const Matrix& w_v) {
    not_written_yet("self_attention", __FILE__);
}

Matrix wide_vectors() {
    not_written_yet("wide_vectors", __FILE__);
}

Matrix one_map(const Matrix& w_q, const Matrix& w_k) {
    not_written_yet("one_map", __FILE__);
}

}  // namespace attn::exercises
