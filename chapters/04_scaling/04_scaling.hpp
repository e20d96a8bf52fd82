/// What the sources of chapter 4 share.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "attn/attention.hpp"
#include "attn/matrix.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/knobs.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch04 {

// The experiment of chapter 4: random queries and keys, the scores that they get, and how
// the weights answer to a small change of the query. measure() is the chapter's program,
// 04_scaling.cpp; what looks its numbers up is in experiment.cpp.

/// How many keys each random query is compared with: the ten strangers.
inline constexpr std::size_t n_keys = 10;

/// Weights whose largest is above this are called saturated.
inline constexpr double saturated_above = 0.99;

/// What softmax made of the scores, one number for each draw.
struct Weighing {
    Numbers largest = {};  // the largest of the ten weights
    Numbers slopes = {};   // how the weights answer to a nudge of the query
};

/// What was measured at one width.
struct Measurement {
    std::size_t d_k = 0;
    Matrix scores = {};    // [draws x n_keys]  a row: one query with its own ten keys
    Weighing plain = {};   // nothing divided
    Weighing scaled = {};  // the scores divided by root d_k
};

/// The root of the mean square: the standard deviation of numbers whose mean is 0.
double standard_deviation(std::span<const double> numbers);

/// The norm of a matrix: the root of the sum of all squared entries (Frobenius norm).
double matrix_norm(const Matrix& m);

/// How one query's weights answer to a small change of the query.
///
/// weights  [n_key]        softmax of q k^T / divisor
/// k        [n_key x d_k]
/// returns  [n_key x d_k]  entry (i, e): the slope of weight i in entry e of the query
Matrix slopes_in_query(std::span<const double> weights, const Matrix& k, double divisor);

/// Draws a query and ten keys again and again, every entry of mean 0 and variance 1.
Measurement measure(std::size_t d_k, std::size_t draws, std::size_t seed);

/// How many questions the strangers answer by tossing coins.
inline constexpr std::size_t n_coins = 64;

/// You and ten strangers toss coins, 1 or -1: each stranger's score after every question.
///
/// returns  [n_keys x n_coins + 1]  column n: after n questions
Matrix coin_walks(std::size_t seed);

/// The mean over the rows of the largest weight, when the scores are divided by divisor.
double mean_largest_weight(const Matrix& scores, double divisor);

/// The part of the rows whose largest weight is saturated, when the scores are divided.
double saturated_part(const Matrix& scores, double divisor);

/// The standard deviation of all scores, which have the mean 0.
double deviation_of(const Measurement& m);

/// measure() at 1, 2, 4 to 1024.
std::vector<Measurement> measure_powers(std::size_t draws, std::size_t seed);

/// The measurements at powers of 2, and at the reader's width in its place.
std::vector<Measurement> measure_also(std::vector<Measurement> powers, std::size_t d_k,
                                      std::size_t draws, std::size_t seed);

/// Of all measurements, the one of width d_k.
/// throws  std::out_of_range  when there is none
const Measurement& at_width(const std::vector<Measurement>& all, std::size_t d_k);

/// The measurements at some widths, and at the reader's, in ascending order.
std::vector<Measurement> at_widths(const std::vector<Measurement>& all,
                                   std::vector<std::size_t> widths, std::size_t d_k);

/// A table with a row for each measurement.
Matrix table_of(const std::vector<Measurement>& some,
                const std::function<Numbers(const Measurement&)>& row);

/// A label for each measurement: "d_k = 64".
Labels width_labels(const std::vector<Measurement>& some);

/// The root of a width.
double root_of(std::size_t d_k);

/// The number below which this part of the numbers lies: for 0.5 the median.
double quantile(Numbers numbers, double part);

/// A tenth of the slopes is below the first, half below the second, a tenth above the third;
/// then their mean, and the part of the draws that are saturated.
Numbers summary_of(const Weighing& weighing);

// What chapter 4 counts: the work for a dot product and for an additive score.

/// What the scores of all pairs cost.
struct Cost {
    std::size_t multiplications = 0;
    std::size_t tanhs = 0;
    std::size_t kept =
        0;  // the numbers between inputs and scores, when all pairs are done at once
};

/// The score q . k of every query with every key.
Cost dot_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k);

/// The score w . tanh(q A + k B) of every query with every key, where A and B are
/// [d_k x hidden] and w is [hidden], all learned. q A and k B are computed once for each row.
/// source  Bahdanau, Cho and Bengio (2014)
Cost additive_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                   std::size_t hidden);

// The figures of chapter 4, in the order in which its text shows them.

/// Ten scores of coins, question after question, and the roots of how many there were.
plots::Figure walk_figure(const Matrix& walks);

/// Ten weights after the walks, by three divisors, and the same with a double in the last place.
plots::Figure double_figure(const Matrix& walks);

/// How the scores are spread for three widths, one of them the reader's.
plots::Figure spread_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The small sentence's attention twice: unscaled above, scaled below.
plots::Figure chains_figure(const AttentionTrace& plain, const AttentionTrace& scaled);

// Chapter 4's detours.

/// How each weight responds to a small change of each score: the Jacobian of softmax.
///
/// weights  [n]      softmax of some scores
/// returns  [n x n]  entry (i, j): weight_i (1 - weight_i) where i = j, else
///                   -weight_i weight_j
Matrix softmax_jacobian(std::span<const double> weights);

/// The mean norm of softmax's Jacobian over the rows of scores, divided by divisor.
double mean_jacobian_norm(const Matrix& scores, double divisor);

/// A row of tokens, 512 wide, becomes 64 numbers before any training: by a matrix of uniform
/// numbers from -reach/root(512) to reach/root(512). PyTorch's nn.Linear has a reach of 1.
struct Untrained {
    Matrix q, k;  // [400 x 64]
};
Untrained untrained_queries_and_keys(std::size_t seed, double reach = 1);

void further(Chapter& chapter, const Value<std::vector<Measurement>>& all,
             const Value<std::size_t>& d_k, const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch04
