#include "chapters/printing/parity.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn::chapters {
namespace {

std::string array_name(const std::string& stage) {
    std::string name = stage;
    std::erase(name, ':');
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

}  // namespace

std::vector<Gap> gaps_to(const std::vector<Stage>& ours, const StateDict& theirs) {
    std::vector<Gap> gaps;
    for (const Stage& stage : ours) {
        const auto found = theirs.find(array_name(stage.name));
        if (found == theirs.end()) continue;
        gaps.push_back(
            {stage.name, max_abs_difference(stage.value, as_matrix(found->second))});
    }
    if (gaps.size() == theirs.size()) return gaps;
    throw std::runtime_error("an array has no stage of its name");
}

}  // namespace attn::chapters
