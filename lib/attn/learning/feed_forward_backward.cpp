#include "attn/learning/feed_forward_backward.hpp"

#include "attn/learning/activation_backward.hpp"
#include "attn/learning/linear_backward.hpp"

namespace attn {

Matrix backward(const FeedForward& layer, const Matrix& x, const FeedForwardTrace& trace,
                const Matrix& d_output, FeedForward& gradient) {
    const Matrix d_activated =
        backward(layer.second, trace.activated, d_output, gradient.second);
    const Matrix d_hidden = activate_backward(layer.activation, trace.hidden, d_activated);
    return backward(layer.first, x, d_hidden, gradient.first);
}

}  // namespace attn
