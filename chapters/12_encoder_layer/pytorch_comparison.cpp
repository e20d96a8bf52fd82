#include "chapters/12_encoder_layer/12_encoder_layer.hpp"

#include <algorithm>
#include <utility>

#include "chapters/printing/show.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/state_dict.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch12 {

std::filesystem::path pytorch_data() {
    return chapters_folder() / "12_encoder_layer/data";
}

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const StateDict float64 = read_state_dict(data / "float64.safetensors"),
                    float32 = read_state_dict(data / "float32.safetensors");
    const Matrix input = as_matrix(float64.at("input"));
    const EncoderLayer layer =
        encoder_layer_from(read_state_dict(data / "weights.safetensors"),
                           {.d_model = 4, .n_heads = 2, .d_ff = 8});
    const std::vector<Stage> ours = stages(layer.trace(input));
    const std::vector<Stage> wrong = stages(layer_b(layer, input));
    EncoderLayer slip = layer, exchanged = layer, unequal = layer;
    slip.norm1.epsilon = 1e-12;
    std::swap(exchanged.norm1, exchanged.norm2);
    unequal.norm1.gamma = {2, 1, 0.5, 3};
    EncoderLayer unequal_exchanged = unequal;
    std::swap(unequal_exchanged.norm1, unequal_exchanged.norm2);
    const StateDict of_unequal = read_state_dict(data / "unequal.safetensors");
    return {
        .float64 = gaps_to(ours, float64),
        .float32 = gaps_to(ours, float32),
        .layer_b = gaps_to(wrong, float64),
        .slip = gaps_to(stages(slip.trace(input)), float64),
        .exchanged = gaps_to(stages(exchanged.trace(input)), float64),
        .unequal = gaps_to(stages(unequal.trace(input)), of_unequal),
        .unequal_exchanged = gaps_to(stages(unequal_exchanged.trace(input)), of_unequal)};
}

Labels where_it_differs(const std::string& name, const std::vector<Gap>& gaps) {
    const auto first = std::ranges::find_if(gaps, [](const Gap& gap) {
        return !(gap.gap < 1e-12);  // a NaN is not below anything
    });
    const Gap& largest = *std::ranges::max_element(gaps, {}, &Gap::gap);
    if (first == gaps.end()) return {name, "none", "", difference_text(largest.gap)};
    return {name, first->stage, difference_text(first->gap), difference_text(largest.gap)};
}

std::string difference_text(double difference) {
    if (difference < 1e-12) return "below 1e-12";
    return difference < 0.001 ? scientific_text(difference, 1) : number_text(difference, 4);
}

}  // namespace attn::chapters::ch12
