#include "attn/learning/slope_shapes.hpp"

#include "attn/shape_error.hpp"

namespace attn {

void require_slope_of_output(const std::string& function, const Matrix& d_output,
                             std::size_t rows, std::size_t cols) {
    require(d_output.rows() == rows && d_output.cols() == cols, function, ": d_output is ",
            d_output, ", the output is ", rows, "x", cols,
            "; give one slope for each entry of the output");
}

void require_gradient_of(const std::string& function, const std::string& name,
                         const Matrix& weights, const Matrix& gradient) {
    require(weights.rows() == gradient.rows() && weights.cols() == gradient.cols(),
            function, ": the gradient's ", name, " is ", gradient, ", the layer's is ",
            weights, "; start with zeros_like of the same layer");
}

void require_gradient_of(const std::string& function, const std::string& name,
                         const std::vector<double>& weights,
                         const std::vector<double>& gradient) {
    require(weights.size() == gradient.size(), function, ": the gradient's ", name, " is ",
            gradient.size(), " numbers, the layer's is ", weights.size(),
            " numbers; start with zeros_like of the same layer");
}

void require_trace_of(const std::string& function, const std::string& name,
                      std::size_t given, std::size_t wanted) {
    require(given == wanted, function, ": the trace has ", given, " ", name, ", wanted ",
            wanted, "; give the trace of this layer and this input");
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
