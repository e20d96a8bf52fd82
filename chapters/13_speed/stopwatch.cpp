#include "chapters/13_speed/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace attn::speed {
namespace {

double seconds_of(const std::function<void()>& function) {
    const auto begin = std::chrono::steady_clock::now();
    function();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

std::vector<double> interleaved_medians(const std::vector<std::function<void()>>& functions,
                                        double seconds_each, std::size_t most_calls) {
    std::vector<std::vector<double>> times(functions.size());
    bool any_called = true;
    for (std::size_t call = 0; call < most_calls && any_called; ++call) {
        any_called = false;
        for (std::size_t i = 0; i < functions.size(); ++i) {
            if (std::accumulate(times[i].begin(), times[i].end(), 0.0) >= seconds_each &&
                call > 0)
                continue;
            times[i].push_back(seconds_of(functions[i]));
            any_called = true;
        }
    }
    std::vector<double> medians;
    for (const std::vector<double>& of_one : times) medians.push_back(median(of_one));
    return medians;
}

}  // namespace attn::speed
