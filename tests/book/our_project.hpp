/// The project whose texts are tested, and what every check says of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/places.hpp"

inline const std::filesystem::path root = book::source_folder();
inline const std::vector<std::string> no_errors;
