#include "attn/fast/peak.hpp"

#include <chrono>
#include <initializer_list>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {
namespace {

/// rows x cols sums, each multiplied and added to n times.
template <std::size_t rows, std::size_t cols>
float multiply_and_add(std::size_t n, float x, float y) {
    float sums[rows][cols] = {};
    for (std::size_t step = 0; step < n; ++step) {
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < cols; ++j) sums[i][j] = sums[i][j] * x + y;
        }
    }
    float total = 0.0f;
    for (const auto& row : sums) {
        for (const float sum : row) total += sum;
    }
    return total;
}

/// The fastest of several runs: a run can be disturbed, but it is never too fast.
template <std::size_t rows, std::size_t cols>
Peak measure() {
    using Clock = std::chrono::steady_clock;
    const std::size_t n = 2'000'000 / (rows * cols);
    volatile float factor = 0.999f;  // a number that the compiler does not know
    volatile float result = 0.0f;    // and one that it has to compute
    Peak best{0.0, rows, cols};
    for (int run = 0; run < 20; ++run) {
        const auto begin = Clock::now();
        result = multiply_and_add<rows, cols>(n, factor, 0.001f);
        const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
        const double gflops = 2.0 * static_cast<double>(n * rows * cols) / time.count();
        if (gflops > best.gflops) best.gflops = gflops;
        if (run == 2 && gflops < 10.0) break;  // no vectors: it will not be the best
    }
    static_cast<void>(result);
    return best;
}

}  // namespace

Peak measure_peak() {
    Peak best;
    for (const Peak& peak :
         {measure<12, 16>(), measure<10, 16>(), measure<16, 16>(), measure<12, 8>(),
          measure<8, 48>(), measure<4, 48>(), measure<6, 64>(), measure<4, 24>(),
          measure<2, 24>(), measure<4, 8>()}) {
        if (peak.gflops > best.gflops) best = peak;
    }
    return best;
}

}  // namespace attn::fast
