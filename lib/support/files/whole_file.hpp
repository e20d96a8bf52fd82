/// Files that are read as a whole, and replaced as a whole or not at all. Introduced in
/// chapter 4 for .npy files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// All bytes of a file.
///
/// throws  std::runtime_error  when it cannot be read, or is a pipe or a device, which may never
///                             end; the message names file and reason
std::string read_whole_file(const std::filesystem::path& file);

/// Replaces the file by these bytes. They go to a temporary name beside it, which is renamed at
/// the end: no reader ever sees half a file, on a full disk the old one is still there, and two
/// threads or programs may write at once. A link stays a link, and permissions stay. A program that
/// a signal ends meanwhile leaves that name.
///
/// throws  std::runtime_error  when it cannot be written; the message names file and reason
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace attn
