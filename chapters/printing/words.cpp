#include "chapters/printing/words.hpp"

namespace attn::chapters {

std::string yes_or_no(bool answer) {
    return answer ? "yes" : "no";
}

std::vector<std::string> in_order(const std::vector<std::string>& words,
                                  const std::vector<std::size_t>& order) {
    std::vector<std::string> moved;
    for (const std::size_t id : order) moved.push_back(words.at(id));
    return moved;
}

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

}  // namespace attn::chapters
