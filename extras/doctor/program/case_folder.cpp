#include "doctor/program/case_folder.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>

#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace attn::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 16 << 20;  // right answers have some kilobytes
constexpr std::size_t longest_line = 200;

bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(file, ignored);
}

/// throws  std::runtime_error  for a file that no answer can be, whatever a command made of it
Array read_array(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) {
        throw std::runtime_error("it is no ordinary file");
    }
    const std::uintmax_t size = fs::file_size(file);
    if (size > most_bytes) {
        throw std::runtime_error("it has " + std::to_string(size) + " bytes");
    }
    return parse_npy(read_whole_file(file), "");
}

/// The error messages' folder is left out: it is a temporary one, and the report names the probe.
std::string without_folder(std::string words, const fs::path& folder) {
    if (words.starts_with(": ")) words.erase(0, 2);
    const std::string name = clean_utf8(folder.string()) + '/';
    const std::size_t place = words.find(name);
    if (place != words.npos) words.erase(place, name.size());
    return words;
}

Answer given(const fs::path& folder) {
    Answer answer{.what = Answer::What::given};
    std::string reading = "output.npy";
    try {
        answer.outputs["output"] = read_array(folder / reading);
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            reading = entry.path().filename().string();
            if (!reading.starts_with("grad_") || !reading.ends_with(".npy")) continue;
            const std::string name = entry.path().stem().string();
            if (name != "grad_output") answer.outputs[name] = read_array(entry.path());
        }
        return answer;
    } catch (const std::exception& error) {
        return {
            Answer::What::error,
            {},
            clean_utf8(reading) + " is no answer: " + without_folder(error.what(), folder)};
    }
}

std::string first_line(const fs::path& file) {
    std::string line(longest_line, '\0');
    std::ifstream in(file);
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(in.gcount()));
    return clean_utf8(line.substr(0, line.find_first_of("\r\n")));
}

}  // namespace

void write_case(const fs::path& folder, const Probe& probe) {
    fs::create_directory(folder);
    std::string lines = "kind " + probe.kind + '\n';
    for (const auto& [key, value] : probe.settings) lines += key + ' ' + value + '\n';
    write_whole_file(folder / "case.txt", lines);
    for (const auto& [name, array] : probe.arrays) {
        write_whole_file(folder / (name + ".npy"), npy_bytes(array));
    }
}

bool has_answer(const fs::path& folder) {
    return is_there(folder / "output.npy") || is_there(folder / "skip") ||
           is_there(folder / "error");
}

std::optional<Answer> read_answer(const fs::path& folder) {
    // np.save leaves an empty output.npy beside it where it cannot write the array.
    if (is_there(folder / "error")) {
        std::error_code ignored;
        const bool is_file = fs::is_regular_file(folder / "error", ignored);
        return Answer{Answer::What::error,
                      {},
                      "raised " + (is_file ? first_line(folder / "error") : "something")};
    }
    if (is_there(folder / "skip")) return Answer{.what = Answer::What::skipped};
    if (is_there(folder / "output.npy")) return given(folder);
    return std::nullopt;
}

}  // namespace attn::doctor
