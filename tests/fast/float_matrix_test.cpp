#include <cstdint>
#include <limits>
#include <type_traits>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "fast/float_matrix.hpp"
#include "infinity.hpp"
#include "is_sanitized.hpp"

using attn::Matrix;
using attn::fast::FloatMatrix;

TEST_CASE("A float matrix holds its rows one after the other, on a cache line", "[fast]") {
    const FloatMatrix m{{1, 2, 3}, {4, 5, 6}};
    CHECK(m.rows() == 2);
    CHECK(m.cols() == 3);
    CHECK(m(1, 0) == 4);
    CHECK(m.row(1)[2] == 6);
    CHECK(m.view().row(1)[1] == 5);
    CHECK(m.columns(1, 2).row(1)[0] == 5);
    CHECK(m.columns(3, 0).cols == 0);
    CHECK(shape_text(m) == "2x3");
    CHECK(FloatMatrix(2, 3, 1.5f)(1, 2) == 1.5f);
    CHECK(FloatMatrix(2, 3)(1, 2) == 0);
    for (const std::size_t n : {1u, 7u, 1000u}) {
        const FloatMatrix other(n, n);
        CHECK(reinterpret_cast<std::uintptr_t>(other.view().data) % 64 == 0);
    }
}

TEST_CASE("To float and back rounds once", "[fast]") {
    const Matrix m{{1, 1.0 / 3, -2.5}, {1e300, -infinity, 1e-50}};
    const FloatMatrix f(m);
    CHECK(f(0, 1) == 1.0f / 3);
    const Matrix back = to_matrix(f);
    CHECK(back(0, 0) == 1);
    CHECK(back(0, 1) == static_cast<double>(1.0f / 3));
    CHECK(back(1, 0) == infinity);
    CHECK(back(1, 1) == -infinity);
    CHECK(back(1, 2) == 0);
    CHECK(FloatMatrix(back) == f);
}

TEST_CASE("A float matrix that was moved from is empty, and one can be resized", "[fast]") {
    FloatMatrix m{{1, 2, 3}, {4, 5, 6}};
    FloatMatrix other = std::move(m);
    CHECK(shape_text(m) == "0x0");  // NOLINT: that is what is tested
    CHECK(other(1, 2) == 6);
    m = std::move(other);
    CHECK(shape_text(other) == "0x0");  // NOLINT
    const float* const before = m.view().data;
    m.resize(1, 5);
    CHECK(shape_text(m) == "1x5");
    CHECK(m.view().data == before);
    m.resize(31, 7);
    m(30, 6) = 1;
    CHECK(shape_text(m) == "31x7");
    CHECK(FloatMatrix::uninitialized(5, 3).cols() == 3);
}

TEST_CASE("A float matrix that found no memory is empty", "[fast]") {
    if (is_sanitized) return;
    FloatMatrix m(2, 3);
    CHECK_THROWS_AS(m.resize(1, std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float)),
                    std::bad_alloc);
    CHECK(shape_text(m) == "0x0");
}

TEST_CASE("More floats than can be counted are refused", "[fast]") {
    FloatMatrix m(2, 3);
    CHECK_THROWS_AS(FloatMatrix(std::numeric_limits<std::size_t>::max(), 2),
                    attn::ShapeError);
    CHECK_THROWS_AS(m.resize(std::numeric_limits<std::size_t>::max(), 2), attn::ShapeError);
    CHECK(shape_text(m) == "2x3");
}
