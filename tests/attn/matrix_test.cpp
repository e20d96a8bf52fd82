#include "attn/matrix.hpp"

#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

/// n x m numbers without a pattern: a small generator whose digits are the same everywhere.
Matrix jumbled(std::size_t rows, std::size_t cols, unsigned state) {
    Matrix m(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            state = state * 1664525u + 1013904223u;
            m(i, j) = static_cast<double>(state) / 4294967296.0 - 0.5;
        }
    }
    return m;
}

}  // namespace

TEST_CASE("A matrix holds what it was given, row after row", "[matrix]") {
    const Matrix m{{1, 2, 3}, {4, 5, 6}};
    CHECK(m.rows() == 2);
    CHECK(m.cols() == 3);
    CHECK(m(0, 2) == 3);
    CHECK(m(1, 0) == 4);
    CHECK(m.row(1)[2] == 6);
    CHECK(Matrix(2, 3, 7.5)(1, 2) == 7.5);
    CHECK(Matrix(2, 3)(1, 2) == 0.0);
    CHECK(Matrix().rows() == 0);
    CHECK(Matrix(0, 5).cols() == 5);
}

TEST_CASE("A matrix is a value", "[matrix]") {
    Matrix m{{1, 2}, {3, 4}};
    const Matrix copy = m;
    m.row(0)[1] = 9;
    m(1, 1) = 8;
    CHECK(m == Matrix{{1, 9}, {3, 8}});
    CHECK(copy == Matrix{{1, 2}, {3, 4}});
    CHECK_FALSE(Matrix(2, 3) == Matrix(3, 2));
    const double nan = std::nan("");
    CHECK_FALSE(Matrix{{nan}} == Matrix{{nan}});
}

TEST_CASE("A matrix that was moved from is empty and checks its indices", "[matrix]") {
    Matrix m{{1, 2}, {3, 4}};
    Matrix taken = std::move(m);
    CHECK(taken == Matrix{{1, 2}, {3, 4}});
    CHECK(m.rows() == 0);
    CHECK_THROWS_AS(m(1, 1), std::out_of_range);
    m = std::move(taken);
    CHECK(m(1, 1) == 4);
    CHECK_THROWS_AS(taken.row(0), std::out_of_range);
    Matrix& same = m;
    m = std::move(same);
    CHECK(m(1, 1) == 4);
}

TEST_CASE("More numbers than can be counted are refused", "[matrix]") {
    CHECK_THROWS_AS(Matrix(std::numeric_limits<std::size_t>::max(), 2), ShapeError);
    CHECK_THROWS_AS(Matrix(2, std::numeric_limits<std::size_t>::max() / 4), ShapeError);
}

TEST_CASE("matmul is the product worked out by hand", "[matrix]") {
    const Matrix a{{1, 2, 3}, {4, 5, 6}};
    const Matrix b{{7, 8}, {9, 10}, {11, 12}};
    CHECK(matmul(a, b) == Matrix{{58, 64}, {139, 154}});
    CHECK(matmul(Matrix(2, 0), Matrix(0, 3)) == Matrix(2, 3));
    CHECK(matmul(Matrix(0, 2), Matrix(2, 3)) == Matrix(0, 3));
}

TEST_CASE("A product exists only where the inner sizes meet", "[matrix][S3-05]") {
    CHECK(matmul(Matrix(2, 3), Matrix(3, 5)).rows() == 2);
    CHECK(matmul(Matrix(2, 3), Matrix(3, 5)).cols() == 5);
    CHECK_THROWS_AS(matmul(Matrix(6, 4), Matrix(3, 4)), ShapeError);
}

TEST_CASE("K transposed turns 768-wide tokens into token by token scores",
          "[matrix][S3-06]") {
    const std::size_t n_query = 3;
    const std::size_t n_key = 5;
    const Matrix q = jumbled(n_query, 768, 3);
    const Matrix k = jumbled(n_key, 768, 4);
    const Matrix k_transposed = transpose(k);
    CHECK(k_transposed.rows() == 768);
    CHECK(k_transposed.cols() == n_key);
    CHECK(k_transposed(767, 4) == k(4, 767));
    const Matrix scores = matmul(q, k_transposed);
    CHECK(scores.rows() == n_query);
    CHECK(scores.cols() == n_key);
    CHECK_THROWS_AS(matmul(q, k), ShapeError);
}

TEST_CASE("Transposing inside the product changes no bit", "[matrix][S0-15]") {
    const Matrix q = jumbled(5, 7, 5);
    const Matrix k = jumbled(3, 7, 6);
    CHECK(matmul_transpose_b(q, k) == matmul(q, transpose(k)));
    CHECK(transpose(transpose(q)) == q);
}

TEST_CASE("Each entry of Q K^T is one dot product", "[matrix][S0-05][S3-16]") {
    const Matrix q = jumbled(5, 7, 7);
    const Matrix k = jumbled(3, 7, 8);
    const Matrix scores = matmul_transpose_b(q, k);
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t j = 0; j < k.rows(); ++j) {
            CHECK(scores(i, j) == dot(q.row(i), k.row(j)));
        }
    }
}

TEST_CASE("All rows at once equal one row after the other", "[matrix][S3-17][S1-08]") {
    const Matrix q = jumbled(5, 7, 9);
    const Matrix k = jumbled(3, 7, 10);
    const Matrix all_at_once = matmul_transpose_b(q, k);
    for (std::size_t i = 0; i < q.rows(); ++i) {
        Matrix one(1, q.cols());
        for (std::size_t j = 0; j < q.cols(); ++j) one(0, j) = q(i, j);
        const Matrix row = matmul_transpose_b(one, k);
        for (std::size_t j = 0; j < k.rows(); ++j) CHECK(all_at_once(i, j) == row(0, j));
    }
}

TEST_CASE("Infinity and NaN go through a product as through the formula", "[matrix]") {
    CHECK(matmul(Matrix{{infinity}}, Matrix{{2}})(0, 0) == infinity);
    CHECK(std::isnan(matmul(Matrix{{infinity}}, Matrix{{0}})(0, 0)));
}

TEST_CASE("max_abs_difference finds the largest gap", "[matrix]") {
    const double nan = std::nan("");
    CHECK(max_abs_difference(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 2.5}, {2, 4}}) == 1.0);
    CHECK(max_abs_difference(Matrix{{infinity}}, Matrix{{infinity}}) == 0.0);
    CHECK(max_abs_difference(Matrix{{infinity}}, Matrix{{0}}) == infinity);
    CHECK(std::isnan(max_abs_difference(Matrix{{nan, 5}}, Matrix{{1, 1}})));
    CHECK(max_abs_difference(Matrix(), Matrix()) == 0.0);
}

TEST_CASE("A comparison that fails shows shapes and numbers", "[matrix]") {
    CHECK(Catch::Detail::stringify(Matrix{{1, -0.1, 1e-40}, {1.0 / 3, 5, 6}}) ==
          "2x3 {{1, -0.1, 1e-40}, {0.3333333333333333, 5, 6}}");
    CHECK(Catch::Detail::stringify(Matrix(0, 3)) == "0x3 {}");
    CHECK(Catch::Detail::stringify(Matrix(1, 13)) ==
          "1x13 {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...}}");
    CHECK_THAT(Catch::Detail::stringify(Matrix(13, 1)), ContainsText("{0}, ...}"));
}

namespace {

template <typename M>
concept MultipliesSizes = requires(M product(const M&, const M&)) {
    product({2, 3}, {3, 4});
};
struct Implicit {
    Implicit(std::size_t, std::size_t, double = 0.0);
};
static_assert(MultipliesSizes<Implicit> && !MultipliesSizes<Matrix>);
static_assert(std::constructible_from<Matrix, std::size_t, std::size_t>);
static_assert(!std::convertible_to<std::size_t, Matrix>);

template <typename A, typename B>
concept Multipliable = requires(A a, B b) {
    a* b;
};
static_assert(Multipliable<Matrix, double> && Multipliable<double, Matrix>);
static_assert(!Multipliable<Matrix, Matrix>);

}  // namespace

TEST_CASE("Matrices are added, subtracted, multiplied and divided entry by entry",
          "[matrix]") {
    const Matrix a{{1, 2, 3}, {4, 5, 6}};
    const Matrix b{{10, -20, 0.5}, {0, 5, -6}};
    CHECK(a + b == Matrix{{11, -18, 3.5}, {4, 10, 0}});
    CHECK(a - b == Matrix{{-9, 22, 2.5}, {4, 0, 12}});
    CHECK(a * 2 == Matrix{{2, 4, 6}, {8, 10, 12}});
    CHECK(2 * a == a * 2);
    CHECK(a / 2 == Matrix{{0.5, 1, 1.5}, {2, 2.5, 3}});
    CHECK((Matrix{{1}} / 49)(0, 0) == 1.0 / 49);  // 1 * (1 / 49.0) rounds twice
    CHECK((Matrix{{49}} / 49)(0, 0) == 1);
    Matrix c = a;
    c += b;
    CHECK(c == a + b);
    c -= b;
    CHECK(c == a);
    CHECK(Matrix(0, 3) + Matrix(0, 3) == Matrix(0, 3));
    for (const Matrix& other : {Matrix(2, 5), Matrix(3, 3)}) {  // one size wrong at a time
        CHECK_THROWS_AS(a + other, ShapeError);
        CHECK_THROWS_AS(a - other, ShapeError);
        CHECK_THROWS_AS(max_abs_difference(a, other), ShapeError);
        CHECK_FALSE(a == other);
    }
}

TEST_CASE("Rows are selected by a list, in its order", "[matrix]") {
    const Matrix m{{1, 2}, {3, 4}, {5, 6}};
    CHECK(select_rows(m, {2, 0, 2}) == Matrix{{5, 6}, {1, 2}, {5, 6}});
    CHECK(select_rows(m, {}) == Matrix(0, 2));
}

TEST_CASE("argmax is the first of the largest", "[matrix]") {
    CHECK(argmax(std::vector<double>{1, 7, 7}) == 1);
    CHECK(argmax(std::vector<double>{-3}) == 0);
    CHECK(argmax(std::vector<double>{-3, -2, -5}) == 1);
    CHECK(argmax(std::vector<double>{-infinity, -infinity}) == 0);
}

TEST_CASE("A matrix may have no rows, or rows without numbers", "[matrix]") {
    CHECK(Matrix(std::initializer_list<std::initializer_list<double>>{}) == Matrix());
    const Matrix two{{}, {}};
    CHECK(two.rows() == 2);
    CHECK(two.cols() == 0);
}

TEST_CASE("The numbers of a matrix lie row after row", "[matrix]") {
    Matrix m{{1, 2, 3}, {4, 5, 6}};
    const std::span<const double> values = std::as_const(m).values();
    CHECK(std::vector<double>(values.begin(), values.end()) ==
          std::vector<double>{1, 2, 3, 4, 5, 6});
    m.values()[4] = 9;
    CHECK(m == Matrix{{1, 2, 3}, {4, 9, 6}});
    Matrix empty(0, 5);
    CHECK(empty.values().empty());
}

namespace {

/// The product as the formula has it: a dot product for each row and column.
Matrix product_by_dot(const Matrix& a, const Matrix& b) {
    const Matrix columns = transpose(b);
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < c.rows(); ++i) {
        for (std::size_t j = 0; j < c.cols(); ++j) {
            c(i, j) = dot(a.row(i), columns.row(j));
        }
    }
    return c;
}

}  // namespace

TEST_CASE("Every product is a table of dot products, to the last bit", "[matrix]") {
    Random generator(141);
    for (const std::size_t n : {0u, 1u, 2u, 7u, 24u}) {
        for (const std::size_t d : {0u, 1u, 3u, 4u, 5u, 11u, 32u}) {
            for (const std::size_t m : {0u, 1u, 3u, 6u, 13u, 37u}) {
                const Matrix a = random_normal_matrix(n, d, generator);
                const Matrix b = random_normal_matrix(d, m, generator);
                const Matrix c = product_by_dot(a, b);
                CHECK(matmul(a, b) == c);
                CHECK(matmul_transpose_a(transpose(a), b) == c);
                CHECK(matmul_transpose_b(a, transpose(b)) == c);
            }
        }
    }
}

TEST_CASE("A row is set as a whole", "[matrix]") {
    Matrix m(2, 3);
    m.set_row(1, std::vector<double>{4, 5, 6});
    CHECK(m == Matrix{{0, 0, 0}, {4, 5, 6}});
}

TEST_CASE("Stacked is the rows of one and of the other below", "[matrix]") {
    const Matrix a{{1, 2, 3}}, b{{4, 5, 6}, {7, 8, 9}};
    CHECK(stacked(a, b) == Matrix{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    CHECK(stacked(Matrix(), b) == b);
    CHECK(stacked(b, Matrix(0, 5)) == b);
}
