/// Decoders in reference cases: what PyTorch's layer, stack and whole Transformer give, for one pair
/// of sentences without a batch.
#pragma once

#include <vector>

#include "tools/reference_cases.hpp"

namespace reference {

// For all of them:
// throws  CaseError    when an array is missing
//         UnknownCase  when the case asks for a batch, or names a mask that is not known here

/// op TransformerDecoderLayer: the output, and every value inside under its name in attn/stages.hpp,
/// blanks and colons as underscores ("self_head_1_weights").
std::vector<Arrays> decoder_layer(const Case& given);
Arrays decoder_layer_gradients(const Case& given);

/// op TransformerDecoder: the output.
std::vector<Arrays> decoder_stack(const Case& given);
Arrays decoder_stack_gradients(const Case& given);

/// op Transformer, of as many encoder layers as decoder layers: the output, memory, and what each
/// layer gives (encoder_layer_1, decoder_layer_1, ...).
std::vector<Arrays> transformer(const Case& given);

}  // namespace reference
