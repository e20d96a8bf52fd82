/// How much memory a function needs at its fullest moment.
#pragma once

#include <cstddef>
#include <functional>

namespace attn::speed {

/// The bytes that new gave out and nobody had given back, at their most, while function ran,
/// beyond those that were out before. A program that links this counts every new and delete.
std::size_t most_bytes_during(const std::function<void()>& function);

}  // namespace attn::speed
