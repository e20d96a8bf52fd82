#include "support/files/number_bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "support/precision/number_formats.hpp"

namespace attn {
namespace {

constexpr double two_to_the_53 = 9007199254740992.0;

/// A number's bytes as a file has them, the lowest first, from this processor's order or back.
template <std::size_t size>
std::array<char, size> lowest_first(std::array<char, size> bytes) {
    if constexpr (std::endian::native == std::endian::big) {
        std::reverse(bytes.begin(), bytes.end());
    }
    return bytes;
}

template <class T>
T bits_at(std::string_view bytes, std::size_t i) {
    std::array<char, sizeof(T)> raw;
    std::copy_n(bytes.data() + i * sizeof(T), sizeof(T), raw.begin());
    return std::bit_cast<T>(lowest_first(raw));
}

template <class T>
double number_at(std::string_view bytes, std::size_t i) {
    return static_cast<double>(bits_at<T>(bytes, i));
}

template <class T, class Number>
void append_number(std::string& bytes, Number value) {
    using Bytes = std::array<char, sizeof(T)>;
    const auto raw = lowest_first(std::bit_cast<Bytes>(static_cast<T>(value)));
    bytes.append(raw.data(), raw.size());
}

}  // namespace

double number_at(NpyType type, std::string_view bytes, std::size_t i) {
    switch (type) {
        case NpyType::float16:
            return decode16(bits_at<std::uint16_t>(bytes, i), float16);
        case NpyType::float32:
            return number_at<float>(bytes, i);
        case NpyType::float64:
            return number_at<double>(bytes, i);
        case NpyType::int64:
            return number_at<std::int64_t>(bytes, i);
        case NpyType::uint8:
        case NpyType::boolean:
            return number_at<std::uint8_t>(bytes, i);
    }
    return 0;
}

void append_number(std::string& bytes, NpyType type, double value) {
    switch (type) {
        case NpyType::float16:
            return append_number<std::uint16_t>(bytes, encode16(value, float16));
        case NpyType::float32:
            return append_number<float>(bytes, value);
        case NpyType::float64:
            return append_number<double>(bytes, value);
        case NpyType::int64:
            return append_number<std::int64_t>(bytes, value);
        case NpyType::uint8:
        case NpyType::boolean:
            return append_number<std::uint8_t>(bytes, value);
    }
}

bool can_hold(NpyType type, double value) {
    if (type == NpyType::boolean) return value == 0 || value == 1;
    if (type == NpyType::uint8) {
        return value == std::trunc(value) && value >= 0 && value <= 255;
    }
    if (type == NpyType::int64) {
        // 2^53 itself is left out: the integer next to it, once it is a double, is 2^53 too.
        return value == std::trunc(value) && std::abs(value) < two_to_the_53;
    }
    if (!std::isfinite(value)) return true;
    if (type == NpyType::float16)
        return std::isfinite(decode16(encode16(value, float16), float16));
    return type != NpyType::float32 || std::isfinite(static_cast<float>(value));
}

bool fills(const std::vector<std::size_t>& shape, std::size_t bytes_each,
           std::size_t bytes) {
    if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return bytes == 0;
    std::size_t needed = bytes_each;
    for (const std::size_t size : shape) {
        if (size > bytes / needed) return false;
        needed *= size;
    }
    return needed == bytes;
}

}  // namespace attn
