#include "attn/stages.hpp"
#include "chapters/11_encoder/exercises.hpp"

#include <stdexcept>
#include <vector>

namespace attn::exercises {

Matrix encoder_layer(const Matrix& h, const EncoderLayer& layer,
                     const AttentionMask& mask) {
    const Matrix n1 = layer.norm1.forward(h + layer.attention.forward(h, h, h, mask));
    return layer.norm2.forward(n1 + layer.feed_forward.forward(n1));
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

std::string first_difference(const EncoderLayerTrace& ours, const EncoderLayerTrace& theirs,
                             double tolerance) {
    const std::vector<Stage> a = stages(ours), b = stages(theirs);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool is_close = max_abs_difference(a[i].value, b[i].value) <= tolerance;
        if (!is_close) return a[i].name;
    }
    return "";
}

}  // namespace attn::exercises
