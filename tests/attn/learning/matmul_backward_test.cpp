#include "attn/learning/matmul_backward.hpp"

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("The slopes of a product of two by two, by hand", "[learning]") {
    // c = a b; d_a(0, 0) = 1 * 5 + 10 * 6: row 0 of d_c with row 0 of b.
    const MatmulGradient d = matmul_backward(Matrix{{1, 2}, {3, 4}}, Matrix{{5, 6}, {7, 8}},
                                             Matrix{{1, 10}, {0, 2}});
    CHECK(d.a == Matrix{{65, 87}, {12, 16}});
    CHECK(d.b == Matrix{{1, 16}, {2, 28}});
}

TEST_CASE("The slopes of a product are those that are measured", "[learning]") {
    Random generator(142);
    Matrix a = random_normal_matrix(3, 5, generator);
    Matrix b = random_normal_matrix(5, 7, generator);
    const Matrix d_c = random_normal_matrix(3, 7, generator);
    const MatmulGradient d = matmul_backward(a, b, d_c);
    const auto loss = [&] { return weighted_sum(matmul(a, b), d_c); };
    slope_error(loss, a, d.a);
    slope_error(loss, b, d.b);
}

TEST_CASE("The slopes of a product have the product's shape", "[learning]") {
    CHECK_THROWS_WITH(matmul_backward(Matrix(3, 5), Matrix(5, 7), Matrix(7, 3)),
                      "matmul_backward: d_output is 7x3, the output is 3x7; give one slope "
                      "for each entry of the output");
    CHECK_THROWS_AS(matmul_backward(Matrix(3, 5), Matrix(2, 7), Matrix(3, 7)), ShapeError);
}
