/// Things in a random order, the same on every machine.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "attn/random.hpp"

namespace attn::chapters {

/// Exchanges each, from the last on, with one of those before it or itself: every order is
/// equally likely.
template <class T>
void shuffle(std::vector<T>& all, Random& generator) {
    for (std::size_t i = all.size(); i > 1; --i) {
        const auto j =
            static_cast<std::size_t>(generator.uniform() * static_cast<double>(i));
        std::swap(all[i - 1], all[j]);
    }
}

}  // namespace attn::chapters
