/// How far two lists of numbers are apart where they differ most.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"

inline double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}
