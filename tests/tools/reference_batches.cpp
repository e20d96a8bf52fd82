#include "tools/reference_batches.hpp"

#include <algorithm>
#include <numeric>

namespace reference {

void refuse(const Case& given, const std::string& what) {
    throw UnknownCase(given.folder.string() + ": " + what);
}

void require_op(const Case& given, const std::string& op) {
    if (given.op != op) refuse(given, "the op " + given.op + " is not known");
}

const attn::NpyArray& slot(const Case& given, const Arrays& arrays,
                           const std::string& name) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) {
        throw CaseError(given.folder.string() + ": it has no " + name);
    }
    return found->second;
}

const attn::NpyArray* optional_slot(const Arrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    return found == arrays.end() ? nullptr : &found->second;
}

std::size_t count(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1},
                           [](std::size_t a, std::size_t b) { return a * b; });
}

Shape batch_of(const attn::NpyArray& array) {
    if (array.shape.size() < 3) return {};
    return Shape(array.shape.begin(), array.shape.end() - 2);
}

Shape stretched(const Case& given, const Shape& a, const Shape& b) {
    if (a.size() < b.size()) return stretched(given, b, a);
    Shape both = a;
    const std::size_t offset = a.size() - b.size();
    for (std::size_t d = 0; d < b.size(); ++d) {
        std::size_t& size = both[offset + d];
        if (size != b[d] && size != 1 && b[d] != 1) refuse(given, "its batches differ");
        size = std::max(size, b[d]);
    }
    return both;
}

namespace {

/// Where an item of the batch begins among the array's matrices.
std::size_t position_of(const attn::NpyArray& array, const Shape& batch,
                        std::size_t index) {
    const Shape own = batch_of(array);
    std::size_t position = 0;
    std::size_t step = 1;
    for (std::size_t d = batch.size(); d-- > 0;) {
        const std::size_t place = index % batch[d];
        index /= batch[d];
        if (d + own.size() < batch.size()) continue;  // the array lacks this dimension
        const std::size_t size = own[d + own.size() - batch.size()];
        if (size != 1) position += place * step;
        step *= size;
    }
    return position;
}

}  // namespace

attn::Matrix item(const attn::NpyArray& array, const Shape& batch, std::size_t index) {
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    const std::size_t rows = array.shape.size() < 2 ? 1 : *(array.shape.end() - 2);
    const std::size_t first = position_of(array, batch, index) * rows * cols;
    attn::Matrix m(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            m(i, j) = array.values.at(first + i * cols + j);
        }
    }
    return m;
}

void add_item(attn::NpyArray& array, const Shape& batch, std::size_t index,
              const attn::Matrix& m) {
    std::size_t place = position_of(array, batch, index) * m.rows() * m.cols();
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) array.values.at(place++) += entry;
    }
}

attn::Matrix repeated(const attn::Matrix& m, std::size_t rows, std::size_t cols) {
    attn::Matrix result(rows, cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            result(i, j) = m(m.rows() == 1 ? 0 : i, m.cols() == 1 ? 0 : j);
        }
    }
    return result;
}

void append(attn::NpyArray& array, const attn::Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        array.values.insert(array.values.end(), m.row(i).begin(), m.row(i).end());
    }
}

attn::Matrix as_rows(const attn::NpyArray& array) {
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    return attn::as_matrix({{array.values.size() / std::max<std::size_t>(cols, 1), cols},
                            array.values,
                            array.type});
}

attn::NpyArray array_of(const attn::Matrix& m, Shape shape) {
    attn::NpyArray array{.shape = std::move(shape)};
    append(array, m);
    return array;
}

}  // namespace reference
