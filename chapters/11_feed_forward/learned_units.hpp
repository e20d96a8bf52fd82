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

/// A network of two numbers, n_units and two numbers, which begins with random numbers, and takes 3000
/// steps towards shore_or_money.
FeedForward learned_units(std::size_t n_units, std::size_t seed);

}  // namespace attn::chapters::ch11
