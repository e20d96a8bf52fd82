/// The figures of chapter 11, and the numbers behind them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "plots/figure.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

using Labels = std::vector<std::string>;

/// The root of the mean square of all entries: how large the numbers of m are.
double root_mean_square(const Matrix& m);

/// How large a stack's rows are, after 0, 1, 2 ... layers: with the norms behind the parts, in
/// front of them, and left out.
struct Sizes {
    std::vector<double> post, pre, bare;
    double pre_and_final = 0;  // the whole pre-norm stack, with a final norm on top
};
Sizes sizes_by_depth(const std::vector<EncoderLayer>& layers, const Matrix& x);

/// A layer with its norms left out: x + attention, and feed-forward on top.
Matrix forward_without_norms(const EncoderLayer& layer, const Matrix& x);

/// The largest difference between our stage and another program's.
struct Gap {
    std::string stage;
    double gap;
};

/// Our stages against those in a folder, one .npy file for each: "head 1: weights" is in
/// head_1_weights.npy. Stages without a file are passed over.
///
/// throws  std::runtime_error  when the folder has none of them, or a file cannot be read
///         ShapeError          when a stage has another shape
std::vector<Gap> gaps_to(const EncoderLayerTrace& trace,
                         const std::filesystem::path& folder);

/// The same stages of two traces.
std::vector<Gap> gaps_between(const EncoderLayerTrace& ours, const EncoderLayerTrace& other,
                              const std::vector<Gap>& stages);

/// "I love you all" through a layer with its words in another order, with positions or
/// without. Row i of the result belongs to word i, wherever it stood.
Matrix output_in_order(const EncoderLayer& layer, const std::vector<std::size_t>& order,
                       bool has_positions);

/// Our small layer against PyTorch's values: its float64, its float32, and our own layer with
/// an epsilon of 1e-12 in the first norm.
struct Comparison {
    std::vector<Gap> float64, float32, slip;
};

/// data  the folder with input.npy, weights, float64 and float32
Comparison compare_with_pytorch(const std::filesystem::path& data);

/// A sentence of a batch: who looks at whom, and what comes out with the sentence alone, with
/// zeros in the embedding of padding, with another number there, and with zeros and no mask.
struct PaddedSentence {
    Labels words;
    AttentionMask mask;
    Matrix before,
        after;       // the words' vectors without and with positions; padding is zeros
    Matrix weights;  // of head 1
    Matrix alone, zeros, filled, unmasked;
};

/// "I love you all", "I love you" and "I love" through the small layer, padded to one length.
///
/// fill  what stands in the embedding of <pad> for PaddedSentence::filled
std::vector<PaddedSentence> padded_batch(double fill);

/// The names of the rows in which a and b are not equal to the last bit, or "none".
std::string changed_rows(const Labels& words, const Matrix& a, const Matrix& b);

/// Every value of a post-norm layer in the order in which it flows, with its numbers.
fig::Figure wall_figure(const EncoderLayerTrace& trace);

/// What goes in, what is there after attention, what comes out.
plots::Figure in_out_figure(const EncoderLayerTrace& trace);

/// Who looks at whom in a batch, and the sentence with one padding three times.
plots::Figure padded_figure(const std::vector<PaddedSentence>& batch, double fill);

/// How large the rows are over depth, on an even scale.
plots::Figure depth_figure(const Sizes& sizes);

/// The same on a log scale, for a layer without norms.
plots::Figure without_norms_figure(const Sizes& sizes);

/// Differences stage by stage: float64, float32, and float64 with a slip.
plots::Figure pytorch_figure(const Comparison& gaps);

/// Who looks at whom in two heads of a reader's own sentence.
plots::Figure sentence_figure(const Labels& words, const MultiHeadTrace& attention);

}  // namespace attn::chapters
