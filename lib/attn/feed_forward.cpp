#include "attn/feed_forward.hpp"

namespace attn {

Matrix FeedForward::forward(const Matrix& x) const {
    const Matrix hidden = first.forward(x);  // [n x d_ff]
    return second.forward(activate(activation, hidden));
}

FeedForwardTrace FeedForward::trace(const Matrix& x) const {
    FeedForwardTrace trace;
    trace.hidden = first.forward(x);                       // [n x d_ff]
    trace.activated = activate(activation, trace.hidden);  // [n x d_ff]
    trace.output = second.forward(trace.activated);        // [n x d_model]
    return trace;
}

FeedForward random_feed_forward(std::size_t d_model, std::size_t d_ff, Random& generator,
                                Activation activation) {
    FeedForward layer;
    layer.first = random_linear(d_model, d_ff, generator);
    layer.second = random_linear(d_ff, d_model, generator);
    layer.activation = activation;
    return layer;
}

}  // namespace attn
