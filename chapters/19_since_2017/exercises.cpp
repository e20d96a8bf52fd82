#include "chapters/19_since_2017/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

double turned_score(std::array<double, 2> query, std::size_t query_at,
                    std::array<double, 2> key, std::size_t key_at, double pace) {
    not_written_yet("turned_score", __FILE__);
}

AttentionMask window_mask(std::size_t n_query, std::size_t n_key, std::size_t window) {
    not_written_yet("window_mask", __FILE__);
}

std::vector<Matrix> fewer_heads(const std::vector<Matrix>& heads, std::size_t n_fewer) {
    not_written_yet("fewer_heads", __FILE__);
}

}  // namespace attn::exercises
