#include "tools/reference_decoders.hpp"

#include <array>

#include "attn/decoder.hpp"
#include "attn/encoder.hpp"
#include "attn/learning/decoder_backward.hpp"
#include "attn/random.hpp"
#include "attn/stages.hpp"
#include "support/files/state_dict.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_layers.hpp"
#include "tools/reference_masks.hpp"

namespace reference {
namespace {

using attn::AttentionMask;
using attn::Matrix;

Matrix sentence(const Case& given, const std::string& name) {
    const attn::NpyArray& array = slot(given, given.inputs, name);
    if (array.shape.size() != 2)
        refuse(given, name + " is a batch, which is not known here");
    return attn::as_matrix(array);
}

attn::NpyArray plain_array(const Matrix& m) {
    return array_of(m, {m.rows(), m.cols()});
}

/// The masks of one attention: prefix is tgt, memory or src.
AttentionMask mask_of(const Case& given, const std::string& prefix, std::size_t n_query,
                      std::size_t n_key) {
    Case one{.folder = given.folder};
    for (const auto& [name, array] : given.masks) {
        if (name == prefix + "_mask") one.masks["attn_mask"] = array;
        if (name == prefix + "_key_padding_mask") one.masks["key_padding_mask"] = array;
    }
    return CaseMasks(one).mask(CaseMasks::Source::torch, {}, 0, n_query, n_key);
}

void require_known_masks(const Case& given) {
    for (const auto& [name, array] : given.masks) {
        bool known = false;
        for (const std::string prefix : {"tgt", "memory", "src"}) {
            known =
                known || name == prefix + "_mask" || name == prefix + "_key_padding_mask";
        }
        if (!known) refuse(given, "the mask " + name + " is not known");
    }
}

/// What a decoder is given.
struct Sentences {
    explicit Sentences(const Case& given)
        : tgt(sentence(given, "tgt")), memory(sentence(given, "memory")) {
        require_known_masks(given);
        written = mask_of(given, "tgt", tgt.rows(), tgt.rows());
        read = mask_of(given, "memory", tgt.rows(), memory.rows());
    }
    Matrix tgt, memory;
    AttentionMask written, read;
};

attn::DecoderLayer layer_of(const Case& given) {
    attn::Random any(1);  // every weight is replaced
    attn::DecoderLayer layer = attn::random_decoder_layer(config_of(given), any);
    attn::load_state_dict(given.weights, parameters(layer));
    return layer;
}

attn::Decoder stack_of(const Case& given) {
    attn::Random any(1);
    attn::Decoder decoder = attn::random_decoder(config_of(given), any);
    attn::load_state_dict(given.weights, parameters(decoder));
    return decoder;
}

template <class Layer>
Arrays gradients(const Case& given, const Layer& layer) {
    const Sentences all(given);
    Layer gradient = zeros_like(layer);
    const attn::DecoderInputGradient d =
        backward(layer, layer.trace(all.tgt, all.memory, all.written, all.read),
                 sentence(given, "grad_output"), gradient);
    Arrays slopes = attn::state_dict(parameters(gradient));
    slopes["tgt"] = plain_array(d.y);
    slopes["memory"] = plain_array(d.memory);
    return slopes;
}

/// "self head 1: weights" as a slot, which is one word.
std::string slot_name(const std::string& stage) {
    std::string name;
    for (const char c : stage) {
        if (c != ':') name += c == ' ' ? '_' : c;
    }
    return name;
}

}  // namespace

std::vector<Arrays> decoder_layer(const Case& given) {
    require_op(given, "TransformerDecoderLayer");
    const Sentences all(given);
    const attn::DecoderLayerTrace trace =
        layer_of(given).trace(all.tgt, all.memory, all.written, all.read);
    Arrays result = {{"output", plain_array(trace.output)}};
    for (const attn::Stage& stage : attn::stages(trace)) {
        result[slot_name(stage.name)] = plain_array(stage.value);
    }
    return {result};
}

std::vector<Arrays> decoder_stack(const Case& given) {
    require_op(given, "TransformerDecoder");
    const Sentences all(given);
    return {{{"output", plain_array(stack_of(given).forward(all.tgt, all.memory,
                                                            all.written, all.read))}}};
}

Arrays decoder_layer_gradients(const Case& given) {
    return gradients(given, layer_of(given));
}

Arrays decoder_stack_gradients(const Case& given) {
    return gradients(given, stack_of(given));
}

std::vector<Arrays> transformer(const Case& given) {
    require_op(given, "Transformer");
    require_known_masks(given);
    const attn::TransformerConfig config = config_of(given);
    attn::Random any(1);
    attn::Encoder encoder = attn::random_encoder(config, any);
    attn::Decoder decoder = attn::random_decoder(config, any);
    attn::load_state_dict(
        given.weights, parameters(encoder, "encoder.") + parameters(decoder, "decoder."));
    const Matrix src = sentence(given, "src"), tgt = sentence(given, "tgt");
    const attn::EncoderTrace read =
        encoder.trace(src, mask_of(given, "src", src.rows(), src.rows()));
    const attn::DecoderTrace written =
        decoder.trace(tgt, read.output, mask_of(given, "tgt", tgt.rows(), tgt.rows()),
                      mask_of(given, "memory", tgt.rows(), src.rows()));
    Arrays result = {{"memory", plain_array(read.output)},
                     {"output", plain_array(written.output)}};
    for (std::size_t i = 0; i < config.n_layers; ++i) {
        const std::string number = std::to_string(i + 1);
        result["encoder_layer_" + number] = plain_array(read.layers[i].output);
        result["decoder_layer_" + number] = plain_array(written.layers[i].output);
    }
    return {result};
}

}  // namespace reference
