// The start of every chapter's program, compiled once for each with ATTN_CHAPTER as its namespace.

#include "chapters/program/command_line.hpp"

namespace attn::chapters::ATTN_CHAPTER {

/// Defined by the chapter's program: its title, its knobs, its sections.
void contents(Chapter& chapter);

}  // namespace attn::chapters::ATTN_CHAPTER

int main(int argc, char** argv) {
    return attn::chapters::run_command_line(attn::chapters::ATTN_CHAPTER::contents, argc,
                                            argv);
}
