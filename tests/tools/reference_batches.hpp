/// The arrays of reference cases, item by item: the cases come in batches and with PyTorch's
/// layouts, the library knows single sentences and the paper's layout.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "support/files/npy.hpp"
#include "tools/reference_cases.hpp"

namespace reference {

using Shape = std::vector<std::size_t>;

/// throws  UnknownCase  always: the case asks for what is not known here
[[noreturn]] void refuse(const Case& given, const std::string& what);

/// throws  UnknownCase  when the case asks for another operation
void require_op(const Case& given, const std::string& op);

/// The array of that name.
/// throws  CaseError  when there is none
const attn::NpyArray& slot(const Case& given, const Arrays& arrays,
                           const std::string& name);

/// The array of that name, or null.
const attn::NpyArray* optional_slot(const Arrays& arrays, const std::string& name);

/// How many numbers an array of that shape holds.
std::size_t count(const Shape& shape);

/// All dimensions but the last two: those of the batch.
Shape batch_of(const attn::NpyArray& array);

/// The shape to which both can be stretched: sizes of 1, and absent ones, take any size.
/// throws  UnknownCase  when the batches differ
Shape stretched(const Case& given, const Shape& a, const Shape& b);

/// The matrix of one item of the batch; the array is stretched to the batch's shape.
attn::Matrix item(const attn::NpyArray& array, const Shape& batch, std::size_t index);

/// Adds m to the matrix that item gives: a slope flows back to all that was stretched.
void add_item(attn::NpyArray& array, const Shape& batch, std::size_t index,
              const attn::Matrix& m);

/// m with a single row or column repeated, as masks are.
attn::Matrix repeated(const attn::Matrix& m, std::size_t rows, std::size_t cols);

/// Adds the items of a batch to an array one after the other.
void append(attn::NpyArray& array, const attn::Matrix& m);

/// An array as a matrix: the last dimension in its columns, all others in its rows.
attn::Matrix as_rows(const attn::NpyArray& array);

/// A matrix as an array of that shape.
attn::NpyArray array_of(const attn::Matrix& m, Shape shape);

}  // namespace reference
