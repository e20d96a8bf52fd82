#include "support/files/json_reader.hpp"

#include <utility>
#include <vector>

#include "catch.hpp"

using namespace attn;

namespace {

/// Where reading stops, and why.
template <class Read>
std::pair<std::size_t, std::string> stop(const std::string& text, Read read) {
    JsonReader json(text);
    try {
        read(json);
    } catch (const JsonError& error) {
        return {error.place, error.what()};
    }
    return {text.size(), ""};
}

}  // namespace

TEST_CASE("JSON is read a piece at a time, blanks between", "[json_reader]") {
    JsonReader json(" { \"a\" : [ 1 ,\t20 ] ,\n\"b\" : \"two\" }  ");
    std::vector<std::string> names;
    std::vector<std::size_t> places, numbers;
    std::string text;
    json.object([&](const std::string& name, std::size_t place) {
        names.push_back(name);
        places.push_back(place);
        if (name == "a") json.list([&] { numbers.push_back(json.whole_number()); });
        if (name == "b") text = json.string();
    });
    json.expect_end();
    CHECK(names == std::vector<std::string>{"a", "b"});
    CHECK(places == std::vector<std::size_t>{3, 22});
    CHECK(numbers == std::vector<std::size_t>{1, 20});
    CHECK(text == "two");
}

TEST_CASE("A list needs its commas and its end", "[json_reader]") {
    const auto read = [](JsonReader& json) { json.list([&] { json.whole_number(); }); };
    CHECK(stop("[]", read).second.empty());
    CHECK(stop("[1,2]", read).second.empty());
    CHECK(stop("[1 2]", read) ==
          std::pair<std::size_t, std::string>(3, "wanted ']', found '2]'"));
    CHECK(stop("[1,2", read) ==
          std::pair<std::size_t, std::string>(4, "wanted ']', found the end"));
    CHECK(stop("[1,]", read).first == 3);
    CHECK(stop("[,1]", read).first == 1);
    CHECK(stop("", read) ==
          std::pair<std::size_t, std::string>(0, "wanted '[', found the end"));
}

TEST_CASE("Text becomes a JSON string, and text again", "[json_reader]") {
    CHECK(json_string("a/\"b\"\\\n\x01\x1f\x7f한") ==
          "\"a/\\\"b\\\"\\\\\\n\\u0001\\u001f\x7f한\"");
    for (int byte = 0; byte < 128; ++byte) {
        const std::string text = "é" + std::string(1, static_cast<char>(byte)) + "🙂";
        const std::string quoted = json_string(text);
        JsonReader json(quoted);
        CHECK(json.string() == text);
        json.expect_end();
    }
}
