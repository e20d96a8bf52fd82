#include "doctor/program/command_line.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <map>
#include <sstream>

#include "doctor/library/examine.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/words.hpp"
#include "doctor/program/adapters.hpp"

namespace attn::doctor {
namespace {

using Words = std::vector<std::string>;

bool holds(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

Words split_at_commas(const std::string& text) {
    Words words;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::chrono::milliseconds time_of(const std::string& seconds) {
    // libc++ 14 has no from_chars for double.
    std::istringstream stream(seconds);
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> std::noskipws >> number;
    if (!stream || !stream.eof() || !(number >= 0.1 && number <= 1e6)) {
        throw WrongCall("--timeout takes seconds, from 0.1 to 1000000, not \"" + seconds +
                        "\".");
    }
    return std::chrono::milliseconds(std::llround(1000 * number));
}

std::string kind_of(const std::string& word) {
    if (holds(kinds(), word)) return word;
    throw WrongCall("There is no kind \"" + word + "\". Kinds: " + joined(kinds(), " "));
}

std::string language_of(const std::string& word) {
    if (holds(adapter_languages(), word)) return word;
    throw WrongCall("There is no adapter for \"" + word +
                    "\". Adapters: " + joined(adapter_languages(), " "));
}

/// Options that take a word: what each does with it.
void set_option(CommandLine& line, const std::string& option, const std::string& value) {
    if (option == "--accept") {
        for (const std::string& name : split_at_commas(value)) line.accept.push_back(name);
    } else if (option == "--timeout") {
        line.time = time_of(value);
    } else if (option == "--keep") {
        line.keep = value;
    } else {
        line.what = CommandLine::What::print_adapter;
        line.language = language_of(value);
    }
}

bool takes_a_word(const std::string& option) {
    return holds({"--accept", "--timeout", "--keep", "--adapter"}, option);
}

/// throws  WrongCall  where one of them is none of this kind's mistakes
void check_accepted(const CommandLine& line) {
    for (const std::string& name : line.accept) {
        if (holds(mistakes(line.kind), name)) continue;
        throw WrongCall("--accept: " + line.kind + " has no \"" + name +
                        "\". It has: " + joined(mistakes(line.kind), " "));
    }
}

/// The words before "--".
CommandLine read_options(const Words& words) {
    CommandLine line;
    Words once;  // options of which a second would silently replace the first
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--json") {
            line.json = true;
        } else if (takes_a_word(words[i])) {
            const bool is_last = i + 1 == words.size();
            if (is_last || words[i + 1].starts_with("--") ||
                (words[i] == "--keep" && words[i + 1].empty()))
                throw WrongCall(words[i] + " needs a word after it.");
            if (holds(once, words[i])) throw WrongCall(words[i] + " is given twice.");
            if (words[i] != "--accept") once.push_back(words[i]);
            set_option(line, words[i], words[i + 1]);
            ++i;
        } else if (words[i].starts_with("-")) {
            throw WrongCall("There is no option " + words[i] + ".");
        } else if (line.what == CommandLine::What::print_adapter) {
            throw WrongCall("--adapter " + line.language + " takes no more words, and \"" +
                            words[i] + "\" is one.");
        } else if (line.kind.empty()) {
            line.kind = kind_of(words[i]);
        } else {
            throw WrongCall("The command stands behind --: " + line.kind + " -- " +
                            words[i] + " ...");
        }
    }
    return line;
}

/// Each array with its shape and the number of probes that have it.
using ShapesAndCounts = std::map<std::string, std::pair<std::string, std::size_t>>;

/// Each setting with its values, and the arrays of questions and of answers.
struct Files {
    std::vector<std::pair<std::string, Words>> settings = {};
    ShapesAndCounts arrays = {};
    ShapesAndCounts answers = {};
};

std::string shape_text(const Array& array) {
    Words sizes;
    for (const std::size_t size : array.shape) sizes.push_back(std::to_string(size));
    const std::string type = array.type == NumberType::uint8   ? ", uint8"
                             : array.type == NumberType::int64 ? ", int64"
                                                               : "";
    return "[" + joined(sizes, " x ") + "]" + type;
}

void note_settings(Files& files, const Probe& probe) {
    for (const auto& [key, value] : probe.settings) {
        auto known = std::find_if(
            files.settings.begin(), files.settings.end(),
            [&key = key](const auto& setting) { return setting.first == key; });
        if (known == files.settings.end()) {
            known = files.settings.insert(known, {key, {}});
        }
        if (!holds(known->second, value)) known->second.push_back(value);
    }
}

void note_arrays(ShapesAndCounts& noted, const Arrays& arrays) {
    for (const auto& [name, array] : arrays) {
        auto& [shape, count] = noted[name];
        if (shape.empty()) shape = shape_text(array);
        ++count;
    }
}

Files files_of(const Kind& kind) {
    Files files;
    for (const Probe& probe : kind.probes) {
        note_settings(files, probe);
        note_arrays(files.arrays, probe.arrays);
        note_arrays(files.answers, kind.reference(probe, {}));
    }
    return files;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text + "  ";
}

std::string lines_of(const ShapesAndCounts& arrays, std::size_t n_probes) {
    std::string text;
    for (const auto& [array, shape_and_count] : arrays) {
        const auto& [shape, count] = shape_and_count;
        text += "  " + padded(array + ".npy", 28) + shape +
                (count < n_probes ? ", in " + std::to_string(count) + " of them" : "") +
                '\n';
    }
    return text;
}

}  // namespace

CommandLine read_command_line(const Words& words) {
    const auto bar = std::find(words.begin(), words.end(), "--");
    const Words before(words.begin(), bar);
    if (words.empty() || holds(before, "--help") || holds(before, "-h")) return {};
    CommandLine line = read_options(before);
    if (line.what == CommandLine::What::print_adapter) {
        if (bar != words.end())
            throw WrongCall("--adapter prints a program. To ask, leave it out.");
        return line;
    }
    if (line.kind.empty()) {
        throw WrongCall("Which part is it? Kinds: " + joined(kinds(), " "));
    }
    check_accepted(line);
    if (bar == words.end()) {
        line.what = CommandLine::What::explain_kind;
        return line;
    }
    line.command.assign(bar + 1, words.end());
    if (line.command.empty()) throw WrongCall("There is no command behind --.");
    line.what = CommandLine::What::examine;
    return line;
}

std::string explanation(const std::string& name) {
    return "Is your attention right? And if not, which line was written wrong?\n\n"
           "  " +
           name + " KIND [OPTION...] -- COMMAND...\n\n" +
           R"(starts COMMAND KIND FOLDER FOLDER ..., and perhaps again where an answer is wrong
or missing. Each folder asks one question: case.txt has its settings, a key and a value
a line, and .npy files have its arrays. COMMAND writes output.npy into each; or an empty
file "skip", where yours is not meant to do what is asked; or a line into a file "error".

  )" + name +
           R"( --adapter numpy    prints such a COMMAND to fill in; or torch, c++, c
  )" + name +
           R"( mha                lists the files of a kind

Kinds:
  )" + joined(kinds(), "\n  ") +
           R"(

Options:
  --accept NAMES    findings that are meant, with commas between them
  --timeout S       seconds for all questions of one start (60)
  --keep FOLDER     where questions, answers and right.npy stay, to step through one
  --json            the report for programs

Exit code: 0 right or accepted, 1 wrong and named, another convention, or not right at
the edges, 2 wrong and not wholly named, or right where it ran, 3 no verdict, 4 right to
few digits, 64 called wrongly.

Decline what your function is not meant to do (a mask, another norm); loop over rows
if it takes one; leave dropout's rate alone and switch to evaluation.
)";
}

/// What the numbers of a question mean, where a name and a shape do not say it.
std::string meanings_of(const Files& files) {
    const std::vector<std::pair<std::string, std::string>> meanings{
        {"mask", "1: the query (row) may attend to the key"},
        {"padding", "1: a word; 0: padding, which nobody may attend to"},
        {"memory_padding", "1: a word of the memory; 0: padding"},
        {"in_proj_weight", "as in PyTorch: W_q, W_k, W_v, each [out x in]"},
        {"self_attn.in_proj_weight", "as in PyTorch: W_q, W_k, W_v, each [out x in]"},
        {"linear1.weight", "[out x in], as in PyTorch: y = x W^T + b"},
        {"q_proj.weight", "[out x in], and so are k_proj, v_proj, o_proj"},
        {"self_attn.q_proj.weight", "[out x in], and so are k_proj, v_proj, o_proj"},
        {"gate_proj.weight", "[out x in]; w1 (up_proj is w3, down_proj w2)"},
        {"mlp.gate_proj.weight", "[out x in]; w1 (up_proj is w3, down_proj w2)"},
        {"q_norm.weight", "RMS norm of each head's query, before the turn;"},
        {"", "eps is its and k_norm's"},
        {"past", "earlier words, to be read before x;"},
        {"", "x begins at position n_past"},
        {"positions", "one for each row of x: first, first + 1, ..."},
        {"ids", "rows of the table, counted from 0"},
        {"table", "its rows, times the root of d_model, plus sines and cosines"},
        {"causal", "1: no later keys; the last query sees the last key"},
        {"n_kv_heads", "neighbouring heads share one of these"},
        {"layout", "interleaved: columns 2i and 2i + 1 turn together;"},
        {"", "halves: i and i + d_k / 2; none: no positions"},
        {"base", "pair i turns by position / base^(2i / d_k)"},
        {"window", "keys that a query sees, its own among them; 0: all"},
        {"soft_cap", "c tanh(score / c), before the mask; 0: none"},
    };
    const auto has = [](const auto& pairs, const std::string& name) {
        return std::any_of(pairs.begin(), pairs.end(),
                           [&](const auto& pair) { return pair.first == name; });
    };
    std::string text;
    bool is_told = false;
    for (const auto& [name, meaning] : meanings) {
        if (!name.empty()) is_told = has(files.arrays, name) || has(files.settings, name);
        if (is_told) text += "  " + padded(name, 28) + meaning + '\n';
    }
    return text.empty() ? text : "meaning\n" + text;
}

/// What code often fixes that questions ask for in several ways.
std::string what_to_skip(const Files& files) {
    Words fixed;
    for (const auto& [key, values] : files.settings) {
        if (holds({"layout", "base", "eps"}, key)) fixed.push_back(key);
    }
    if (fixed.empty()) return "";
    return "\nIf your code fixes " + joined(fixed, " or ") +
           ", skip the questions that ask for another,\n"
           "or --accept what is said of them.\n";
}

std::string explanation_of_kind(const std::string& kind, const std::string& name) {
    const std::size_t n_probes = probes(kind).size();
    const Files files = files_of(kind_named(kind));
    std::string text = kind + ": " + std::to_string(n_probes) +
                       " questions. Shapes are the first one's.\n\ncase.txt\n";
    for (const auto& [key, values] : files.settings) {
        text += "  " + padded(key, 18) + joined(values, " | ") + '\n';
    }
    text += "arrays, float64 unless it says otherwise\n";
    text += lines_of(files.arrays, n_probes);
    text += meanings_of(files);
    text += "to be written\n";
    text += lines_of(files.answers, n_probes);
    text += what_to_skip(files);
    return text + "\n  " + name + " " + kind + " -- COMMAND...\n";
}

}  // namespace attn::doctor
