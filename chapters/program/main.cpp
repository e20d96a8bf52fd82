// The start of every chapter's program, compiled once for each with ATTN_CHAPTER as its namespace.

#include <csignal>

#include "chapters/program/command_line.hpp"

namespace attn::chapters::ATTN_CHAPTER {

/// Defined by the chapter's program: its title, its knobs, its sections.
void contents(Chapter& chapter);

}  // namespace attn::chapters::ATTN_CHAPTER

int main(int argc, char** argv) {
#ifdef SIGPIPE  // whoever reads the output may stop; what was learned is written all the same
    std::signal(SIGPIPE, SIG_IGN);
#endif
    return attn::chapters::run_command_line(attn::chapters::ATTN_CHAPTER::contents, argc,
                                            argv);
}
