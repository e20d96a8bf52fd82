/// Files that are read as a whole, and replaced as a whole or not at all. Introduced in
/// chapter 3 for .npy files.
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

/// Replaces the file by these bytes; of a link, the file that it names. They go to a file beside it,
/// which is renamed at the end, so on a full disk the old file is still there.
///
/// throws  std::runtime_error  when it cannot be written, or is a pipe or a device; the message names
///                             file and reason
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace attn
