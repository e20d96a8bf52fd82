/// The model of chapter 15: it reads a sentence and answers a question with one of two answers.
#pragma once

#include <cstdint>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "attn/parameters.hpp"
#include "chapters/15_each_part/layer_of_parts.hpp"
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

/// Layers; the rows of the last are averaged, and a last map turns the average into two logits, as in
/// chapter 14.
struct SentenceModel {
    Embedding words;                   // [25 x 16]
    Matrix positions;                  // [16 x 16]  added to the words; not learned
    std::vector<EncoderLayer> layers;  // all parts are there, whether a design uses them
    Linear to_hidden;  // [16 x 16]  empty unless something bends the average
    Linear to_logits;  // [16 x 2]

    SentenceTrace trace(const Design& design, const Ids& ids) const;
};

/// A model that has learned nothing, d_model 16, d_ff 32. One seed gives the same numbers for every
/// design of one depth.
SentenceModel random_sentence_model(const Design& design, std::uint64_t seed);

Parameters parameters(SentenceModel& model);

/// d_logits  [1 x 2]
/// gradient  gets the slopes in all weights that the design uses
void backward(const SentenceModel& model, const Design& design, const Ids& ids,
              const SentenceTrace& trace, const Matrix& d_logits, SentenceModel& gradient);

/// The logit of answer 0 minus that of answer 1.
double margin(const SentenceModel& model, const Design& design, const Ids& ids);

/// What the average row of the first layer attends to, a row per head: [heads x words].
Matrix average_attention(const SentenceModel& model, const Design& design, const Ids& ids);

}  // namespace attn::chapters::ch15
