#include "chapters/10_sublayers/10_sublayers.hpp"

namespace attn::chapters::ch10 {

std::vector<ShiftedRow> shifted_rows(std::span<const double> row, double epsilon) {
    const auto small = static_cast<float>(epsilon);
    std::vector<ShiftedRow> rows;
    const auto add = [&](double shift) {
        const std::vector<float> moved = moved_to_float32(row, shift);
        rows.push_back({shift,
                        worst_distance(moved, float32_two_passes(moved, small), epsilon),
                        worst_distance(moved, float32_short_cut(moved, small), epsilon)});
    };
    for (double ten = 1; ten < 1e6; ten *= 10) {
        for (int half = 2; half < 20; ++half) add(half * ten / 2);
    }
    add(1e6);
    return rows;
}

}  // namespace attn::chapters::ch10
