/// A mask as online attention reads it: the keys that are open to a query as one range, so that
/// whatever lies outside is skipped. Introduced in chapter 21.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "attn/attention_mask.hpp"

namespace attn::fast {

/// The keys first to end - 1; none when the two are equal.
struct KeyRange {
    std::size_t first = 0;
    std::size_t end = 0;

    friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

/// What an AttentionMask says, and where each query's open keys begin and end. Causal masks and
/// sentences one below the other need nothing else: made by causal or sentences they take n
/// numbers and not n x n, nor any time that grows with n x n.
class Mask {
public:
    /// Every key open to every query, for any number of queries and keys.
    Mask() = default;

    /// The same mask. Each of its rows is searched for its first and its last open key.
    Mask(const AttentionMask& mask);

    /// As causal_mask(n) and sentences_mask(lengths).
    static Mask causal(std::size_t n);
    static Mask sentences(const std::vector<std::size_t>& lengths);

    bool fits_any_size() const noexcept { return fits_any_size_; }
    std::size_t n_query() const noexcept { return open_keys_.size(); }
    std::size_t n_key() const noexcept { return n_key_; }

    /// From the first open key to the last: every key outside is closed to the query, and
    /// every key inside is open unless biases(query) closes it. Empty when no key is open.
    /// For the default mask, end is larger than any number of keys.
    /// throws  std::out_of_range  when there is no such query
    KeyRange open_keys(std::size_t query) const;

    /// M's row, or nothing when the mask has neither gaps nor biases.
    ///
    /// returns  [n_key] or empty; valid until the mask is assigned to or gone
    std::span<const double> biases(std::size_t query) const& {
        return biases_.rows() == 0 ? std::span<const double>() : biases_.row(query);
    }

private:
    bool fits_any_size_ = true;
    std::size_t n_key_ = 0;
    std::vector<KeyRange> open_keys_ = {};  // [n_query]
    Matrix biases_ = {};                    // [n_query x n_key], or empty: see biases()
};

/// "4x3", or "any size".
std::string shape_text(const Mask& mask);

}  // namespace attn::fast
