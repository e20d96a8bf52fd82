/// The figures of chapter 10.
#pragma once

#include <cstddef>
#include <span>

#include "attn/encoder.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch10 {

/// Each word's four numbers as dots on a line, from the layer's input to its output.
plots::Figure story_figure(const EncoderLayerTrace& trace);

/// What gamma and beta do to the columns.
plots::Figure gamma_figure(const EncoderLayerTrace& trace);

/// How much of a row of four numbers is left, against its variance, for several epsilons, for
/// one beside the root, and for d - 1.
plots::Figure epsilon_figure(double epsilon);

/// Two formulas in float32 while a row is moved up.
plots::Figure large_mean_figure(std::span<const double> row, double epsilon);

/// ReLU and the two GELUs, and the gap between the two.
plots::Figure activations_figure();

/// The eight units for each word, before and after the activation.
plots::Figure units_figure(const EncoderLayerTrace& trace, Activation activation);

/// The mean of a row over more and more draws.
plots::Figure dropout_figure(const Matrix& row, double p, std::size_t draws,
                             std::size_t seed);

/// Post-norm and pre-norm as two ways of wiring.
plots::Figure wiring_figure();

}  // namespace attn::chapters::ch10
