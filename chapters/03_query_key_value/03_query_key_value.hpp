/// What the sources of chapter 3 share.
#pragma once

#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch03 {

// The figures of chapter 3.

/// Chapter 1's words without the street, and where "it" moves when it takes a part of each row.
plots::Figure moved_figure(const AttentionTrace& heard);

/// Your wish, the four dishes with their scores, and the price that comes back.
///
/// found  what a lookup by name finds, or "nothing"
plots::Figure menu_figure(const std::vector<double>& query, const std::string& found,
                          const Labels& dishes, const Matrix& keys, const Matrix& prices,
                          const AttentionTrace& trace);

/// The query, the key and the value of "you".
plots::Figure cards_figure();

/// What "you" asks of the four words, and what comes back in one column, as the menu is drawn.
plots::Figure you_figure();

/// The whole way of "you": its row of Q, the columns of K transposed, its scores, its weights, the
/// rows of V, its output.
plots::Figure path_figure(const AttentionTrace& trace);

/// The preface's example: a question among nouns, and what it found among verbs. Rows of two numbers.
plots::Figure cat_figure(const Matrix& question, const Matrix& nouns,
                         const AttentionTrace& asked, const Matrix& verbs,
                         const AttentionTrace& written);

/// The price that comes back while a guest leans from coffee to Pepsi, hard and soft.
plots::Figure lean_figure(const Matrix& keys, const Matrix& prices);

// Chapter 3's detours.

void further(Chapter& chapter, const Value<std::size_t>& word);

}  // namespace attn::chapters::ch03
