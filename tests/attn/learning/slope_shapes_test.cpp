#include "attn/learning/slope_shapes.hpp"

#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("Slopes and gradients that fit pass, and others say what to do", "[learning]") {
    const Matrix m(2, 3);
    const std::vector<double> three(3), two(2);
    CHECK_NOTHROW(require_slope_of_output("f", m, 2, 3));
    CHECK_NOTHROW(require_gradient_of("f", "weight", m, m));
    CHECK_NOTHROW(require_gradient_of("f", "bias", three, three));
    CHECK_NOTHROW(require_trace_of("f", "heads", 4, 4));
    CHECK_THROWS_WITH(
        require_slope_of_output("f", m, 3, 3),
        "f: d_output is 2x3, the output is 3x3; give one slope for each entry "
        "of the output");
    CHECK_THROWS_AS(require_slope_of_output("f", m, 2, 2), ShapeError);
    CHECK_THROWS_WITH(require_gradient_of("f", "weight", Matrix(2, 2), m),
                      "f: the gradient's weight is 2x3, the layer's is 2x2; start with "
                      "zeros_like of the same layer");
    CHECK_THROWS_AS(require_gradient_of("f", "weight", Matrix(3, 3), m), ShapeError);
    CHECK_THROWS_WITH(
        require_gradient_of("f", "bias", three, two),
        "f: the gradient's bias is 2 numbers, the layer's is 3 numbers; start "
        "with zeros_like of the same layer");
    CHECK_THROWS_WITH(
        require_trace_of("f", "heads", 2, 3),
        "f: the trace has 2 heads, wanted 3; give the trace of this layer and "
        "this input");
}
