// [example]
#include <attn/attention.hpp>
#include <attn/text/print.hpp>
#include <iostream>

int main() {
    const attn::Matrix q{{2, 0}, {0, 2}, {1, 1}}, k{{1, 0}, {0, 1}, {1, 1}},
        v{{10}, {20}, {30}};
    const attn::Mask past_only = attn::causal_mask(3);
    const attn::AttentionTrace trace =
        attn::scaled_dot_product_attention(q, k, v, past_only);
    std::cout << attn::matrix_text("weights", trace.weights)
              << attn::matrix_text("output", trace.output);
}
// [/example]
