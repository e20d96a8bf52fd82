#include "tools/reference_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <ostream>
#include <sstream>

#include "support/files/safetensors.hpp"
#include "support/text/print.hpp"
#include "tools/reference_gradients.hpp"

namespace reference {
namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::optional<double> number_in(const std::string& word) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);  // 9.88e-323 is a number too
    if (word.empty() || *end != '\0') return std::nullopt;
    return value;
}

[[noreturn]] void fail(const std::filesystem::path& folder, const std::string& what) {
    throw CaseError(folder.string() + ": " + what);
}

std::string type_name(attn::NpyType type) {
    switch (type) {
        case attn::NpyType::float16:
            return "float16";
        case attn::NpyType::float32:
            return "float32";
        case attn::NpyType::float64:
            return "float64";
        case attn::NpyType::int64:
            return "int64";
        case attn::NpyType::uint8:
            return "uint8";
        case attn::NpyType::boolean:
            return "bool";
    }
    return "";
}

/// Files of several arrays, each read once.
using Files = std::map<std::filesystem::path, Arrays>;

/// "q.npy", or in a safetensors file "case.safetensors:q".
attn::NpyArray read_array(const Case& given, const std::string& place, Files& files) {
    const std::string ending = ".safetensors:";
    const std::size_t end = place.find(ending);
    if (end == place.npos) return attn::read_npy(given.folder / place);
    const std::filesystem::path file =
        given.folder / place.substr(0, end + ending.size() - 1);
    const auto [arrays, is_new] = files.try_emplace(file);
    if (is_new) arrays->second = attn::read_safetensors(file);
    const auto array = arrays->second.find(place.substr(end + ending.size()));
    if (array == arrays->second.end()) fail(given.folder, "there is no array " + place);
    return array->second;
}

/// "input q q.npy float32 2 5 4": reads the array, and compares it with what the line says.
attn::NpyArray read_array(const Case& given, const Words& words, Files& files) {
    if (words.size() < 5) fail(given.folder, "the line of '" + words[0] + "' is too short");
    attn::NpyArray array = read_array(given, words[2], files);
    Words said = {type_name(array.type), std::to_string(array.shape.size())};
    for (const std::size_t size : array.shape) said.push_back(std::to_string(size));
    if (!std::equal(words.begin() + 3, words.end(), said.begin(), said.end())) {
        fail(given.folder, words[2] + " has another type or shape than case.txt says");
    }
    return array;
}

/// "tol f64 atol 1e-12 rtol 1e-11", or "tol f64 none".
std::optional<Tolerance> tolerance_of(const Case& given, const Words& words) {
    if (words.size() == 3 && words[2] == "none") return std::nullopt;
    if (words.size() == 6 && words[2] == "atol" && words[4] == "rtol") {
        const auto absolute = number_in(words[3]);
        const auto relative = number_in(words[5]);
        if (absolute && relative) return Tolerance{*absolute, *relative};
    }
    fail(given.folder, "a line of 'tol' should say atol A rtol R, or none");
}

void read_line(Case& read, const Words& words, Files& files) {
    const std::array<std::pair<const char*, Arrays*>, 7> kinds{
        {{"input", &read.inputs},
         {"weight", &read.weights},
         {"mask", &read.masks},
         {"output", &read.outputs},
         {"intermediate", &read.intermediates},
         {"grad", &read.gradients},
         {"observed", &read.observed}}};
    for (const auto& [kind, arrays] : kinds) {
        if (words[0] == kind)
            arrays->insert_or_assign(words.at(1), read_array(read, words, files));
    }
    const std::array<std::pair<const char*, std::string*>, 3> names{
        {{"case", &read.name}, {"family", &read.family}, {"op", &read.op}}};
    for (const auto& [key, name] : names) {
        if (words[0] == key && words.size() == 2) *name = words[1];
    }
    if (words[0] == "attr" && words.size() >= 4) {
        std::string& value = read.attributes[words[1]];
        for (std::size_t i = 3; i < words.size(); ++i) {
            value += (i > 3 ? " " : "") + words[i];
        }
    }
    if (words[0] == "tol" && words.size() >= 2) {
        if (words[1] == "f64") read.tolerance = tolerance_of(read, words);
        if (words[1] == "f32") read.float_tolerance = tolerance_of(read, words);
    }
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t size : shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    return "(" + text + ")";
}

/// Where entry i of an array of this shape stands: "(1, 0, 2)".
std::string place_text(std::size_t i, const std::vector<std::size_t>& shape) {
    std::vector<std::size_t> place(shape.size());
    for (std::size_t d = shape.size(); d-- > 0;) {
        place[d] = i % shape[d];
        i /= shape[d];
    }
    return shape_text(place);
}

std::string exact_text(double value) {
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
}

void compare(const std::string& slot, const attn::NpyArray& given,
             const attn::NpyArray& wanted, const Tolerance& tolerance, Verdict& verdict) {
    if (given.shape != wanted.shape) {
        verdict.worst = std::numeric_limits<double>::infinity();
        verdict.failure = slot + " has the shape " + shape_text(given.shape) + ", wanted " +
                          shape_text(wanted.shape);
        return;
    }
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        const double error =
            error_over_tolerance(given.values.at(i), wanted.values[i], tolerance);
        verdict.worst = std::max(verdict.worst, error);
        if (error <= 1 || !verdict.failure.empty()) continue;
        verdict.failure = slot + " " + place_text(i, wanted.shape) + " is " +
                          exact_text(given.values[i]) + ", wanted " +
                          exact_text(wanted.values[i]);
    }
}

std::optional<Tolerance> tolerance_of(const Case& given, Library library) {
    return library == Library::naive ? given.tolerance : given.float_tolerance;
}

/// Every array that the case wants, outputs or values inside a layer.
void compare_all(const std::string& kind, const Arrays& results, const Arrays& wanted,
                 const Case& given, Library library, Verdict& verdict) {
    const Tolerance tolerance = tolerance_of(given, library).value_or(Tolerance());
    for (const auto& [slot, array] : wanted) {
        const auto found = results.find(slot);
        if (found != results.end()) {
            compare(slot, found->second, array, tolerance, verdict);
        } else if (library == Library::naive) {
            throw UnknownCase(given.folder.string() + ": " + kind + slot + " is not known");
        }
    }
}

/// Names in failures: "gradient of linear1.weight".
Arrays as_gradients(const Arrays& arrays) {
    Arrays named;
    for (const auto& [slot, array] : arrays) named["gradient of " + slot] = array;
    return named;
}

void compare_gradients(const Case& given, Library library, Verdict& verdict) {
    if (given.gradients.empty() || library != Library::naive) return;
    for (const Arrays& slopes : gradients_of(given)) {
        compare_all("the ", as_gradients(slopes), as_gradients(given.gradients), given,
                    library, verdict);
    }
}

/// What happened to a family's cases.
struct Tally {
    std::size_t cases = 0, passed = 0, unknown = 0, not_compared = 0;
    double worst = 0.0;
};

std::string line_of(const std::string& family, const Tally& tally, Library library) {
    std::string line =
        family + std::string(family.size() < 16 ? 16 - family.size() : 1, ' ') +
        std::to_string(tally.cases) + " cases, " + std::to_string(tally.passed) + " passed";
    if (tally.unknown > 0) line += ", " + std::to_string(tally.unknown) + " not known here";
    if (tally.not_compared > 0) {
        line += ", " + std::to_string(tally.not_compared) + " not to be compared in " +
                (library == Library::naive ? "double" : "float32");
    }
    if (tally.cases > tally.unknown + tally.not_compared) {
        line += ", worst error " + attn::number_text(tally.worst, 4) + " of its tolerance";
    }
    return line + "\n";
}

/// Checks one case and adds it to its family's tally; what went wrong is printed.
/// returns  the exit code for this case alone
int check_one(const std::filesystem::path& folder, bool skip_unknown, Library library,
              std::map<std::string, Tally>& tallies, std::ostream& out) {
    const Case given = read_case(folder);
    Tally& tally = tallies[given.family];
    ++tally.cases;
    if (!tolerance_of(given, library)) {
        ++tally.not_compared;
        return 0;
    }
    try {
        const Verdict verdict = check_case(given, library);
        tally.worst = std::max(tally.worst, verdict.worst);
        if (verdict.failure.empty()) {
            ++tally.passed;
            return 0;
        }
        out << "FAILED " << folder.string() << ": " << verdict.failure << "\n";
    } catch (const UnknownCase& unknown) {
        ++tally.unknown;
        if (skip_unknown) return 0;
        out << "UNKNOWN " << unknown.what() << "\n";
    }
    return 1;
}

/// The same; a broken case or file is printed as well.
int check_one_or_say_why(const std::filesystem::path& folder, bool skip_unknown,
                         Library library, std::map<std::string, Tally>& tallies,
                         std::ostream& out) {
    try {
        return check_one(folder, skip_unknown, library, tallies, out);
    } catch (const std::exception& error) {
        out << "BROKEN " << error.what() << "\n";
        return 2;
    }
}

}  // namespace

double Case::number(const std::string& attribute, double if_absent) const {
    const auto found = attributes.find(attribute);
    if (found == attributes.end()) return if_absent;
    const auto value = number_in(found->second);
    if (!value) fail(folder, "the attribute " + attribute + " is no number");
    return *value;
}

Case read_case(const std::filesystem::path& folder) {
    Case read;
    read.folder = folder;
    Files files;
    std::ifstream file(folder / "case.txt");
    if (!file) fail(folder, "case.txt cannot be read");
    for (std::string line; std::getline(file, line);) {
        const Words words = words_of(line);
        if (!words.empty()) read_line(read, words, files);
    }
    if (read.name.empty() || read.family.empty() || read.op.empty()) {
        fail(folder, "case.txt must name the case, its family and its op");
    }
    if (read.outputs.empty()) fail(folder, "case.txt names no output");
    return read;
}

std::vector<std::filesystem::path> cases_under(const std::filesystem::path& root) {
    std::vector<std::filesystem::path> folders;
    if (std::filesystem::exists(root / "case.txt")) folders.push_back(root);
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(root, error), end;
         !error && entry != end; entry.increment(error)) {
        if (entry->is_directory() && std::filesystem::exists(entry->path() / "case.txt")) {
            folders.push_back(entry->path());
        }
    }
    if (error || folders.empty())
        fail(root, "there is no case.txt in or under this folder");
    std::sort(folders.begin(), folders.end());
    return folders;
}

double error_over_tolerance(double given, double wanted, const Tolerance& tolerance) {
    const double infinity = std::numeric_limits<double>::infinity();
    if (std::isnan(wanted) || std::isnan(given)) {
        return std::isnan(wanted) && std::isnan(given) ? 0.0 : infinity;
    }
    if (given == wanted) return 0.0;
    if (std::isinf(wanted) || std::isinf(given)) return infinity;
    // With a tolerance of 0 the quotient is infinite, as it should be.
    return std::abs(given - wanted) /
           (tolerance.absolute + tolerance.relative * std::abs(wanted));
}

Verdict check_case(const Case& given, Library library) {
    const auto& known = library == Library::naive ? families() : fast_families();
    const auto family = known.find(given.family);
    if (family == known.end()) {
        throw UnknownCase(given.folder.string() + ": the family " + given.family +
                          " is not known");
    }
    Verdict verdict;
    try {
        for (const Arrays& results : family->second(given)) {
            compare_all("the output ", results, given.outputs, given, library, verdict);
            compare_all("the intermediate ", results, given.intermediates, given, library,
                        verdict);
        }
        compare_gradients(given, library, verdict);
    } catch (const CaseError&) {
        throw;
    } catch (const std::exception& error) {
        verdict.worst = std::numeric_limits<double>::infinity();
        verdict.failure = std::string("the library says ") + error.what();
    }
    return verdict;
}

int check_all(const std::vector<std::filesystem::path>& roots, bool skip_unknown,
              std::ostream& out, Library library) {
    std::map<std::string, Tally> tallies;
    int status = 0;
    for (const std::filesystem::path& root : roots) {
        std::vector<std::filesystem::path> folders;
        try {
            folders = cases_under(root);
        } catch (const CaseError& error) {
            out << "BROKEN " << error.what() << "\n";
            status = 2;
        }
        for (const std::filesystem::path& folder : folders) {
            status = std::max(
                status, check_one_or_say_why(folder, skip_unknown, library, tallies, out));
        }
    }
    for (const auto& [family, tally] : tallies) out << line_of(family, tally, library);
    return status;
}

}  // namespace reference
