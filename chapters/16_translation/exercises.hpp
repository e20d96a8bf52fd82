/// What chapter 16 asks you to build. Write the functions in
/// chapters/16_translation/exercises.cpp and try them with ./test exercise 16.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace attn::exercises {

/// What the decoder gets while it learns: the right words, each one place later.
///
/// target    [n]  the ids of the right words, the end's among them, last
/// begin_id  the word before the first
/// returns   [n]  the beginning, then all of target but its last word: so word i is the one
///                that comes just before target's word i
/// throws    ShapeError  when target is empty: then not even the end is to be written
/// hint      ShapeError takes a text
std::vector<std::size_t> shifted_right(const std::vector<std::size_t>& target,
                                       std::size_t begin_id);

/// What a decoder says of the word to come: the words so far, from the beginning on, to a logit
/// for each word.
using NextLogits =
    std::function<std::vector<double>(const std::vector<std::size_t>& so_far)>;

/// Greedy decoding: the word with the largest logit, again and again, until the end.
///
/// next     is asked once for each word, the end too
/// most     it stops after so many words; if most is 0, next is not asked
/// returns  [at most most]  the words' ids, without the beginning and the end. Of equal logits
///          the first wins.
/// throws   std::domain_error  when next returns no logit, or one that is NaN: with NaN, every
///                             comparison is false, and the winner would be an accident
std::vector<std::size_t> greedy(const NextLogits& next, std::size_t begin_id,
                                std::size_t end_id, std::size_t most);

/// The keys and values of all words so far, one row each.
struct KeyValueCache {
    std::vector<std::vector<double>> keys, values;
};

/// Scaled dot-product attention of the newest word alone. What the earlier words computed is
/// kept, so this is the last row of attention under a causal mask.
///
/// cache    gets the new word's key and value, before the word looks
/// q, k     [d_k]  the new word's
/// v        [d_v]
/// returns  [d_v]  softmax(q . keys / sqrt(d_k)), times the values
/// throws   ShapeError  when q is empty, when q and k differ in length, or when k or v has not
///                      the length of those that are kept; the cache stays as it was
/// hint     attn/vector.hpp has dot, attn/softmax.hpp softmax
std::vector<double> attend(KeyValueCache& cache, std::span<const double> q,
                           std::span<const double> k, std::span<const double> v);

}  // namespace attn::exercises
