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

using animal_sentence::columns, animal_sentence::five_words;
inline const Labels& words = animal_sentence::names_of_five;

/// Two of the words, by their rows.
struct Pair {
    std::size_t i, j;
};

/// What is added up for a dot product: one product for each column.
Numbers products_of(const Matrix& x, const Pair& pair);

// The figures of chapter 1, in the order in which its text shows them.

/// The words as arrows: to the right if they live, up if they do something.
plots::Figure words_figure(const Matrix& x);

/// One arrow turned from another, once by the reader's angle, with the dot products.
plots::Figure arrows_figure(double degrees);

/// The products of some pairs of words, for and against, and their sums.
plots::Figure votes_figure(const Matrix& x, const std::vector<Pair>& pairs);

/// a, b and b's shadow on a. Vectors of more than two entries are drawn in their own plane.
/// throws  std::domain_error  when a or b has no direction
plots::Figure shadow_figure(std::span<const double> a, std::span<const double> b);

/// x, its transpose above, and their product where they cross; framed are a cell of the product
/// and the row and the column that meet in it.
plots::Figure product_figure(const Matrix& x, std::size_t row, std::size_t column);

/// Who is most like one of the words: by dot product, and by cosine.
/// throws  std::domain_error  when a word has no direction
plots::Figure length_figure(const Matrix& x, std::size_t word);

/// The cosine with its four angles, and the reader's.
plots::Figure cosine_figure(double degrees);

// Chapter 1's detours, and what they share with its road.

Matrix score_every_pair(const Matrix& x);

void further(Chapter& chapter, const Value<double>& degrees);

}  // namespace attn::chapters::ch01
