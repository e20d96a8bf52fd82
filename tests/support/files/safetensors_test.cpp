#include "support/files/safetensors.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "support/files/whole_file.hpp"
#include "support/precision/number_formats.hpp"
#include "temporary_folder.hpp"

using namespace attn;

namespace {

using Arrays = std::map<std::string, NpyArray>;

std::string eight_bytes(std::uint64_t length) {
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 255);
    return bytes;
}

/// A file as the format's description has it: length, header, numbers.
std::string file_of(const std::string& header, const std::string& numbers) {
    return eight_bytes(header.size()) + header + numbers;
}

/// A header's entry of bytes from begin to end.
std::string entry(const std::string& name, std::size_t begin, std::size_t end,
                  const std::string& dtype = "F32", const std::string& shape = "[1]") {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

const std::string one_float("\0\0\xc0\x3f", 4);  // 1.5

/// Why these bytes are no safetensors file; empty when they are one.
std::string complaint_about(const std::string& bytes) {
    try {
        parse_safetensors(bytes, "x");
    } catch (const SafetensorsError& error) {
        return error.what();
    }
    return "";
}

/// About a header that is followed by one float.
std::string complaint_about_header(const std::string& header) {
    return complaint_about(file_of(header, one_float));
}

/// An array of one number with these bytes.
double number_of(const std::string& dtype, const std::string& bytes) {
    const std::string header = "{" + entry("a", 0, bytes.size(), dtype, "[]") + "}";
    return parse_safetensors(file_of(header, bytes), "x").at("a").values.at(0);
}

std::string two_bytes(unsigned bits) {
    return {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)};
}

}  // namespace

TEST_CASE("A file of each dtype is read", "[safetensors]") {
    CHECK(number_of("F64", std::string("\0\0\0\0\0\0\xf8\x3f", 8)) == 1.5);
    CHECK(number_of("F32", one_float) == 1.5);
    CHECK(number_of("F16", two_bytes(0x3E00)) == 1.5);
    CHECK(number_of("BF16", two_bytes(0x3FC0)) == 1.5);
    CHECK(number_of("I64", std::string(8, '\xff')) == -1);
    CHECK(number_of("BOOL", "\1") == 1);
    const Arrays arrays = parse_safetensors(
        file_of("{\"__metadata__\":{\"format\":\"pt\"}," +
                    entry("b", 2, 14, "F32", "[1,3]") + "," +
                    entry("a", 0, 2, "BOOL", "[2,1]") + "," +
                    entry("c", 14, 14, "F16", "[0,7]") + "}   ",
                std::string("\1\0", 2) + one_float + one_float + one_float),
        "x");
    REQUIRE(arrays.size() == 3);
    CHECK(arrays.at("a").type == NpyType::boolean);
    CHECK(arrays.at("a").shape == std::vector<std::size_t>{2, 1});
    CHECK(arrays.at("a").values == std::vector<double>{1, 0});
    CHECK(arrays.at("b").type == NpyType::float32);
    CHECK(arrays.at("b").shape == std::vector<std::size_t>{1, 3});
    CHECK(arrays.at("b").values == std::vector<double>{1.5, 1.5, 1.5});
    CHECK(arrays.at("c").type == NpyType::float16);
    CHECK(arrays.at("c").shape == std::vector<std::size_t>{0, 7});
}

TEST_CASE("Every number of two bytes is its format's", "[safetensors]") {
    // By the format's own definition: sign, exponent, fraction; and of bfloat16, the upper half of
    // a float.
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const double half = number_of("F16", two_bytes(bits));
        const double brain = number_of("BF16", two_bytes(bits));
        const double sign = bits < 32768 ? 1 : -1;
        const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
        INFO("bits " << bits);
        if (exponent == 31 && fraction > 0) {
            REQUIRE(std::isnan(half));
        } else if (exponent == 31) {
            REQUIRE(half == sign * std::numeric_limits<double>::infinity());
        } else if (exponent == 0) {
            REQUIRE(half == sign * fraction * std::pow(2.0, -24));
        } else {
            REQUIRE(half ==
                    sign * (1 + fraction / 1024.0) * std::pow(2.0, exponent - 15.0));
        }
        if (std::isnan(half) || std::isnan(brain)) continue;
        REQUIRE(std::signbit(half) == (sign < 0));
        REQUIRE(std::signbit(brain) == (sign < 0));
        REQUIRE(brain == std::bit_cast<float>(std::uint32_t{bits} << 16));
    }
    CHECK(number_of("BF16", two_bytes(0x7F7F)) == largest_finite(bfloat16));
    CHECK(number_of("BF16", two_bytes(0x0001)) == std::pow(2.0, -133));
    CHECK(std::isinf(number_of("BF16", two_bytes(0xFF80))));
    CHECK(std::isnan(number_of("BF16", two_bytes(0x7FC0))));
}

TEST_CASE("What is written is read again, to the bit", "[safetensors]") {
    const Arrays arrays{{"norm.bias", {{3}, {1.0 / 3, -0.0, 1e-320}, NpyType::float64}},
                        {"ids", {{2, 1}, {-7, 9007199254740991.0}, NpyType::int64}},
                        {"allowed", {{1, 2, 1}, {1, 0}, NpyType::boolean}},
                        {"half", {{1, 3}, {1.5, -65504, 0x1p-24}, NpyType::float16}},
                        {"bytes", {{2}, {0, 255}, NpyType::uint8}},
                        {"quote\"\\/\b\f\n\r\t\x01\x7f", {{}, {1.5}, NpyType::float32}},
                        {"한국어 🙂", {{0, 5}, {}, NpyType::float32}},
                        {"", {{1}, {INFINITY}, NpyType::float32}}};
    const TemporaryFolder folder;
    write_safetensors(folder.path / "model.safetensors", arrays);
    const Arrays again = read_safetensors(folder.path / "model.safetensors");
    REQUIRE(again.size() == arrays.size());
    for (const auto& [name, array] : arrays) {
        INFO(name);
        CHECK(again.at(name).type == array.type);
        CHECK(again.at(name).shape == array.shape);
        CHECK(again.at(name).values == array.values);
    }
    CHECK(std::signbit(again.at("norm.bias").values[1]));
    CHECK(parse_safetensors(safetensors_bytes({}), "x").empty());
}

TEST_CASE("Wide types are written first, then by name, the header in eights",
          "[safetensors]") {
    const std::string bytes = safetensors_bytes({{"b", {{1}, {1.5}, NpyType::float32}},
                                                 {"a", {{1}, {1.5}, NpyType::float32}},
                                                 {"c", {{1, 1}, {1.5}, NpyType::float64}}});
    const std::string header = "{" + entry("c", 0, 8, "F64", "[1,1]") + "," +
                               entry("a", 8, 12) + "," + entry("b", 12, 16) + "}";
    REQUIRE(header.size() % 8 != 0);
    const std::string padded = header + std::string(8 - header.size() % 8, ' ');
    CHECK(bytes ==
          file_of(padded, std::string("\0\0\0\0\0\0\xf8\x3f", 8) + one_float + one_float));
}

TEST_CASE("A safetensors file that is cut off or too long is found out", "[safetensors]") {
    const std::string header = "{" + entry("a", 0, 4) + "}";
    const std::string good = file_of(header, one_float);
    CHECK(complaint_about(good) == "");
    for (std::size_t size = 0; size < good.size(); ++size) {
        INFO(size);
        CHECK(complaint_about(good.substr(0, size)) != "");
    }
    CHECK(complaint_about("") ==
          "x: it has 0 bytes; a safetensors file begins with 8, its header's length");
    CHECK(complaint_about(good.substr(0, good.size() - 1)) ==
          "x: 'a' is at [0,4] of the numbers, of which there are 3 bytes");
    CHECK(complaint_about(good + "!") ==
          "x: its arrays end at byte 4 of the numbers, of which there are 5 bytes");
    CHECK(complaint_about(std::string("PK\3\4\0\0\0\0{}", 10)) ==
          "x: its first 8 bytes announce a header of 67324752 bytes; 2 follow, and at most "
          "100000000 are read");
    CHECK(
        complaint_about(std::string("PK\3\4\0\0\0\0ab", 10)) ==
        "x: it does not begin as a .safetensors file does, but with "
        "\"PK\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDab\", which is a zip archive, as torch.save "
        "and numpy.savez write; safetensors.torch.save_file and numpy.save write what is "
        "read here");
    CHECK(complaint_about(file_of("{}", "!")) ==
          "x: its arrays end at byte 0 of the numbers, of which there are 1 bytes");
}

TEST_CASE("A header longer than the file, or than memory, is not looked for",
          "[safetensors]") {
    CHECK(
        complaint_about(eight_bytes(5) + "{}  ") ==
        "x: its first 8 bytes announce a header of 5 bytes; 4 follow, and at most 100000000 "
        "are read");
    CHECK(
        complaint_about(eight_bytes(~std::uint64_t{0}) + "{}") ==
        "x: its first 8 bytes announce a header of 18446744073709551615 bytes; 2 follow, and "
        "at most 100000000 are read");
    CHECK(complaint_about(std::string(8, '\0')) ==
          "x: at byte 8, in its header: a header begins with '{'");
    CHECK(
        complaint_about(eight_bytes(100000001) + "{" + std::string(100000000, ' ')) ==
        "x: its first 8 bytes announce a header of 100000001 bytes; 100000001 follow, and at "
        "most 100000000 are read");
}

TEST_CASE("Arrays that overlap, leave gaps or run backwards are found out",
          "[safetensors]") {
    CHECK(
        complaint_about_header("{" + entry("a", 0, 4) + "," + entry("b", 0, 4) + "}") ==
        "x: 'b' is at [0,4] of the numbers, and the array before it ends at 4: they overlap");
    CHECK(
        complaint_about(file_of("{" + entry("a", 0, 4) + "," + entry("b", 3, 7) + "}",
                                one_float + one_float)) ==
        "x: 'b' is at [3,7] of the numbers, and the array before it ends at 4: they overlap");
    CHECK(complaint_about(file_of("{" + entry("a", 0, 4) + "," + entry("b", 5, 9) + "}",
                                  one_float + one_float + "!")) ==
          "x: 'b' is at [5,9] of the numbers, and what is before it ends at 4: the bytes "
          "between belong to no array");
    CHECK(complaint_about_header("{" + entry("a", 1, 5) + "}") ==
          "x: 'a' is at [1,5] of the numbers, and what is before it ends at 0: the bytes "
          "between belong to no array");
    CHECK(
        complaint_about_header("{" + entry("a", 4, 0) + "}") ==
        "x: at byte 55, in its header: data_offsets [4,0]; wanted a begin, and an end that is "
        "not before it");
    CHECK(
        complaint_about_header(
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4]}}") ==
        "x: at byte 55, in its header: data_offsets [4]; wanted a begin, and an end that is "
        "not before it");
    const std::string end_of_time = std::to_string(std::numeric_limits<std::size_t>::max());
    CHECK(complaint_about_header(
              "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0," + end_of_time +
              "]}}") == "x: 'a' is at [0," + end_of_time +
                            "] of the numbers, of which there are 4 bytes");
}

TEST_CASE("A shape that lies is found out before anything is allocated for it",
          "[safetensors]") {
    const auto complaint_about_shape = [](const std::string& shape) {
        return complaint_about_header("{" + entry("a", 0, 4, "F32", shape) + "}");
    };
    CHECK(
        complaint_about_shape("[2]") ==
        "x: 'a' is at [0,4] of the numbers, which its shape [2] of 4 bytes each does not fill");
    CHECK(
        complaint_about_shape("[0]") ==
        "x: 'a' is at [0,4] of the numbers, which its shape [0] of 4 bytes each does not fill");
    // Their product is 0 where it is not looked at, and with a 1 it would be the right one.
    const std::string root = std::to_string(std::size_t{1} << sizeof(std::size_t) * 4);
    const std::string square = "[" + root + "," + root + "]";
    CHECK(complaint_about_shape(square) ==
          "x: 'a' is at [0,4] of the numbers, which its shape " + square +
              " of 4 bytes each does not fill");
    CHECK(complaint_about_shape("[18446744073709551616]") ==
          "x: at byte 37, in its header: this number is too large");
    for (const char* wrong :
         {"-1", "1.0", "1e0", "01", "+1", "true", "\"1\"", "[1]", "null"}) {
        CHECK(complaint_about_shape("[" + std::string(wrong) + "]")
                  .starts_with(
                      "x: at byte 37, in its header: wanted a whole number that is not "
                      "negative, found '" +
                      std::string(wrong)));
    }
    std::string many = "[1";
    for (int i = 0; i < 63; ++i) many += ",1";
    CHECK(complaint_about_shape(many + "]") == "");
    CHECK(complaint_about_shape(many + ",1]") ==
          "x: at byte 36, in its header: a list of more than 64 numbers");
}

TEST_CASE("A dtype that we do not have is named", "[safetensors]") {
    for (const char* dtype : {"F8_E4M3", "I32", "f32", ""}) {
        CHECK(complaint_about_header("{" + entry("a", 0, 4, dtype) + "}") ==
              "x: at byte 22, in its header: the dtype '" + std::string(dtype) +
                  "'; F64, F32, F16, BF16, I64, U8 and BOOL are read");
    }
}

TEST_CASE("A name that comes twice is found out", "[safetensors]") {
    CHECK(complaint_about_header("{" + entry("a", 0, 4) + "," + entry("a", 4, 4) + "}") ==
          "x: at byte 62, in its header: the name 'a' for the second time");
    CHECK(complaint_about_header("{" + entry("a", 0, 4) + "," + entry("\\u0061", 4, 4) +
                                 "}") ==
          "x: at byte 62, in its header: the name 'a' for the second time");
    CHECK(complaint_about_header("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"") ==
          "x: at byte 28, in its header: the name 'dtype' for the second time");
    CHECK(complaint_about_header("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}") ==
          "x: at byte 32, in its header: the name 'a' for the second time");
}

TEST_CASE("100,000 names are possible, and no more", "[safetensors]") {
    std::string header = "{";
    for (int i = 1; i <= 100000; ++i) {
        header += entry(std::to_string(i), 0, 0, "F32", "[0]") + (i < 100000 ? "," : "");
    }
    CHECK(complaint_about(file_of(header + "}", "")).empty());
    header += "," + entry("one more", 0, 0, "F32", "[0]");
    CHECK(complaint_about(file_of(header + "}", "")).ends_with("more than 100000 names"));
}

TEST_CASE("A header that is other JSON is refused where it is", "[safetensors]") {
    const auto complaint = [](const std::string& header) {
        const std::string begin = "x: at byte ", text = complaint_about_header(header);
        return text.starts_with(begin) ? text.substr(begin.size()) : text;
    };
    CHECK(complaint("[]") == "8, in its header: a header begins with '{'");
    CHECK(complaint(" {}") == "8, in its header: a header begins with '{'");
    CHECK(complaint("{") == "9, in its header: wanted a string in quotes, found the end");
    CHECK(complaint("{a:1}") ==
          "9, in its header: wanted a string in quotes, found 'a:1}'");
    CHECK(complaint("{\"a\"}") == "12, in its header: wanted ':', found '}'");
    CHECK(complaint("{\"a\" : 1 }") == "15, in its header: wanted '{', found '1 }'");
    CHECK(complaint("{\"a\":{}}") ==
          "13, in its header: 'a' needs dtype, shape and data_offsets");
    CHECK(complaint("{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}") ==
          "13, in its header: 'a' needs dtype, shape and data_offsets");
    CHECK(complaint("{\"a\":{\"size\":4}}") ==
          "14, in its header: the key 'size'; an array has dtype, shape and data_offsets");
    CHECK(complaint("{\"a\":{\"dtype\":[]}}") ==
          "22, in its header: wanted a string in quotes, found '[]}}'");
    CHECK(complaint("{" + entry("a", 0, 4) + ",}") ==
          "62, in its header: wanted a string in quotes, found '}'");
    CHECK(complaint("{" + entry("a", 0, 4)) ==
          "61, in its header: wanted '}', found the end");
    CHECK(complaint("{" + entry("a", 0, 4) + "}}") ==
          "62, in its header: wanted nothing but spaces, found '}'");
    CHECK(complaint("{" + entry("a", 0, 4) + "}\n") ==
          "62, in its header: wanted nothing but spaces, found '\uFFFD'");
    CHECK(complaint("{" + entry("a", 0, 4) + "}  ") == "");
    CHECK(complaint("{\"__metadata__\":{\"format\":1}}") ==
          "34, in its header: wanted a string in quotes, found '1}}'");
    CHECK(complaint("{\"__metadata__\":[]}") ==
          "24, in its header: wanted '{', found '[]}'");
}

TEST_CASE("JSON nested a million deep is refused, and needs no stack", "[safetensors]") {
    const std::string deep(1000000, '[');
    CHECK(complaint_about_header("{\"a\":{\"shape\":" + deep) ==
          "x: at byte 23, in its header: wanted a whole number that is not negative, found "
          "'[[[[[[[[[[[[[[[[[[[['");
    CHECK(complaint_about_header("{\"a\":" + deep) ==
          "x: at byte 13, in its header: wanted '{', found '[[[[[[[[[[[[[[[[[[[['");
    std::string objects;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    CHECK(complaint_about_header(objects) ==
          "x: at byte 14, in its header: the key 'a'; an array has dtype, shape and "
          "data_offsets");
}

TEST_CASE("A name in broken UTF-8 or with a broken escape is refused", "[safetensors]") {
    const auto complaint_about_name = [](const std::string& name) {
        const std::string begin = "x: at byte ", end = ", in its header: ";
        const std::string text = complaint_about_header("{" + entry(name, 0, 4) + "}");
        const std::size_t place = text.find(end);
        if (place == text.npos) return text;
        return text.substr(begin.size(), place - begin.size()) + ": " +
               text.substr(place + end.size());
    };
    for (const char* broken : {"\xff", "\x80", "\xc3", "\xc0\x80", "\xed\xa0\x80",
                               "\xf4\x90\x80\x80", "\xf0\x9f\x99"}) {
        CHECK(complaint_about_name("ab" + std::string(broken)) == "12: invalid UTF-8");
    }
    CHECK(complaint_about_name("a\nb") == "11: a control character in a string");
    CHECK(complaint_about_name(std::string("a\0b", 3)) ==
          "11: a control character in a string");
    CHECK(complaint_about_name("a\\x") == "11: an unknown escape");
    CHECK(complaint_about_name("a\\u12g4") ==
          "13: an escape \\u needs four digits from 0 to F");
    CHECK(complaint_about_name("a\\u-123") ==
          "13: an escape \\u needs four digits from 0 to F");
    const std::string half = ": half of a character (a surrogate without its other half)";
    for (const char* name : {"a\\ud83d", "a\\ude42", "a\\ud83d\\ud83d", "a\\ud83da"}) {
        CHECK(complaint_about_name(name) == "11" + half);
    }
    CHECK(complaint_about_header("{\"a") ==
          "x: at byte 9, in its header: this string does not end");
    CHECK(complaint_about_header("{\"a\\") ==
          "x: at byte 11, in its header: an unknown escape");
    CHECK(complaint_about_header("{\"a\\u00") ==
          "x: at byte 13, in its header: an escape \\u needs four digits from 0 to F");
    const Arrays arrays = parse_safetensors(
        file_of("{" + entry("\\u00e9\\ud83d\\ude42\\/\\u0000\\uD55C\\ue000", 0, 4) + "}",
                one_float),
        "x");
    CHECK(arrays.begin()->first == std::string("é🙂/\0한\xee\x80\x80", 14));
}

TEST_CASE("Names and paths cannot move a cursor", "[safetensors]") {
    const std::string text = complaint_about_header("{" + entry("\\u001b[2J", 1, 5) + "}");
    CHECK(text.find('\x1b') == text.npos);
    CHECK_THROWS_WITH(parse_safetensors("", "a\nb"),
                      ContainsText("a\uFFFDb: it has 0 bytes"));
    CHECK(complaint_about_header("{" + entry(std::string(1000, 'a'), 1, 5) + "}").size() <
          250);
}

TEST_CASE("A number of a safetensors file that a double cannot stand for is refused",
          "[safetensors]") {
    const auto complaint_about_number = [](const std::string& dtype,
                                           const std::string& bytes) {
        return complaint_about(
            file_of("{" + entry("a", 0, bytes.size(), dtype) + "}", bytes));
    };
    const std::string reason =
        "x: 'a': its number 0 is a BOOL other than 0 and 1, or an I64 not below 2^53";
    CHECK(complaint_about_number("BOOL", "\2") == reason);
    CHECK(complaint_about_number("I64", std::string("\0\0\0\0\0\0\x20\0", 8)) == reason);
    CHECK(complaint_about_number("I64", std::string("\xff\xff\xff\xff\xff\xff\x1f\0", 8)) ==
          "");
}

TEST_CASE("What does not fit a safetensors file is not written", "[safetensors]") {
    const auto write = [](const std::string& name, const NpyArray& array) {
        safetensors_bytes({{name, array}});
    };
    CHECK_THROWS_AS(write("a", {std::vector<std::size_t>(65, 1), {1}, NpyType::float32}),
                    ShapeError);
    CHECK_THROWS_WITH(read_safetensors("/no/such.safetensors"),
                      "cannot read /no/such.safetensors: No such file or directory");
    CHECK_THROWS_WITH(write_safetensors("/no/such.safetensors", {}),
                      "cannot write /no/such.safetensors: No such file or directory");
}
