#include "chapters/06_masking/exercises.hpp"

#include "attn/random.hpp"

namespace attn::exercises {

AttentionMask looking_back(std::size_t n, std::size_t most) {
    return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
        return key <= query && query - key <= most;
    });
}

AttentionMask separate_sentences(const std::vector<std::size_t>& sentence_of) {
    const std::size_t n = sentence_of.size();
    return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
        return sentence_of[query] == sentence_of[key];
    });
}

Counterexample open_mask_changes_nothing(const AttentionFunction& attention) {
    Random generator(1);
    const Matrix q = random_normal_matrix(3, 5, generator);
    const Matrix k = random_normal_matrix(7, 5, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    const AttentionTrace open = attention(q, k, v, length_mask(3, 7, 7));
    const AttentionTrace free = scaled_dot_product_attention(q, k, v);
    if (!(max_abs_difference(open.weights, free.weights) < 1e-12)) {
        return "an open mask changes the weights";
    }
    if (!(max_abs_difference(open.output, free.output) < 1e-12)) {
        return "an open mask changes the output";
    }
    return {};
}

}  // namespace attn::exercises
