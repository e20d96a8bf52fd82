#include "chapters/printing/recording.hpp"

#include <stdexcept>

#include "support/text/utf8.hpp"

namespace attn::chapters {

std::string RecordedLine::word() {
    std::string word;
    require(static_cast<bool>(words_ >> word));
    return word;
}

std::size_t RecordedLine::whole() {
    std::size_t number = 0;
    require(static_cast<bool>(words_ >> number));
    return number;
}

double RecordedLine::number() {
    double number = 0;
    require(static_cast<bool>(words_ >> number));
    return number;
}

RecordedLine& RecordedLine::after(const std::string& expected) {
    require(word() == expected);
    return *this;
}

std::string RecordedLine::rest() {
    std::string rest;
    std::getline(words_ >> std::ws, rest);
    return rest;
}

bool RecordedLine::is_at_end() {
    words_ >> std::ws;
    return words_.eof();
}

void RecordedLine::require(bool is_right) const {
    if (is_right) return;
    throw std::runtime_error("line " + std::to_string(number_) + " of a recording is not " +
                             form_ + ": " + clean_utf8(text_));
}

std::vector<RecordedLine> recorded_lines(const std::string& text, const std::string& form) {
    std::vector<RecordedLine> all;
    std::istringstream lines(text);
    std::size_t line_number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++line_number;
        if (!line.empty() && line[0] != '#') all.emplace_back(line_number, line, form);
    }
    return all;
}

}  // namespace attn::chapters
