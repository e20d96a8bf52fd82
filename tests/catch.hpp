/// Catch2, version 2 (Debian 12) or 3 (Debian 13), under one name.
#pragma once

#include <string>

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

// Here, so that no test can forget it.
#include "matrix_printing.hpp"
