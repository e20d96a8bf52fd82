/// Other programs, started by a shell.
#pragma once

#include <string>

namespace attn::plots {

/// Runs a command, whose output is thrown away.
///
/// returns  whether it ended with 0. An interrupt that ends it ends this program too.
bool succeeds(const std::string& shell_command);

/// text as one word of a command.
std::string shell_word(const std::string& text);

}  // namespace attn::plots
