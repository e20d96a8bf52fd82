// Any bytes as text for a terminal.
#include "fuzz/fuzz.hpp"

using namespace attn;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    const std::string clean = clean_utf8(text);
    fuzz::require(clean_utf8(clean) == clean, "clean text stays as it is");
    for (const char c : clean) {
        const auto byte = static_cast<unsigned char>(c);
        fuzz::require(byte >= 0x20 && byte != 0x7F, "no control character is left");
    }
    fuzz::require(display_width(clean) == display_width(text), "text is cleaned first");
    for (const std::size_t columns : {0u, 1u, 2u, 7u, 40u}) {
        const std::string cut = cut_to_width(text, columns);
        fuzz::require(display_width(cut) <= columns, "cut text is not too wide");
        fuzz::require(clean_utf8(cut) == cut, "cut text is clean");
    }
    return 0;
}
