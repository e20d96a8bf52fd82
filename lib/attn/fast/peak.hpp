/// How fast this machine can multiply and add at all. Introduced in chapter 13.
#pragma once

#include <cstddef>

namespace attn::fast {

/// A measured rate of multiplications and additions, and the sums that reached it.
struct Peak {
    double gflops = 0.0;   // billions of floating-point operations a second, one thread
    std::size_t rows = 0;  // of the accumulators that were fastest
    std::size_t cols = 0;
};

/// Measures how many billion multiplications and additions of floats one thread does in a
/// second when nothing has to be loaded: many sums s = s x + y that do not wait for each
/// other. Compilers turn some shapes of the accumulators into good code and others not, so
/// the best of several shapes counts. It takes about a tenth of a second.
Peak measure_peak();

}  // namespace attn::fast
