#include "chapters/11_encoder/pytorch_comparison.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/files/npy.hpp"
#include "attn/stages.hpp"
#include "chapters/common/own_sentence.hpp"

namespace attn::chapters {
namespace {

std::string file_name(const std::string& stage) {
    std::string name = stage;
    std::erase(name, ':');
    std::replace(name.begin(), name.end(), ' ', '_');
    return name + ".npy";
}

}  // namespace

std::vector<Gap> gaps_to(const EncoderLayerTrace& trace,
                         const std::filesystem::path& folder) {
    std::vector<Gap> gaps;
    for (const Stage& stage : stages(trace)) {
        const std::filesystem::path file = folder / file_name(stage.name);
        if (!std::filesystem::exists(file)) continue;
        gaps.push_back(
            {stage.name, max_abs_difference(stage.value, as_matrix(read_npy(file)))});
    }
    if (!gaps.empty()) return gaps;
    throw std::runtime_error("there is no stage's .npy file in " + folder.string());
}

std::vector<Gap> gaps_between(const EncoderLayerTrace& ours, const EncoderLayerTrace& other,
                              const std::vector<Gap>& wanted) {
    const std::vector<Stage> a = stages(ours), b = stages(other);
    std::vector<Gap> gaps;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const bool is_wanted =
            std::any_of(wanted.begin(), wanted.end(),
                        [&](const Gap& gap) { return gap.stage == a[i].name; });
        if (is_wanted)
            gaps.push_back({a[i].name, max_abs_difference(a[i].value, b[i].value)});
    }
    return gaps;
}

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const Matrix input = as_matrix(read_npy(data / "input.npy"));
    EncoderLayer layer = encoder_in(data / "weights", 2).layers.at(0);
    const EncoderLayerTrace ours = layer.trace(input);
    const std::vector<Gap> float64 = gaps_to(ours, data / "float64");
    layer.norm1.epsilon = 1e-12;
    return {.float64 = float64,
            .float32 = gaps_to(ours, data / "float32"),
            .slip = gaps_between(ours, layer.trace(input), float64)};
}

}  // namespace attn::chapters
