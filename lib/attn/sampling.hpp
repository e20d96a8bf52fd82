/// Sampling: from a language model's logits to the next word. Introduced in chapter 18.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/random.hpp"

namespace attn {

// All of these refuse numbers that are no distribution, because a comparison with NaN is false, and
// the word would be an accident.

/// Greedy decoding: the word with the largest logit, the first of equal ones.
///
/// logits   [n]  -infinity where a word is closed
/// returns  its place
/// throws   ShapeError         when logits is empty
///          std::domain_error  when a logit is NaN or +infinity, or all are -infinity
std::size_t greedy(std::span<const double> logits);

/// Probabilities at a temperature: softmax(logits / temperature). Below 1 the likely words become
/// likelier, above 1 all become more alike; towards 0 it is greedy decoding.
///
/// returns  [n]  in [0, 1], sum 1
/// throws   as greedy, and std::domain_error unless temperature is finite and above 0
/// source   Ackley, Hinton and Sejnowski (1985)
std::vector<double> at_temperature(std::span<const double> logits, double temperature);

/// Top-k: the k likeliest words, of equal ones the first; the others get 0.
///
/// p        [n]  at least 0, of any finite sum above 0
/// k        more than n keeps all
/// returns  [n]  sum 1
/// throws   ShapeError         when p is empty
///          std::domain_error  when k is 0; when an entry of p is negative, infinite or NaN, or
///                             all are 0, or their sum is infinite
/// source   Fan, Lewis and Dauphin (2018)
std::vector<double> top_k(std::span<const double> p, std::size_t k);

/// Top-p, nucleus sampling: the fewest of the likeliest words that have at least this share of the
/// probability between them; the others get 0.
///
/// returns  [n]  sum 1. With share 1 all words keep theirs.
/// throws   as top_k, and std::domain_error unless share is above 0 and at most 1
/// source   Holtzman et al. (2020)
std::vector<double> top_p(std::span<const double> p, double share);

/// A word at random, each as often as its probability says. It takes one draw of generator.
///
/// p        [n]  at least 0, of any finite sum above 0
/// returns  its place, never that of a word with probability 0
/// throws   as top_k
std::size_t draw(std::span<const double> p, Random& generator);

}  // namespace attn
