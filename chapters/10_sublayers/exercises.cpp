#include "chapters/10_sublayers/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

Matrix layer_norm(const Matrix& x, const std::vector<double>& gamma,
                  const std::vector<double>& beta, double epsilon) {
    not_written_yet("layer_norm", __FILE__);
}

Matrix feed_forward(const Matrix& x, const Linear& first, const Linear& second) {
    not_written_yet("feed_forward", __FILE__);
}

Matrix rms_norm(const Matrix& x, const std::vector<double>& gamma, double epsilon) {
    not_written_yet("rms_norm", __FILE__);
}

}  // namespace attn::exercises
