/// The models that chapter 16 ships, and what the reader's own knobs ask for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "chapters/16_translation/design.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch16 {

/// What the shipped weights come from: the wishes, one head or two.
Plan shipped_plan(std::size_t n_heads);

/// A model, what it learned, and how.
struct Trained {
    Translator model;
    Task task;
    Plan plan;
    std::vector<Score> scores = {};  // empty when the weights were shipped
};

/// The model in learned/one_head or learned/two_heads.
///
/// throws  std::runtime_error, NpyError, StateDictError  when the weights cannot be read
Trained shipped(std::size_t n_heads);

/// Writes a model's weights under PyTorch's names.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, Translator model);

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

/// Trains from scratch, with a line on stderr; Ctrl-C stops it and keeps what was learned.
/// Or, when train is false and the plan is a shipped one, takes the shipped weights.
///
/// meanwhile  gets own_figure() of what was learned so far
Trained trained_by(bool train, const Plan& plan, const Meanwhile& meanwhile);

}  // namespace attn::chapters::ch16
