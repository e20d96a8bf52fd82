/// The model that chapter 15 ships, and what the reader's own knobs ask for.
#pragma once

#include <filesystem>
#include <string>

#include "chapters/15_each_part/runs.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch15 {

/// What the shipped weights come from: the whole layer, asked for sense.
Plan shipped_plan();

/// The model in learned.safetensors.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when the weights cannot be read
SentenceModel shipped();

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, SentenceModel model);

/// What the knobs say.
///
/// without  nothing, or one of parts_to_take()
/// norm     "pre" or "post"
/// heads    "1", "2" or "4"
Plan plan_of(const std::string& question, const std::string& without, std::size_t layers,
             const std::string& heads, const std::string& norm, std::size_t seed,
             std::size_t steps, double learning_rate = book_rate,
             const std::string& readout = "linear");
const std::vector<std::string>& parts_to_take();

/// The recorded design that is the plan's, or nullptr when none was recorded at its rate.
const NamedDesign* recorded_design(const Plan& plan);

/// Trains from scratch, with a line on stderr; Ctrl-C stops it and keeps what was learned.
/// Or, when train is false and the plan is the shipped one, takes the shipped weights, and no
/// scores with them.
///
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(bool train, const Plan& plan, const Meanwhile& meanwhile);

}  // namespace attn::chapters::ch15
