#include "tools/recordings.hpp"

#include <algorithm>
#include <stdexcept>

#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

namespace book {
namespace {

Recording read_recording(const std::string& line) {
    const std::vector<Word> words = split_quoted_words(line);
    if (words.size() < 2) throw std::runtime_error("give a name and a program");
    Recording recording{words[0].text, words[1].text, {}};
    for (std::size_t i = 2; i < words.size(); ++i) {
        recording.arguments.push_back(words[i].text);
    }
    return recording;
}

void add_recording(Recording recording, std::vector<Recording>& recordings) {
    for (const Recording& other : recordings) {
        if (other.name == recording.name) throw std::runtime_error("this name comes twice");
    }
    recordings.push_back(std::move(recording));
}

}  // namespace

std::vector<Recording> read_recordings(std::string_view runs) {
    std::vector<Recording> recordings;
    for (const std::string& line : split_lines(runs)) {
        if (trim(line).empty() || trim(line).front() == '#') continue;
        try {
            add_recording(read_recording(line), recordings);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error("runs.txt: " + line + ": " + error.what());
        }
    }
    return recordings;
}

std::vector<Recording> recordings_of(const std::filesystem::path& root) {
    const std::filesystem::path runs = root / "tests" / "expected" / "runs.txt";
    if (!std::filesystem::exists(runs)) return {};
    return read_recordings(read_whole_file(runs));
}

std::filesystem::path file_of(const Recording& recording,
                              const std::filesystem::path& root) {
    return root / "tests" / "expected" / (recording.name + ".txt");
}

std::vector<std::string> programs_of(const std::vector<Recording>& recordings) {
    std::vector<std::string> programs;
    for (const Recording& recording : recordings) {
        const auto known = std::find(programs.begin(), programs.end(), recording.program);
        if (known == programs.end()) programs.push_back(recording.program);
    }
    return programs;
}

std::vector<std::string> command_of(const Recording& recording,
                                    const std::filesystem::path& programs,
                                    const std::filesystem::path& figures) {
    std::vector<std::string> command{
        (std::filesystem::absolute(programs) / recording.program).string()};
    command.insert(command.end(), recording.arguments.begin(), recording.arguments.end());
    command.insert(command.end(), {"--figures", figures.string()});
    return command;
}

std::string output_of(const std::vector<std::string>& command,
                      const std::filesystem::path& folder) {
    const CommandResult result = run_command(command, {.folder = folder});
    if (result.exit_code == 0) return result.out;
    std::string words;
    for (const std::string& word : command) words += word + " ";
    throw std::runtime_error(words + "ended with exit code " +
                             std::to_string(result.exit_code) + "\n" + result.err);
}

}  // namespace book
