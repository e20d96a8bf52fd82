#include "chapters/13_encoder/exercises.hpp"

#include <stdexcept>
#include <string>

namespace attn::exercises {

Matrix pre_norm_layer(const Matrix& h, const EncoderLayer& layer,
                      const AttentionMask& mask) {
    const Matrix n = layer.norm1.forward(h);
    const Matrix r1 = h + layer.attention.forward(n, n, n, mask);
    return r1 + layer.feed_forward.forward(layer.norm2.forward(r1));
}

Matrix stack(const Matrix& h, const Encoder& encoder, const AttentionMask& mask) {
    Matrix x = h;
    for (const EncoderLayer& layer : encoder.layers) x = layer.forward(x, mask);
    if (encoder.final_norm) x = encoder.final_norm->forward(x);
    return x;
}

Matrix mean_of_words(const Matrix& rows, std::size_t n_words) {
    if (n_words == 0 || n_words > rows.rows()) {
        throw std::domain_error("mean_of_words: n_words is " + std::to_string(n_words) +
                                ", there are " + std::to_string(rows.rows()) +
                                " rows; give 1 to that many");
    }
    Matrix mean(1, rows.cols());
    for (std::size_t i = 0; i < n_words; ++i) {
        for (std::size_t j = 0; j < rows.cols(); ++j) mean(0, j) += rows(i, j);
    }
    return mean * (1.0 / static_cast<double>(n_words));
}

}  // namespace attn::exercises
