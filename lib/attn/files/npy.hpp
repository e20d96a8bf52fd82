/// NumPy's file format for arrays, .npy 1.0, little endian. Introduced in chapter 4.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Thrown for a file that is no .npy file, is cut off, or says something untrue of itself.
/// The message names the file and what is wrong.
class NpyError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What each number of an array takes in the file.
enum class NpyType { float32, float64, int64, boolean };

/// An array of any number of dimensions, its numbers in row-major order ("C order").
///
/// A double holds every value of these types exactly, but for int64 beyond 2^53 in size.
struct NpyArray {
    NpyType type = NpyType::float64;
    std::vector<std::size_t> shape = {};  // () is a single number
    std::vector<double> values = {};
};

/// The array in a file.
///
/// throws  NpyError            when the file is cut off or too long; when it has another format
///                             version, byte order, type or order than this reader knows; when
///                             it claims a shape that its bytes do not fill; when an int64 is
///                             2^53 or more in size. It never allocates more than a few times
///                             the file's real size.
///         std::runtime_error  when the file cannot be read
NpyArray read_npy(const std::filesystem::path& file);

/// The same, of a file's bytes; name stands in the error messages.
NpyArray parse_npy(std::string_view bytes, std::string_view name);

/// An array of two dimensions as a Matrix, one of one dimension as a single row, a single
/// number as 1x1.
/// throws  ShapeError  when the array has more dimensions, or values that do not fill its shape
Matrix as_matrix(const NpyArray& array);

/// The bytes of a file that holds array.
///
/// throws  ShapeError         when the shape is not that of the values
///         std::domain_error  when a value does not fit the type: a fraction in int64, other
///                            than 0 and 1 in boolean. float32 rounds.
std::string npy_bytes(const NpyArray& array);

/// Writes m as a float64 array of its two dimensions. The file is replaced as a whole, or not
/// at all.
///
/// throws  std::runtime_error  when it cannot be written
void write_npy(const std::filesystem::path& file, const Matrix& m);

}  // namespace attn
