/// Words in gnuplot's language. None of them is ever a command.
#pragma once

#include <string>

#include "plots/paint.hpp"

namespace attn::plots {

/// text as a string in double quotes, in which gnuplot finds nothing to obey: a quote, a
/// backslash and a backquote go as octal codes, and text is cleaned.
std::string gnuplot_string(const std::string& text);

/// The same for the label of a tick, which gnuplot takes for a number's format: % is doubled.
std::string gnuplot_tick(const std::string& text);

/// A path as a string.
/// throws  std::invalid_argument  when it holds a line break
std::string gnuplot_path(const std::string& path);

/// The letters, digits and blanks of text, for a comment.
std::string gnuplot_comment(const std::string& text);

/// value with at most digits digits that count, as gnuplot reads it: "0.5", "1e-09", "NaN".
/// Without digits, so many that the same double is read again.
std::string gnuplot_number(double value, int digits = 0);

}  // namespace attn::plots
