/// The small sentence with its words in another order.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters::ch11 {

/// "I love you all" through a layer with its words in another order, with positions or
/// without. Row i of the result belongs to word i, wherever it stood.
Matrix output_in_order(const EncoderLayer& layer, const std::vector<std::size_t>& order,
                       bool has_positions);

}  // namespace attn::chapters::ch11
