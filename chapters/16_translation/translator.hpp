/// The model of chapter 16: an encoder reads a sentence, a decoder writes its translation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "attn/decoder.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
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

    /// ids      [m]  what is read, with the end
    /// returns  [m x d_model]  the memory: a row for each word
    Matrix read(const Ids& ids) const;

    /// written  [n]            the words so far, from the beginning on
    /// memory   [m x d_model]  what read returned
    /// returns  [n x target words]  row i: the logits of the word that follows word i
    Matrix write(const Ids& written, const Matrix& memory) const;

    /// Both, every intermediate value kept.
    ///
    /// is_causal  without, a word sees those after it: chapter 16's cheat
    TranslatorTrace trace(const Ids& ids, const Ids& written, bool is_causal = true) const;
};

/// The sizes of the book's translator.
inline constexpr TransformerConfig book_sizes{.d_model = 32,
                                              .n_heads = 1,
                                              .d_ff = 64,
                                              .n_layers = 1,
                                              .placement = NormPlacement::pre,
                                              .has_final_norm = true};

/// A model that has learned nothing.
Translator random_translator(const Task& task, std::uint64_t seed,
                             const TransformerConfig& sizes = book_sizes);

/// All its numbers under PyTorch's names, each with source., target., encoder., decoder. or
/// to_logits. before it.
Parameters parameters(Translator& model);

/// The model's way back.
///
/// d_logits  [n x target words]
/// gradient  gets the slopes in all weights
void backward(const Translator& model, const Ids& ids, const Ids& written,
              const TranslatorTrace& trace, const Matrix& d_logits, Translator& gradient);

/// Sets cross-attention's last map to 0: the decoder then reads nothing. In a gradient: none of
/// its weights has a slope then.
void close_cross_attention(Translator& model);

/// Greedy decoding: the word with the largest logit, again and again, until the end.
///
/// most_words  after so many it stops; a sentence of the chapter has ten at most
/// returns     the words' ids, without beginning and end
Ids translate(const Translator& model, const Ids& ids, std::size_t most_words = 12);

/// The same, with the keys and values of what is written kept.
Ids translate_with_cache(const Translator& model, const Ids& ids,
                         std::size_t most_words = 12);

/// A translation and how it was written, by a translator of one head: row i of a matrix belongs to
/// the step that wrote word i, of one at least.
struct Writing {
    Words words;     // [n]  (end) is one, unless it was stopped
    Matrix p;        // [n x target words]  the probability of each
    Matrix reading;  // [n x m]  what the row that chose had read
};
Writing writing_of(const Translator& model, const Task& task, const Ids& source,
                   std::size_t most_words = 12);

}  // namespace attn::chapters::ch16
