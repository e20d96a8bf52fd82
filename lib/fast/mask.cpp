#include "fast/mask.hpp"

#include <limits>
#include <stdexcept>

#include "attn/shape_error.hpp"

namespace attn::fast {

Mask::Mask(const AttentionMask& mask)
    : fits_any_size_(mask.fits_any_size()),
      n_key_(mask.n_key()),
      open_keys_(mask.n_query()) {
    Matrix m(mask.n_query(), n_key_);
    bool has_gaps_or_biases = false;
    for (std::size_t query = 0; query < mask.n_query(); ++query) {
        KeyRange& keys = open_keys_[query];
        std::size_t n_plain = 0;  // open keys without a bias
        for (std::size_t key = 0; key < n_key_; ++key) {
            m(query, key) = mask.bias(query, key);
            if (!mask.allows(query, key)) continue;
            if (keys.end == 0) keys.first = key;
            keys.end = key + 1;
            if (m(query, key) == 0) ++n_plain;
        }
        has_gaps_or_biases = has_gaps_or_biases || n_plain != keys.end - keys.first;
    }
    if (has_gaps_or_biases) biases_ = std::move(m);
}

Mask Mask::causal(std::size_t n) {
    Mask mask;
    mask.fits_any_size_ = false;
    mask.n_key_ = n;
    for (std::size_t query = 0; query < n; ++query) {
        mask.open_keys_.push_back({0, query + 1});
    }
    return mask;
}

Mask Mask::sentences(const std::vector<std::size_t>& lengths) {
    Mask mask;
    mask.fits_any_size_ = false;
    for (const std::size_t length : lengths) {
        const std::size_t first = mask.n_key_;
        mask.n_key_ += length;
        mask.open_keys_.insert(mask.open_keys_.end(), length, {first, mask.n_key_});
    }
    return mask;
}

KeyRange Mask::open_keys(std::size_t query) const {
    if (fits_any_size_) return {0, std::numeric_limits<std::size_t>::max()};
    require<std::out_of_range>(query < n_query(), "fast::Mask: query ", query,
                               " of a mask of ", *this, "; queries are counted from 0");
    return open_keys_[query];
}

std::string shape_text(const Mask& mask) {
    if (mask.fits_any_size()) return "any size";
    return std::to_string(mask.n_query()) + "x" + std::to_string(mask.n_key());
}

}  // namespace attn::fast
