/// The gradient check of the whole model, put to the right way back and to the wrong ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn::chapters::ch14 {

/// What the check says of a way back.
struct WayCheck {
    std::string name, mistake;  // as in bugs/ways_back.hpp; the first is "right"
    std::size_t wrong = 0;      // slopes with an error above 0.01, of 2,642
    double worst = 0;           // the largest error
    double cosine = 0;          // of the angle between its gradient and the measured one
    std::vector<std::size_t> wrong_in = {};  // how many of them in each of parts_on_the_way
};

/// The model's parts in the order in which the way back reaches them.
extern const std::vector<std::string> parts_on_the_way;

/// Two sentences through the model with its first weights (seed 1), and every weight moved.
std::vector<WayCheck> check_ways();

}  // namespace attn::chapters::ch14
