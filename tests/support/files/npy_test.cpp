#include "support/files/npy.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include "catch.hpp"
#include "infinity.hpp"
#include "temporary_folder.hpp"

using namespace attn;

namespace {

/// A file as the format's own description has it: magic, length, header, numbers.
std::string npy_file_of(const std::string& header, const std::string& numbers) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() % 256);
    bytes += static_cast<char>(header.size() / 256);
    return bytes + header + numbers;
}

const std::string one_double("\0\0\0\0\0\0\xf8\x3f", 8);  // 1.5

std::string header_of(const std::string& type, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

const std::string good_file = npy_file_of(header_of("<f8", "(1,)"), one_double);

/// Why these bytes are no .npy file; empty when they are one.
std::string npy_complaint(const std::string& bytes) {
    try {
        parse_npy(bytes, "x.npy");
    } catch (const NpyError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("An array whose first index runs fastest is read row after row", "[npy]") {
    const std::string header =
        "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 2), }\n";
    std::string numbers(12, '\0');
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 2; ++k) {
                numbers[i + 2 * (j + 3 * k)] = static_cast<char>(100 * i + 10 * j + k);
            }
        }
    }
    CHECK(parse_npy(npy_file_of(header, numbers), "x").values ==
          std::vector<double>{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121});
    CHECK(parse_npy(npy_file_of("{'descr': '<f8', 'fortran_order': True, 'shape': ()}\n",
                                one_double),
                    "x")
              .values == std::vector<double>{1.5});
}

TEST_CASE("float16 and uint8 are read and written", "[npy]") {
    const NpyArray halves = parse_npy(
        npy_file_of(header_of("<f2", "(2,)"), std::string("\0\x3e\0\xc0", 4)), "x");
    CHECK(halves.type == NpyType::float16);
    CHECK(halves.values == std::vector<double>{1.5, -2});
    for (const NpyType type : {NpyType::float16, NpyType::uint8}) {
        const NpyArray given{{2}, {255, 3}, type};
        const NpyArray again = parse_npy(npy_bytes(given), "x");
        CHECK(again.type == type);
        CHECK(again.values == given.values);
    }
}

TEST_CASE("A file of each type is read", "[npy]") {
    const NpyArray one = parse_npy(npy_file_of(header_of("<f8", "()"), one_double), "x");
    CHECK(one.shape.empty());
    CHECK(one.values == std::vector<double>{1.5});
    const NpyArray floats = parse_npy(
        npy_file_of(header_of("<f4", "(2,)"), std::string("\0\0\xc0\x3f\0\0\0\xc0", 8)),
        "x");
    CHECK(floats.type == NpyType::float32);
    CHECK(floats.shape == std::vector<std::size_t>{2});
    CHECK(floats.values == std::vector<double>{1.5, -2});
    const NpyArray ints =
        parse_npy(npy_file_of(header_of("<i8", "(1, 1)"), std::string(8, '\xff')), "x");
    CHECK(ints.values == std::vector<double>{-1});
    const NpyArray truths = parse_npy(
        npy_file_of(header_of("|b1", "(1, 3, 1)"), std::string("\1\0\1", 3)), "x");
    CHECK(truths.values == std::vector<double>{1, 0, 1});
    CHECK(truths.shape == std::vector<std::size_t>{1, 3, 1});
    CHECK(parse_npy(npy_file_of(header_of("<f8", "(0, 3)"), ""), "x").values.empty());
    const std::string without_last_comma =
        "{'descr': '<f8', 'fortran_order': False, 'shape': ()}\n";
    CHECK(parse_npy(npy_file_of(without_last_comma, one_double), "x").values == one.values);
}

TEST_CASE("What was written is read again, to the bit", "[npy]") {
    const Matrix m{{1.0 / 3.0, -0.0, infinity}, {5e-324, std::nan(""), -1e308}};
    const TemporaryFolder folder;
    const auto file = folder.path / "m.npy";
    write_npy(file, m);
    const NpyArray array = read_npy(file);
    CHECK(array.type == NpyType::float64);
    CHECK(array.shape == std::vector<std::size_t>{2, 3});
    const Matrix again = as_matrix(array);
    CHECK(again(0, 0) == m(0, 0));
    CHECK(std::signbit(again(0, 1)));
    CHECK(std::isnan(again(1, 1)));
    CHECK(again(1, 2) == -1e308);
    CHECK(std::filesystem::file_size(file) == 128 + 48);
    for (const NpyType type : {NpyType::float32, NpyType::int64, NpyType::boolean}) {
        for (const std::vector<std::size_t>& shape :
             {std::vector<std::size_t>{}, {1}, {1, 1}, {1, 1, 1}}) {
            const NpyArray given{shape, {1}, type};
            const NpyArray back = parse_npy(npy_bytes(given), "x");
            CHECK(back.type == type);
            CHECK(back.shape == shape);
            CHECK(back.values == given.values);
            CHECK((npy_bytes(given).size() - (type == NpyType::float32 ? 4u
                                              : type == NpyType::int64 ? 8u
                                                                       : 1u)) %
                      64 ==
                  0);
        }
    }
}

TEST_CASE("An array of up to two dimensions is a matrix", "[npy]") {
    CHECK(as_matrix({{2, 1}, {3, 4}, NpyType::float64}) == Matrix{{3}, {4}});
    CHECK(as_matrix({{2}, {3, 4}, NpyType::float64}) == Matrix{{3, 4}});
    CHECK(as_matrix({{}, {3}, NpyType::float64}) == Matrix{{3}});
    const std::size_t many = std::numeric_limits<std::size_t>::max() / 4;
    CHECK(as_matrix({{many, 0}, {}, NpyType::float64}).rows() == many);
}

TEST_CASE("A file that is cut off or too long is found out", "[npy]") {
    CHECK(npy_complaint(good_file) == "");
    CHECK(
        npy_complaint("") ==
        "x.npy: it does not begin as a .npy file does, but with nothing: it is empty, as a "
        "download that failed leaves it");
    CHECK(npy_complaint("\x93NUMPY\x02") == "x.npy: it is cut off in its header");
    CHECK(npy_complaint(std::string("\x93NUMPY\x04\x00", 8) + "{}") ==
          "x.npy: it is of version 4 of the format; 1, 2 and 3 are read");
    CHECK(npy_complaint(good_file.substr(0, 9)) == "x.npy: it is cut off in its header");
    CHECK(npy_complaint(good_file.substr(0, 30)) == "x.npy: it is cut off in its header");
    CHECK(npy_complaint(good_file.substr(0, good_file.size() - 1)) ==
          "x.npy: it claims the shape (1) of 8 bytes each, but 7 bytes follow");
    CHECK(npy_complaint(good_file + "!") ==
          "x.npy: it claims the shape (1) of 8 bytes each, but 9 bytes follow");
}

TEST_CASE("A lying shape is found out before anything is allocated for it", "[npy]") {
    const auto complaint_about_shape = [](const std::string& shape) {
        return npy_complaint(npy_file_of(header_of("<f8", shape), one_double));
    };
    // Their product is 0 where it is not looked at.
    const std::string root = std::to_string(std::size_t{1} << sizeof(std::size_t) * 4);
    const std::string square = "(" + root + ", " + root + ")";
    CHECK(complaint_about_shape(square) ==
          "x.npy: it claims the shape " + square + " of 8 bytes each, but 8 bytes follow");
    CHECK(complaint_about_shape("(18446744073709551616,)") ==
          "x.npy: its shape is not a tuple of sizes such as (3,) or (3, 4)");
    CHECK(complaint_about_shape("(-1,)") ==
          "x.npy: its shape is not a tuple of sizes such as (3,) or (3, 4)");
    const std::string empty = "(" + root + ", " + root + ", 0)";
    CHECK(npy_complaint(npy_file_of(header_of("<f8", empty), "")) == "");
}

TEST_CASE("A header that this reader does not know is refused", "[npy]") {
    const auto complaint_about_header = [](const std::string& header) {
        return npy_complaint(npy_file_of(header, one_double));
    };
    for (const std::string type : {"<c8", "<U3", "|O", "<f9", "?f8", "f8", "<f16"}) {
        CHECK(complaint_about_header(header_of(type, "(1,)")) ==
              "x.npy: its numbers are of type '" + type +
                  "'; f2, f4, f8, b1, and i and u of 1, 2, 4 and 8 bytes are read");
    }
    CHECK(complaint_about_header("{'descr': '<f8', 'fortran_order': 1, 'shape': (1,), }") ==
          "x.npy: its header should go on with False at '1, 'shape': (1,), }'");
    CHECK(complaint_about_header("{'descr': '<f8', 'shape': (1,), }") ==
          "x.npy: its header needs descr, fortran_order and shape");
    CHECK(complaint_about_header("{'descr': '<f8', 'descr': '<f8', }") ==
          "x.npy: its header has the key 'descr' too often or needlessly");
    CHECK(complaint_about_header("{'descr': '<f8") ==
          "x.npy: its header has a quote that does not end");
    CHECK(complaint_about_header("[1]") ==
          "x.npy: its header should go on with { at '[1]'");
    CHECK(complaint_about_header("[1, 2, 3, 4, 5, 6, 7, 8]") ==
          "x.npy: its header should go on with { at '[1, 2, 3, 4, 5, 6, 7'");
    CHECK(complaint_about_header(header_of("<f8", "(1,)") + "x") ==
          "x.npy: its header does not end in blanks");
}

TEST_CASE("A number that a double cannot stand for is refused", "[npy]") {
    const char* reason =
        "x.npy: its number 0 is a boolean other than 0 and 1, or an integer not below 2^53";
    CHECK(npy_complaint(npy_file_of(header_of("|b1", "(1,)"), "\2")) == reason);
    const std::string two_to_53("\0\0\0\0\0\0\x20\0", 8);
    CHECK(npy_complaint(npy_file_of(header_of("<i8", "(1,)"), two_to_53)) == reason);
    const std::string above("\1\0\0\0\0\0\x20\0", 8);
    CHECK(npy_complaint(npy_file_of(header_of("<i8", "(1,)"), above)) == reason);
    const std::string below("\xff\xff\xff\xff\xff\xff\x1f\0", 8);
    CHECK(npy_complaint(npy_file_of(header_of("<i8", "(1,)"), below)) == "");
}

TEST_CASE("What cannot be read or written is named", "[npy]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(read_npy("/no/such.npy"),
                      "cannot read /no/such.npy: No such file or directory");
    CHECK_THROWS_AS(read_npy(folder.path), std::runtime_error);
    CHECK_THROWS_WITH(write_npy("/no/such.npy", Matrix(2, 3)),
                      "cannot write /no/such.npy: No such file or directory");
}

TEST_CASE("A shape is a Python tuple of sizes, as NumPy reads it", "[npy]") {
    const auto complaint_about_shape = [](const std::string& shape) {
        return npy_complaint(npy_file_of(header_of("<f8", shape), one_double));
    };
    CHECK(complaint_about_shape("(1,)").empty());
    CHECK(complaint_about_shape("(1, 1)").empty());
    CHECK(complaint_about_shape("(1, 1,)").empty());
    CHECK(complaint_about_shape("( 1,1 )").empty());
    const std::string wrong =
        "x.npy: its shape is not a tuple of sizes such as (3,) or (3, 4)";
    for (const char* shape :
         {"(1)", "(01,)", "(1, 01)", "(,)", "(1 1)", "(-1,)", "(1.0,)"}) {
        INFO(shape);
        CHECK(complaint_about_shape(shape) == wrong);
    }
}

TEST_CASE("A header holds as many dimensions as fit into 65535 bytes", "[npy]") {
    NpyArray array{.shape = std::vector<std::size_t>(21800, 1), .values = {5}};
    CHECK(parse_npy(npy_bytes(array), "x").shape.size() == 21800);
    // However many there are, an array in Fortran's order is read at once.
    std::string ones;
    for (int i = 0; i < 20000; ++i) ones += "1, ";
    const std::string header =
        "{'descr': '|u1', 'fortran_order': True, 'shape': (" + ones + "2, 500000), }\n";
    const std::string numbers = std::string(999998, '\0') + "\1\2";
    const std::vector<double> turned = parse_npy(npy_file_of(header, numbers), "x").values;
    CHECK(turned.at(499999) == 1);
    CHECK(turned.at(999999) == 2);
    array.shape.resize(22000, 1);
    CHECK_THROWS_WITH(
        npy_bytes(array),
        "npy_bytes: the shape has 22000 dimensions; a header of 65535 bytes cannot hold them");
}

TEST_CASE("What NumPy writes otherwise is read: versions, quotes, byte orders, integers",
          "[npy]") {
    std::string bytes("\x93NUMPY\x02\x00", 8);
    const std::string header =
        "{\"descr\": \"=f8\", 'fortran_order': False, 'shape': (1,), }\n";
    bytes += static_cast<char>(header.size());
    bytes += std::string(3, '\0') + header + one_double;
    CHECK(parse_npy(bytes, "x").values == std::vector<double>{1.5});
    bytes[6] = '\x03';
    CHECK(parse_npy(bytes, "x").values == std::vector<double>{1.5});
    CHECK(npy_complaint(bytes.substr(0, 11)) == "x.npy: it is cut off in its header");

    const auto values = [](const std::string& type, const std::string& numbers) {
        return parse_npy(npy_file_of(header_of(type, "(1,)"), numbers), "x").values;
    };
    CHECK(values(">f8", {one_double.rbegin(), one_double.rend()}) ==
          std::vector<double>{1.5});
    CHECK(values("<i4", "\xfe\xff\xff\xff") == std::vector<double>{-2});
    CHECK(values(">i4", "\xff\xff\xff\xfe") == std::vector<double>{-2});
    CHECK(values("<u4", "\xfe\xff\xff\xff") == std::vector<double>{4294967294.0});
    CHECK(values("<i2", "\x07\x01") == std::vector<double>{263});
    CHECK(values("|i1", "\x80") == std::vector<double>{-128});
    CHECK(values("<i8", std::string(8, '\xff')) == std::vector<double>{-1});
    CHECK(
        npy_complaint(npy_file_of(header_of("<u8", "(1,)"), std::string(8, '\xff'))) ==
        "x.npy: its number 0 is a boolean other than 0 and 1, or an integer not below 2^53");
    CHECK(parse_npy(npy_file_of(header_of("<i4", "(1,)"), "abcd"), "x").type ==
          NpyType::int64);
}
