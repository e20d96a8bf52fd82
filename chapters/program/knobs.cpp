#include "chapters/program/knobs.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters {
namespace {

struct Limits {
    double least, most;
};

constexpr std::size_t longest_list = 16;
constexpr std::size_t longest_order = 8;
constexpr Limits list_limits{-1e6, 1e6};  // what figures have room to show

/// The whole of text as a number within the limits.
double number_from(const std::string& name, const std::string& text, const Limits& limits) {
    // Not every standard library's from_chars knows double; a stream's locale can be chosen.
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double value = 0;
    stream >> std::noskipws >> value;
    const bool is_hexadecimal =
        text.find_first_of("xX") != std::string::npos;  // for libc++
    const bool is_number = !stream.fail() && stream.peek() == EOF && !is_hexadecimal;
    if (is_number && value >= limits.least && value <= limits.most) return value;
    const std::string given =
        text.empty() ? "nothing where a number should stand (a comma too many?)"
                     : "'" + cut_to_width(text, 40) + "'";
    throw UsageError("--" + name + " was given " + given + "; a number from " +
                     exact_text(limits.least) + " to " + exact_text(limits.most) +
                     " is needed");
}

std::size_t whole_from(const std::string& name, const std::string& text,
                       const Limits& limits) {
    const double number = number_from(name, text, limits);
    if (number == std::floor(number)) return static_cast<std::size_t>(number);
    throw UsageError("--" + name + " was given " + text + "; a whole number from " +
                     exact_text(limits.least) + " to " + exact_text(limits.most) +
                     " is needed");
}

std::string without_blanks(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Here a comma separates two numbers, but a reader who types 1,000 means a thousand.
void require_no_thousands(const std::string& name, const std::string& word) {
    const bool begins_with_zero =
        word.size() > 1 && word[0] == '0' && word[1] >= '0' && word[1] <= '9';
    if (!begins_with_zero) return;
    throw UsageError("--" + name + " was given '" + cut_to_width(word, 40) +
                     "', with a 0 too many in front; a thousand is 1000, because commas "
                     "part the numbers");
}

Numbers numbers_from(const std::string& name, const std::string& text) {
    Numbers numbers;
    std::istringstream parts(text.ends_with(',') ? text + "," : text);
    std::string part;
    while (std::getline(parts, part, ',')) {
        const std::string word = without_blanks(part);
        require_no_thousands(name, word);
        numbers.push_back(number_from(name, word, list_limits));
    }
    if (!numbers.empty() && numbers.size() <= longest_list) return numbers;
    throw UsageError("--" + name + " was given " + std::to_string(numbers.size()) +
                     " numbers; 1 to " + std::to_string(longest_list) +
                     " are possible, with commas between them");
}

std::string list_text(const Numbers& numbers) {
    Labels parts;
    for (const double number : numbers) parts.push_back(exact_text(number));
    return joined(parts, ",");
}

Ids order_from(const std::string& name, const Labels& words, const std::string& text) {
    const auto is_id = [&](double number) {
        return number == std::floor(number) && number >= 0 &&
               number < static_cast<double>(words.size());
    };
    try {
        const Numbers ids = numbers_from(name, text);
        if (ids.size() <= longest_order && std::ranges::all_of(ids, is_id))
            return {ids.begin(), ids.end()};
    } catch (const UsageError&) {  // says what a list may be, where an order may be less
    }
    throw UsageError("--" + name + " was given '" + cut_to_width(text, 40) + "'; 1 to " +
                     std::to_string(longest_order) + " of the numbers 0 to " +
                     std::to_string(words.size() - 1) +
                     " are possible, with commas between them");
}

std::string word_from(const std::string& name, const Labels& words,
                      const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return text;
    throw UsageError("--" + name + " was given '" + cut_to_width(text, 40) +
                     "'; it can be one of " + joined(words));
}

std::string not_empty(const std::string& name, const std::string& text) {
    if (text.empty()) throw UsageError("--" + name + " was given an empty text");
    return text;
}

}  // namespace

std::string name_of(KnobKind kind) {
    static const Labels names{"whole",  "number", "numbers", "order",
                              "choice", "text",   "path",    "flag"};
    return names[static_cast<std::size_t>(kind)];
}

std::string range_of(const Knob& knob) {
    Labels words = knob.words;
    switch (knob.kind) {
        case KnobKind::whole:
            return number_text(knob.least, 0) + " to " + number_text(knob.most, 0);
        case KnobKind::number:
            return exact_text(knob.least) + " to " + exact_text(knob.most);
        case KnobKind::numbers:
            return "numbers with commas between them";
        case KnobKind::order:
            for (std::size_t i = 0; i < words.size(); ++i) {
                words[i] += " (" + std::to_string(i) + ")";
            }
            return joined(words);
        case KnobKind::choice:
            return joined(words);
        case KnobKind::text:
            return "any text";
        case KnobKind::path:
            return "a path";
        case KnobKind::flag:
            return "on or off";
    }
    return "";
}

/// from reads what a reader typed.
template <class T, class From>
Value<T> Knobs::add(Knob knob, const T& start, From from) {
    const auto value = std::make_shared<T>(start);
    knob.set = [value, from](const std::string& text) { *value = from(text); };
    knob.turn_back = [value, start] { *value = start; };
    knobs_.push_back(knob);
    return {[value]() -> const T& { return *value; }, {knob.name}};
}

Value<std::size_t> Knobs::whole(const std::string& name, std::size_t start,
                                std::size_t least, std::size_t most,
                                const std::string& meaning) {
    const Limits limits{static_cast<double>(least), static_cast<double>(most)};
    return add<std::size_t>(
        {name, KnobKind::whole, std::to_string(start), meaning, limits.least, limits.most},
        start, [=](const std::string& text) { return whole_from(name, text, limits); });
}

Value<double> Knobs::number(const std::string& name, double start, double least,
                            double most, const std::string& meaning) {
    const Limits limits{least, most};
    return add<double>(
        {name, KnobKind::number, exact_text(start), meaning, least, most}, start,
        [=](const std::string& text) { return number_from(name, text, limits); });
}

Value<Numbers> Knobs::numbers(const std::string& name, const Numbers& start,
                              const std::string& meaning) {
    return add<Numbers>({name, KnobKind::numbers, list_text(start), meaning}, start,
                        [=](const std::string& text) { return numbers_from(name, text); });
}

Value<Ids> Knobs::order(const std::string& name, const Labels& words, const Ids& start,
                        const std::string& meaning) {
    const Numbers numbers(start.begin(), start.end());
    return add<Ids>({name, KnobKind::order, list_text(numbers), meaning, 0, 0, words},
                    start,
                    [=](const std::string& text) { return order_from(name, words, text); });
}

Value<std::string> Knobs::choice(const std::string& name, const Labels& words,
                                 const std::string& meaning, std::size_t start) {
    return add<std::string>(
        {name, KnobKind::choice, words.at(start), meaning, 0, 0, words}, words.at(start),
        [=](const std::string& text) { return word_from(name, words, text); });
}

Value<std::string> Knobs::text(const std::string& name, const std::string& start,
                               const std::string& shown, const std::string& meaning) {
    return add<std::string>(
        {name, KnobKind::text, shown, meaning}, start,
        [=](const std::string& text) { return not_empty(name, plain_sentence(text)); });
}

Value<Path> Knobs::path(const std::string& name, PathUse use, const std::string& shown,
                        const std::string& meaning) {
    Knob knob{name, KnobKind::path, shown, meaning};
    knob.use = use;
    return add<Path>(knob, {},
                     [=](const std::string& text) { return Path(not_empty(name, text)); });
}

Value<Path> Knobs::record(const std::string& name, PathUse use,
                          const std::string& meaning) {
    const Value<Path> value = path(name, use, "none", meaning);
    knobs_.back().is_in_help = false;
    return value;
}

Value<bool> Knobs::flag(const std::string& name, const std::string& meaning) {
    return add<bool>({name, KnobKind::flag, "off", meaning}, false,
                     [=](const std::string& text) {
                         return word_from(name, {"off", "on"}, text) == "on";
                     });
}

const Knob& Knobs::knob(const std::string& name) const {
    for (const Knob& one : knobs_) {
        if (one.name == name) return one;
    }
    throw UsageError("there is no knob '" + clean_utf8(name) + "'");
}

}  // namespace attn::chapters
