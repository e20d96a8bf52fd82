/// Programs to fill in, for those who want to ask about functions of their own.
#pragma once

#include <string>
#include <vector>

namespace attn::doctor {

/// numpy, torch, c++, c
std::vector<std::string> adapter_languages();

/// throws  std::out_of_range  for another language
std::string adapter(const std::string& language);

}  // namespace attn::doctor
