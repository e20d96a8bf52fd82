#include "attn/encoder.hpp"

namespace attn {
namespace {

/// Who may look at whom: a mask, a bias, or nothing (both null).
struct Sight {
    const Mask* mask = nullptr;
    const Matrix* bias = nullptr;
};

Matrix attend(const MultiHeadAttention& attention, const Matrix& x, const Sight& sight,
              MultiHeadTrace* kept) {
    if (kept == nullptr) {
        if (sight.mask != nullptr) return attention.forward(x, x, x, *sight.mask);
        if (sight.bias != nullptr) return attention.forward(x, x, x, *sight.bias);
        return attention.forward(x, x, x);
    }
    *kept = sight.mask != nullptr   ? attention.trace(x, x, x, *sight.mask)
            : sight.bias != nullptr ? attention.trace(x, x, x, *sight.bias)
                                    : attention.trace(x, x, x);
    return kept->output;
}

Matrix apply(const LayerNorm& norm, const Matrix& x, LayerNormTrace* kept) {
    if (kept == nullptr) return norm.forward(x);
    *kept = norm.trace(x);
    return kept->output;
}

Matrix apply(const FeedForward& layer, const Matrix& x, FeedForwardTrace* kept) {
    if (kept == nullptr) return layer.forward(x);
    *kept = layer.trace(x);
    return kept->output;
}

/// The paper's layer: what forward and trace both do; forward has nothing kept.
Matrix run_post(const EncoderLayer& layer, const Matrix& x, const Sight& sight,
                EncoderLayerTrace* kept) {
    const Matrix attended =
        attend(layer.attention, x, sight, kept ? &kept->attention : nullptr);
    const Matrix attention_sum = add(x, attended);
    const Matrix normed = apply(layer.norm1, attention_sum, kept ? &kept->norm1 : nullptr);
    const Matrix thought =
        apply(layer.feed_forward, normed, kept ? &kept->feed_forward : nullptr);
    const Matrix feed_forward_sum = add(normed, thought);
    if (kept != nullptr) {
        kept->attention_sum = attention_sum;
        kept->feed_forward_sum = feed_forward_sum;
    }
    return apply(layer.norm2, feed_forward_sum, kept ? &kept->norm2 : nullptr);
}

/// The same parts, each normed before instead of after.
Matrix run_pre(const EncoderLayer& layer, const Matrix& x, const Sight& sight,
               EncoderLayerTrace* kept) {
    const Matrix normed = apply(layer.norm1, x, kept ? &kept->norm1 : nullptr);
    const Matrix attended =
        attend(layer.attention, normed, sight, kept ? &kept->attention : nullptr);
    const Matrix attention_sum = add(x, attended);
    const Matrix again = apply(layer.norm2, attention_sum, kept ? &kept->norm2 : nullptr);
    const Matrix thought =
        apply(layer.feed_forward, again, kept ? &kept->feed_forward : nullptr);
    Matrix feed_forward_sum = add(attention_sum, thought);
    if (kept != nullptr) {
        kept->attention_sum = attention_sum;
        kept->feed_forward_sum = feed_forward_sum;
    }
    return feed_forward_sum;
}

Matrix run(const EncoderLayer& layer, const Matrix& x, const Sight& sight,
           EncoderLayerTrace* kept) {
    return layer.placement == NormPlacement::post ? run_post(layer, x, sight, kept)
                                                  : run_pre(layer, x, sight, kept);
}

EncoderLayerTrace run_and_keep(const EncoderLayer& layer, const Matrix& x,
                               const Sight& sight) {
    EncoderLayerTrace trace;
    trace.placement = layer.placement;
    trace.input = x;
    trace.output = run(layer, x, sight, &trace);
    return trace;
}

Matrix run(const Encoder& encoder, const Matrix& x, const Sight& sight) {
    Matrix h = x;
    for (const EncoderLayer& layer : encoder.layers) h = run(layer, h, sight, nullptr);
    return encoder.final_norm ? encoder.final_norm->forward(h) : h;
}

EncoderTrace run_and_keep(const Encoder& encoder, const Matrix& x, const Sight& sight) {
    EncoderTrace trace;
    trace.output = x;
    for (const EncoderLayer& layer : encoder.layers) {
        trace.layers.push_back(run_and_keep(layer, trace.output, sight));
        trace.output = trace.layers.back().output;
    }
    if (encoder.final_norm) {
        trace.final_norm = encoder.final_norm->trace(trace.output);
        trace.output = trace.final_norm->output;
    }
    return trace;
}

void append(std::vector<Stage>& all, const MultiHeadTrace& attention) {
    all.push_back({"Q", attention.q});
    all.push_back({"K", attention.k});
    all.push_back({"V", attention.v});
    for (std::size_t h = 0; h < attention.heads.size(); ++h) {
        const AttentionTrace& head = attention.heads[h];
        const std::string name = "head " + std::to_string(h + 1) + ": ";
        all.push_back({name + "scores", head.scores});
        all.push_back({name + "scaled", head.scaled});
        all.push_back({name + "masked", head.masked});
        all.push_back({name + "weights", head.weights});
        all.push_back({name + "output", head.output});
    }
    all.push_back({"concat", attention.concat});
    all.push_back({"attention", attention.output});
}

void append(std::vector<Stage>& all, const FeedForwardTrace& feed_forward) {
    all.push_back({"hidden", feed_forward.hidden});
    all.push_back({"activated", feed_forward.activated});
    all.push_back({"feed-forward", feed_forward.output});
}

}  // namespace

std::vector<Stage> stages(const EncoderLayerTrace& trace) {
    const bool is_pre = trace.placement == NormPlacement::pre;
    std::vector<Stage> all = {{"input", trace.input}};
    if (is_pre) all.push_back({"norm 1", trace.norm1.output});
    append(all, trace.attention);
    all.push_back({"sum 1", trace.attention_sum});
    if (is_pre) all.push_back({"norm 2", trace.norm2.output});
    if (!is_pre) all.push_back({"norm 1", trace.norm1.output});
    append(all, trace.feed_forward);
    all.push_back({"sum 2", trace.feed_forward_sum});
    if (!is_pre) all.push_back({"norm 2", trace.norm2.output});
    return all;
}

Matrix EncoderLayer::forward(const Matrix& x) const {
    return run(*this, x, {}, nullptr);
}

Matrix EncoderLayer::forward(const Matrix& x, const Mask& mask) const {
    return run(*this, x, {.mask = &mask}, nullptr);
}

Matrix EncoderLayer::forward(const Matrix& x, const Matrix& bias) const {
    return run(*this, x, {.bias = &bias}, nullptr);
}

EncoderLayerTrace EncoderLayer::trace(const Matrix& x) const {
    return run_and_keep(*this, x, {});
}

EncoderLayerTrace EncoderLayer::trace(const Matrix& x, const Mask& mask) const {
    return run_and_keep(*this, x, {.mask = &mask});
}

EncoderLayerTrace EncoderLayer::trace(const Matrix& x, const Matrix& bias) const {
    return run_and_keep(*this, x, {.bias = &bias});
}

std::size_t EncoderLayer::parameter_count() const noexcept {
    return attention.parameter_count() + norm1.parameter_count() +
           feed_forward.parameter_count() + norm2.parameter_count();
}

Matrix Encoder::forward(const Matrix& x) const {
    return run(*this, x, {});
}

Matrix Encoder::forward(const Matrix& x, const Mask& mask) const {
    return run(*this, x, {.mask = &mask});
}

Matrix Encoder::forward(const Matrix& x, const Matrix& bias) const {
    return run(*this, x, {.bias = &bias});
}

EncoderTrace Encoder::trace(const Matrix& x) const {
    return run_and_keep(*this, x, {});
}

EncoderTrace Encoder::trace(const Matrix& x, const Mask& mask) const {
    return run_and_keep(*this, x, {.mask = &mask});
}

EncoderTrace Encoder::trace(const Matrix& x, const Matrix& bias) const {
    return run_and_keep(*this, x, {.bias = &bias});
}

std::size_t Encoder::parameter_count() const noexcept {
    std::size_t count = final_norm ? final_norm->parameter_count() : 0;
    for (const EncoderLayer& layer : layers) count += layer.parameter_count();
    return count;
}

EncoderLayer random_encoder_layer(const EncoderConfig& config, Random& generator) {
    EncoderLayer layer;
    layer.attention =
        random_multi_head_attention(config.d_model, config.n_heads, generator);
    layer.feed_forward =
        random_feed_forward(config.d_model, config.d_ff, generator, config.activation);
    layer.norm1 = untrained_layer_norm(config.d_model, config.epsilon);
    layer.norm2 = untrained_layer_norm(config.d_model, config.epsilon);
    layer.placement = config.placement;
    return layer;
}

Encoder random_encoder(const EncoderConfig& config, Random& generator) {
    Encoder encoder;
    for (std::size_t i = 0; i < config.n_layers; ++i) {
        encoder.layers.push_back(random_encoder_layer(config, generator));
    }
    if (config.has_final_norm) {
        encoder.final_norm = untrained_layer_norm(config.d_model, config.epsilon);
    }
    return encoder;
}

}  // namespace attn
