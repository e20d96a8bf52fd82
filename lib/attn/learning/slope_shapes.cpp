#include "attn/learning/slope_shapes.hpp"

#include "attn/shape_error.hpp"

namespace attn {
namespace {

[[noreturn]] void refuse_gradient(const std::string& function, const std::string& name,
                                  const std::string& weights, const std::string& gradient) {
    throw ShapeError(function + ": the gradient's " + name + " is " + gradient +
                     ", the layer's is " + weights +
                     "; start with zeros_like of the same layer");
}

}  // namespace

void require_slope_of_output(const std::string& function, const Matrix& d_output,
                             std::size_t rows, std::size_t cols) {
    if (d_output.rows() == rows && d_output.cols() == cols) return;
    throw ShapeError(function + ": d_output is " + shape_text(d_output) +
                     ", the output is " + std::to_string(rows) + "x" +
                     std::to_string(cols) +
                     "; give one slope for each entry of the output");
}

void require_gradient_of(const std::string& function, const std::string& name,
                         const Matrix& weights, const Matrix& gradient) {
    if (weights.rows() == gradient.rows() && weights.cols() == gradient.cols()) return;
    refuse_gradient(function, name, shape_text(weights), shape_text(gradient));
}

void require_gradient_of(const std::string& function, const std::string& name,
                         const std::vector<double>& weights,
                         const std::vector<double>& gradient) {
    if (weights.size() == gradient.size()) return;
    refuse_gradient(function, name, std::to_string(weights.size()) + " numbers",
                    std::to_string(gradient.size()) + " numbers");
}

void require_trace_of(const std::string& function, const std::string& name,
                      std::size_t given, std::size_t wanted) {
    if (given == wanted) return;
    throw ShapeError(function + ": the trace has " + std::to_string(given) + " " + name +
                     ", wanted " + std::to_string(wanted) +
                     "; give the trace of this layer and this input");
}

void require_parts_of(const std::string& function, const std::string& stack,
                      const StackParts& wanted, const StackParts& trace,
                      const StackParts& gradient) {
    require_trace_of(function, "layers", trace.layers, wanted.layers);
    require_trace_of(function, "final norms", trace.final_norms, wanted.final_norms);
    require(gradient.layers == wanted.layers && gradient.final_norms == wanted.final_norms,
            function, ": the gradient has ", gradient.layers, " layers and ",
            gradient.final_norms, " final norms, the ", stack, " ", wanted.layers, " and ",
            wanted.final_norms, "; start with zeros_like of the same ", stack);
}

}  // namespace attn
