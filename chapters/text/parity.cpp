#include "chapters/text/parity.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/files/npy.hpp"

namespace attn::chapters {
namespace {

std::string file_of_stage(const std::string& stage) {
    std::string name = stage;
    std::erase(name, ':');
    std::replace(name.begin(), name.end(), ' ', '_');
    return name + ".npy";
}

}  // namespace

std::vector<Gap> gaps_to(const std::vector<Stage>& ours,
                         const std::filesystem::path& folder) {
    std::vector<Gap> gaps;
    for (const Stage& stage : ours) {
        const std::filesystem::path file = folder / file_of_stage(stage.name);
        if (!std::filesystem::exists(file)) continue;
        gaps.push_back(
            {stage.name, max_abs_difference(stage.value, as_matrix(read_npy(file)))});
    }
    if (!gaps.empty()) return gaps;
    throw std::runtime_error("there is no stage's .npy file in " + folder.string());
}

}  // namespace attn::chapters
