#include "chapters/program/options.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

#include "chapters/program/knobs.hpp"
#include "support/text/edit_distance.hpp"
#include "support/text/utf8.hpp"

namespace po = boost::program_options;

namespace attn::chapters {
namespace {

/// Whether it looks like an option: two dashes and a letter.
bool is_an_option(const std::string& word) {
    return word.size() > 2 && word.starts_with("--") &&
           ((word[2] >= 'a' && word[2] <= 'z') || (word[2] >= 'A' && word[2] <= 'Z'));
}

/// "; the nearest is --seed", or nothing where none is near.
std::string nearest_option(const std::string& given, const po::options_description& known) {
    std::string nearest;
    std::size_t least = given.size() / 2;
    for (const auto& option : known.options()) {
        const std::string name = "--" + option->long_name();
        const std::size_t distance = edit_distance(given, name);
        if (distance > least || (distance == least && !nearest.empty())) continue;
        least = distance;
        nearest = name;
    }
    return nearest.empty() ? "" : "; the nearest is " + nearest;
}

UsageError unrecognised(const std::string& given, const po::options_description& known) {
    return UsageError("unrecognised option '" + clean_utf8(given) + "'" +
                      nearest_option(given.substr(0, 100), known));
}

/// Refuses an option where the value of the one before should stand: "--save --norm=pre" would write a
/// file of that name, and "--save=--norm=pre" is no accident. Refuses a % in an option's name, too: Boost
/// would put a placeholder such as %original_token% into its own words for ever.
void require_plain(int argc, char** argv, const po::options_description& known) {
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i], name = word.substr(0, word.find('='));
        if (word == "--") return;  // what follows are words
        if (name.starts_with("-") && name.find('%') != std::string::npos)
            throw unrecognised(name, known);
        if (!word.starts_with("--")) continue;
        const auto* option = known.find_nothrow(word.substr(2), false);
        if (option == nullptr || option->semantic()->max_tokens() == 0) continue;
        if (++i == argc) return;
        const std::string value = clean_utf8(argv[i]);
        if (is_an_option(value))
            throw UsageError(name + " needs a value, and '" + value +
                             "' is an option; if it is meant, write " + name + "=" + value);
    }
}

/// Boost's own words, without its backquotes.
std::string plain(std::string text) {
    std::replace(text.begin(), text.end(), '`', '\'');
    return clean_utf8(text);
}

}  // namespace

struct Options::Parser {
    po::options_description listed{"options"}, unlisted;

    po::options_description all() const {
        po::options_description both;
        both.add(listed).add(unlisted);
        return both;
    }
};

Options::Options() : parser_(std::make_unique<Parser>()) {}
Options::~Options() = default;

void Options::add_flag(const std::string& name, const std::string& meaning) {
    parser_->listed.add_options()(name.c_str(), meaning.c_str());
}

void Options::add(const std::string& name, const std::string& shown,
                  const std::string& meaning) {
    parser_->listed.add_options()(name.c_str(), po::value<std::string>()->value_name(shown),
                                  meaning.c_str());
}

void Options::add_unlisted(const std::string& name) {
    parser_->unlisted.add_options()(name.c_str(), po::value<std::string>());
}

std::vector<std::pair<std::string, std::string>> Options::read(int argc,
                                                               char** argv) const {
    // No guessing: a typing error must not silently become another option.
    const int style =
        po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const po::options_description known = parser_->all();
    require_plain(argc, argv, known);
    try {
        const auto parsed = po::command_line_parser(argc, argv)
                                .options(known)
                                .positional({})
                                .style(style)
                                .run();
        po::variables_map checked;  // an option that is given twice is refused here
        po::store(parsed, checked);
        std::vector<std::pair<std::string, std::string>> given;
        for (const po::option& option : parsed.options) {
            given.emplace_back(option.string_key,
                               option.value.empty() ? "on" : option.value.front());
        }
        return given;
    } catch (const po::unknown_option& error) {
        throw unrecognised(error.get_option_name(), known);
    } catch (const po::too_many_positional_options_error&) {
        throw UsageError("there is a word too many; a list is written without blanks: 4,3");
    } catch (const po::error& error) {
        throw UsageError(plain(error.what()));
    }
}

std::string Options::help() const {
    std::ostringstream text;
    text << parser_->listed;
    return text.str();
}

}  // namespace attn::chapters
