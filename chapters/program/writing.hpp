/// How the command line writes what a section gave: the path is tried before the first section, so
/// that nobody trains for an hour in vain, and should writing fail all the same, nothing is lost.
#pragma once

#include <string>

#include "chapters/program/knobs.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters {

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
