/// Where a test finds the project and what was built of it. Functions and no macros, so that only
/// one source depends on where the project lies.
#pragma once

#include <filesystem>
#include <string>

namespace book {

std::filesystem::path source_folder();
std::filesystem::path build_folder();

/// The C++ compiler that the tests were compiled with.
std::string compiler();

}  // namespace book
