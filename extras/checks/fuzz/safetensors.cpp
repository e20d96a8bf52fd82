// The bytes of a safetensors file: refused with a message, or read, and then written and read again.
#include "support/files/safetensors.hpp"

#include <cmath>

#include "fuzz/fuzz.hpp"

namespace {

bool are_equal(const attn::NpyArray& a, const attn::NpyArray& b) {
    bool same =
        a.type == b.type && a.shape == b.shape && a.values.size() == b.values.size();
    for (std::size_t i = 0; same && i < a.values.size(); ++i) {
        same = a.values[i] == b.values[i] ||
               (std::isnan(a.values[i]) && std::isnan(b.values[i]));
    }
    return same;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::map<std::string, attn::NpyArray> arrays;
    try {
        arrays = attn::parse_safetensors(fuzz::text_of(data, size), "model\n.safetensors");
    } catch (const attn::SafetensorsError& error) {
        fuzz::require_readable(error.what());
        return 0;
    }
    std::size_t values = 0;
    for (const auto& [name, array] : arrays) values += array.values.size();
    fuzz::require(values <= size, "no array is larger than its file");
    const auto again = attn::parse_safetensors(attn::safetensors_bytes(arrays), "again");
    fuzz::require(again.size() == arrays.size(), "no array is lost");
    for (const auto& [name, array] : arrays) {
        fuzz::require(are_equal(again.at(name), array), "what is written is read again");
    }
    return 0;
}
