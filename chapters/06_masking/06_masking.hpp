/// What the sources of chapter 6 share.
#pragma once

#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch06 {

// What chapter 6 compares: a mask that comes too late, fills that leak, and the conventions.

/// The weights, and 0 in place of every one that is masked. After a softmax that is too
/// late: see masked_after_softmax.
Matrix deleted(Matrix weights, const AttentionMask& mask);

/// WRONG, to be compared with: takes the softmax of all scores and deletes the masked
/// weights afterwards. What is left no longer sums to 1.
AttentionTrace masked_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask);

std::vector<double> row_sums(const Matrix& weights);

/// What a masked key still gets from a query that may see one other key.
///
/// above    how much larger the masked key's score is than the other's
/// fill     what the mask adds to the masked score: 0 or below
double leak(double above, double fill);

/// How far masked scores lie above the allowed one in the text's table and figure.
inline const std::vector<double> scores_above{0, 30, 300, 3000};

/// The text's table: for each of scores_above where the fill puts the masked score, and leak().
std::vector<std::vector<std::string>> leak_table(double fill);

/// A way to mask, and the weights that it gives a row.
struct Answer {
    std::string convention;
    std::vector<double> weights;
};

/// The same row under each convention; the last is computed by the library's attention.
///
/// scores   [n]  scaled scores
/// blocked  [n]  1 where a key is masked, 0 elsewhere
std::vector<Answer> answers_to(const std::vector<double>& scores,
                               const std::vector<double>& blocked);

/// mask times fill, rounded to float16 as a machine that computes in it does.
Matrix product_in_float16(const Matrix& blocked, double fill);

// The figures of chapter 6, in the order in which its text shows them.

/// The weights of the first word, two words and three, and of three under a causal mask.
plots::Figure one_pass_figure();

/// From scores to weights, under a causal mask.
plots::Figure masks_figure(const AttentionTrace& causal);

/// The same for the padding mask, with the words of the padded sentence.
plots::Figure padding_figure(const AttentionTrace& padding,
                             const std::vector<std::string>& padded);

/// Both alignments, for 2 queries and 5 keys and for 5 queries and 2 keys.
plots::Figure alignments_figure();

/// What a masked key still gets, against the fill's size; fill is the reader's.
plots::Figure leak_figure(double fill);

/// The weights of a mask before the softmax and of the same mask after it, with their sums.
plots::Figure too_late_figure(const Matrix& before, const Matrix& after,
                              const AttentionMask& mask);

// Chapter 6's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch06
