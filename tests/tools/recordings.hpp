/// The recorded outputs of the chapters' programs: which there are, and how they are made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace book {

/// A line of tests/expected/runs.txt. What the program prints is tests/expected/NAME.txt.
struct Recording {
    std::string name;
    std::string program;
    std::vector<std::string> arguments;
};

/// The recordings that runs.txt lists, one a line: a name, a program, its arguments. An
/// argument with blanks stands in double quotes; a line that starts with '#' is a comment.
/// throws  std::runtime_error  when a line has no program, or a name comes twice
std::vector<Recording> read_recordings(std::string_view runs);

/// The project's own, of root/tests/expected/runs.txt; none when there is no such file.
std::vector<Recording> recordings_of(const std::filesystem::path& root);

/// The file of a recording.
std::filesystem::path file_of(const Recording& recording,
                              const std::filesystem::path& root);

/// The programs of the recordings, each once, in their order.
std::vector<std::string> programs_of(const std::vector<Recording>& recordings);

/// What to run for a recording, with the folder into which the program draws.
std::vector<std::string> command_of(const Recording& recording,
                                    const std::filesystem::path& programs,
                                    const std::filesystem::path& figures);

/// What a command prints on its standard output when it is run in that folder, or here.
/// throws  std::runtime_error  when its exit code is not 0; the message holds what it
///                             said on standard error
std::string output_of(const std::vector<std::string>& command,
                      const std::filesystem::path& folder = {});

}  // namespace book
