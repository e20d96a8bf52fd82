#include "wrong_calls/wrong_calls.hpp"

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "support/files/json_reader.hpp"
#include "support/files/npy.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"
#include "tools/places.hpp"

namespace wrong_calls {
namespace {

template <class Error>
bool is(const std::exception& error) {
    return dynamic_cast<const Error*>(&error) != nullptr;
}

/// The name of its type, the most derived one: a compiler has names of its own.
std::string type_of(const std::exception& error) {
    if (is<attn::ShapeError>(error)) return "ShapeError";
    if (is<attn::NpyError>(error)) return "NpyError";
    if (is<attn::SafetensorsError>(error)) return "SafetensorsError";
    if (is<attn::StateDictError>(error)) return "StateDictError";
    if (is<attn::JsonError>(error)) return "JsonError";
    if (is<std::out_of_range>(error)) return "std::out_of_range";
    if (is<std::domain_error>(error)) return "std::domain_error";
    return "another std::exception";
}

/// The answers in a text, by title and code.
std::map<std::string, std::string> answers_in(const std::string& text) {
    std::map<std::string, std::string> answers;
    std::string title, code;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("==")) title = line;
        if (line.starts_with(" ")) {
            answers[title + ": " + code] += line + "\n";
        } else {
            code = line;
        }
    }
    return answers;
}

}  // namespace

void Said::answer(const std::string& code, const std::function<void()>& call) {
    std::string said;
    try {
        call();
    } catch (const std::exception& error) {
        said = type_of(error) + ": " + error.what();
    }
    INFO(code << " was taken for a right call");
    CHECK(!said.empty());
    text += code + "\n";
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
}

TEST_CASE("What is called wrongly is refused, and in the recorded words", "[wrong_calls]") {
    Said said{
        "What the library says to wrong calls. Lines that end in ; only prepare them.\n"};
    with_numbers(said);
    with_attention(said);
    with_layers(said);
    with_slopes(said);
    with_floats(said);
    with_files(said);
    const auto file = book::source_folder() / "tests/wrong_calls/said.txt";
    std::ostringstream before;
    before << std::ifstream(file).rdbuf();
    std::map<std::string, std::string> recorded = answers_in(before.str());
    for (const auto& [call, answer] : answers_in(said.text)) {
        INFO(call);
        CHECK(answer == recorded[call]);
    }
    if (said.text != before.str()) {
        const auto now = book::build_folder() / "said.txt";
        std::ofstream(now) << said.text;
        FAIL("If it should say that: cp " << now.string() << " " << file.string());
    }
}

}  // namespace wrong_calls
