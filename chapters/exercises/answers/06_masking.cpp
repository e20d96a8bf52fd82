#include "chapters/exercises/06_masking.hpp"

#include "attn/random.hpp"

namespace attn::exercises {

Mask looking_back(std::size_t n, std::size_t most) {
    Mask mask = causal_mask(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (j + most < i) mask.set(i, j, false);
        }
    }
    return mask;
}

Mask separate_sentences(const std::vector<std::size_t>& sentence_of) {
    const std::size_t n = sentence_of.size();
    Mask mask(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            mask.set(i, j, sentence_of[i] == sentence_of[j]);
        }
    }
    return mask;
}

Counterexample open_mask_changes_nothing(const AttentionFunction& attention) {
    Random generator(1);
    const Matrix q = random_normal_matrix(3, 5, generator);
    const Matrix k = random_normal_matrix(7, 5, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    const AttentionTrace open = attention(q, k, v, Mask(3, 7));
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
