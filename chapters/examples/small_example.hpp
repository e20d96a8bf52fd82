/// "I love you all": the small sentence that goes through chapters 3 to 12 with the same
/// digits. Nobody trained these numbers: they were written by hand, so that each can be
/// read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::small_example {

inline const std::vector<std::string> tokens{"I", "love", "you", "all"};

/// Which of the words it is, from 0.
///
/// throws  std::invalid_argument  when it is none of them
inline std::size_t place_of(const std::string& word) {
    const auto found = std::find(tokens.begin(), tokens.end(), word);
    if (found != tokens.end()) return static_cast<std::size_t>(found - tokens.begin());
    std::string all = tokens[0];
    for (std::size_t i = 1; i < tokens.size(); ++i) all += ", " + tokens[i];
    throw std::invalid_argument("place_of: \"" + word + "\" is none of " + all);
}

/// Columns of q and k: what a word looks for, and what it is matched on. An action is something that
/// is done; a receiver, the one it is done to; side is above 0 on the speaker's side and below 0 on
/// the hearer's.
inline const std::vector<std::string> match_columns{"action", "receiver", "side", "many"};

/// Columns of x and v: what each word is (chapter 7 on), and what it passes on.
inline const std::vector<std::string> word_columns{"person", "feeling", "side", "many"};

/// "we", which is not in the sentence: a person on the speaker's side, and more than one.
inline const Matrix outsider{{1, 0, 1, 1}};

/// What each word is, and the three maps that make q, k and v of it.
inline const Matrix x{{1, 0, 1, -1}, {0, 2, 0, 0}, {1, 0, -1, 1}, {0, 0, 0, 2}};
inline const Matrix w_q{
    {2, 0.5, -1, 0}, {-0.5, 1, 1, 0}, {0.5, 2, -1, -1.5}, {0.5, 0.5, -1, -0.5}};
inline const Matrix w_k{
    {-0.5, 0, 0, 0}, {0.5, 0, 0, 0}, {0.5, -1, 0.5, 1.5}, {0, 0, -0.5, 1.5}};
inline const Matrix w_v{
    {1.5, 0, 0.5, -0.5}, {0, 1.5, 0, -0.5}, {-0.5, 0, 1.5, 0.5}, {0, 0, 0, 1}};

/// Puts two heads together again (chapter 8).
inline const Matrix w_o{{0.5, 0, 0, 1}, {0, 1, 1, 0}, {0, 0.5, 1, 0}, {1, 0, 0, 0.5}};

inline const Matrix q{{2, 2, -1, -1}, {-1, 2, 2, 0}, {2, -1, -1, 1}, {1, 1, -2, -1}};
inline const Matrix k{{0, -1, 1, 0}, {1, 0, 0, 0}, {-1, 1, -1, 0}, {0, 0, -1, 3}};
inline const Matrix v{{1, 0, 2, -1}, {0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}};

}  // namespace attn::small_example
