#include "chapters/04_scaling/04_scaling.hpp"

namespace attn::chapters::ch04 {

Cost dot_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k) {
    return {n_query * n_key * d_k, 0, 0};
}

Cost additive_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                   std::size_t hidden) {
    const std::size_t sums = n_query * n_key * hidden;
    const std::size_t rows = n_query + n_key;
    return {rows * d_k * hidden + sums, sums, rows * hidden + sums};
}

}  // namespace attn::chapters::ch04
