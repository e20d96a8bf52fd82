/// What the fuzz targets share. Each reads bytes that a stranger could have written; libFuzzer
/// changes them, and stops at a crash, at a hang, and at what require refuses.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "support/text/utf8.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::cerr << "does not hold: " << what << "\n";
    std::abort();
}

/// A message for a person: it moves no cursor, but may have several lines.
inline void require_readable(std::string_view message) {
    std::string one_line(message);
    for (char& c : one_line) c = c == '\n' ? ' ' : c;
    require(!message.empty() && attn::clean_utf8(one_line) == one_line,
            "a message is readable text");
}

}  // namespace fuzz
