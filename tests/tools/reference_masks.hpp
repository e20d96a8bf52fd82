/// The masks of a reference case, as the library's.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/encoder.hpp"
#include "attn/multi_head_attention.hpp"
#include "tools/reference_batches.hpp"
#include "tools/reference_cases.hpp"

namespace reference {

/// One mask for all heads, or one for each, as PyTorch's masks of three dimensions say. The library
/// has the first alone, so the others are computed head by head.
using HeadMasks = std::vector<attn::AttentionMask>;

/// layer.trace, encoder.trace
attn::MultiHeadTrace traced(const attn::MultiHeadAttention& layer, const attn::Matrix& q_in,
                            const attn::Matrix& k_in, const attn::Matrix& v_in,
                            const HeadMasks& masks);
attn::EncoderTrace traced(const attn::Encoder& encoder, const attn::Matrix& x,
                          const HeadMasks& masks);

/// The masks of a case: PyTorch's own, whose booleans say "blocked" and whose numbers are
/// added, and "allowed", which is all of them in one.
class CaseMasks {
public:
    /// throws  UnknownCase  when a mask has a name that is not known here
    explicit CaseMasks(const Case& given);

    /// From which arrays a mask can be made. When both say everything, both must give the
    /// wanted result.
    enum class Source { torch, allowed };
    std::vector<Source> sources() const;

    /// The masks for one item of the batch.
    ///
    /// batch    its shape; a mask with a leading dimension of batch times n_heads, as
    ///          PyTorch's attn_mask may have it, or of [batch x n_heads], is one per head
    /// throws   UnknownCase  when a mask does not fit the batch
    HeadMasks masks(Source source, const Shape& batch, std::size_t index,
                    std::size_t n_query, std::size_t n_key, std::size_t n_heads) const;

    /// The mask where there is one head.
    attn::AttentionMask mask(Source source, const Shape& batch, std::size_t index,
                             std::size_t n_query, std::size_t n_key) const {
        return masks(source, batch, index, n_query, n_key, 1)[0];
    }

private:
    /// Which item of the batch is asked for, and the sizes of its mask.
    struct Item {
        const Shape& batch;
        std::size_t index, n_query, n_key, n_heads;
    };
    using Convention = std::function<attn::AttentionMask(const attn::Matrix&)>;
    HeadMasks masks_of(const Item& item, const attn::NpyArray& array,
                       const Convention& convention) const;

    const Case& given_;
    const attn::NpyArray* allowed_;
    std::vector<attn::NpyArray> torch_ = {};
    bool is_causal_ = false;
    bool has_biases_ = false;  // a number that is neither 0 nor -infinity
};

}  // namespace reference
