#include "doctor/arrays.hpp"

#include "attn/files/npy.hpp"

namespace attn::doctor {
namespace {

NpyType type_of(NumberType type) {
    switch (type) {
        case NumberType::float32:
            return NpyType::float32;
        case NumberType::int64:
            return NpyType::int64;
        case NumberType::uint8:
            return NpyType::boolean;
        default:
            return NpyType::float64;
    }
}

NumberType type_of(NpyType type) {
    switch (type) {
        case NpyType::float32:
            return NumberType::float32;
        case NpyType::int64:
            return NumberType::int64;
        case NpyType::boolean:
            return NumberType::uint8;
        default:
            return NumberType::float64;
    }
}

}  // namespace

std::string file_of(const Array& array) {
    std::string bytes = npy_bytes({type_of(array.type), array.shape, array.values});
    if (array.type == NumberType::uint8) bytes.replace(bytes.find("|b1"), 3, "|u1");
    return bytes;
}

Array array_in(std::string_view bytes) {
    const NpyArray array = parse_npy(bytes, "");
    return {array.shape, array.values, type_of(array.type)};
}

}  // namespace attn::doctor
