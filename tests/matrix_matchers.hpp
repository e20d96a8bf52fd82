/// Says where two matrices differ, instead of printing both.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "catch.hpp"
#include "support/text/print.hpp"

/// Matches a matrix of the same shape whose entries are all within tolerance; NaN meets
/// NaN.
class IsCloseTo : public MatcherBase<attn::Matrix> {
public:
    IsCloseTo(const attn::Matrix& wanted, double tolerance)
        : wanted_(wanted), tolerance_(tolerance) {}

    bool match(const attn::Matrix& given) const override {
        if (given.rows() != wanted_.rows() || given.cols() != wanted_.cols()) {
            difference_ =
                "is " + attn::shape_text(given) + ", wanted " + attn::shape_text(wanted_);
            return false;
        }
        for (std::size_t i = 0; i < given.rows(); ++i) {
            for (std::size_t j = 0; j < given.cols(); ++j) {
                if (!agree(given(i, j), wanted_(i, j))) {
                    difference_ = "(" + std::to_string(i) + ", " + std::to_string(j) +
                                  ") is " + attn::number_text(given(i, j), 17) +
                                  ", wanted " + attn::number_text(wanted_(i, j), 17);
                    return false;
                }
            }
        }
        return true;
    }

    std::string describe() const override {
        return "close to the wanted matrix: " + difference_;
    }

private:
    bool agree(double given, double wanted) const {
        if (std::isnan(wanted)) return std::isnan(given);
        return given == wanted || std::abs(given - wanted) <= tolerance_;
    }

    attn::Matrix wanted_;
    double tolerance_;
    mutable std::string difference_;
};

/// How far two lists of numbers are apart where they differ most.
inline double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}
