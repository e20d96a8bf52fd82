/// The models that chapter 16 ships, and what the reader's own knobs ask for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "chapters/16_translation/design.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch16 {

/// What shipped weights come from: the wishes; one head with seed 1 or 3, two with seed 1.
Plan shipped_plan(std::size_t n_heads, std::uint64_t seed = 1);

/// The model in learned/one_head.safetensors, seed_3.safetensors or two_heads.safetensors.
///
/// throws  std::invalid_argument  when no weights of such a plan are shipped
Outcome shipped(std::size_t n_heads, std::uint64_t seed = 1);

/// The model of a plan, with the weights in a safetensors file or in a folder of .npy files.
///
/// throws  std::runtime_error, SafetensorsError, NpyError, StateDictError  when the weights cannot be
///         read, or are another model's
Outcome loaded(const std::filesystem::path& weights, const Plan& plan);

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, Translator model);

/// What the knobs say.
///
/// task     one of task_names()
/// without  nothing, or one of parts_to_take()
/// heads    "1", "2" or "4"
Plan plan_of(const std::string& task, const std::string& without, const std::string& heads,
             std::size_t seed, std::size_t steps);
const std::vector<std::string>& task_names();
const std::vector<std::string>& parts_to_take();

/// The design of the recorded runs with a plan's task and parts, or null.
const NamedDesign* recorded_design(const Plan& plan);

/// The model that a reader gave, if load is not empty.
///
/// throws  UsageError  when it is to be trained as well, and as loaded
std::optional<Outcome> given_weights(const std::filesystem::path& load, bool train,
                                     const Plan& plan);

/// Takes the given model, if there is one; or, when train is false and the plan is a shipped one, the
/// shipped weights. Or trains from scratch, with a line on stderr; Ctrl-C stops it and keeps what
/// was learned.
///
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(const std::optional<Outcome>& given, bool train, const Plan& plan,
                   const Meanwhile& meanwhile);

}  // namespace attn::chapters::ch16
