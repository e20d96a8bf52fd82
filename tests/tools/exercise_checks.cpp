#include "tools/exercise_checks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "tools/markdown.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t fewest = 3;
constexpr std::array<std::string_view, 3> kinds{"Predict", "Change", "Build"};

bool is_name_sign(char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// A file's text, or nothing where there is no such file.
std::string read_if_there(const fs::path& file) {
    return fs::exists(file) ? read_whole_file(file) : "";
}

bool has(std::string_view text, const std::string& piece) {
    return text.find(piece) != std::string_view::npos;
}

/// The prose lines from the heading "## Exercises" up to the next; none where there is none.
Lines exercises_of(std::string_view text) {
    const Lines lines = prose_lines(text);
    const auto begin = std::find(lines.begin(), lines.end(), "## Exercises");
    if (begin == lines.end()) return {};
    const auto end = std::find_if(begin + 1, lines.end(), [](const std::string& line) {
        return line.starts_with("## ");
    });
    return Lines(begin + 1, end);
}

/// The number of an item, "3. text" or "**3.** text"; 0 when the line begins none.
std::size_t item_number(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of('*'), line.size()));
    std::size_t number = 0, i = 0;
    for (; i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])) != 0; ++i) {
        number = 10 * number + static_cast<std::size_t>(line[i] - '0');
    }
    return i > 0 && (line.substr(i, 2) == ". " || line.substr(i, 2) == ".*") ? number : 0;
}

/// The numbers of the items of each kind. A kind begins with a line "**Predict** …" or
/// "## Predict".
std::map<std::string_view, std::vector<std::size_t>> items_of(const Lines& lines) {
    std::map<std::string_view, std::vector<std::size_t>> items;
    std::string_view kind;
    for (const std::string& line : lines) {
        const std::size_t start = line.find_first_not_of("#* ");
        const bool is_marked =
            start != std::string::npos && (line[0] == '#' || line[0] == '*');
        for (const std::string_view word : kinds) {
            if (is_marked && line.compare(start, word.size(), word) == 0) kind = word;
        }
        const std::size_t number = item_number(line);
        if (number > 0 && !kind.empty()) items[kind].push_back(number);
    }
    return items;
}

bool counts_from_1(const std::vector<std::size_t>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] != i + 1) return false;
    }
    return true;
}

/// The errors of one chapter.
struct Check {
    const fs::path& root;
    std::string name;  // 05_scaling
    std::vector<std::string> errors = {};

    void require(bool holds, const std::string& file, const std::string& error) {
        if (!holds) errors.push_back(file + ": " + error);
    }

    void check_texts(const Lines& asked, const std::string& answers) {
        const std::string text_file = "docs/" + name + ".md";
        const std::string file = "docs/answers/" + name + ".md";
        const std::string section = join_lines(asked);
        require(has(section, "](answers/" + name + ".md)"), text_file,
                "the exercises do not link to their answers");
        require(!has(section, "<summary>Answer"), text_file, "an answer stands here");
        auto questions = items_of(asked);
        const Lines prose = prose_lines(answers);
        auto answered = items_of(prose);
        std::size_t folded = 0, all = 0;
        for (const std::string& line : prose) folded += has(line, "<details>") ? 1u : 0u;
        for (const std::string_view kind : kinds) {
            all += questions[kind].size();
            require(questions[kind].size() >= fewest && counts_from_1(questions[kind]),
                    text_file,
                    std::string(kind) + " has not three exercises or more, 1. 2. 3.");
            require(answered[kind] == questions[kind], file,
                    std::string(kind) + " has other numbers than the text");
        }
        require(folded >= all, file, "an answer is not folded away");
    }

    void check_functions(const std::string& text, const std::string& answers) {
        const std::string header = "chapters/" + name + "/exercises.hpp";
        const std::string source = "chapters/" + name + "/answers.cpp";
        const std::string test_file = "tests/exercises/" + name + "_test.cpp";
        const std::string test = read_if_there(root / test_file);
        const auto functions = declared_functions(read_if_there(root / header));
        require(functions.size() >= fewest, header, "declares fewer than three functions");
        for (const std::string& function : functions) {
            require(has(text, function), "docs/" + name + ".md",
                    "does not name " + function);
            require(has(test, "TEST_CASE(\"" + function + " "), test_file,
                    "no test's name begins with \"" + function + " \"");
            require(has(answers, "<!-- code " + source + " " + function + " "),
                    "docs/answers/" + name + ".md", "does not quote " + function);
        }
    }
};

}  // namespace

std::vector<std::string> declared_functions(std::string_view header) {
    std::vector<std::string> functions;
    for (const std::string& line : split_lines(header)) {
        const std::size_t end = line.find('(');
        if (end == std::string::npos || !is_name_sign(line.front())) continue;
        std::size_t begin = end;
        while (begin > 0 && is_name_sign(line[begin - 1])) --begin;
        if (begin > 0 && begin < end) functions.push_back(line.substr(begin, end - begin));
    }
    return functions;
}

std::vector<std::string> exercise_errors(const fs::path& root) {
    std::vector<fs::path> texts;
    for (const auto& entry : fs::directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md") texts.push_back(entry.path());
    }
    std::sort(texts.begin(), texts.end());
    std::vector<std::string> errors;
    for (const fs::path& file : texts) {
        const std::string text = read_whole_file(file);
        const Lines asked = exercises_of(text);
        if (asked.empty()) continue;
        Check check{root, file.stem().string()};
        const std::string answers = read_if_there(root / "docs/answers" / file.filename());
        check.check_texts(asked, answers);
        check.check_functions(join_lines(asked), answers);
        errors.insert(errors.end(), check.errors.begin(), check.errors.end());
    }
    return errors;
}

}  // namespace book
