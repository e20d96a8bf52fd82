/// Reads JSON from the front, a piece at a time, as much of it as a safetensors header needs:
/// objects, lists, strings and whole numbers.
#pragma once

#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// Thrown for text that is not the JSON asked for. The message says what is wrong, and place at
/// which byte of the text.
class JsonError : public std::runtime_error {
public:
    JsonError(std::size_t byte, const std::string& what)
        : std::runtime_error(what), place(byte) {}
    std::size_t place;
};

/// A place in a text, which every call moves past blanks and what it has read.
///
/// All throw JsonError. Nothing calls itself, so text nested a million deep is no danger.
///
/// source  RFC 8259
class JsonReader {
public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    /// The place of what comes next, in bytes from the text's beginning.
    std::size_t place();

    /// An object: read_value(name, place of the name) is called at each value. A name that comes
    /// twice, or more than 100,000 of them, are refused.
    template <class ReadValue>
    void object(ReadValue read_value);

    /// A list: read_item() is called at each item.
    template <class ReadItem>
    void list(ReadItem read_item);

    /// A string, in quotes: its escapes replaced, its UTF-8 valid.
    std::string string();

    /// A whole number that is not negative: no sign, point, exponent or leading zero.
    std::size_t whole_number();

    /// Checks that no text but spaces is left.
    void expect_end();

private:
    bool next_is(char sign);
    void expect(char sign);
    void require_new(const std::string& name, std::size_t place,
                     std::set<std::string>& names);
    std::string escaped();
    char32_t four_hex_digits();
    [[noreturn]] void fail_here(const std::string& wanted);

    std::string_view text_;
    std::size_t place_ = 0;
};

template <class ReadValue>
void JsonReader::object(ReadValue read_value) {
    std::set<std::string> names;
    expect('{');
    if (next_is('}')) return;
    do {
        const std::size_t name_place = place();
        const std::string name = string();
        require_new(name, name_place, names);
        expect(':');
        read_value(name, name_place);
    } while (next_is(','));
    expect('}');
}

template <class ReadItem>
void JsonReader::list(ReadItem read_item) {
    expect('[');
    if (next_is(']')) return;
    do {
        read_item();
    } while (next_is(','));
    expect(']');
}

/// text as a JSON string in quotes. It must be valid UTF-8.
std::string json_string(std::string_view text);

}  // namespace attn
