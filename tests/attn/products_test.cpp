#include "attn/products.hpp"

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("Products in another loop order are equal to the last bit", "[learning]") {
    Random generator(141);
    for (const std::size_t n : {1u, 2u, 3u, 7u, 24u}) {
        for (const std::size_t d : {1u, 4u, 5u, 11u, 32u}) {
            for (const std::size_t m : {1u, 3u, 6u, 13u, 16u, 37u}) {
                const Matrix a = random_normal_matrix(n, d, generator);
                const Matrix b = random_normal_matrix(d, m, generator);
                const Matrix c = matmul(a, b);
                CHECK(matmul_by_rows(a, b) == c);
                CHECK(matmul_transpose_a_by_rows(transpose(a), b) == c);
                CHECK(matmul_transpose_b_by_rows(a, transpose(b)) == c);
                CHECK(matmul_transpose_b(a, transpose(b)) == c);
                const Matrix before = random_normal_matrix(n, m, generator);
                Matrix sum = before;
                add_matmul_transpose_a(sum, transpose(a), b);
                CHECK(sum == before + c);
            }
        }
    }
}

TEST_CASE("Products with no rows, columns or depth", "[learning]") {
    for (const Matrix& a : {Matrix(0, 3), Matrix(2, 3), Matrix(2, 0), Matrix(0, 0)}) {
        for (const std::size_t m : {0u, 5u}) {
            const Matrix b(a.cols(), m, 1.0);
            CHECK(matmul_by_rows(a, b) == matmul(a, b));
            CHECK(matmul_transpose_a_by_rows(transpose(a), b) == matmul(a, b));
            CHECK(matmul_transpose_b_by_rows(a, transpose(b)) == matmul(a, b));
            Matrix sum(a.rows(), m, 2.0);
            add_matmul_transpose_a(sum, transpose(a), b);
            CHECK(sum == Matrix(a.rows(), m, 2.0));
        }
    }
}

TEST_CASE("Products refuse what does not fit", "[learning]") {
    CHECK_THROWS_WITH(
        matmul_by_rows(Matrix(2, 3), Matrix(5, 7)),
        "matmul_by_rows: a is 2x3, b is 5x7; a's columns must equal b's rows");
    CHECK_THROWS_WITH(matmul_transpose_a_by_rows(Matrix(2, 3), Matrix(5, 7)),
                      "matmul_transpose_a_by_rows: a is 2x3, b is 5x7; a and b must have "
                      "equally many rows");
    CHECK_THROWS_WITH(matmul_transpose_b_by_rows(Matrix(2, 3), Matrix(5, 7)),
                      "matmul_transpose_b_by_rows: a is 2x3, b is 5x7; a and b must have "
                      "equally many columns");
    CHECK_THROWS_AS(matmul_by_rows(Matrix(2, 3), Matrix(2, 3)), ShapeError);
    Matrix sum(3, 4);
    CHECK_THROWS_WITH(
        add_matmul_transpose_a(sum, Matrix(2, 3), Matrix(5, 4)),
        "add_matmul_transpose_a: a is 2x3, b is 5x4; a and b must have equally "
        "many rows");
    CHECK_THROWS_WITH(
        add_matmul_transpose_a(sum, Matrix(2, 3), Matrix(2, 5)),
        "add_matmul_transpose_a: sum is 3x4, a^T b 3x5; the shapes must be equal");
}
