/// The gradient check of the whole model, put to the right way back and to the wrong ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attn::chapters::ch14 {

/// What the check says of a way back.
struct WayCheck {
    std::string name, mistake;  // as in bugs/ways_back.hpp; the first is "right"
    std::size_t wrong = 0;      // slopes with an error above 0.01, of 2,642
    std::size_t opposite = 0;   // of these, those with the wrong sign
    double worst = 0;           // the largest error
    double cosine = 0;          // of the angle between its gradient and the measured one
    std::vector<std::size_t> wrong_in = {};  // how many of them in each of parts_on_the_way
};

/// The model's parts in the order in which the way back reaches them.
extern const std::vector<std::string> parts_on_the_way;

/// Two sentences through the model with its first weights (seed 1), and every weight moved.
std::vector<WayCheck> check_ways();

/// How a wrong gradient lies to the right one while Adam trains by the wrong one: the cosine over
/// all slopes, of the batch of each step, until all unseen sentences are right.
struct WayAngle {
    std::string mistake;
    double start = 0;  // before the first step
    double words = 0;  // the same, over the slopes of the words alone
    double least = 1;  // of all steps
};

/// Each of the wrong ways back, from the first weights of a seed.
std::vector<WayAngle> angles_of_ways(std::uint64_t seed);

}  // namespace attn::chapters::ch14
