/// The knobs of a chapter: named values that a reader can turn, on the command line or on a
/// page. Both go through Knob::set, so both are checked the same way.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn::chapters {

using Labels = std::vector<std::string>;
using Numbers = std::vector<double>;
using Ids = std::vector<std::size_t>;
using Path = std::filesystem::path;

/// Thrown for a value that a knob cannot take, or for values that do not fit each other. The
/// message says what was given and what would be right.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What a knob takes: a whole number, a number, a list of numbers, some words in any order (by
/// their numbers), one of some words, any text, a file or a folder, or nothing (it is on or off).
enum class KnobKind { whole, number, numbers, order, choice, text, path, flag };

/// "whole", "number", "numbers", "order", "choice", "text", "path" or "flag".
std::string name_of(KnobKind kind);

/// What a path is for: to be read, or to be written as a file or as a folder of files.
enum class PathUse { read, write_file, write_folder };

/// One line of a chapter's table of knobs.
struct Knob {
    std::string name;  // "d-k", for --d-k
    KnobKind kind = KnobKind::whole;
    std::string start;    // its value at the start, as a reader would type it
    std::string meaning;  // "how wide queries and keys are"
    double least = 0;     // of a whole number or a number
    double most = 0;
    Labels words = {};            // of a choice or an order
    PathUse use = PathUse::read;  // of a path
    bool is_in_help = true;       // what only an author needs is not

    /// Turns it: text as a reader types it; of a flag "on" or "off". A value that is refused
    /// leaves the old one in place.
    /// throws  UsageError  when text is no such value
    std::function<void(const std::string& text)> set = {};

    /// Turns it to where it was at the start, which not every knob's text can say.
    std::function<void()> turn_back = {};
};

/// What the knob can be set to, in words: "1 to 1024", "svg, pdf", "I (0), love (1)".
std::string range_of(const Knob& knob);

/// A value that changes when its knobs turn.
template <class T>
struct Value {
    std::function<const T&()> get;
    Labels knobs;  // the names of the knobs that it depends on
};

/// The knobs of a chapter. Each function adds one, and returns the value that it turns.
class Knobs {
public:
    Value<std::size_t> whole(const std::string& name, std::size_t start, std::size_t least,
                             std::size_t most, const std::string& meaning);
    Value<double> number(const std::string& name, double start, double least, double most,
                         const std::string& meaning);

    /// 1 to 16 numbers from -1e6 to 1e6, with commas between them.
    Value<Numbers> numbers(const std::string& name, const Numbers& start,
                           const std::string& meaning);

    /// 3,2,1,0: one to eight words, by their numbers. A word may come twice, or not at all.
    Value<Ids> order(const std::string& name, const Labels& words, const Ids& start,
                     const std::string& meaning);

    /// One of the words, at the start the first or the one with the number start.
    Value<std::string> choice(const std::string& name, const Labels& words,
                              const std::string& meaning, std::size_t start = 0);

    /// A sentence, plain_sentence of what was typed; start may be empty, and shown says what that
    /// means.
    Value<std::string> text(const std::string& name, const std::string& start,
                            const std::string& shown, const std::string& meaning);

    /// A file or a folder; at the start it is empty, and shown says what that means. A page has
    /// none, and the command line makes sure that it can write one before the first section runs.
    Value<Path> path(const std::string& name, PathUse use, const std::string& shown,
                     const std::string& meaning);

    /// A path for what an author trains or measures again. --help does not list it.
    Value<Path> record(const std::string& name, PathUse use, const std::string& meaning);

    /// Off at the start.
    Value<bool> flag(const std::string& name, const std::string& meaning);

    const std::vector<Knob>& knobs() const { return knobs_; }

    /// throws  UsageError  when there is no such knob
    const Knob& knob(const std::string& name) const;

private:
    template <class T, class From>
    Value<T> add(Knob knob, const T& start, From from);

    std::vector<Knob> knobs_ = {};
};

}  // namespace attn::chapters
