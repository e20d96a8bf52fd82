/// Catch2, version 2 (Debian 12) or 3 (Debian 13), under one name.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "attn/matrix.hpp"

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
using Catch::Approx;  // version 2 does that itself
template <class T>
using MatcherBase = Catch::Matchers::MatcherBase<T>;
inline auto ContainsText(const std::string& text) {
    return Catch::Matchers::ContainsSubstring(text);
}
#else
#include <catch2/catch.hpp>
template <class T>
using MatcherBase = Catch::MatcherBase<T>;
inline auto ContainsText(const std::string& text) {
    return Catch::Matchers::Contains(text);
}
#endif

// How Catch2 prints a matrix when a comparison fails: its shape, then its numbers.

/// With as few digits as tell the number from its neighbours.
inline std::string shortest_text(double value) {
    std::array<char, 32> text;
    for (const int digits : {6, 15, 16, 17}) {
        std::snprintf(text.data(), text.size(), "%.*g", digits, value);
        if (std::strtod(text.data(), nullptr) == value) break;
    }
    return text.data();
}

/// "2x3 {{1, 2, 3}, {4, 5, 6}}"; of a large matrix the first rows and columns.
inline std::string matrix_in_a_line(const attn::Matrix& m) {
    const std::size_t most = 12;
    std::string text = attn::shape_text(m) + " {";
    for (std::size_t i = 0; i < std::min(m.rows(), most); ++i) {
        text += i == 0 ? "{" : ", {";
        for (std::size_t j = 0; j < std::min(m.cols(), most); ++j) {
            text += (j == 0 ? "" : ", ") + shortest_text(m(i, j));
        }
        text += m.cols() > most ? ", ...}" : "}";
    }
    return text + (m.rows() > most ? ", ...}" : "}");
}

namespace Catch {
template <>
struct StringMaker<attn::Matrix> {
    static std::string convert(const attn::Matrix& m) { return matrix_in_a_line(m); }
};
}  // namespace Catch
