/// A loss of two numbers, one of them steep and the other flat: 10 steep^2 + flat^2 / 10.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"

namespace attn::chapters::ch14 {

struct Place {
    double steep = 1, flat = 1;

    double loss() const { return 10 * steep * steep + flat * flat / 10; }
};

/// Where an optimizer's steps lead, from (1, 1) on.
///
/// optimizer  Sgd or Adam
/// returns    n_steps + 1 places
template <class Optimizer>
std::vector<Place> way_down(Optimizer optimizer, std::size_t n_steps) {
    std::vector<Place> way{Place{}};
    std::vector<double> numbers{way[0].steep, way[0].flat};
    while (way.size() <= n_steps) {
        std::vector<double> slopes{20 * numbers[0], numbers[1] / 5};
        optimizer.step({parameter("numbers", numbers)}, {parameter("numbers", slopes)});
        way.push_back({numbers[0], numbers[1]});
    }
    return way;
}

}  // namespace attn::chapters::ch14
