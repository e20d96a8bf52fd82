/// The command line of a chapter's program: options in, text and files out.
#pragma once

namespace attn::chapters {

class Chapter;

/// Makes a chapter of its contents, reads the command line, turns the knobs, and runs the sections:
/// numbers to stdout, paths and warnings to stderr, figures and matrices to their folders.
///
/// returns  what main returns: 0; 1 when something failed; 2 for unusable options
int run_command_line(void (*contents)(Chapter&), int argc, char** argv);

/// The same for a chapter that is there already.
int run_command_line(Chapter& chapter, int argc, char** argv);

}  // namespace attn::chapters
