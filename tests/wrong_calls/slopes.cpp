#include "attn/learning/activation_backward.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/learning/decoder_backward.hpp"
#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/gradient_check.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "attn/learning/optimizers.hpp"
#include "attn/learning/slope_shapes.hpp"
#include "attn/learning/softmax_backward.hpp"
#include "attn/parameters.hpp"
#include "infinity.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_slopes(Said& said) {
    using Vector = std::vector<double>;
    Random generator(1);

    said.begin("The way back through functions");
    WRONG(require_slope_of_output("f", Matrix(2, 3), 3, 3));
    WRONG(require_slope_of_output("f", Matrix(2, 3), 2, 2));
    WRONG(require_gradient_of("f", "weight", Matrix(2, 2), Matrix(2, 3)));
    WRONG(require_gradient_of("f", "weight", Matrix(3, 3), Matrix(2, 3)));
    WRONG(require_gradient_of("f", "bias", Vector(3), Vector(2)));
    WRONG(require_trace_of("f", "heads", 2, 3));
    WRONG(activate_backward(Activation::relu, Matrix(5, 7), Matrix(7, 5)));
    WRONG(softmax_backward(Vector{1, 2}, Vector{1, 2, 3}));
    WRONG(softmax_rows_backward(Matrix(3, 7), Matrix(7, 3)));
    LET(const Matrix q(3, 7), k(5, 7), v(5, 2), d_output(3, 2));
    LET(const AttentionTrace trace = scaled_dot_product_attention(q, k, v));
    WRONG(scaled_dot_product_attention_backward(k, k, v, trace, d_output));
    WRONG(scaled_dot_product_attention_backward(q, Matrix(5, 6), v, trace, d_output));
    WRONG(scaled_dot_product_attention_backward(q, k, v, trace, v));
    WRONG(dot_product_attention_backward(q, k, q, trace, d_output));

    said.begin("The way back through layers");
    LET(const Linear map{Matrix(5, 3), {0, 0, 0}});
    LET(Linear d_map = zeros_like(map));
    WRONG(backward(map, Matrix(7, 5), Matrix(7, 5), d_map));
    WRONG(backward(map, Matrix(7, 2), Matrix(7, 3), d_map));
    LET(d_map.bias = {});
    WRONG(backward(map, Matrix(7, 5), Matrix(7, 3), d_map));
    LET(d_map.weight = Matrix(3, 5));
    WRONG(backward(map, Matrix(7, 5), Matrix(7, 3), d_map));
    LET(const Embedding table{Matrix(5, 2)});
    LET(Embedding d_table = zeros_like(table));
    WRONG(backward(table, {1, 2, 3}, Matrix(2, 2), d_table));
    WRONG(backward(table, {5}, Matrix(1, 2), d_table));
    WRONG(backward(table, {4}, Matrix(1, 2), d_table, 7));
    LET(d_table.table = Matrix(4, 2));
    WRONG(backward(table, {1}, Matrix(1, 2), d_table));
    LET(const LayerNorm norm = untrained_layer_norm(7));
    LET(LayerNormTrace normed = norm.trace(Matrix(5, 7)));
    LET(LayerNorm d_norm = zeros_like(norm), narrow = untrained_layer_norm(3));
    LET(LayerNorm gamma_alone{Vector(7)}, narrow_beta{{}, Vector(3)});
    WRONG(backward(norm, normed, Matrix(7, 5), d_norm));
    WRONG(backward(norm, normed, Matrix(5, 7), narrow));
    WRONG(backward(norm, normed, Matrix(5, 7), gamma_alone));
    WRONG(backward(gamma_alone, normed, Matrix(5, 7), d_norm));
    WRONG(backward(narrow, normed, Matrix(5, 7), narrow));
    WRONG(backward(narrow_beta, normed, Matrix(5, 7), narrow_beta));
    LET(normed.variance.pop_back());
    WRONG(backward(norm, normed, Matrix(5, 7), d_norm));
    LET(const Matrix x(5, 6), memory(4, 6));
    LET(MultiHeadAttention heads = random_multi_head_attention(6, 3, generator));
    LET(const MultiHeadTrace attended = heads.trace(x, x, x));
    LET(MultiHeadAttention d_heads = zeros_like(heads), no_heads);
    WRONG(self_attention_backward(heads, x, attended, Matrix(6, 5), d_heads));
    WRONG(self_attention_backward(heads, Matrix(4, 6), attended, x, d_heads));
    WRONG(self_attention_backward(heads, x, attended, x, no_heads));
    LET(heads.n_heads = 2);
    WRONG(self_attention_backward(heads, x, attended, x, d_heads));
    LET(const FeedForward network = random_feed_forward(6, 11, generator));
    LET(FeedForward d_network = zeros_like(network), no_network);
    WRONG(backward(network, x, network.trace(x), Matrix(6, 5), d_network));
    WRONG(backward(network, Matrix(2, 6), network.trace(x), x, d_network));
    WRONG(backward(network, x, network.trace(x), x, no_network));

    said.begin("The way back through encoders and decoders");
    LET(TransformerConfig sizes{.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2});
    LET(const Encoder encoder = random_encoder(sizes, generator));
    LET(const EncoderTrace encoded = encoder.trace(x));
    LET(Encoder d_encoder = zeros_like(encoder), shorter = encoder, with_norm = encoder);
    WRONG(backward(encoder, encoded, Matrix(6, 5), d_encoder));
    LET(shorter.layers.pop_back());
    WRONG(backward(encoder, encoded, x, shorter));
    WRONG(backward(shorter, encoded, x, shorter));
    LET(with_norm.final_norm = untrained_layer_norm(6));
    WRONG(backward(with_norm, encoded, x, d_encoder));
    WRONG(backward(encoder, encoded, x, with_norm));
    LET(shorter.layers[0].placement = NormPlacement::pre);
    WRONG(backward(shorter.layers[0], encoded.layers[0], x, d_encoder.layers[0]));
    LET(const Decoder decoder = random_decoder(sizes, generator));
    LET(const DecoderTrace decoded = decoder.trace(x, memory, causal_mask(5)));
    LET(Decoder fewer = decoder, normed_end = decoder);
    LET(fewer.layers.pop_back());
    WRONG(backward(decoder, decoded, x, fewer));
    WRONG(backward(fewer, decoded, x, fewer));
    LET(normed_end.final_norm = untrained_layer_norm(6));
    WRONG(backward(normed_end, decoded, x, fewer));
    WRONG(backward(decoder, decoded, x, normed_end));
    LET(fewer.layers[0].placement = NormPlacement::pre);
    WRONG(backward(fewer.layers[0], decoded.layers[0], x, fewer.layers[0]));

    said.begin("Losses");
    WRONG(cross_entropy(Matrix(3, 2), {0, 1}));
    WRONG(cross_entropy(Matrix(1, 2), {static_cast<std::size_t>(-100)}));
    WRONG(cross_entropy(Matrix(2, 2), {no_target, no_target}));
    WRONG(cross_entropy(Matrix(0, 2), {}));
    WRONG(cross_entropy_backward(Matrix(3, 2), {0, 1, 2}));

    said.begin("Optimisers and the gradient check");
    LET(Vector three(3), two(2));
    LET(const Parameters w{parameter("w", three)}, other{parameter("w", two)});
    LET(const Parameters w_and_b = w + Parameters{parameter("b", two)});
    WRONG(Sgd().step(w_and_b, w));
    WRONG(Sgd().step(w, w_and_b));
    WRONG(Sgd{0}.step(w, w));
    WRONG(Adam().step(w, other));
    WRONG(Adam{-1e-9}.step(w, w));
    WRONG(Adam{.beta1 = 1}.step(w, w));
    WRONG(Adam{.beta2 = -0.1}.step(w, w));
    WRONG(Adam{.epsilon = 0}.step(w, w));
    LET(Adam adam);
    LET(adam.step(w, w));
    WRONG(adam.step(other, other));
    LET(adam.v.pop_back());
    WRONG(adam.step(w, w));
    LET(const auto loss = [] { return 0.0; });
    WRONG(check_gradient(loss, w, other));
    WRONG(check_gradient(loss, w, w, {.step = 0}));
    WRONG(check_gradient(loss, w, w, {.smallest = not_a_number}));
    WRONG(worst_of({}));
    WRONG(place_text(w[0], 3));
}
