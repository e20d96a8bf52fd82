/// The model of chapter 15: it reads a sentence and answers a question with one of two answers.
#pragma once

#include <cstdint>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/parameters.hpp"
#include "chapters/15_each_part/design.hpp"
#include "chapters/15_each_part/questions.hpp"

namespace attn::chapters::ch15 {

/// What is kept on the way forward.
struct SentenceTrace {
    std::vector<EncoderLayerTrace> layers;
    Matrix mean;    // [1 x d_model]  of the last layer's rows
    Matrix hidden;  // [1 x d_model]  of the mean, before ReLU; empty where nothing bends it
    Matrix read;    // [1 x d_model]  what the logits are made of
    Matrix logits;  // [1 x 2]        of the two answers
};

/// Layers after a design; the rows of the last are averaged, and a last map turns the average
/// into two logits, as in chapter 14.
struct SentenceModel {
    Embedding words;                   // [25 x 16]
    std::vector<EncoderLayer> layers;  // all parts are there, whether the design uses them
    Linear to_hidden;  // [16 x 16]  empty unless the design bends the average
    Linear to_logits;  // [16 x 2]
    Design design;

    SentenceTrace trace(const Ids& ids) const;
};

/// A model that has learned nothing: d_model 16, d_ff 32. One seed gives the same numbers for
/// every design of one depth.
SentenceModel random_sentence_model(const Design& design, std::uint64_t seed);

Parameters parameters(SentenceModel& model);

/// d_logits  [1 x 2]
/// gradient  gets the slopes in all weights that the design uses
void backward(const SentenceModel& model, const Ids& ids, const SentenceTrace& trace,
              const Matrix& d_logits, SentenceModel& gradient);

/// How far apart a sentence's words are before the first layer and after each: the length of the
/// rows' differences from their mean, as a share of the rows' own.
std::vector<double> differences(const SentenceModel& model, const Ids& ids);

/// What the average row of the first layer attends to, a row per head: [heads x words].
Matrix average_attention(const SentenceModel& model, const Ids& ids);

/// The same in each version of a sentence: one [4 x 12] per head.
std::vector<Matrix> average_attention(const SentenceModel& model, const Versions& versions);

}  // namespace attn::chapters::ch15
