#include "chapters/11_feed_forward/learned_units.hpp"

#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"

namespace attn::chapters::ch11 {

const Matrix four_cases{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
const Matrix shore_or_money{{0, 0}, {0, 1}, {0, 0}, {1, 0}};

FeedForward learned_units(std::size_t n_units, std::size_t seed) {
    Random generator(seed);
    FeedForward network = random_feed_forward(2, n_units, generator);
    for (std::size_t step = 0; step < 3000; ++step) {
        const FeedForwardTrace trace = network.trace(four_cases);
        FeedForward slopes = zeros_like(network);
        const Matrix misses = trace.output - shore_or_money;
        backward(network, four_cases, trace, misses * 2, slopes);
        Sgd{.learning_rate = 0.1}.step(parameters(network), parameters(slopes));
    }
    return network;
}

}  // namespace attn::chapters::ch11
