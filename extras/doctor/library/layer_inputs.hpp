/// Weights and inputs for probes of layers, under PyTorch's names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// in_proj_weight, out_proj.weight and, where asked for, their biases.
Arrays random_head_weights(std::uint64_t seed, std::size_t d_model, bool has_bias);

/// W_q = W_v = W_o = 1, W_k = key_sign.
Arrays plain_head_weights(std::size_t d_model, double key_sign = 1);

/// 32 times the identity, once below the other until there are so many rows of 4: as W_q and W_k
/// of rows_of_signs() it gives scores of 2000.
Array large_scores(std::size_t rows);

/// [sentences x n x 4] of rows of the same length with mean 0, which norms leave as they are. So
/// each row of scores has the same largest, and only a softmax without one overflows.
Array rows_of_signs(std::size_t sentences, std::size_t n);

/// These arrays, each name with this before it.
Arrays with_prefix(const std::string& prefix, const Arrays& arrays);

/// The same question once more, about which somebody with dropout says something else.
Probe asked_again(Probe probe);

/// [sentences x n] of ones, with zeros from n_real[s] on.
Array padding_after(const std::vector<std::size_t>& n_real, std::size_t n);

}  // namespace attn::doctor
