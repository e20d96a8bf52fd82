/// What the sources of chapter 13 share.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/encoder.hpp"
#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch13 {

// Two layers of attention over a sentence about an animal and a street.

/// What "it" attends to, has heard and becomes, in two layers of attention with a residual each.
struct TwoStoreys {
    AttentionTrace first, second;
    AttentionTrace second_alone;      // the second layer on the words as they come
    double heard_lives, heard_place;  // of "it", after the first layer
    double lives, place, does;        // of "it", after the second
};

/// is_wide  too wide, and not too tired
TwoStoreys two_storeys(bool is_wide);

// A reader's own sentence, and a reader's own weights, for the encoder of chapter 13.

/// A sentence, split at its blanks. A word's id is the place at which it came first, counted
/// among different words: "to be or not to be" is 0 1 2 3 0 1.
struct Sentence {
    std::vector<std::string> words;
    std::vector<std::size_t> ids;
    std::size_t n_different = 0;
};

/// text in UTF-8; whatever stands between blanks is a word.
/// throws  UsageError  when there is no word, or more than most
Sentence sentence_from(const std::string& text, std::size_t most);

/// A sentence of ids, "5 0 17", of a model with a table of words.
/// throws  UsageError  when a word is no id from 0 to n_words - 1
std::vector<std::size_t> ids_in(const Sentence& sentence, std::size_t n_words);

/// What weights say of their encoder: how many layers (of names without "layers.0." it is
/// one), d_model, d_ff, and whether there is a final norm. The number of heads, the
/// activation and the placement of the norms are not in them. What stands before all names, as
/// where the encoder is a part of another model, is passed over.
///
/// throws  StateDictError  when there is no norm1 or linear1 to learn the sizes from
TransformerConfig config_of(const StateDict& weights);

/// The encoder with these weights.
///
/// rest    what weights do not tell: n_heads, activation, placement
/// throws  as config_of and encoder_from
Encoder encoder_of(const StateDict& weights, const TransformerConfig& rest);

/// A reader's own model: an encoder, and what makes its input of ids, where the weights have it.
struct OwnModel {
    Encoder encoder = {};
    Matrix words = {};   // [n_words x d_model]   embedding.weight, or nothing
    Matrix places = {};  // [n_places x d_model]  positions.weight, or nothing
};

/// throws  StateDictError  when a table is not as wide as the encoder, and as encoder_of
OwnModel model_of(StateDict weights, const TransformerConfig& rest);

/// The model in a safetensors file.
///
/// throws  as read_state_dict and model_of; a StateDictError names the path, and of a folder the files
///         inside that could be meant
OwnModel model_in(const std::filesystem::path& path, const TransformerConfig& rest);

/// Its encoder alone.
Encoder encoder_in(const std::filesystem::path& path, const TransformerConfig& rest);

// A sentence padded to four places, through the small layer.

/// "I love you <pad>" through the small layer, where the embedding of padding is zeros.
struct PaddedSentence {
    Matrix input;  // the words' vectors with positions
    Matrix alone;  // what comes out of the sentence without padding
    Matrix unmasked, masked;
};

PaddedSentence padded_sentence();

/// A line of a table: how far the words' rows in padded are from those of the sentence alone.
/// "0" is equal to the last bit.
std::vector<std::string> distances(const std::string& name, const Matrix& padded,
                                   const Matrix& alone);

// The figures of chapter 13.

/// What is left of a word after so many parts, each of which adds a quarter of what it reads at right
/// angles: with the norm behind the sum, and with the norm in front of the part.
double left_behind(std::size_t n_parts);
double left_in_front(std::size_t n_parts);

/// What is left of a word, round by round: the pencil's two lines, and chapter 10's eight words.
plots::Figure left_figure(const std::vector<ch10::Layered>& behind,
                          const std::vector<ch10::Layered>& in_front);

/// Post-norm and pre-norm as two ways of wiring.
plots::Figure wiring_figure();

/// What "it" attends to in two layers, for both sentences.
plots::Figure tired_figure(const TwoStoreys& tired, const TwoStoreys& wide);

/// The weights of the first two heads for a reader's own sentence.
///
/// is_random  whether the model's weights were drawn, so that the pattern is chance
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const MultiHeadTrace& attention, bool is_random);

// Chapter 13's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch13
