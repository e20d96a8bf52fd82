/// Runs a program and keeps what it says.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace book {

struct CommandResult {
    int exit_code = 0;  ///< 128 + the signal's number when a signal ended the program
    std::string out;
    std::string err;
};

struct CommandOptions {
    std::map<std::string, std::string> environment = {};  ///< variables to set, others stay
    std::filesystem::path folder = {};                    ///< where to run; empty: here
};

/// Runs command[0] with the other words as its arguments, without a shell in between, so
/// that a word may hold anything. The program's standard input is empty.
///
/// command  a name without a slash is looked up on the PATH that the program will have
/// returns  exit code 127, and the reason in err, when there is no such program or folder
/// throws   std::runtime_error  when the system has no room for another process or file
CommandResult run_command(const std::vector<std::string>& command,
                          const CommandOptions& options = {});

}  // namespace book
