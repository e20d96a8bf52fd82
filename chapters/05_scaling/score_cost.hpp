/// What chapter 5 counts: the work for a dot product and for an additive score.
#pragma once

#include <cstddef>

namespace attn::chapters::ch05 {

/// What the scores of all pairs cost.
struct Cost {
    std::size_t multiplications = 0;
    std::size_t tanhs = 0;
    std::size_t kept =
        0;  // the numbers between inputs and scores, when all pairs are done at once
};

/// The score q . k of every query with every key.
Cost dot_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k);

/// The score w . tanh(q A + k B) of every query with every key, where A and B are
/// [d_k x hidden] and w is [hidden], all learned. q A and k B are computed once for each row.
/// source  Bahdanau, Cho and Bengio (2014)
Cost additive_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                   std::size_t hidden);

}  // namespace attn::chapters::ch05
