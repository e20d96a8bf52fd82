/// The figures of chapter 10, and what they and its program count.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "plots/figure.hpp"

namespace attn::chapters {

using Labels = std::vector<std::string>;

/// The small sentence's layer with another bend, epsilon or order.
EncoderLayer layer_with(Activation activation, double epsilon, NormPlacement placement);

/// Rows of equal length below one another.
Matrix merge_rows(const std::vector<std::vector<double>>& rows);

double sum_of(std::span<const double> numbers);

/// A line of a table: its name, then the numbers.
std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const double> numbers, int decimals);
std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const float> numbers, int decimals);

/// How far the two GELUs lie apart at x, or "0".
std::string gap_text(double x);

/// Where, for x above 0, the two GELUs lie farthest apart, in steps of 0.01.
struct WidestGap {
    double at, gap;
};
WidestGap widest_gelu_gap();

/// The units of a word that are above 0, counted from 1: " 2 3 4 7".
std::string firing_text(const Matrix& activated, std::size_t word);

/// The mean of the first so many draws of dropout.
struct MeanOfDraws {
    std::size_t draws;
    Matrix mean;
};

/// The means of the first 1, 2, 3 ... draws, at some thirty places up to the last.
std::vector<MeanOfDraws> means_of_draws(const Matrix& x, double p, std::size_t draws,
                                        std::size_t seed);
bool is_power_of_ten(std::size_t number);

/// A pre-norm layer's output minus what attention and feed-forward gave.
Matrix without_parts(const EncoderLayerTrace& trace);

/// The feed-forward layer as a single linear map, if nothing bent between its two.
Linear as_one_map(const FeedForward& layer);

/// The four words as dots on a line, from the layer's input to its output.
plots::Figure story_figure(const EncoderLayerTrace& trace);

/// What gamma and beta do to the columns.
plots::Figure gamma_figure(const EncoderLayerTrace& trace);

/// Four ways to divide a row of four numbers, against its variance.
plots::Figure variants_figure(double epsilon);

/// How much of a row is left, against its variance, for several epsilons.
plots::Figure epsilon_figure(double epsilon);

/// Two formulas in float32 while a row is moved up.
plots::Figure large_mean_figure(std::span<const double> row, double epsilon);

/// ReLU and the two GELUs, and the gap between the two.
plots::Figure bends_figure();

/// The eight units for each word, before and after the bend.
plots::Figure detectors_figure(const EncoderLayerTrace& trace, Activation activation);

/// The mean of a row over more and more draws.
plots::Figure dropout_figure(const Matrix& row, double p, std::size_t draws,
                             std::size_t seed);

/// Post-norm and pre-norm as two ways of wiring.
plots::Figure wiring_figure();

}  // namespace attn::chapters
