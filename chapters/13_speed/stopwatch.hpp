/// How long functions take, side by side.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace attn::speed {

/// The seconds that one call of each function takes: the median of several rounds. In each the
/// functions take turns, so that a slow moment of the machine touches all of them alike. A
/// function that is done within a millisecond is called until one has passed.
///
/// seconds_each  a function that has taken so long in all is called no more; each has at least
///               one round
/// most_rounds   and at most so many
std::vector<double> interleaved_medians(const std::vector<std::function<void()>>& functions,
                                        double seconds_each, std::size_t most_rounds = 101);

}  // namespace attn::speed
