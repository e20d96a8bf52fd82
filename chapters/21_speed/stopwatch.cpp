#include "chapters/21_speed/21_speed.hpp"

#include <chrono>

#include "chapters/printing/rows.hpp"

namespace attn::speed {
namespace {

using Clock = std::chrono::steady_clock;

struct Measured {
    double one_call, all_calls;  // seconds
};

/// Calls again what takes less than a millisecond: a browser's clock ticks ten times in one.
Measured measured(const std::function<void()>& function) {
    const auto begin = Clock::now();
    double seconds = 0, calls = 0;
    while (seconds < 1e-3) {
        function();
        ++calls;
        seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    return {seconds / calls, seconds};
}

}  // namespace

std::vector<double> interleaved_medians(const std::vector<std::function<void()>>& functions,
                                        double seconds_each, std::size_t most_rounds) {
    std::vector<std::vector<double>> times(functions.size());
    std::vector<double> spent(functions.size());
    bool any_called = true;
    for (std::size_t round = 0; round < most_rounds && any_called; ++round) {
        any_called = false;
        for (std::size_t i = 0; i < functions.size(); ++i) {
            if (spent[i] >= seconds_each && round > 0) continue;
            const Measured once = measured(functions[i]);
            times[i].push_back(once.one_call);
            spent[i] += once.all_calls;
            any_called = true;
        }
    }
    std::vector<double> medians;
    for (const std::vector<double>& of_one : times)
        medians.push_back(chapters::median(of_one));
    return medians;
}

}  // namespace attn::speed
