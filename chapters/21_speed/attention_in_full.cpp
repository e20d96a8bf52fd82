#include "chapters/21_speed/attention_in_full.hpp"

#include <cmath>

#include "fast/softmax.hpp"

namespace attn::speed {

using namespace fast;

FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, FloatMatrix& scores,
                              Workspace& workspace) {
    // Scaled before the product, so that large entries do not overflow in it.
    FloatMatrix scaled = q;
    const float factor = 1.0f / std::sqrt(static_cast<float>(k.cols()));
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (float& entry : scaled.row(i)) entry *= factor;
    }
    if (scores.rows() != q.rows() || scores.cols() != k.rows())
        scores = FloatMatrix::uninitialized(q.rows(), k.rows());
    pack_transposed(k.view(), workspace.right, workspace.threads);
    multiply(scaled.view(), workspace.right, Epilogue{}, scores.view(), workspace.threads);
    softmax_rows(scores, workspace.threads);
    FloatMatrix output = FloatMatrix::uninitialized(q.rows(), v.cols());
    pack_cols(v.view(), workspace.right, workspace.threads);
    multiply(scores.view(), workspace.right, Epilogue{}, output.view(), workspace.threads);
    return output;
}

}  // namespace attn::speed
