/// The small sentence's encoder layer, as it grows from chapter 8 to 12: 156 numbers, all
/// written by hand so that each can be read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_example.hpp"

namespace attn::small_example {

/// Chapter 8's W_o, which leaves a row readable: 1 on the diagonal, and one wire, from head 2's side
/// to feeling. From chapter 9 on the small sentence has w_o.
inline const Matrix one_wire{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0.5, 1, 0}, {0, 0, 0, 1}};

/// Two heads (or another divisor of 4), without biases.
inline MultiHeadAttention attention(std::size_t n_heads = 2) {
    return {.w_q = {w_q}, .w_k = {w_k}, .w_v = {w_v}, .w_o = {w_o}, .n_heads = n_heads};
}

/// Chapter 9: the words with their positions, [4 x 4].
inline Matrix h() {
    return x + positional_encoding(4, 4);
}

/// Chapter 11: eight units. Each adds or subtracts two of a word's four numbers, some with a
/// bias. Written by hand, so that each sum can be done in the head; they mean nothing else.
inline FeedForward feed_forward() {
    return {.first = {.weight = {{0, 1, 1, -1, 0, 0, 0, 1},
                                 {-1, 0, 1, 0, 1, 0, 1, 0},
                                 {0, 0, 0, 1, 0, -1, 1, 0},
                                 {1, -1, 0, 0, 1, 1, 0, 1}},
                      .bias = {0, 0, 0.5, 0, -0.5, 0, 0, 0.5}},
            .second = {.weight = transpose(Matrix{{0, 0, 1, 0, 0, -0.5, 0, 0},
                                                  {-1, 1, 0, -0.5, 1, 0, -0.5, 0},
                                                  {0.5, -1, 0, 0, 0, 0, 0, -0.5},
                                                  {0, 0, -1, 0, 0, 0, 0, -0.5}}),
                       .bias = {0, 0, 0, 0.5}}};
}

/// Chapter 12: the whole layer.
inline EncoderLayer encoder_layer(NormPlacement placement = NormPlacement::post) {
    return {.attention = attention(),
            .norm1 = untrained_layer_norm(4),
            .feed_forward = feed_forward(),
            .norm2 = untrained_layer_norm(4),
            .placement = placement};
}

}  // namespace attn::small_example
