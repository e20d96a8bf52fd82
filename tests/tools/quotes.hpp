/// Finds what a text quotes: a definition of a source, a region, a section of a recording.
#pragma once

#include <string_view>

#include "tools/text_files.hpp"

namespace book {

/// A whole definition of a C++ source by its name: a function, struct, class, enum or
/// constant with the comment lines directly above it. It must be laid out as clang-format
/// does it: a definition starts in column 0 and ends with a closing brace in column 0, or
/// on its last line with ";" or "}". A member function is named as in Matrix::row, a test
/// as TEST_CASE.
///
/// signature  a piece of the definition's head that says which one is meant when there are
///            several of that name; empty when there is only one
/// throws     std::runtime_error  when there is no such definition, or more than one
Lines quote_definition(std::string_view source, std::string_view name,
                       std::string_view signature = "");

/// The lines between the comments "// [region]" and "// [/region]", moved to the left. In
/// Python the comments begin with "#".
///
/// throws  std::runtime_error  when either comment is missing or stands there twice
Lines quote_region(std::string_view source, std::string_view region);

/// A section of a recorded output: its heading, the line "== title", and what follows up to
/// the next heading, without empty lines at the end.
///
/// throws  std::runtime_error  when there is no such heading, or more than one
Lines quote_section(std::string_view recording, std::string_view title);

/// lines without empty ones at the end.
Lines without_empty_end(Lines lines);

/// A recorded output without empty lines at the end.
Lines quote_recording(std::string_view recording);

}  // namespace book
