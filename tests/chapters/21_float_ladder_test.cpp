// What chapter 21 measures with, compiled as lib/fast is.
#include <cmath>
#include <limits>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/21_speed/21_speed.hpp"
#include "chapters/21_speed/attention_in_full.hpp"
#include "chapters/21_speed/float_ladder.hpp"
#include "chapters/21_speed/peak.hpp"
#include "fast/packed.hpp"
#include "matrix_matchers.hpp"

namespace attn::speed {

using attn::fast::FloatMatrix;

namespace {

struct Step32 {
    std::string name;
    FloatMatrix (*product)(const FloatMatrix&, const FloatMatrix&);
};

const std::vector<Step32> steps = {{"matmul_float", matmul_float},
                                   {"matmul_tile", matmul_tile},
                                   {"matmul_vector_tile", matmul_vector_tile},
                                   {"matmul_packed", matmul_packed}};

}  // namespace

TEST_CASE("Every float32 step is chapter 1's product, whatever the edges", "[chapter21]") {
    Random generator(137);
    struct Shape {
        std::size_t n, d, m;
    };
    // Smaller than a tile, one and some, two and some, no depth.
    for (const Shape& shape : {Shape{1, 7, 5}, Shape{7, 31, 97}, Shape{6, 13, 64},
                               Shape{13, 29, 131}, Shape{67, 3, 65}, Shape{11, 0, 101}}) {
        const Matrix a = random_normal_matrix(shape.n, shape.d, generator);
        const Matrix b = random_normal_matrix(shape.d, shape.m, generator);
        for (const Step32& step : steps) {
            INFO(step.name << " " << shape.n << " " << shape.d << " " << shape.m);
            CHECK_THAT(to_matrix(step.product(FloatMatrix(a), FloatMatrix(b))),
                       IsCloseTo(matmul(a, b), 2e-5));
        }
    }
}

TEST_CASE("Every float32 step refuses factors that do not fit", "[chapter21]") {
    for (const Step32& step : steps) {
        CHECK_THROWS_WITH(
            step.product(FloatMatrix(2, 3), FloatMatrix(5, 7)),
            step.name + ": a is 2x3, b is 5x7; a's columns must equal b's rows");
    }
}

TEST_CASE("Attention in full is the library's", "[chapter21]") {
    Random generator(138);
    fast::Workspace workspace;
    FloatMatrix scores;
    for (const std::size_t n_key : {1u, 7u, 131u}) {
        const Matrix q = random_normal_matrix(53, 11, generator);
        const Matrix k = random_normal_matrix(n_key, 11, generator);
        const Matrix v = random_normal_matrix(n_key, 13, generator);
        const FloatMatrix given = attention_in_full(FloatMatrix(q), FloatMatrix(k),
                                                    FloatMatrix(v), scores, workspace);
        CHECK_THAT(to_matrix(given),
                   IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-5));
    }
    const float* const kept = scores.row(0).data();
    attention_in_full(FloatMatrix(53, 2), FloatMatrix(131, 2), FloatMatrix(131, 2), scores,
                      workspace);
    CHECK(scores.row(0).data() == kept);
    // The product of these is past the largest float, its quotient by the root of 64 is not.
    const FloatMatrix q(1, 64, 1.2e18f), k(2, 64, 5e18f), v{{1}, {3}};
    CHECK(attention_in_full(q, k, v, scores, workspace) == FloatMatrix{{2}});
    CHECK_THROWS_AS(attention_in_full(q, FloatMatrix(2, 3), v, scores, workspace),
                    ShapeError);
    CHECK_THROWS_AS(
        attention_in_full(q, FloatMatrix(0, 64), FloatMatrix(0, 1), scores, workspace),
        ShapeError);
    CHECK_THROWS_AS(attention_in_full(q, k, FloatMatrix(3, 1), scores, workspace),
                    ShapeError);
}

TEST_CASE("A machine has a peak, reached by some number of vectors", "[chapter21]") {
    const Peak peak = measure_peak();
    CHECK(peak.gflops > 0.01);
    CHECK(peak.gflops < 1e4);  // else the sums were not computed
    CHECK(peak.vectors > 0);
    CHECK(peak.lanes == fast::tile_shape().lanes);
}

TEST_CASE("A measurement names the width of the vectors, or that there are none",
          "[chapter21]") {
    CHECK(vectors_text(16) == "vectors of 16 floats");
    CHECK(vectors_text(1) == "compiled without vectors");
    CHECK(machine_name().find(vectors_text(fast::tile_shape().lanes)) != std::string::npos);
}

}  // namespace attn::speed
