/// A model's weights in a file, under PyTorch's names.
#pragma once

#include <filesystem>

#include "attn/parameters.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters {

/// A model with the weights in a safetensors file in place of its own.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when they cannot be read, or are
///         another model's
template <class Model>
Model with_weights(Model model, const std::filesystem::path& file) {
    load_state_dict(read_state_dict(file), parameters(model));
    return model;
}

/// Writes a model's weights to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
template <class Model>
void save(const std::filesystem::path& file, Model model) {
    write_safetensors(file, state_dict(parameters(model)));
}

}  // namespace attn::chapters
