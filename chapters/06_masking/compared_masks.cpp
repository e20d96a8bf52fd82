#include "chapters/06_masking/06_masking.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "attn/mask_conventions.hpp"
#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "support/precision/number_formats.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch06 {
namespace {

/// The library's weights for a row of scores: a query of 1 scores a key of one number with that
/// number, and the root of the width 1 divides it by 1.
std::vector<double> library_weights(const std::vector<double>& scores,
                                    const std::vector<double>& blocked) {
    const Matrix weights = scaled_dot_product_attention({{1}}, transpose(one_row(scores)),
                                                        Matrix(scores.size(), 1),
                                                        mask_from_blocked(one_row(blocked)))
                               .weights;
    return {weights.row(0).begin(), weights.row(0).end()};
}

}  // namespace

Matrix deleted(Matrix weights, const AttentionMask& mask) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j)) weights(i, j) = 0;
        }
    }
    return weights;
}

AttentionTrace masked_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask) {
    AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    trace.weights = deleted(trace.weights, mask);
    trace.output = matmul(trace.weights, v);
    return trace;
}

std::vector<double> row_sums(const Matrix& weights) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < weights.rows(); ++i) sums.push_back(sum_of(weights.row(i)));
    return sums;
}

double leak(double above, double fill) {
    return softmax(std::vector<double>{0, above + fill})[1];
}

static std::string kept_text(double weight) {
    if (weight > 0.9999) return weight < 1 ? ">0.9999" : "1";
    if (weight > 0 && weight < 1e-9) return "<1e-9";
    return share_text(weight);
}

std::vector<std::vector<std::string>> leak_table(double fill) {
    std::vector<std::vector<std::string>> lines{{"the masked score leads by",
                                                 "with the fill " + exact_text(fill),
                                                 "its key keeps"}};
    for (const double above : scores_above)
        lines.push_back({number_text(above, 0), exact_text(above + fill),
                         kept_text(leak(above, fill))});
    return lines;
}

std::vector<Answer> answers_to(const std::vector<double>& scores,
                               const std::vector<double>& blocked) {
    std::vector<double> added = scores, added32 = scores, replaced = scores,
                        infinite = scores;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (blocked[j] == 0) continue;
        added[j] += -1e9;
        added32[j] = rounded(scores[j] - 1e9, float32);
        replaced[j] = -10000;
        infinite[j] += -std::numeric_limits<double>::infinity();
    }
    return {{"add −1e9, double", softmax(added)},
            {"add −1e9, float32", softmax(added32)},
            {"replace by −10000", softmax(replaced)},
            {"add −infinity", softmax(infinite)},
            {"our library", library_weights(scores, blocked)}};
}

Matrix product_in_float16(const Matrix& blocked, double fill) {
    Matrix product = blocked;
    const double small_fill = rounded(fill, float16);
    for (std::size_t i = 0; i < blocked.rows(); ++i) {
        for (double& entry : product.row(i)) entry = rounded(entry * small_fill, float16);
    }
    return product;
}

}  // namespace attn::chapters::ch06
