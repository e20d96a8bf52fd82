/// The folders that a chapter's program knows by itself. A function and no macro, so that only one
/// source depends on where the project lies.
#pragma once

#include <filesystem>

namespace attn::chapters {

/// chapters, where a chapter's data lies in the chapter's own folder.
std::filesystem::path chapters_folder();

/// Where figures are drawn when the command line names no folder.
std::filesystem::path figures_folder();

}  // namespace attn::chapters
