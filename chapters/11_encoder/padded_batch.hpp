/// Three sentences padded to one length, through the small layer.
#pragma once

#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters {

/// A sentence of a batch: who looks at whom, and what comes out with the sentence alone, with
/// zeros in the embedding of padding, with another number there, and with zeros and no mask.
struct PaddedSentence {
    std::vector<std::string> words;
    AttentionMask mask;
    Matrix before,
        after;       // the words' vectors without and with positions; padding is zeros
    Matrix weights;  // of head 1
    Matrix alone, zeros, filled, unmasked;
};

/// "I love you all", "I love you" and "I love" through the small layer, padded to one length.
///
/// fill  what stands in the embedding of <pad> for PaddedSentence::filled
std::vector<PaddedSentence> padded_batch(double fill);

/// The names of the rows in which a and b are not equal to the last bit, or "none".
std::string changed_rows(const std::vector<std::string>& words, const Matrix& a,
                         const Matrix& b);

}  // namespace attn::chapters
