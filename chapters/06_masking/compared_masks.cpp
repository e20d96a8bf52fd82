#include "chapters/06_masking/compared_masks.hpp"

#include <limits>

#include "attn/precision/number_formats.hpp"
#include "attn/softmax.hpp"

namespace attn::chapters {

AttentionTrace masked_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask) {
    AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    for (std::size_t i = 0; i < trace.weights.rows(); ++i) {
        for (std::size_t j = 0; j < trace.weights.cols(); ++j) {
            if (!mask.allows(i, j)) trace.weights(i, j) = 0;
        }
    }
    trace.output = matmul(trace.weights, v);
    return trace;
}

double leak(double above, double fill) {
    return softmax(std::vector<double>{0, above + fill})[1];
}

std::vector<Answer> answers_to(const std::vector<double>& scores,
                               const std::vector<double>& blocked) {
    std::vector<double> added = scores, added32 = scores, replaced = scores,
                        infinite = scores, none = scores;
    bool sees_any = false;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (blocked[j] == 0) {
            sees_any = true;
            continue;
        }
        added[j] += -1e9;
        added32[j] = rounded(scores[j] - 1e9, float32);
        replaced[j] = -10000;
        infinite[j] = -std::numeric_limits<double>::infinity();
    }
    std::vector<double> zeros(scores.size(), 0.0);
    return {{"add −1e9, double", softmax(added)},
            {"add −1e9, float32", softmax(added32)},
            {"replace by −10000", softmax(replaced)},
            {"add −infinity", softmax(infinite)},
            {"our library", sees_any ? softmax(infinite) : zeros}};
}

Matrix product_in_float16(const Matrix& blocked, double fill) {
    Matrix product = blocked;
    const double small_fill = rounded(fill, float16);
    for (std::size_t i = 0; i < blocked.rows(); ++i) {
        for (double& entry : product.row(i)) entry = rounded(entry * small_fill, float16);
    }
    return product;
}

}  // namespace attn::chapters
