/// Units that nobody wrote: they learn what chapter 11 wrote by hand.
#pragma once

#include <cstddef>

#include "attn/feed_forward.hpp"
#include "attn/matrix.hpp"

namespace attn::chapters::ch11 {

/// Is it "bank", and has it heard of a river? A row for each case: neither, bank, river, both.
extern const Matrix four_cases;

/// What of shore and of money each of four_cases should have.
extern const Matrix shore_or_money;

struct LearnedUnits {
    FeedForward network;  // two numbers, n_units, two numbers
    double loss;          // the sum of the squared misses
};

/// A network that begins with random numbers, and takes 3000 steps towards shore_or_money.
LearnedUnits learned_units(std::size_t n_units, std::size_t seed);

}  // namespace attn::chapters::ch11
