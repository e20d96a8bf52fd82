#include "attn/fast/softmax.hpp"

#include "attn/fast/exp_lane.hpp"
#include "attn/fast/lanes.hpp"
#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

void softmax_row(std::span<float> row) {
    const float shift = largest(row);
    for (float& score : row) score = exp_lane(score - shift);
    const float total = sum(row);
    for (float& weight : row) weight /= total;
}

}  // namespace

void softmax_rows(FloatMatrix& scores, Threads& threads) {
    if (scores.rows() > 0 && scores.cols() == 0) {
        throw ShapeError(
            "fast::softmax_rows: scores is " + shape_text(scores) +
            "; softmax of an empty row is undefined, give at least one column");
    }
    threads.for_each(scores.rows(), [&](std::size_t i) { softmax_row(scores.row(i)); });
}

}  // namespace attn::fast
