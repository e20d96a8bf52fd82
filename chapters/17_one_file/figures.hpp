/// The figures of chapter 17.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/17_one_file/file_lines.hpp"
#include "chapters/17_one_file/one_file.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch17 {

/// The whole file seen from afar: each line as long as it is, in its chapters' colour.
plots::Figure strip_figure(const std::vector<FileLine>& lines);

/// A training: the loss of each batch, and what is read in the sentence.
///
/// steps  how long it is to be
plots::Figure learning_figure(const Learned& learned, std::size_t steps);

}  // namespace attn::chapters::ch17
