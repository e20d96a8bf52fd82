#include "chapters/program/options.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

#include "chapters/program/knobs.hpp"
#include "support/text/utf8.hpp"

namespace po = boost::program_options;

namespace attn::chapters {
namespace {

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
            const std::string value = option.value.empty() ? "on" : option.value.front();
            if (value.starts_with("--") && known.find_nothrow(value.substr(2), false)) {
                throw UsageError("--" + option.string_key + " needs a value, and '" +
                                 value + "' is an option");
            }
            given.emplace_back(option.string_key, value);
        }
        return given;
    } catch (const po::unknown_option& error) {
        // Boost's words would put a placeholder such as --%original_token% into itself for ever.
        throw UsageError("unrecognised option '" + clean_utf8(error.get_option_name()) +
                         "'");
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
