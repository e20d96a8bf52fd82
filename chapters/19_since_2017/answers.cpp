#include "chapters/19_since_2017/exercises.hpp"

#include <cmath>
#include <stdexcept>

namespace attn::exercises {

double turned_score(std::array<double, 2> query, std::size_t query_at,
                    std::array<double, 2> key, std::size_t key_at, double pace) {
    const auto turned = [&](std::array<double, 2> arrow, std::size_t at) {
        const double angle = static_cast<double>(at) * pace;
        return std::array{arrow[0] * std::cos(angle) - arrow[1] * std::sin(angle),
                          arrow[0] * std::sin(angle) + arrow[1] * std::cos(angle)};
    };
    const auto q = turned(query, query_at), k = turned(key, key_at);
    return q[0] * k[0] + q[1] * k[1];
}

AttentionMask window_mask(std::size_t n_query, std::size_t n_key, std::size_t window) {
    if (window == 0 || n_query > n_key) {
        throw std::domain_error("window_mask: window is " + std::to_string(window) + ", " +
                                std::to_string(n_query) + " queries, " +
                                std::to_string(n_key) +
                                " keys; each query must see its own key at least");
    }
    return AttentionMask::where(n_query, n_key, [&](std::size_t query, std::size_t key) {
        const std::size_t own = n_key - n_query + query;
        return key <= own && own - key < window;
    });
}

std::vector<Matrix> fewer_heads(const std::vector<Matrix>& heads, std::size_t n_fewer) {
    if (n_fewer == 0 || heads.size() % n_fewer != 0) {
        throw std::domain_error("fewer_heads: " + std::to_string(heads.size()) +
                                " heads cannot become " + std::to_string(n_fewer) +
                                "; it must divide their number");
    }
    const std::size_t n_shared = heads.size() / n_fewer;
    std::vector<Matrix> fewer;
    for (std::size_t i = 0; i < n_fewer; ++i) {
        Matrix sum = heads[i * n_shared];
        for (std::size_t j = 1; j < n_shared; ++j) sum += heads[i * n_shared + j];
        fewer.push_back(sum / static_cast<double>(n_shared));
    }
    return fewer;
}

}  // namespace attn::exercises
