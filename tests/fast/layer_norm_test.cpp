#include "fast/layer_norm.hpp"

#include <cmath>

#include "catch.hpp"
#include "fast/threads.hpp"

using namespace attn;

TEST_CASE("Fast layer norm keeps its digits however far from 0 the numbers are", "[fast]") {
    fast::Threads one(1);
    for (const double mean : {0.0, 100.0, 1e4, 1e6}) {
        for (const double step : {0.001, 0.25}) {
            INFO(mean << " " << step);
            constexpr std::size_t d = 16;
            Matrix x(1, d);
            long double sum = 0, squares = 0;
            for (std::size_t j = 0; j < d; ++j) {
                x(0, j) = static_cast<float>(mean + static_cast<double>(j) * step);
                sum += x(0, j);
            }
            for (const double number : x.row(0)) {
                squares += (number - sum / d) * (number - sum / d);
            }
            fast::FloatMatrix y;
            fast::LayerNorm(LayerNorm{}, d).forward(fast::FloatMatrix(x), y, one);
            const long double deviation = std::sqrt(squares / d + 1e-5L);
            for (std::size_t j = 0; j < d; ++j) {
                const long double wanted = (x(0, j) - sum / d) / deviation;
                CHECK(std::abs(static_cast<double>(y.row(0)[j] - wanted)) < 1e-6);
            }
        }
    }
}
