/// How the command line writes what a section gave: the path is tried before the first section, so
/// that nobody trains for an hour in vain, and should writing fail all the same, nothing is lost.
#pragma once

#include <csignal>
#include <string>

#include "chapters/program/knobs.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters {

/// As long as it lives, Ctrl-C and other requests to end wait: a file that is being written would
/// leave its temporary name behind.
class Uninterrupted {
public:
    Uninterrupted();
    ~Uninterrupted();
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;

private:
    sigset_t before_;
};

/// Makes the folder into which an option's file or folder goes, and tries to write there.
///
/// throws  UsageError  when that fails
void require_writable(const std::string& option, PathUse use, const Path& path);

/// What became of something that was to be written.
struct Written {
    Path where = {};           // empty when it could be written nowhere
    std::string failure = {};  // why it is not where it was to go
};

/// Writes it where it is to go or, where that fails, into a new temporary folder.
Written write_somewhere(const Given& given);

}  // namespace attn::chapters
