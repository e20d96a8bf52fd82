/// What chapters make of words and of counts of things.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn::chapters {

/// "yes" or "no"
std::string yes_or_no(bool answer);

/// The words in another order: first the one with the number order[0].
std::vector<std::string> in_order(const std::vector<std::string>& words,
                                  const std::vector<std::size_t>& order);

/// "1 number", "2 numbers"
std::string counted(std::size_t count, const std::string& noun);

/// "I, love, you"
std::string joined(const std::vector<std::string>& words,
                   const std::string& between = ", ");

}  // namespace attn::chapters
