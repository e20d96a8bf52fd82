/// Three sentences padded to one length, through the small layer.
#pragma once

#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters::ch11 {

/// A sentence of a batch: its weights, and what comes out with the sentence alone, with zeros in
/// the embedding of padding, with another number there, and with either and no mask.
struct PaddedSentence {
    std::vector<std::string> words;
    AttentionMask mask;
    Matrix before,
        after;       // the words' vectors without and with positions; padding is zeros
    Matrix weights;  // of head 1
    Matrix alone, zeros, filled, unmasked, filled_unmasked;
    std::vector<double> pad_unmasked,
        pad_filled;  // what each word gives the last <pad> without a mask, in the larger head
};

/// "I love you all", "I love you" and "I love" through the small layer, padded to one length.
///
/// fill  what stands in the embedding of <pad> for filled and filled_unmasked
std::vector<PaddedSentence> padded_batch(double fill);

/// A line of a table: the weights.
std::vector<std::string> weights_line(const std::string& name,
                                      const std::vector<double>& weights);

/// A line of a table: how far the words' rows in padded are from those of the sentence alone.
/// "0" is equal to the last bit.
std::vector<std::string> distances(const std::string& name, const Matrix& padded,
                                   const Matrix& alone);

}  // namespace attn::chapters::ch11
