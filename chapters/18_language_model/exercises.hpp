/// What chapter 18 asks you to build. Write the functions in
/// chapters/18_language_model/exercises.cpp and try them with ./test exercise 18.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn::exercises {

/// What a language model is to predict when only the answer is paid for: for each word of a row but
/// the last, the word that follows it, or no_target while that is still part of the prompt.
///
/// row       [n]  the prompt, then the answer
/// n_prompt  how many words of the row are the prompt; 1 to n - 1
/// returns   [n - 1]
/// throws    ShapeError  when n_prompt is 0, or no answer is left
/// hint      no_target is in attn/learning/loss.hpp, ShapeError takes a text
std::vector<std::size_t> answer_targets(const std::vector<std::size_t>& row,
                                        std::size_t n_prompt);

/// Min-p: the words that have at least this share of the likeliest word's probability; the others
/// get 0. So an unsure model draws from many words, and a sure one from few.
///
/// p        [n]  at least 0, of any sum above 0
/// share    of the largest; in [0, 1]
/// returns  [n]  sum 1
/// throws   ShapeError         when p is empty
///          std::domain_error  unless share is in [0, 1]; when an entry of p is negative or NaN,
///                             or all are 0
std::vector<double> min_p(const std::vector<double>& p, double share);

/// A merge: wherever first and second stand beside each other, they become one piece. From left to
/// right, and a piece that was made is not merged again: of a, a, a with a + a comes aa, a.
///
/// returns  at most as many pieces, in the same order
/// throws   std::domain_error  when first or second is empty
std::vector<std::string> merged(const std::vector<std::string>& pieces,
                                const std::string& first, const std::string& second);

}  // namespace attn::exercises
