/// The model of chapter 16: an encoder reads a sentence, a decoder writes its translation.
#pragma once

#include <cstdint>

#include "attn/decoder.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/parameters.hpp"
#include "chapters/16_translation/design.hpp"
#include "chapters/16_translation/task.hpp"

namespace attn::chapters::ch16 {

/// What is kept on the way forward.
struct TranslatorTrace {
    EncoderTrace encoder;
    DecoderTrace decoder;
    Matrix logits;  // [n x target words]  row i: what follows word i
};

/// Embeddings, a pre-norm encoder and a pre-norm decoder of one layer each, and a last map from
/// the decoder's rows to a logit for each word.
struct Translator {
    Embedding source, target;
    Encoder encoder;
    Decoder decoder;
    Linear to_logits;
    Design design = {};

    /// ids      [m]  what is read, with the end
    /// returns  [m x d_model]  the memory: a row for each word
    Matrix read(const Ids& ids) const;

    /// written  [n]            the words so far, from the beginning on
    /// memory   [m x d_model]  what read returned
    /// returns  [n x target words]  row i: the logits of the word that follows word i
    Matrix write(const Ids& written, const Matrix& memory) const;

    /// Both, every intermediate value kept.
    TranslatorTrace trace(const Ids& ids, const Ids& written) const;
};

/// A model that has learned nothing: d_model 32, d_ff 64.
Translator random_translator(const Design& design, const Task& task, std::uint64_t seed);

/// All its numbers under PyTorch's names, each with source., target., encoder., decoder. or
/// to_logits. before it.
Parameters parameters(Translator& model);

/// The model's way back.
///
/// d_logits  [n x target words]
/// gradient  gets the slopes in all weights
void backward(const Translator& model, const Ids& ids, const Ids& written,
              const TranslatorTrace& trace, const Matrix& d_logits, Translator& gradient);

/// The same model with the design worked into its weights, so that the library's layers, which
/// know no designs, compute what it says. Without cross-attention its last map is 0 and adds
/// nothing. The library divides by sqrt(d_k); for a design that does not, the queries get
/// sqrt(d_k) times as long, which undoes the division.
Translator with_design_applied(Translator model);

/// The way back: slopes in the weights of with_design_applied(model) become slopes in the model's.
void design_backward(Translator& gradient);

/// Greedy decoding: the word with the largest logit, again and again, until the end.
///
/// most_words  after so many it stops; a sentence of the chapter has ten at most
/// returns     the words' ids, without beginning and end
Ids translate(const Translator& model, const Ids& ids, std::size_t most_words = 12);

/// The same, with the keys and values of what is written kept. Without a causal mask this is so
/// because there is one layer only: a second one's keys would change with every word.
Ids translate_with_cache(const Translator& model, const Ids& ids,
                         std::size_t most_words = 12);

}  // namespace attn::chapters::ch16
