/// The way back through chapter 7's sentence, in which every number can be followed by hand.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"

namespace attn::chapters::ch14 {

/// Rows and columns that the chapter speaks of.
inline constexpr std::size_t love = 1, person = 0, feeling = 1, action = 0;

/// The three matrices of self-attention; or the slopes in them.
struct Maps {
    Linear query, key, value;  // each [4 x 4]
};

/// Chapter 7's, made by hand.
Maps hand_made_maps();

Parameters parameters(Maps& maps);

/// All values on the way forward, and all slopes on the way back.
struct SmallWayBack {
    AttentionTrace forward;
    double loss = 0;
    Matrix d_output;  // [4 x 4]  the slope of the loss in each number of the output
    AttentionGradient attention;  // in weights, scores, queries, keys and values
    Maps maps;                    // in the three matrices
};

/// The loss says how far "love" is from carrying 2 under "person": (output(love, person) - 2)^2.
SmallWayBack way_back(const Maps& maps);

/// How wrong the measured slopes are when a number is moved by so much: the largest error among
/// the 48 slopes.
struct NudgeError {
    double nudge = 0;
    double one_way = 0;    // (loss(w + nudge) - loss(w)) / nudge
    double both_ways = 0;  // as check_gradient() measures
};

/// For steps from 1 down to 1e-13.
std::vector<NudgeError> errors_by_nudge();

}  // namespace attn::chapters::ch14
