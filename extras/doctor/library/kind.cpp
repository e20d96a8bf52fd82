#include "doctor/library/kind.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/random.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

template <class Draw>
Array drawn(std::vector<std::size_t> shape, const Draw& draw) {
    std::size_t n = 1;
    for (const std::size_t size : shape) n *= size;
    Array array{.shape = std::move(shape)};
    for (std::size_t i = 0; i < n; ++i) array.values.push_back(draw());
    return array;
}

}  // namespace

const std::vector<Kind>& all_kinds() {
    static const std::vector<Kind> kinds = {softmax_kind(),
                                            attention_kind(),
                                            mha_kind(),
                                            positional_encoding_kind(),
                                            embedding_kind(),
                                            layer_norm_kind(),
                                            rms_norm_kind(),
                                            activation_kind(),
                                            encoder_layer_kind(),
                                            decoder_layer_kind(),
                                            rope_kind(),
                                            gqa_kind(),
                                            gated_feed_forward_kind(),
                                            llama_layer_kind(),
                                            softmax_grad_kind(),
                                            layer_norm_grad_kind(),
                                            rms_norm_grad_kind(),
                                            attention_grad_kind(),
                                            mha_grad_kind(),
                                            encoder_layer_grad_kind()};
    return kinds;
}

const Kind& kind_named(const std::string& name) {
    for (const Kind& kind : all_kinds()) {
        if (kind.name == name) return kind;
    }
    std::vector<std::string> known;
    for (const Kind& kind : all_kinds()) known.push_back(kind.name);
    throw std::invalid_argument("there is no kind \"" + name + "\"; there are " +
                                joined(known, ", "));
}

Array small_array(std::uint64_t seed, std::vector<std::size_t> shape) {
    Random generator(seed);
    return drawn(std::move(shape), [&] { return std::floor(generator.uniform(-1, 3)); });
}

Array random_array(std::uint64_t seed, std::vector<std::size_t> shape, double scale) {
    Random generator(seed);
    return drawn(std::move(shape),
                 [&] { return static_cast<float>(generator.normal() * scale); });
}

}  // namespace attn::doctor
