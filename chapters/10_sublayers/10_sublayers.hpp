/// What the sources of chapter 10 share.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "attn/dropout.hpp"
#include "attn/encoder.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch10 {

// Attention again and again.

/// What goes on to the next round: made of a round's words and of what attention made of them.
struct Repair {
    std::string name;
    std::function<Matrix(const Matrix& words, const Matrix& attended)> apply;
};

/// None, the norm alone, the sum alone, and both.
extern const std::array<Repair, 4> repairs;

/// The cosine of the two words that are least alike.
double least_cosine(const Matrix& words);

/// Eight random words of 16 columns, and what becomes of them round by round, with two heads whose
/// maps are drawn anew in each.
///
/// times    as large as the library draws them
/// returns  rounds + 1 matrices, the words themselves first
std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed);

/// 21 draws of these words, with the seeds 1 to 21; of each a matrix for every round.
using Draws = std::vector<std::vector<Matrix>>;
Draws random_draws(const Repair& repair, double times, std::size_t rounds);

using Measure = double (*)(const Matrix& words);

/// What a measure says of the words of each draw after a round, the least first.
Numbers measured(const Draws& draws, std::size_t round, Measure measure);

// What a network can remember.

/// Of 64 names, each four random numbers, how many a layer with so many units ever knew at once
/// while it learned their cities, one of four, in 500 steps. With no units there is no network.
///
/// seed     draws the names and the first weights
/// returns  up to 64. Where that is out of reach, it depends on the last digits of a machine's exp
///          and log, as each step amplifies them.
std::size_t facts_remembered(std::size_t units, std::size_t seed);

// What chapter 10 asks of the small sentence's layer, and how it shows rows and maps.

/// The small sentence's layer, post-norm, with another activation.
///
/// activation  "relu", "gelu_exact" or "gelu_tanh"
EncoderLayer layer_with(const std::string& activation);

/// What becomes of one word on its way through a layer.
///
/// returns  [7 x d_model]  a row for each of step_names
Matrix steps_of(const EncoderLayerTrace& trace, std::size_t word);
extern const Labels step_names;

/// What attention makes of the small sentence with positions, [4 x 4]. No knob changes it.
Matrix attention_output();

/// Tables of equal width below one another.
Matrix below(const std::vector<Matrix>& parts);

/// A line of a table: its name, then the numbers.
Labels numbers_line(const std::string& name, std::span<const double> numbers, int decimals);

/// A row with four decimals: "(-0.7368, 1.0906)".
std::string numbers_text(std::span<const double> row);

// Layer norm as it is also written, with another divisor.
// For comparing only; the book's own is attn/layer_norm.hpp. Introduced in chapter 10.

/// How the distances from the mean are divided.
struct NormVariant {
    const char* name;
    bool by_one_less;     // the variance is divided by d - 1
    bool epsilon_beside;  // epsilon is added to the root, not under it
};

/// The right one first.
inline constexpr std::array<NormVariant, 4> norm_variants{
    {{"by d, epsilon under the root", false, false},
     {"by d, epsilon beside it", false, true},
     {"by d - 1, epsilon under the root", true, false},
     {"by d - 1, epsilon beside it", true, true}}};

/// What a variant divides by.
///
/// variance  divided by d
/// d         how many numbers the row has; at least 2 where the variant takes one less
double divisor_of(const NormVariant& variant, double variance, std::size_t d,
                  double epsilon);

/// A row normed by a variant, without gamma and beta.
std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon);

/// The root of the mean square of a matrix's numbers, or of some: 1 for a row that is normed, but
/// for epsilon's share.
double size_of(std::span<const double> numbers);
double size_of(const Matrix& m);

// How a sublayer is wired in: its input is added to its output (a residual connection), the
// sum is normalized, and dropout applies in training. Introduced in chapter 10.

/// Attention or the feed-forward network, by itself. Its output has its input's shape.
using Sublayer = std::function<Matrix(const Matrix&)>;

/// dropout's arguments: the probability of dropping an entry, when, and with which draws.
struct DropoutOptions {
    double p;
    Mode mode;
    Random& generator;
};

/// norm(x + dropout(sublayer(x))): the paper's order.
///
/// x        [n x d_model]
/// returns  [n x d_model]
/// throws   as sublayer, norm and dropout do; ShapeError when sublayer changes the shape
/// source   Vaswani et al. (2017), sections 3.1 and 5.4
Matrix post_norm(const Matrix& x, const Sublayer& sublayer, const LayerNorm& norm,
                 const DropoutOptions& options);

/// A study note's feed-forward network: dropout stands inside, after the activation, so that
/// it draws once for each hidden unit and the residual sum draws nothing.
///
/// x        [n x d_model]
/// returns  [n x d_model]  in evaluation what layer.forward(x) is
Matrix feed_forward_dropped_inside(const FeedForward& layer, const Matrix& x,
                                   const DropoutOptions& options);

// The figures of chapter 10.

/// A word's four numbers as dots on a line, for each step on its way through the layer.
plots::Figure story_figure(const std::string& word, const Matrix& steps);

/// How much of a row of four numbers is left, against its variance, for three epsilons, for one
/// beside the root, and for d - 1.
plots::Figure epsilon_figure();

/// Words that go through attention again and again, as arrows that close like an umbrella.
///
/// alone  a round's words each, those that went in first
plots::Figure melt_figure(const std::vector<Matrix>& alone);

/// The same of eight random words after their last round, for each repair its first draw, with
/// arrows as long as the words are large.
plots::Figure repairs_figure(const std::vector<Draws>& ways);

/// A feeling and many, as a flat sheet over four corners, and folded by ReLU.
plots::Figure and_figure();

/// Post-norm and pre-norm as two ways of wiring.
plots::Figure wiring_figure();

// Chapter 10's detours.

/// The road's knobs, which turn the detours too.
struct Road {
    Value<EncoderLayer> layer;
    Value<double> p;
    Value<std::size_t> draws;
    Value<std::size_t> seed;
};

void further(Chapter& chapter, const Road& road);

}  // namespace attn::chapters::ch10
