#include "fast/softmax.hpp"

#include "attn/shape_error.hpp"
#include "fast/exp_lanes.hpp"
#include "fast/lanes.hpp"

namespace attn::fast {
namespace {

void softmax_row(std::span<float> row) {
    const float shift = largest(row);
    transform(row, [shift](Floats score) { return exp_lanes(score - shift); });
    const float total = sum(row);
    transform(row, [total](Floats weight) { return weight / total; });
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
