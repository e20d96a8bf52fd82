#include "chapters/common/options.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <functional>
#include <locale>
#include <sstream>

#include "attn/text/print.hpp"
#include "attn/text/utf8.hpp"

namespace po = boost::program_options;

namespace attn::chapters {
namespace {

struct Limits {
    double least, most;
};

/// The whole of text as a number within the limits.
double number_from(const std::string& name, const std::string& text, const Limits& limits) {
    // Not every standard library's from_chars knows double; a stream's locale can be chosen.
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double value = 0;
    stream >> std::noskipws >> value;
    const bool is_number = !stream.fail() && stream.peek() == EOF;
    if (is_number && value >= limits.least && value <= limits.most) return value;
    const std::string given =
        text.empty() ? "nothing where a number should stand (a comma too many?)"
                     : "'" + cut_to_width(text, 40) + "'";
    throw UsageError("--" + name + " was given " + given + "; a number from " +
                     exact_text(limits.least) + " to " + exact_text(limits.most) +
                     " is needed");
}

std::string without_blanks(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

constexpr std::size_t longest_list = 16;
constexpr Limits list_limits{-1e6, 1e6};  // what figures have room to show

std::vector<double> numbers_from(const std::string& name, const std::string& text) {
    std::vector<double> numbers;
    std::istringstream parts(text.ends_with(',') ? text + "," : text);
    std::string part;
    while (std::getline(parts, part, ',')) {
        numbers.push_back(number_from(name, without_blanks(part), list_limits));
    }
    if (!numbers.empty() && numbers.size() <= longest_list) return numbers;
    throw UsageError("--" + name + " was given " + std::to_string(numbers.size()) +
                     " numbers; 1 to " + std::to_string(longest_list) +
                     " are possible, parted by commas");
}

std::string list_text(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : ",") + exact_text(value);
    }
    return text;
}

/// Boost's own words, without its backquotes.
std::string plain(std::string text) {
    for (char& c : text) {
        if (c == '`') c = '\'';
    }
    return clean_utf8(text);
}

/// Refuses an unknown option whose name holds a %: the parser's own message would replace a
/// placeholder such as %original_token% by itself for ever.
void require_known_names(const po::options_description& known, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const std::string name = word.substr(0, word.find('='));
        const bool is_option = name.starts_with("-") && word.find('%') != word.npos;
        if (!is_option || name == "--") continue;
        if (name.starts_with("--") && known.find_nothrow(name.substr(2), false)) continue;
        throw UsageError("unrecognised option '" + clean_utf8(word) + "'");
    }
}

}  // namespace

struct Options::Parser {
    po::options_description description{"options"};

    void add(const std::string& name, const std::string& shown, const std::string& meaning,
             std::function<void(const std::string&)> use) {
        auto* value = po::value<std::string>()->value_name(shown)->notifier(std::move(use));
        description.add_options()(name.c_str(), value, meaning.c_str());
    }
};

Options::Options() : parser_(std::make_unique<Parser>()) {}
Options::~Options() = default;

void Options::add(const std::string& name, double& value, double least, double most,
                  const std::string& meaning) {
    const auto use = [=, &value](const std::string& text) {
        value = number_from(name, text, {least, most});
    };
    parser_->add(name, "NUMBER",
                 meaning + ", " + exact_text(least) + " to " + exact_text(most) +
                     " (default: " + exact_text(value) + ")",
                 use);
}

void Options::add(const std::string& name, std::size_t& value, std::size_t least,
                  std::size_t most, const std::string& meaning) {
    const auto use = [=, &value](const std::string& text) {
        const Limits limits{static_cast<double>(least), static_cast<double>(most)};
        const double number = number_from(name, text, limits);
        if (number != std::floor(number)) {
            throw UsageError("--" + name + " was given " + text +
                             "; a whole number is needed");
        }
        value = static_cast<std::size_t>(number);
    };
    parser_->add(name, "NUMBER",
                 meaning + ", " + std::to_string(least) + " to " + std::to_string(most) +
                     " (default: " + std::to_string(value) + ")",
                 use);
}

void Options::add(const std::string& name, std::vector<double>& values,
                  const std::string& meaning) {
    const auto use = [=, &values](const std::string& text) {
        values = numbers_from(name, text);
    };
    parser_->add(name, "LIST",
                 meaning + ", parted by commas (default: " + list_text(values) + ")", use);
}

void Options::add(const std::string& name, std::string& value, const std::string& shown,
                  const std::string& meaning) {
    const auto use = [name, &value](const std::string& text) {
        if (text.empty()) throw UsageError("--" + name + " was given an empty text");
        value = text;
    };
    parser_->add(name, "TEXT", meaning + " (default: " + shown + ")", use);
}

void Options::add_choice(const std::string& name, const std::vector<std::string>& words,
                         std::size_t& chosen, const std::string& meaning) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
    const auto use = [=, &chosen](const std::string& text) {
        const auto found = std::find(words.begin(), words.end(), text);
        if (found == words.end()) {
            throw UsageError("--" + name + " was given '" + cut_to_width(text, 40) +
                             "'; it can be one of " + list);
        }
        chosen = static_cast<std::size_t>(found - words.begin());
    };
    parser_->add(name, "WORD",
                 meaning + ": " + list + " (default: " + words.at(chosen) + ")", use);
}

void Options::add_flag(const std::string& name, bool& value, const std::string& meaning) {
    parser_->description.add_options()(name.c_str(), po::bool_switch(&value),
                                       meaning.c_str());
}

void Options::read(int argc, char** argv) {
    // No guessing: a typing error shall not silently be another option.
    const int style =
        po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    require_known_names(parser_->description, argc, argv);
    try {
        po::variables_map given;
        po::store(po::command_line_parser(argc, argv)
                      .options(parser_->description)
                      .positional({})
                      .style(style)
                      .run(),
                  given);
        po::notify(given);
    } catch (const po::too_many_positional_options_error&) {
        throw UsageError("there is a word too many; a list is written without blanks: 4,3");
    } catch (const po::error& error) {
        throw UsageError(plain(error.what()));
    }
}

std::string Options::help() const {
    std::ostringstream text;
    text << parser_->description;
    return text.str();
}

}  // namespace attn::chapters
