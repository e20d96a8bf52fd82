/// A program of somebody's as a command that the doctor can ask.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// Thrown when the questions cannot be written to the disk; the message says where and why.
class CannotWrite : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct ProgramOptions {
    std::chrono::milliseconds time{60000};  ///< for all questions of one start
    /// Where the questions and answers stay, with what would be right as right.npy, or empty:
    /// in a temporary folder, until they are answered.
    std::filesystem::path keep = {};
    /// Called some times a second, with the number of questions that are answered, and of all.
    std::function<void(std::size_t answered, std::size_t all)> meanwhile = {};
};

/// A command that writes its probes as folders and starts `COMMAND KIND FOLDER FOLDER ...` once.
/// Where the program crashes or takes too long, the first question without an answer gets the
/// blame, and the others are asked in a new start: at most six, and two where time ran out; two,
/// too, that answer nothing one after the other, and only one that answers nothing in time.
///
/// throws, when it is called:  CannotStart, CannotWrite, Interrupted
Command program(std::vector<std::string> command, ProgramOptions options = {});

}  // namespace attn::doctor
