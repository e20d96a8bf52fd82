/// Four heads for "I love you all", one column each, written by hand so that each does one
/// job of a study note's table: grammar, meaning, pronoun, order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters::ch08::four_roles {

struct Role {
    std::string name;
    std::size_t query, key;  // the pair of words that the table names
};

inline const std::vector<Role> roles{
    {"grammar", 0, 1}, {"meaning", 1, 2}, {"pronoun", 2, 0}, {"order", 3, 2}};

/// Rows are small_example's word_columns (person, feeling, side, many), columns the heads.
inline const Matrix w_q{{2, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -2, 0}, {0, 0, 0, 1}};
inline const Matrix w_k{{0, 0, 0, 1}, {1, 0, 0, 0}, {0, -2, 2, -1}, {0, 0, 0, 0}};

}  // namespace attn::chapters::ch08::four_roles
