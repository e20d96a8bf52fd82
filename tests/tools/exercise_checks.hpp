/// What the exercises of a chapter, their functions, tests and answers must have in common.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// The functions that a header declares in column 0.
std::vector<std::string> declared_functions(std::string_view header);

/// What does not fit together, one line for each. A text that has exercises must have, under
/// its name NN_name,
///
/// - in the section "Exercises" three or more numbered ones of each kind (Predict, Change,
///   Build), a link to its answers, and no answers;
/// - in docs/answers/NN_name.md as many answers of each kind, in that order, each folded away;
/// - in chapters/NN_name/exercises.hpp three or more functions, each named in the text, tried
///   by a test "name …" in tests/exercises/NN_name_test.cpp, and quoted on the answers' page
///   from chapters/NN_name/answers.cpp.
///
/// What stands in chapters/NN_name/exercises.cpp is the reader's and is not looked at.
std::vector<std::string> exercise_errors(const std::filesystem::path& root);

}  // namespace book
