#include "chapters/21_speed/peak.hpp"

#include <algorithm>
#include <chrono>

#include "fast/simd.hpp"

namespace attn::speed {
namespace {

using fast::Floats;
using fast::lanes;

/// Vectors of sums, each multiplied and added to n times.
template <std::size_t vectors>
float multiply_and_add(std::size_t n, float x, float y) {
    Floats
        sums[vectors];  // from different numbers, else a compiler sees that all are equal
    for (std::size_t i = 0; i < vectors; ++i) sums[i] = Floats{} + static_cast<float>(i);
    for (std::size_t step = 0; step < n; ++step) {
        for (Floats& sum : sums) sum = sum * x + y;
    }
    Floats total{};
    for (const Floats& sum : sums) total += sum;
    float all[lanes];
    fast::store(total, all);
    return *std::max_element(all, all + lanes);
}

/// The fastest of several runs: a run can be disturbed, but it is never too fast.
template <std::size_t vectors>
Peak measure() {
    using Clock = std::chrono::steady_clock;
    const std::size_t n = 2'000'000 / (vectors * lanes);
    volatile float factor = 0.999f;  // a number that the compiler does not know
    volatile float result = 0.0f;    // and one that it has to compute
    Peak best{0.0, vectors, lanes};
    for (int run = 0; run < 40; ++run) {
        const auto begin = Clock::now();
        result = multiply_and_add<vectors>(n, factor, 0.001f);
        const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
        const auto operations = static_cast<double>(2 * n * vectors * lanes);
        best.gflops = std::max(best.gflops, operations / time.count());
    }
    static_cast<void>(result);
    return best;
}

}  // namespace

Peak measure_peak() {
    Peak best;
    // The last one is for where a vector is one float, and the compiler makes longer ones of it.
    for (const Peak& peak : {measure<8>(), measure<12>(), measure<24>(), measure<96>()}) {
        if (peak.gflops > best.gflops) best = peak;
    }
    return best;
}

}  // namespace attn::speed
