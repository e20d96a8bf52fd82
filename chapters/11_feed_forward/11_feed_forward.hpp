/// What the road of chapter 11 shares with its detours.
#pragma once

#include <cstddef>
#include <string>

#include "attn/encoder.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch11 {

/// A bank and a river, as a flat sheet over four corners, and folded by ReLU.
plots::Figure and_figure();

/// What two units make of a bank and of a fish, with their cut and without.
plots::Figure if_figure(const FeedForward& units);

/// Chapter 10's sublayer, and behind it the network's.
plots::Figure layer_figure();

/// One layer, post-norm, without a mask.
///
/// h, returns  [n x d_model]
Matrix one_layer(const Matrix& h, const EncoderLayer& layer);

/// The road's knobs, which turn the detours too.
struct Road {
    Value<EncoderLayer> layer;
    Value<std::string> word;
    Value<double> p;
    Value<std::size_t> draws;
    Value<std::size_t> seed;
};

void further(Chapter& chapter, const Road& road);

}  // namespace attn::chapters::ch11
