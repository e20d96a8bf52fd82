#include "doctor/program/arrays.hpp"

#include <algorithm>
#include <array>

#include "support/files/npy.hpp"

namespace attn::doctor {
namespace {

struct SameType {
    NumberType ours;
    NpyType theirs;
};

constexpr std::array<SameType, 5> types{{{NumberType::float64, NpyType::float64},
                                         {NumberType::float32, NpyType::float32},
                                         {NumberType::float16, NpyType::float16},
                                         {NumberType::uint8, NpyType::uint8},
                                         {NumberType::int64, NpyType::int64}}};

}  // namespace

std::string file_of(const Array& array) {
    const auto type = std::find_if(types.begin(), types.end(), [&](const SameType& same) {
        return same.ours == array.type;
    });
    return npy_bytes({type->theirs, array.shape, array.values});
}

Array array_in(std::string_view bytes) {
    const NpyArray array = parse_npy(bytes, "");
    const auto type = std::find_if(types.begin(), types.end(), [&](const SameType& same) {
        return same.theirs == array.type;
    });
    return {array.shape, array.values,
            type == types.end() ? NumberType::uint8 : type->ours};  // of 0 and 1
}

}  // namespace attn::doctor
