/// NumPy's file format for arrays, .npy 1.0, little endian. Introduced in chapter 3.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Thrown for a file that is not a .npy file, is cut off, or contradicts its own header. The
/// message names the file and what is wrong.
class NpyError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The type of an array's numbers in the file.
enum class NpyType { float16, float32, float64, int64, uint8, boolean };

/// An array of any number of dimensions, its numbers in row-major order ("C order").
///
/// A double holds every value of these types exactly, except int64 beyond ±2^53.
struct NpyArray {
    std::vector<std::size_t> shape = {};  // () is a single number
    std::vector<double> values = {};
    NpyType type = NpyType::float64;

    friend bool operator==(const NpyArray&, const NpyArray&) = default;
};

/// The array in a file.
///
/// Column-major ("Fortran") order, as NumPy saves a transposed array, is turned into row-major.
///
/// throws  NpyError            when the file is cut off or too long; when its format version,
///                             byte order or type is unknown to this reader; when its bytes do
///                             not fill the shape that it claims; when an int64 is at or beyond
///                             ±2^53, or a boolean is not 0 or 1. It never allocates more than
///                             about 20 times the file's real size.
///         std::runtime_error  when the file cannot be read
NpyArray read_npy(const std::filesystem::path& file);

/// The array in a file's bytes; name appears in the error messages.
///
/// throws  NpyError  as above
NpyArray parse_npy(std::string_view bytes, std::string_view name);

/// A two-dimensional array as a Matrix, a one-dimensional one as a single row, a single number
/// as 1x1.
/// throws  ShapeError  when the array has more dimensions, or its values do not fill its shape
Matrix as_matrix(const NpyArray& array);

/// The bytes of a .npy file that holds array.
///
/// throws  ShapeError         when the values do not fill the shape, or a header of 65535 bytes
///                            cannot hold it
///         std::domain_error  when a value does not fit the type: a fraction in int64 or uint8,
///                            2^53 in int64, 256 in uint8, other than 0 and 1 in boolean.
///                            float16 and float32 round.
std::string npy_bytes(const NpyArray& array);

/// Writes m as a two-dimensional float64 array. The file is replaced as a whole, or not at
/// all.
///
/// throws  std::runtime_error  when it cannot be written
void write_npy(const std::filesystem::path& file, const Matrix& m);

}  // namespace attn
