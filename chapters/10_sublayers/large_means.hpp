/// A row moved up and normed in float32: how far two formulas lie from the right row.
#pragma once

#include <span>
#include <vector>

namespace attn::chapters::ch10 {

/// The worst distances of a row that is moved up by shift; not finite where a number is not.
struct ShiftedRow {
    double shift, two_passes, short_cut;
};

/// From 1 to a million, in steps of a half of each power of ten.
std::vector<ShiftedRow> shifted_rows(std::span<const double> row, double epsilon);

}  // namespace attn::chapters::ch10
