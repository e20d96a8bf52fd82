/// What the sources of chapter 11 share.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/encoder.hpp"
#include "chapters/printing/parity.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch11 {

// The wrong one of the two layers with which chapter 11 opens.

/// A post-norm layer whose second sum adds the layer's input in place of the normalized row.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& h);

// Two layers of attention over a sentence about an animal and a street.

/// What "it" attends to, has heard and becomes, in two layers of attention with a residual each.
struct TwoStoreys {
    AttentionTrace first, second;
    double heard_lives, heard_place;  // of "it", after the first layer
    double lives, place, does;        // of "it", after the second
};

/// is_wide  too wide, and not too tired
TwoStoreys two_storeys(bool is_wide);

// A reader's own sentence, and a reader's own weights, for the encoder of chapter 11.

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

// Our layer against PyTorch's numbers, stage by stage.

/// Against PyTorch's values: layer A against its float64 and its float32; and against its
/// float64, layer B, layer A with an epsilon of 1e-12 in the first norm, and layer A with its two
/// norms exchanged.
struct Comparison {
    std::vector<Gap> float64, float32, layer_b, slip, exchanged;
};

/// The folder with the weights and with what PyTorch made of them and the input, in float64 and in
/// float32, a safetensors file each.
std::filesystem::path pytorch_data();

/// data  such a folder
Comparison compare_with_pytorch(const std::filesystem::path& data);

/// A line of a table: the name, the first stage that differs by more than rounding, by how much, and
/// the largest difference of all.
Labels where_it_differs(const std::string& name, const std::vector<Gap>& gaps);

/// A difference as the tables print it: "below 1e-12" where it is rounding noise.
std::string difference_text(double difference);

// The figures of chapter 11.

/// Every value of a layer in the order in which it flows, with its numbers.
///
/// is_post  whether the trace is a post-norm layer's
plots::Figure wall_figure(const EncoderLayerTrace& trace, bool is_post = true);

/// Post-norm and pre-norm as two ways of wiring.
plots::Figure wiring_figure();

/// What "it" attends to in two layers, for both sentences.
plots::Figure tired_figure(const TwoStoreys& tired, const TwoStoreys& wide);

/// Differences from PyTorch stage by stage: layer A, float32, layer B, and another epsilon.
plots::Figure pytorch_figure(const Comparison& gaps);

/// The weights of the first two heads for a reader's own sentence.
///
/// is_random  whether the model's weights were drawn, so that the pattern is chance
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const MultiHeadTrace& attention, bool is_random);

// Chapter 11's detours.

/// norm  the road's knob: where a layer normalizes
void further(Chapter& chapter, const Value<std::string>& norm);

}  // namespace attn::chapters::ch11
