#include "attn/learning/dropout_backward.hpp"

#include "attn/learning/slope_shapes.hpp"

namespace attn {

DropoutTrace dropout_trace(const Matrix& x, double p, Mode mode, Random& generator) {
    // Of ones, dropout leaves 0 or 1 / (1 - p): by the same draws, which of x stays.
    Random draws = generator;
    DropoutTrace trace;
    trace.p = mode == Mode::training ? p : 0.0;
    trace.output = dropout(x, p, mode, generator);
    trace.kept = dropout(Matrix(x.rows(), x.cols(), 1.0), p, mode, draws);
    for (double& entry : trace.kept.values()) entry = entry == 0 ? 0.0 : 1.0;
    return trace;
}

Matrix dropout_backward(const DropoutTrace& trace, const Matrix& d_output) {
    require_slope_of_output("dropout_backward", d_output, trace.kept.rows(),
                            trace.kept.cols());
    Matrix d_x = d_output;
    for (std::size_t i = 0; i < d_x.rows(); ++i) {
        for (std::size_t j = 0; j < d_x.cols(); ++j) {
            d_x(i, j) = trace.kept(i, j) == 0 ? 0.0 : d_x(i, j) / (1.0 - trace.p);
        }
    }
    return d_x;
}

}  // namespace attn
