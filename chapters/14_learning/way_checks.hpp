/// The gradient check of the whole model, put to the right way back and to the wrong ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/14_learning/training.hpp"

namespace attn::chapters::ch14 {

/// What the check says of a way back.
struct WayCheck {
    std::string name, mistake;  // as in mistakes/ways_back.hpp; the first is "right"
    std::size_t wrong = 0;      // slopes with an error above 0.01, of 2,642
    std::size_t opposite = 0;   // of these, those with the wrong sign
    std::vector<std::size_t> wrong_in = {};  // how many of them in each of parts_on_the_way
    std::vector<double> squares_in = {};  // there, the sum of the measured slopes' squares
    std::vector<Score> scores = {};       // of a training with it
};

/// The model's parts in the order in which the way back reaches them.
extern const std::vector<std::string> parts_on_the_way;

/// Two sentences through the model with its first weights (seed 1), and every weight moved; and a
/// training from there.
std::vector<WayCheck> check_ways();
inline constexpr std::size_t way_steps = 150;

}  // namespace attn::chapters::ch14
