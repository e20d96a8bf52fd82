/// The one form in which chapters keep what was measured or trained once: a line of words for each
/// result, and lines that begin with # to say what they mean.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace attn::chapters {

/// A line of a recording, whose words are taken one after the other. All that takes a word throws
/// std::runtime_error where the line is not of its form; it tells the line and the form.
class RecordedLine {
public:
    RecordedLine(std::size_t number, const std::string& text, const std::string& form)
        : number_(number), text_(text), form_(form), words_(text) {}

    std::string word();
    std::size_t whole();
    double number();

    /// Passes over a word that must come next.
    RecordedLine& after(const std::string& expected);

    /// All that is left of the line, without the blank before it.
    std::string rest();

    bool is_at_end();
    void require(bool is_right) const;

private:
    std::size_t number_;
    std::string text_, form_;
    std::istringstream words_;
};

/// The lines that hold something.
///
/// form  what each is made of, for errors: "WORDS WITHOUT WITH"
std::vector<RecordedLine> recorded_lines(const std::string& text, const std::string& form);

}  // namespace attn::chapters
