/// How long functions take, side by side.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace attn::speed {

/// The seconds that one call of each function takes: the median of several calls. The
/// functions are called in turn, first, second, ..., first again, so that a slow moment of
/// the machine touches all of them alike.
///
/// seconds_each  a function that has taken so long in all is called no more; each is called
///               at least once
/// most_calls    and at most so often
std::vector<double> interleaved_medians(const std::vector<std::function<void()>>& functions,
                                        double seconds_each, std::size_t most_calls = 101);

}  // namespace attn::speed
