#include "support/files/npy.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"
#include "support/files/first_bytes.hpp"
#include "support/files/number_bytes.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace attn {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);  // then two bytes, the version

struct TypeName {
    NpyType type;
    std::string_view name;
};

/// What is written.
constexpr std::array<TypeName, 6> type_names{{{NpyType::float16, "<f2"},
                                              {NpyType::float32, "<f4"},
                                              {NpyType::float64, "<f8"},
                                              {NpyType::int64, "<i8"},
                                              {NpyType::uint8, "|u1"},
                                              {NpyType::boolean, "|b1"}}};

/// What is read beside that: whole numbers of other sizes, as int64.
constexpr std::string_view other_integers[] = {"i1", "i2", "i4", "u2", "u4", "u8"};

std::string_view name_of(NpyType type) {
    return std::find_if(type_names.begin(), type_names.end(),
                        [&](const TypeName& known) { return known.type == type; })
        ->name;
}

[[noreturn]] void fail(std::string_view file, const std::string& what) {
    throw NpyError(clean_utf8(file) + ": " + what);
}

/// Reads the header, a Python dictionary such as
/// {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderReader {
public:
    HeaderReader(std::string_view text, std::string_view file) : rest_(text), file_(file) {}

    NpyArray read() {
        expect("{");
        while (!next_is("}")) {
            const std::string_view key = quoted();
            expect(":");
            read_entry(key);
            if (!next_is(",")) {
                expect("}");
                break;
            }
        }
        if (!has_type_ || !has_order_ || !has_shape_) {
            fail("its header needs descr, fortran_order and shape");
        }
        if (rest_.find_first_not_of(" \n") != rest_.npos) {
            fail("its header does not end in blanks");
        }
        return array_;
    }

    /// Whether the first index runs fastest, as NumPy saves a transposed array.
    bool is_fortran_order() const { return is_fortran_order_; }

    /// Such as "<i4": the order of bytes, the kind of number, its bytes.
    const std::string& type_name() const { return type_name_; }

private:
    [[noreturn]] void fail(const std::string& what) const { attn::fail(file_, what); }

    void skip_blanks() {
        const std::size_t first = rest_.find_first_not_of(" ");
        rest_.remove_prefix(first == rest_.npos ? rest_.size() : first);
    }

    bool next_is(std::string_view word) {
        skip_blanks();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    void expect(std::string_view word) {
        if (!next_is(word)) {
            fail("its header should go on with " + std::string(word) + " at '" +
                 clean_utf8(rest_.substr(0, 20)) + "'");
        }
    }

    std::string_view quoted() {
        const char quote = next_is("\"") ? '"' : '\'';
        if (quote == '\'') expect("'");
        const std::size_t end = rest_.find(quote);
        if (end == rest_.npos) fail("its header has a quote that does not end");
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text;
    }

    void read_entry(std::string_view key) {
        if (key == "descr" && !std::exchange(has_type_, true)) {
            read_type();
        } else if (key == "fortran_order" && !std::exchange(has_order_, true)) {
            is_fortran_order_ = next_is("True");
            if (!is_fortran_order_) expect("False");
        } else if (key == "shape" && !std::exchange(has_shape_, true)) {
            read_shape();
        } else {
            fail("its header has the key '" + clean_utf8(key) +
                 "' too often or needlessly");
        }
    }

    void read_type() {
        const std::string_view name = quoted();
        type_name_ = name;
        const bool has_order = name.size() == 3 && name.find_first_of("<>=|") == 0;
        for (const TypeName& known : type_names) {
            if (has_order && known.name.substr(1) == name.substr(1)) {
                array_.type = known.type;
                return;
            }
        }
        for (const std::string_view known : other_integers) {
            if (has_order && known == name.substr(1)) {
                array_.type = NpyType::int64;
                return;
            }
        }
        fail("its numbers are of type '" + clean_utf8(name) +
             "'; f2, f4, f8, b1, and i and u of 1, 2, 4 and 8 bytes are read");
    }

    void read_shape() {
        expect("(");
        bool ends_in_comma = true;
        while (!next_is(")")) {
            if (!ends_in_comma) fail_at_shape();
            array_.shape.push_back(read_size());
            ends_in_comma = next_is(",");
        }
        if (array_.shape.size() == 1 && !ends_in_comma) fail_at_shape();
    }

    std::size_t read_size() {
        std::size_t size = 0;
        const auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
        const auto digits = static_cast<std::size_t>(end.ptr - rest_.data());
        const bool has_leading_zero = digits > 1 && rest_.front() == '0';
        if (end.ec != std::errc() || has_leading_zero) fail_at_shape();
        rest_.remove_prefix(digits);
        return size;
    }

    [[noreturn]] void fail_at_shape() const {
        fail("its shape is not a tuple of sizes such as (3,) or (3, 4)");
    }

    std::string_view rest_;
    std::string_view file_;
    NpyArray array_;
    std::string type_name_;
    bool has_type_ = false, has_order_ = false, has_shape_ = false;
    bool is_fortran_order_ = false;
};

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t size : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "(" + text + ")";
}

std::string header_of(const NpyArray& array) {
    std::string shape;
    for (const std::size_t size : array.shape) shape += std::to_string(size) + ", ";
    if (array.shape.size() > 1) shape.erase(shape.size() - 2);
    if (array.shape.size() == 1) shape.pop_back();
    std::string header = "{'descr': '" + std::string(name_of(array.type)) +
                         "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // The format wants the numbers to begin at a multiple of 64 bytes; 10 are before the header.
    header.append(63 - (10 + header.size()) % 64, ' ');
    return header + '\n';
}

/// A whole number, its lowest byte first.
double integer_of(std::string_view bytes, bool is_signed) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = 256 * value + static_cast<unsigned char>(bytes[i]);
    }
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes.size() - 1);
    if (!is_signed || value < sign) return static_cast<double>(value);
    return -static_cast<double>(2 * sign - value);  // two's complement
}

/// The values of an array whose first index runs fastest.
std::vector<double> row_after_row(const NpyArray& array) {
    std::vector<double> values;
    values.reserve(array.values.size());
    std::vector<std::size_t> shape = array.shape;
    std::erase(shape, 1);  // a hostile header has thousands, and they change no place
    std::vector<std::size_t> index(shape.size(), 0);
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        std::size_t place = 0;
        for (std::size_t axis = index.size(); axis-- > 0;) {
            place = place * shape[axis] + index[axis];
        }
        values.push_back(array.values[place]);
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < shape[axis]) break;
            index[axis] = 0;
        }
    }
    return values;
}

}  // namespace

NpyArray parse_npy(std::string_view bytes, std::string_view name) {
    if (!bytes.starts_with(magic)) {
        fail(name,
             "it does not begin as a .npy file does, but with " + first_bytes_text(bytes));
    }
    if (bytes.size() < magic.size() + 2) fail(name, "it is cut off in its header");
    const int version = static_cast<unsigned char>(bytes[magic.size()]);
    if (version < 1 || version > 3) {
        fail(name, "it is of version " + std::to_string(version) +
                       " of the format; 1, 2 and 3 are read");
    }
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    const std::size_t before_header = magic.size() + 2 + length_bytes;
    if (bytes.size() < before_header) fail(name, "it is cut off in its header");
    std::size_t length = 0;
    for (std::size_t i = before_header; i-- > magic.size() + 2;) {
        length = 256 * length + static_cast<unsigned char>(bytes[i]);
    }
    if (bytes.size() - before_header < length) fail(name, "it is cut off in its header");
    HeaderReader header(bytes.substr(before_header, length), name);
    NpyArray array = header.read();

    const std::string_view numbers = bytes.substr(before_header + length);
    const std::string& type = header.type_name();
    const auto each = static_cast<std::size_t>(type[2] - '0');
    if (!fills(array.shape, each, numbers.size())) {
        fail(name, "it claims the shape " + shape_text(array.shape) + " of " +
                       std::to_string(each) + " bytes each, but " +
                       std::to_string(numbers.size()) + " bytes follow");
    }
    array.values.reserve(numbers.size() / each);
    for (std::size_t i = 0; i < numbers.size() / each; ++i) {
        std::string number(numbers.substr(i * each, each));
        if (type[0] == '>') std::reverse(number.begin(), number.end());
        const bool is_integer = array.type == NpyType::int64;
        array.values.push_back(is_integer ? integer_of(number, type[1] == 'i')
                                          : number_at(array.type, number, 0));
        if (!can_hold(array.type, array.values.back())) {
            fail(name,
                 "its number " + std::to_string(i) +
                     " is a boolean other than 0 and 1, or an integer not below 2^53");
        }
    }
    if (header.is_fortran_order()) array.values = row_after_row(array);
    return array;
}

NpyArray read_npy(const std::filesystem::path& file) {
    return parse_npy(read_whole_file(file), file.string());
}

Matrix as_matrix(const NpyArray& array) {
    if (array.shape.size() > 2 || !fills(array.shape, 1, array.values.size())) {
        throw ShapeError(
            "as_matrix: the array has the shape " + shape_text(array.shape) + " and " +
            std::to_string(array.values.size()) +
            " values; a matrix has at most two dimensions, and a value for each "
            "place");
    }
    const std::size_t cols = array.shape.empty() ? 1 : array.shape.back();
    const std::size_t rows = array.shape.size() == 2 ? array.shape.front() : 1;
    Matrix m(rows, cols);
    std::copy(array.values.begin(), array.values.end(), m.values().begin());
    return m;
}

std::string npy_bytes(const NpyArray& array) {
    const std::string header = header_of(array);
    if (!fills(array.shape, 1, array.values.size())) {
        throw ShapeError("npy_bytes: the shape is " + shape_text(array.shape) + ", with " +
                         std::to_string(array.values.size()) +
                         " values; there must be one for each place");
    }
    if (header.size() > 65535)
        throw ShapeError("npy_bytes: the shape has " + std::to_string(array.shape.size()) +
                         " dimensions; a header of 65535 bytes cannot hold them");
    std::string bytes(magic);
    bytes += std::string_view("\1\0", 2);  // version 1.0
    bytes += static_cast<char>(header.size() % 256);
    bytes += static_cast<char>(header.size() / 256);
    bytes += header;
    for (const double value : array.values) {
        if (!can_hold(array.type, value)) {
            throw std::domain_error("npy_bytes: a value is " + exact_text(value) +
                                    ", which the type " + std::string(name_of(array.type)) +
                                    " cannot hold; take float64");
        }
        append_number(bytes, array.type, value);
    }
    return bytes;
}

void write_npy(const std::filesystem::path& file, const Matrix& m) {
    NpyArray array{.shape = {m.rows(), m.cols()}};
    for (std::size_t i = 0; i < m.rows(); ++i) {
        array.values.insert(array.values.end(), m.row(i).begin(), m.row(i).end());
    }
    write_whole_file(file, npy_bytes(array));
}

}  // namespace attn
