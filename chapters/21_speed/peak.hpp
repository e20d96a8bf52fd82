/// The fastest that this machine can multiply and add.
#pragma once

#include <cstddef>

namespace attn::speed {

/// A measured rate of floating-point operations, and the sums that reached it.
struct Peak {
    double gflops = 0.0;      // billions of floating-point operations a second, one thread
    std::size_t vectors = 0;  // of sums that were fastest
    std::size_t lanes = 0;    // floats in each of them
};

/// Measures one thread's peak in GFLOP/s, billions of float multiplications and additions per
/// second: many sums s = s x + y that do not wait for each other, with nothing to load, in
/// the vectors of lib/fast. How many are needed differs from processor to processor, so the best
/// of several numbers counts. It takes about a tenth of a second.
Peak measure_peak();

}  // namespace attn::speed
