#include "chapters/12_encoder_layer/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attn/shape_error.hpp"
#include "attn/stages.hpp"

namespace attn::exercises {

Matrix encoder_layer(const Matrix& h, const EncoderLayer& layer,
                     const AttentionMask& mask) {
    const Matrix n1 = layer.norm1.forward(h + layer.attention.forward(h, h, h, mask));
    return layer.norm2.forward(n1 + layer.feed_forward.forward(n1));
}

double largest_difference(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
        throw ShapeError("largest_difference: one table is " + shape_text(a) +
                         ", the other " + shape_text(b) + "; compare equal shapes");
    }
    double largest = 0;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < a.cols(); ++j) {
            const double difference = std::abs(a(i, j) - b(i, j));
            if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
            largest = std::max(largest, difference);
        }
    }
    return largest;
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
