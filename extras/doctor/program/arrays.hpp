/// The doctor's arrays as .npy files.
#pragma once

#include <string>
#include <string_view>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// The bytes of a .npy file that holds array.
std::string file_of(const Array& array);

/// The array in a .npy file's bytes.
/// throws  NpyError  when they are no array of numbers
Array array_in(std::string_view bytes);

}  // namespace attn::doctor
