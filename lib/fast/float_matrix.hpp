/// Matrices of float32, the numbers of the fast library. Introduced in chapter 21.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

/// Allocates memory that begins on a cache line of 64 bytes, so that no vector load of a
/// panel touches two lines, and leaves it unwritten where no value is asked for.
template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) noexcept {}

    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), alignment));
    }
    void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, alignment); }

    template <class U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;  // not U(): the value stays uninitialized
    }
    template <class U, class Value>
    void construct(U* place, const Value& value) {
        ::new (static_cast<void*>(place)) U(value);
    }

    friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

/// Floats on cache lines. AlignedFloats(n) holds n uninitialized numbers,
/// AlignedFloats(n, 0.0f) n zeros.
using AlignedFloats = std::vector<float, CacheLineAllocator<float>>;

/// A view of a matrix, or of some of its rows and columns: row i begins stride floats after
/// row i - 1. It is valid until the matrix is assigned to, resized or gone.
struct ConstFloatView {
    const float* data = nullptr;
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t stride = 0;

    const float* row(std::size_t i) const { return data + i * stride; }
};

/// The same, to write through.
struct FloatView {
    float* data = nullptr;
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t stride = 0;

    float* row(std::size_t i) const { return data + i * stride; }
    operator ConstFloatView() const { return {data, rows, cols, stride}; }
};

/// A matrix of floats, stored row by row: attn::Matrix in half the memory, with twice as many
/// numbers per vector register, and about 7 digits instead of 16.
class FloatMatrix {
public:
    /// The empty matrix, 0x0.
    FloatMatrix() = default;

    /// rows x cols numbers, all equal to fill.
    /// throws  ShapeError  when rows times cols is more than can be counted
    explicit FloatMatrix(std::size_t rows, std::size_t cols, float fill = 0.0f);

    /// FloatMatrix{{1, 2, 3}, {4, 5, 6}} is 2x3.
    /// throws  ShapeError  when the rows differ in length
    FloatMatrix(std::initializer_list<std::initializer_list<float>> rows);

    /// The same numbers, each rounded to the nearest float; beyond the largest, to infinity.
    explicit FloatMatrix(const Matrix& m);

    /// rows x cols uninitialized numbers, for callers that write all of them.
    /// throws  ShapeError  when rows times cols is more than can be counted
    static FloatMatrix uninitialized(std::size_t rows, std::size_t cols);

    /// Makes it rows x cols uninitialized numbers; memory that suffices is kept.
    /// throws  ShapeError  as above
    void resize(std::size_t rows, std::size_t cols);

    FloatMatrix(const FloatMatrix&) = default;
    FloatMatrix& operator=(const FloatMatrix&) = default;

    /// A matrix that was moved from is empty, 0x0.
    FloatMatrix(FloatMatrix&& other) noexcept;
    FloatMatrix& operator=(FloatMatrix&& other) noexcept;

    std::size_t rows() const noexcept { return rows_; }
    std::size_t cols() const noexcept { return cols_; }

    /// The number in row i and column j, both counted from 0.
    /// throws  std::out_of_range  when there is no such row or column
    float& operator()(std::size_t i, std::size_t j) {
        if (i >= rows_ || j >= cols_) throw_no_entry(i, j);
        return values_[i * cols_ + j];
    }
    float operator()(std::size_t i, std::size_t j) const {
        if (i >= rows_ || j >= cols_) throw_no_entry(i, j);
        return values_[i * cols_ + j];
    }

    /// Row i as a view, not a copy: it is valid until the matrix is assigned to, resized or
    /// gone.
    /// throws  std::out_of_range  when there is no such row
    std::span<float> row(std::size_t i) &;
    std::span<const float> row(std::size_t i) const&;
    std::span<const float> row(std::size_t i) const&& = delete;

    /// All of it as a view; and count columns of it, from column first.
    /// throws  std::out_of_range  when there are no such columns
    FloatView view() & { return {values_.data(), rows_, cols_, cols_}; }
    ConstFloatView view() const& { return {values_.data(), rows_, cols_, cols_}; }
    ConstFloatView view() const&& = delete;
    FloatView columns(std::size_t first, std::size_t count) &;
    ConstFloatView columns(std::size_t first, std::size_t count) const&;
    ConstFloatView columns(std::size_t first, std::size_t count) const&& = delete;

    friend bool operator==(const FloatMatrix&, const FloatMatrix&) = default;

private:
    [[noreturn]] void throw_no_entry(std::size_t i, std::size_t j) const;
    void require_row(std::size_t i) const;
    void require_columns(std::size_t first, std::size_t count) const;

    std::size_t rows_ = 0;
    std::size_t cols_ = 0;
    AlignedFloats values_ = {};
};

/// "4x3": the shape as error messages show it.
std::string shape_text(const FloatMatrix& m);

/// The same numbers as doubles: exact.
Matrix to_matrix(const FloatMatrix& m);

}  // namespace attn::fast
