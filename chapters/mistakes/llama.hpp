/// WRONG, on purpose: a Llama with one of many mistakes, for chapters 19 and 20. The right one is
/// Llama (attn/llama.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/llama.hpp"
#include "attn/matrix.hpp"

namespace attn::mistakes {

/// A mistake, a wrong setting, or fewer bits for each weight: its name, and in words.
struct LlamaMistake {
    std::string name, words;
};
const std::vector<LlamaMistake>& llama_mistakes();

/// The logits of a whole text, by a second way through the model that has one thing wrong, or
/// nothing: "" is as Llama::forward.
///
/// throws  std::invalid_argument  when there is no such mistake
Matrix mistaken_logits(const Llama& model, const std::vector<std::size_t>& ids,
                       const std::string& mistake);

/// Every row rounded to one of the 2^bits - 1 numbers that lie evenly from minus its largest to its
/// largest: what a row stored in so many bits holds.
void round_rows(Matrix& m, int bits);

}  // namespace attn::mistakes
