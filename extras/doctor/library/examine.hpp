/// The doctor: which line of somebody's attention is wrong. Introduced in chapter 20.
///
/// One reference per part has switches, places where something else could be written. A mistake
/// is a setting of switches with a name, so several at once need no code of their own: the doctor
/// looks for the smallest set of mistakes that gives all the numbers it was answered.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "doctor/library/diagnosis.hpp"
#include "doctor/library/probe.hpp"

namespace attn::doctor {

struct Options {
    std::vector<std::string> accept = {};  // names of mistakes that are meant
    double seconds = 10;  // for a search; there may be two and some short ones
    /// Called now and then with what is being done, for a person who waits.
    std::function<void(const std::string& what)> meanwhile = {};
};

/// The kinds of parts that the doctor knows: "softmax", "attention", "mha", ...
std::vector<std::string> kinds();

/// The questions of a kind.
/// throws  std::invalid_argument  when there is no such kind
std::vector<Probe> probes(const std::string& kind);

/// The names of the mistakes that a kind can have, for --accept.
/// throws  std::invalid_argument  when there is no such kind
std::vector<std::string> mistakes(const std::string& kind);

/// Asks command the kind's probes, and says what its answers show. It is asked once more for the
/// smallest example, and once more for the laws where no known mistake explains its answers.
///
/// throws  std::invalid_argument  when there is no such kind, or a name in accept is unknown;
///         and what command throws
Diagnosis examine(const std::string& kind, const Command& command,
                  const Options& options = {});

}  // namespace attn::doctor
