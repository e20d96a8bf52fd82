/// Numbers as the bytes of a file: one array's, row by row, each with its lowest byte first, on
/// every processor. What .npy and safetensors files have in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/npy.hpp"

namespace attn {

/// The i-th number in bytes, which hold numbers of that type.
double number_at(NpyType type, std::string_view bytes, std::size_t i);

/// Adds the bytes of a value that can_hold. float16 and float32 round.
void append_number(std::string& bytes, NpyType type, double value);

/// Whether an array of that type can hold the value: boolean holds 0 and 1, uint8 the whole
/// numbers 0 to 255, int64 those between -2^53 and 2^53, which a double holds as well, float16 and
/// float32 what does not round to infinity, and float64 any.
bool can_hold(NpyType type, double value);

/// Whether numbers of bytes_each in that shape are exactly so many bytes. No product is too large
/// to count.
bool fills(const std::vector<std::size_t>& shape, std::size_t bytes_each,
           std::size_t bytes);

}  // namespace attn
