#include "chapters/program/json.hpp"

#include <sstream>

#include "support/text/utf8.hpp"

namespace attn::chapters {

std::string json_text(const std::string& text) {
    std::string json = "\"";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        for (const char c : clean_utf8(line)) {
            if (c == '"' || c == '\\') json += '\\';
            json += c;
        }
        if (!lines.eof()) json += "\\n";
    }
    return json + '"';
}

std::string json_list(const std::vector<std::string>& values) {
    std::string json;
    for (const std::string& value : values) json += (json.empty() ? "" : ",") + value;
    return "[" + json + "]";
}

std::string json_object(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string json;
    for (const auto& [name, value] : members) {
        json += (json.empty() ? "" : ",") + json_text(name) + ":" + value;
    }
    return "{" + json + "}";
}

}  // namespace attn::chapters
