/// The fastest that this machine can multiply and add. Introduced in chapter 13.
#pragma once

#include <cstddef>

namespace attn::fast {

/// A measured rate of floating-point operations, and the shape of the sums that reached it.
struct Peak {
    double gflops = 0.0;   // billions of floating-point operations a second, one thread
    std::size_t rows = 0;  // of the accumulators that were fastest
    std::size_t cols = 0;
};

/// Measures one thread's peak in GFLOP/s, billions of float multiplications and additions per
/// second: many sums s = s x + y that do not wait for each other, with nothing to load.
/// Compilers make good code of some shapes of the accumulators and bad code of others, so the
/// best of several shapes counts. It takes about a tenth of a second.
Peak measure_peak();

}  // namespace attn::fast
