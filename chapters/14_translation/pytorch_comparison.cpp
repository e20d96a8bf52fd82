#include "chapters/14_translation/14_translation.hpp"

#include <cmath>
#include <string>

#include "attn/attention_mask.hpp"
#include "attn/decoder.hpp"
#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch14 {
namespace {

/// The sizes in PyTorch's files, and how many of the words are no padding.
constexpr std::size_t n_written = 7, n_read = 5, real_written = 5, real_read = 4;

TransformerConfig config_for(NormPlacement placement) {
    return {.d_model = 6,
            .n_heads = 2,
            .d_ff = 11,
            .n_layers = 2,
            .placement = placement,
            .has_final_norm = true};
}

AttentionMask written_mask() {
    return causal_mask(n_written) & length_mask(n_written, n_written, real_written);
}

/// For any number of queries: the words that are written, or those that are read themselves.
AttentionMask read_mask(std::size_t n_query) {
    return length_mask(n_query, n_read, real_read);
}

/// post and pre: the beginnings of the names of PyTorch's stages.
std::string prefix_of(NormPlacement placement) {
    return placement == NormPlacement::post ? "post." : "pre.";
}

std::vector<Gap> compare_layer(const StateDict& data, NormPlacement placement) {
    Random any(1);  // every weight is replaced
    DecoderLayer layer = random_decoder_layer(config_for(placement), any);
    load_state_dict(part_of(data, "weight."), parameters(layer));
    const DecoderLayerTrace trace =
        layer.trace(as_matrix(data.at("input")), as_matrix(data.at("memory")),
                    written_mask(), read_mask(n_written));
    return gaps_to(stages(trace), part_of(data, prefix_of(placement)));
}

std::vector<Gap> compare_transformer(const StateDict& data, NormPlacement placement) {
    Random any(1);
    Encoder encoder = random_encoder(config_for(placement), any);
    Decoder decoder = random_decoder(config_for(placement), any);
    load_state_dict(part_of(data, "weight."),
                    parameters(encoder, "encoder.") + parameters(decoder, "decoder."));
    const EncoderTrace read = encoder.trace(as_matrix(data.at("src")), read_mask(n_read));
    const DecoderTrace written = decoder.trace(as_matrix(data.at("tgt")), read.output,
                                               written_mask(), read_mask(n_written));
    return gaps_to({{"encoder layer 1", read.layers[0].output},
                    {"encoder layer 2", read.layers[1].output},
                    {"memory", read.output},
                    {"decoder layer 1", written.layers[0].output},
                    {"decoder layer 2", written.layers[1].output},
                    {"output", written.output}},
                   part_of(data, prefix_of(placement)));
}

}  // namespace

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const StateDict layer = read_state_dict(data / "layer.safetensors"),
                    transformer = read_state_dict(data / "transformer.safetensors");
    return {.layer = {.post = compare_layer(layer, NormPlacement::post),
                      .pre = compare_layer(layer, NormPlacement::pre)},
            .transformer = {.post = compare_transformer(transformer, NormPlacement::post),
                            .pre = compare_transformer(transformer, NormPlacement::pre)}};
}

}  // namespace attn::chapters::ch14
