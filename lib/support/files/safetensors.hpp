/// Safetensors, the file format in which models are shared: many arrays under their names in one
/// file. 8 bytes say how long a header in JSON is; the header names each array, its type, its
/// shape and its place; then the numbers follow, row by row, the lowest byte of each first.
///
/// source  https://github.com/huggingface/safetensors, whose own writer leaves the same bytes
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/files/npy.hpp"

namespace attn {

/// Thrown for a file that is not a safetensors file, is cut off, or contradicts its own header.
/// The message names the file, what is wrong, and at which byte or in which array.
class SafetensorsError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The arrays of a file, by name.
///
/// BF16 is read as float32, which holds all its numbers exactly, and the others (F64, F32, F16,
/// I64, U8, BOOL) as such. Its metadata, a table of texts, must be well formed and is passed over.
///
/// throws  SafetensorsError    when the header is longer than the file or than 100,000,000
///                             bytes, or is other JSON than the format says; when it has a name
///                             twice, a dtype not named above, more than 100,000 arrays, or more
///                             than 64 dimensions in one; when an array's place does not fit its
///                             shape, or two places overlap, or bytes belong to none; when an
///                             I64 is at or beyond ±2^53 or a BOOL is not 0 or 1. It never
///                             allocates more than about 20 times the file's real size.
///         std::runtime_error  when the file cannot be read
std::map<std::string, NpyArray> read_safetensors(const std::filesystem::path& file);

/// The arrays in a file's bytes; file appears in the error messages.
///
/// throws  SafetensorsError  as above
std::map<std::string, NpyArray> parse_safetensors(std::string_view bytes,
                                                  std::string_view file);

/// The bytes of a safetensors file with these arrays, each of its own type: wide types first, and by
/// name within a type. No type is written as BF16.
///
/// throws  ShapeError         when an array's values do not fill its shape, or it has more than 64
///                            dimensions
///         std::domain_error  when a value does not fit its array's type, or a name is not UTF-8,
///                            or "__metadata__", which means something else
std::string safetensors_bytes(const std::map<std::string, NpyArray>& arrays);

/// Writes a safetensors file. It is replaced as a whole, or not at all.
///
/// throws  as above, and std::runtime_error when it cannot be written
void write_safetensors(const std::filesystem::path& file,
                       const std::map<std::string, NpyArray>& arrays);

}  // namespace attn
