/// A question as a folder of files, and the answer that a program left there.
#pragma once

#include <filesystem>
#include <optional>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// Makes the folder and writes case.txt, a key and a value a line, and each array as a .npy file.
/// throws  std::runtime_error  when something cannot be written; the message says what and why
void write_case(const std::filesystem::path& folder, const Probe& probe);

/// Whether the program has come to this folder: there is an output.npy, a skip or an error.
bool has_answer(const std::filesystem::path& folder);

/// The answer in a folder: skip, or else error, or else output.npy with the grad_*.npy beside it.
///
/// returns  an error where a file is no array, or larger than any right answer; nothing where
///          none of the three is there, for the program has not come to it
std::optional<Answer> read_answer(const std::filesystem::path& folder);

}  // namespace attn::doctor
