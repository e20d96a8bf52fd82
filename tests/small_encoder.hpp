/// The running example's encoder layer: four tokens of four numbers, two heads, eight hidden
/// units. Its weights were written by hand.
#pragma once

#include "attn/feed_forward.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"

namespace small_encoder {

/// I, love, you, all: without positions.
inline const attn::Matrix X{{1, 0, 1, -1}, {0, 2, 0, 0}, {1, 0, -1, 1}, {0, 0, 0, 2}};

/// With positions.
inline attn::Matrix h() {
    return X + attn::positional_encoding(4, 4);
}

inline attn::MultiHeadAttention attention() {
    attn::MultiHeadAttention layer;
    layer.w_q.weight = {
        {2, 0.5, -1, 0}, {-0.5, 1, 1, 0}, {0.5, 2, -1, -1.5}, {0.5, 0.5, -1, -0.5}};
    layer.w_k.weight = {
        {-0.5, 0, 0, 0}, {0.5, 0, 0, 0}, {0.5, -1, 0.5, 1.5}, {0, 0, -0.5, 1.5}};
    layer.w_v.weight = {
        {1.5, 0, 0.5, -0.5}, {0, 1.5, 0, -0.5}, {-0.5, 0, 1.5, 0.5}, {0, 0, 0, 1}};
    layer.w_o.weight = {{0.5, 0, 0, 1}, {0, 1, 1, 0}, {0, 0.5, 1, 0}, {1, 0, 0, 0.5}};
    layer.n_heads = 2;
    return layer;
}

inline attn::FeedForward feed_forward() {
    attn::FeedForward layer;
    layer.first.weight = {{0, 1, 1, -1, 0, 0, 0, 1},
                          {-1, 0, 1, 0, 1, 0, 1, 0},
                          {0, 0, 0, 1, 0, -1, 1, 0},
                          {1, -1, 0, 0, 1, 1, 0, 1}};
    layer.first.bias = {0, 0, 0.5, 0, -0.5, 0, 0, 0.5};
    layer.second.weight = attn::transpose(attn::Matrix{{0, 0, 1, 0, 0, -0.5, 0, 0},
                                                       {-1, 1, 0, -0.5, 1, 0, -0.5, 0},
                                                       {0.5, -1, 0, 0, 0, 0, 0, -0.5},
                                                       {0, 0, -1, 0, 0, 0, 0, -0.5}});
    layer.second.bias = {0, 0, 0, 0.5};
    return layer;
}

}  // namespace small_encoder
