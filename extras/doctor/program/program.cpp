#include "doctor/program/program.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>

#include "doctor/library/kind.hpp"
#include "doctor/library/words.hpp"
#include "doctor/program/case_folder.hpp"
#include "doctor/program/process.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace attn::doctor {
namespace {

namespace fs = std::filesystem;

constexpr int most_starts = 6;

/// A new, empty folder that nobody else has; it and what it holds are gone at the end of its
/// scope. Links in it are removed, and nothing that they lead to.
class TemporaryFolder {
public:
    /// throws  CannotWrite
    TemporaryFolder() {
        std::error_code missing;
        const fs::path place = fs::temp_directory_path(missing);
        if (missing) fail(missing.message());
        std::string name = fs::absolute(place) / "attn-doctor-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) fail(std::strerror(errno));
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    fs::path path;

private:
    [[noreturn]] static void fail(const std::string& why) {
        throw CannotWrite("No folder can be made for the questions: " + why +
                          " (TMPDIR may name another place)");
    }
};

/// A probe's name as a file's: "causal, 2 queries of 6" as "07-causal-2-queries-of-6".
std::string folder_name(std::size_t i, const std::string& probe) {
    std::string name = (i < 9 ? "0" : "") + std::to_string(i + 1);
    bool gap = true;
    for (const char c : probe) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '_';
        if (plain && gap) name += '-';
        if (plain) name += c;
        gap = !plain;
    }
    return name;
}

/// How a start ended that left questions without an answer.
std::string blame(const Ending& ending, std::chrono::milliseconds time) {
    std::string words;
    if (ending.how == Ending::How::too_late) {
        words = "no answer after " +
                short_number(std::chrono::duration<double>(time).count()) + " s";
    } else if (ending.how == Ending::How::killed) {
        words = "crashed (signal " + std::to_string(ending.number) + ", " +
                strsignal(ending.number) + ")";
    } else {
        words = "crashed (exit code " + std::to_string(ending.number) + ")";
    }
    return words + (ending.last_words.empty() ? "" : ": " + ending.last_words);
}

/// One round of questions: their folders, and the answers so far.
class Round {
public:
    /// throws  CannotWrite
    /// another_place  what names one where they cannot be written: --keep or TMPDIR
    Round(const std::vector<Probe>& probes, const fs::path& folder,
          const std::string& another_place)
        : probes_(probes), answers_(probes.size()) {
        try {
            for (std::size_t i = 0; i < probes.size(); ++i) {
                folders_.push_back(folder / folder_name(i, probes[i].name));
                write_case(folders_.back(), probes[i]);
            }
        } catch (const std::runtime_error& error) {
            throw CannotWrite(std::string("The questions cannot be written: ") +
                              error.what() + " (" + another_place +
                              " may name another folder)");
        }
    }

    std::vector<Answer> ask(const std::vector<std::string>& command,
                            const ProgramOptions& options) {
        int in_vain = 0, too_late = 0;
        for (int start = 0; start < most_starts && in_vain < 2 && too_late < 2; ++start) {
            const std::size_t before = answered();
            const Ending ending = run(command, options);
            read_answers(ending);
            if (ending.is_well() || answered() == answers_.size()) return with_the_rest({});
            const bool is_late = ending.how == Ending::How::too_late;
            in_vain = answered() > before ? 0 : in_vain + (is_late ? 2 : 1);
            too_late += is_late;
            first_open() = Answer{Answer::What::error, {}, blame(ending, options.time)};
            if (answered() == answers_.size()) break;
        }
        return with_the_rest({Answer::What::error, {}, "not reached"});
    }

    void write_what_is_right() const try {
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            const Arrays right = kind_named(probes_[i].kind).reference(probes_[i], {});
            for (const auto& [name, array] : right) {
                const std::string file = name == "output" ? "right" : "right_" + name;
                write_whole_file(folders_[i] / (file + ".npy"), npy_bytes(array));
            }
        }
    } catch (const std::runtime_error& error) {  // there is still something to report
        std::cerr << "attn-doctor: " << error.what() << '\n';
    }

private:
    /// The program, with the questions that have no answer.
    Ending run(std::vector<std::string> command, const ProgramOptions& options) const {
        command.push_back(probes_.front().kind);
        for (std::size_t i = 0; i < folders_.size(); ++i) {
            if (!answers_[i]) command.push_back(folders_[i].string());
        }
        return run_program(command, options.time, [&] {
            if (options.meanwhile) options.meanwhile(files_written(), folders_.size());
        });
    }

    std::size_t files_written() const {
        return static_cast<std::size_t>(
            std::count_if(folders_.begin(), folders_.end(), has_answer));
    }

    void read_answers(const Ending& ending) {
        std::optional<Answer>* last = nullptr;
        for (std::size_t i = 0; i < answers_.size(); ++i) {
            if (answers_[i]) continue;
            answers_[i] = read_answer(folders_[i]);
            if (answers_[i]) last = &answers_[i];
        }
        // A file that the program was writing when it stopped is no answer yet.
        if (last != nullptr && !ending.is_well() && is_no_array(**last)) last->reset();
    }

    static bool is_no_array(const Answer& answer) {
        return answer.what == Answer::What::error && !answer.words.starts_with("raised ");
    }

    std::size_t answered() const {
        return answers_.size() - static_cast<std::size_t>(std::count_if(
                                     answers_.begin(), answers_.end(), is_open));
    }

    /// Programs answer in the order of the folders, so this is where one stopped.
    std::optional<Answer>& first_open() {
        return *std::find_if(answers_.begin(), answers_.end(), is_open);
    }

    std::vector<Answer> with_the_rest(const Answer& rest) const {
        std::vector<Answer> all;
        for (const std::optional<Answer>& answer : answers_) {
            all.push_back(answer.value_or(rest));
        }
        return all;
    }

    static bool is_open(const std::optional<Answer>& answer) { return !answer; }

    const std::vector<Probe>& probes_;
    std::vector<fs::path> folders_ = {};
    std::vector<std::optional<Answer>> answers_;
};

/// A folder for one round; where they are kept, FOLDER/1, FOLDER/2, ...
/// throws  CannotWrite
fs::path next_round(const fs::path& keep) {
    std::error_code error;
    fs::create_directories(keep, error);
    fs::path folder;
    // One that this call made: two doctors may keep their rounds in one place.
    for (int round = 1; !error; ++round) {
        folder = fs::absolute(keep) / std::to_string(round);
        if (!fs::exists(folder) && fs::create_directory(folder, error)) break;
    }
    if (error) {
        throw CannotWrite("No folder can be made below " + clean_utf8(keep.string()) +
                          ": " + error.message() + " (--keep may name another place)");
    }
    return folder;
}

std::vector<Answer> ask(const std::vector<Probe>& probes,
                        const std::vector<std::string>& command,
                        const ProgramOptions& options) {
    if (probes.empty()) return {};
    const Interrupts interrupts;
    if (!options.keep.empty()) {
        Round round(probes, next_round(options.keep), "--keep");
        const std::vector<Answer> answers = round.ask(command, options);
        round.write_what_is_right();
        return answers;
    }
    const TemporaryFolder folder;
    return Round(probes, folder.path, "TMPDIR").ask(command, options);
}

}  // namespace

Command program(std::vector<std::string> command, ProgramOptions options) {
    return [command = std::move(command), options = std::move(options)](
               const std::vector<Probe>& probes) { return ask(probes, command, options); };
}

}  // namespace attn::doctor
