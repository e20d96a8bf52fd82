/// What chapter 15 asks you to build. Write the functions in
/// chapters/15_each_part/exercises.cpp and try them with ./test exercise 15.
#pragma once

#include <cstddef>
#include <vector>

namespace attn::exercises {

/// The loss of a model that cannot tell two twins apart: the mean cross-entropy of both, whose
/// right answers differ.
///
/// p        in (0, 1), what the model gives the first answer, of either twin
/// returns  at least ln 2 = 0.6931, which p = 0.5 reaches
/// throws   std::domain_error  when p is not in (0, 1); NaN is not
double twins_loss(double p);

/// The loss of a model that only adds: the mean cross-entropy of a sentence's four versions.
/// The margin of a version, its logit for answer 0 minus its logit for answer 1, is
///
///     base + (first, if "not" is in the first half) + (second, if it is in the second)
///
/// and answer 0 is right for one "not", answer 1 for none and for two.
///
/// returns  at least ln 2, whatever the three are. Finite for margins of 1000, where exp is not.
/// hint     an answer 0 with margin m costs log(1 + exp(-m)), an answer 1 log(1 + exp(m)). For
///          x above 0, log(1 + exp(x)) is x + log(1 + exp(-x)); std::log1p(y) is log(1 + y)
double exclusive_or_loss(double first, double second, double base);

/// The words that a head sees when heads are cut by reshaping, without a transpose: the numbers
/// of all words, row after row, are dealt out in n_heads equal parts.
///
/// head     counted from 0
/// n_words  a multiple of n_heads, so that no word is cut in two
/// returns  [n_words / n_heads]  the words' places, counted from 0, in ascending order
/// throws   ShapeError         when n_heads is 0 or does not divide n_words
///          std::out_of_range  when there is no such head
/// hint     ShapeError takes a text: say both sizes
std::vector<std::size_t> seen_by(std::size_t head, std::size_t n_words,
                                 std::size_t n_heads);

}  // namespace attn::exercises
