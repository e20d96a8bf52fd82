/// The last steps after gnuplot: is the picture whole, and does it say what it shows?
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plots/figure.hpp"

namespace attn::plots {

/// A number that changes when a script changes by a byte: FNV-1a, as 16 hexadecimal digits.
std::string script_hash(std::string_view script);

/// Whether a picture, as gnuplot wrote it, is there to its end: on a full disk it is not.
bool is_whole(std::string_view picture, Format format);

/// svg with the figure's title and subtitle in place of gnuplot's own, for screen readers
/// and tooltips, with the script's hash, and without what nobody sees.
std::string finished_svg(std::string svg, const Figure& figure, std::string_view script);

}  // namespace attn::plots
