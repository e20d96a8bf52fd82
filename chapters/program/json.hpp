/// JSON, as far as a page needs it written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attn::chapters {

/// text as a JSON string. Lines stay; control characters and what is no UTF-8 become U+FFFD.
std::string json_text(const std::string& text);

/// Values that are JSON already, as a list, or as an object under their names.
std::string json_list(const std::vector<std::string>& values);
std::string json_object(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace attn::chapters
