/// What the sources of chapter 1 share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch01 {

// The figures of chapter 1, in the order in which its text shows them.

/// An arrow and what it is called.
struct NamedVector {
    std::string name;
    std::vector<double> values;
};

/// x, its transpose above, and their product where they cross; framed are a cell of the product
/// and the row and the column that meet in it.
plots::Figure product_figure(const std::vector<std::string>& words,
                             const std::vector<std::string>& columns, const Matrix& x,
                             std::size_t row, std::size_t column);

/// a, b and b's shadow on a. Vectors of more than two entries are drawn in their own plane.
/// throws  std::domain_error  when a or b has no direction
plots::Figure shadow_figure(std::span<const double> a, std::span<const double> b);

/// One arrow turned from another, once by the reader's angle, with the dot products.
plots::Figure arrows_figure(double degrees);

/// The cosine with its four angles, and the reader's.
plots::Figure cosine_figure(double degrees);

/// Two arrows beside a third: which wins by dot product, which by cosine?
plots::Figure length_figure(const NamedVector& a, const NamedVector& short_one,
                            const NamedVector& long_one);

// Chapter 1's detours, and what they share with its road.

using student_sentence::columns, student_sentence::words, student_sentence::X;

Matrix score_every_pair(const Matrix& x);

/// 0 where all numbers of x are whole, else 2.
int decimals_for(const Matrix& x);

void further(Chapter& chapter, const Value<double>& degrees);

}  // namespace attn::chapters::ch01
