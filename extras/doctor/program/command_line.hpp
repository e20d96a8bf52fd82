/// What a person asks of attn-doctor. ./doctor passes its words on.
#pragma once

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn::doctor {

/// Thrown for a command line that asks for nothing we can do; the message says what would be.
class WrongCall : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct CommandLine {
    enum class What { explain, explain_kind, print_adapter, examine };
    What what = What::explain;
    std::string kind = {};
    std::string language = {};  // of the adapter
    std::vector<std::string> command = {};
    bool json = false;
    std::vector<std::string> accept = {};
    std::chrono::milliseconds time{60000};
    std::filesystem::path keep = {};
};

/// words    the program's arguments
/// throws   WrongCall
CommandLine read_command_line(const std::vector<std::string>& words);

/// What the program is for, and how it is called; name is what it was called by.
std::string explanation(const std::string& name);

/// The files of a kind: what its questions have, and what is to be written, with the shapes of the
/// first question that has them.
std::string explanation_of_kind(const std::string& kind, const std::string& name);

}  // namespace attn::doctor
