#include <cmath>
#include <limits>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "fast/linear.hpp"
#include "fast/packed.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using attn::Matrix;
using attn::Random;
using attn::ShapeError;
using attn::fast::FloatMatrix;
using attn::fast::Reading;
using attn::fast::Workspace;

namespace {

/// Small whole numbers: their products and sums are exact in float32, in whatever order.
Matrix random_whole_numbers(std::size_t rows, std::size_t cols, Random& generator) {
    Matrix m(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (double& entry : m.row(i)) entry = std::floor(generator.uniform(-8, 9));
    }
    return m;
}

struct Shape {
    std::size_t n, d, m;
};

/// Edges of every kind: less than a tile, exactly one, a bit more; no depth, and two blocks.
const std::vector<Shape> shapes = {{1, 1, 1},       {1, 7, 53},    {7, 1, 5},  {5, 11, 1},
                                   {8, 16, 48},     {4, 3, 24},    {9, 5, 49}, {67, 31, 97},
                                   {3, 0, 5},       {0, 5, 7},     {5, 7, 0},  {2, 2053, 3},
                                   {13, 1031, 101}, {140, 70, 333}};

/// a b, packed at once.
FloatMatrix product(const FloatMatrix& a, const FloatMatrix& b, std::size_t n_threads = 1) {
    Workspace workspace(n_threads);
    pack_cols(b.view(), workspace.right, workspace.threads);
    FloatMatrix c(a.rows(), b.cols(), 7.0f);
    multiply(a.view(), workspace.right, {}, c.view(), workspace.threads);
    return c;
}

}  // namespace

TEST_CASE("A packed product is the naive one, exactly for whole numbers", "[fast]") {
    Random generator(131);
    for (const Shape& shape : shapes) {
        INFO(shape.n << " " << shape.d << " " << shape.m);
        const Matrix a = random_whole_numbers(shape.n, shape.d, generator);
        const Matrix b = random_whole_numbers(shape.d, shape.m, generator);
        CHECK_THAT(to_matrix(product(FloatMatrix(a), FloatMatrix(b))),
                   IsCloseTo(matmul(a, b), 0));
    }
}

TEST_CASE("In float32 a product is off by its rounding and no more", "[fast]") {
    Random generator(132);
    const Matrix a = random_normal_matrix(61, 131, generator);
    const Matrix b = random_normal_matrix(131, 103, generator);
    CHECK_THAT(to_matrix(product(FloatMatrix(a), FloatMatrix(b))),
               IsCloseTo(matmul(a, b), 5e-5));
}

TEST_CASE("One, two and three threads give the same bits", "[fast]") {
    Random generator(133);
    const FloatMatrix a(random_normal_matrix(131, 1031, generator));
    const FloatMatrix b(random_normal_matrix(1031, 211, generator));
    const FloatMatrix wanted = product(a, b);
    for (const std::size_t n_threads : {1u, 2u, 3u}) {
        for (int again = 0; again < 3; ++again) CHECK(product(a, b, n_threads) == wanted);
    }
}

TEST_CASE("Reading ahead changes no bit, whatever the edges", "[fast]") {
    Random generator(135);
    for (const Shape& shape : shapes) {
        INFO(shape.n << " " << shape.d << " " << shape.m);
        const FloatMatrix a(random_normal_matrix(shape.n, shape.d, generator));
        const FloatMatrix b(random_normal_matrix(shape.d, shape.m, generator));
        Workspace two(2);
        pack_cols(b.view(), two.right, two.threads);
        FloatMatrix as_needed(shape.n, shape.m, 7.0f), ahead(shape.n, shape.m, 8.0f);
        multiply(a.view(), two.right, {}, as_needed.view(), two.threads,
                 Reading::as_needed);
        multiply(a.view(), two.right, {}, ahead.view(), two.threads, Reading::ahead);
        CHECK(ahead == as_needed);
    }
}

TEST_CASE("A NaN or an infinity reaches its row and column of the product and no other",
          "[fast]") {
    Random generator(134);
    FloatMatrix a(random_normal_matrix(11, 13, generator));
    const FloatMatrix b(random_normal_matrix(13, 53, generator));
    a(10, 3) = std::numeric_limits<float>::quiet_NaN();
    a(7, 2) = float_infinity;
    const FloatMatrix c = product(a, b);
    for (std::size_t i = 0; i < 11; ++i) {
        for (std::size_t j = 0; j < 53; ++j) {
            if (i == 10) {
                CHECK(std::isnan(c(i, j)));
            } else if (i == 7) {
                CHECK(c(i, j) == (b(2, j) > 0 ? float_infinity : -float_infinity));
            } else {
                CHECK(std::isfinite(c(i, j)));
            }
        }
    }
}

TEST_CASE("Panels hold the numbers in the order in which tiles read them", "[fast]") {
    const std::size_t tile_cols = attn::fast::tile_shape().cols;
    FloatMatrix b(3, tile_cols + 1);
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j <= tile_cols; ++j) {
            b(k, j) = static_cast<float>(1 + 100 * k + j);
        }
    }
    Workspace one;
    pack_cols(b.view(), one.right, one.threads);
    CHECK(one.right.values.size() == 3 * 2 * tile_cols);
    CHECK(one.right.values[1] == 2);
    CHECK(one.right.values[tile_cols] == 101);
    CHECK(one.right.values[3 * tile_cols] == b(0, tile_cols));
    CHECK(one.right.values[3 * tile_cols + 1] == 0);
    CHECK(one.right.values[4 * tile_cols] == b(1, tile_cols));

    const auto by_rows = one.right.values;
    one.right.values.assign(by_rows.size(), 7.0f);  // memory that is used again
    const FloatMatrix transposed(transpose(to_matrix(b)));
    pack_transposed(transposed.view(), one.right, one.threads);
    CHECK(one.right.values == by_rows);
}

TEST_CASE("A fast linear map is the library's, with bias and activation", "[fast]") {
    Random generator(135);
    for (const Shape& shape : {Shape{1, 3, 5}, Shape{11, 67, 101}, Shape{2, 773, 49}}) {
        attn::Linear linear = attn::random_linear(shape.d, shape.m, generator);
        const Matrix x = random_normal_matrix(shape.n, shape.d, generator);
        attn::fast::Threads threads(2);
        FloatMatrix y;
        for (const auto activation : {attn::Activation::relu, attn::Activation::gelu_exact,
                                      attn::Activation::gelu_tanh}) {
            attn::fast::Linear(linear, activation).forward(FloatMatrix(x), y, threads);
            CHECK_THAT(to_matrix(y),
                       IsCloseTo(activate(activation, linear.forward(x)), 5e-6));
        }
        attn::fast::Linear(linear).forward(FloatMatrix(x), y, threads);
        CHECK_THAT(to_matrix(y), IsCloseTo(linear.forward(x), 5e-6));
        linear.bias.clear();
        attn::fast::Linear(linear).forward(FloatMatrix(x), y, threads);
        CHECK_THAT(to_matrix(y), IsCloseTo(linear.forward(x), 5e-6));
    }
}
