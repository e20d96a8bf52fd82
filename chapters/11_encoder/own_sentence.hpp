/// A reader's own sentence, and a reader's own weights, for the encoder of chapter 11.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/files/state_dict.hpp"

namespace attn::chapters::ch11 {

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

/// What weights say of their encoder: how many layers (of names without "layers.0." it is
/// one), d_model, d_ff, and whether there is a final norm. The number of heads, the
/// activation and the placement of the norms are not in them.
///
/// throws  StateDictError  when there is no norm1 or linear1 to learn the sizes from
TransformerConfig config_of(const StateDict& weights);

/// The encoder with these weights, ReLU and post-norm.
///
/// throws  as config_of and encoder_from
Encoder encoder_of(const StateDict& weights, std::size_t n_heads);

/// The encoder whose weights are the .npy files of a folder, ReLU and post-norm.
///
/// throws  as read_state_dict, config_of and encoder_from; a StateDictError names the folder,
///         and where it holds no weights, the folders inside that do
Encoder encoder_in(const std::filesystem::path& folder, std::size_t n_heads);

}  // namespace attn::chapters::ch11
