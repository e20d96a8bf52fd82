/// Sentences that several chapters use, with vectors written by hand so that they can be
/// read.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"

/// "The animal didn't cross the street because it was too tired.", split at the spaces.
namespace attn::animal_sentence {

inline const std::vector<std::string> words{"The", "animal", "didn't",  "cross",
                                            "the", "street", "because", "it",
                                            "was", "too",    "tired."};
inline constexpr std::size_t animal = 1;
inline constexpr std::size_t street = 5;
inline constexpr std::size_t it = 7;

/// Does it live, is it a place, does it do something? Below 0 is a no.
inline const std::vector<std::string> columns{"lives", "place", "does"};
inline const Matrix vectors{{0, 0, 0}, {3, 0, 1},  {0, 0, -1}, {1, 1, 2},
                            {0, 0, 0}, {-1, 3, 0}, {0, 0, 0},  {2, 0, 1},
                            {0, 0, 1}, {0, 0, 1},  {2, 0, -1}};

/// The five of these words that chapters 1 and 2 look at.
inline const std::vector<std::string> names_of_five{"animal", "cross", "street", "it",
                                                    "tired"};
inline const Matrix five_words = select_rows(vectors, {animal, 3, street, it, 10});

/// Those of the five that a drawing without the column place can show.
inline constexpr std::size_t all_but_the_street[] = {0, 1, 3, 4};

/// The same, but "too wide.": the last word is a place and nothing else.
inline const Matrix vectors_if_wide = [] {
    Matrix wide = vectors;
    wide.set_row(words.size() - 1, std::vector<double>{0, 2, 0});
    return wide;
}();

}  // namespace attn::animal_sentence

/// 나는 바다에 가고 싶어: I, to the sea, go, want to. And what it becomes in English.
namespace attn::sea_sentence {

inline const std::vector<std::string> korean{"나는", "바다에", "가고", "싶어"};
inline const std::vector<std::string> columns{"person", "place", "motion", "wish"};
inline const Matrix korean_keys{{2, 0, 0, 0}, {0, 2, 1, 0}, {0, 1, 2, 0}, {0, 0, 0, 2}};

inline const std::vector<std::string> english{"I", "want", "to", "go", "to", "the", "sea"};
inline const Matrix english_queries{{2, 0, 0, 0}, {0, 0, 0, 2}, {0, 0, 1, 0}, {0, 0, 2, 0},
                                    {0, 1, 1, 0}, {0, 2, 0, 0}, {0, 3, 0, 0}};

}  // namespace attn::sea_sentence
