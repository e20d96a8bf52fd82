/// Masks that the tests need and the library does not.
#pragma once

#include "attn/attention_mask.hpp"

/// Every key open to every query, with a size.
inline attn::AttentionMask open_mask(std::size_t n_query, std::size_t n_key) {
    return attn::AttentionMask::where(n_query, n_key,
                                      [](std::size_t, std::size_t) { return true; });
}

/// Every key closed to every query.
inline attn::AttentionMask closed_mask(std::size_t n_query, std::size_t n_key) {
    return attn::AttentionMask::where(n_query, n_key,
                                      [](std::size_t, std::size_t) { return false; });
}

/// mask with one query that may attend to nothing.
inline attn::AttentionMask without_query(const attn::AttentionMask& mask,
                                         std::size_t closed) {
    return mask & attn::AttentionMask::where(
                      mask.n_query(), mask.n_key(),
                      [&](std::size_t query, std::size_t) { return query != closed; });
}

/// A bias that lowers a score by slope times the distance between query and key.
inline attn::AttentionMask distance_bias(std::size_t n, double slope) {
    return attn::AttentionMask::adding(n, n, [&](std::size_t query, std::size_t key) {
        return -slope * static_cast<double>(query > key ? query - key : key - query);
    });
}
