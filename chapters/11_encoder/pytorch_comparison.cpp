#include "chapters/11_encoder/11_encoder.hpp"

#include <algorithm>
#include <utility>

#include "chapters/printing/show.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/state_dict.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {

std::filesystem::path pytorch_data() {
    return chapters_folder() / "11_encoder/data";
}

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const StateDict float64 = read_state_dict(data / "float64.safetensors"),
                    float32 = read_state_dict(data / "float32.safetensors");
    const Matrix input = as_matrix(float64.at("input"));
    EncoderLayer layer =
        encoder_in(data / "weights.safetensors", {.n_heads = 2}).layers.at(0);
    const std::vector<Stage> ours = stages(layer.trace(input));
    const std::vector<Stage> wrong = stages(ch11::layer_b(layer, input));
    layer.norm1.epsilon = 1e-12;
    return {.float64 = gaps_to(ours, float64),
            .float32 = gaps_to(ours, float32),
            .layer_b = gaps_to(wrong, float64),
            .slip = gaps_to(stages(layer.trace(input)), float64)};
}

double gap_of_exchanged_norms(const std::filesystem::path& data) {
    const StateDict float64 = read_state_dict(data / "float64.safetensors");
    EncoderLayer layer =
        encoder_in(data / "weights.safetensors", {.n_heads = 2}).layers.at(0);
    std::swap(layer.norm1, layer.norm2);
    double largest = 0;
    for (const auto& [stage, gap] :
         gaps_to(stages(layer.trace(as_matrix(float64.at("input")))), float64))
        largest = std::max(largest, gap);
    return largest;
}

std::vector<std::vector<std::string>> lines_of(const Comparison& gaps) {
    std::vector<std::vector<std::string>> lines{
        {"largest difference", "layer A", "float32", "layer B", "epsilon 1e-12"}};
    for (std::size_t i = 0; i < gaps.float64.size(); ++i) {
        lines.push_back({gaps.float64[i].stage, difference_text(gaps.float64[i].gap),
                         difference_text(gaps.float32[i].gap),
                         difference_text(gaps.layer_b[i].gap),
                         difference_text(gaps.slip[i].gap)});
    }
    return lines;
}

std::string difference_text(double difference) {
    if (difference < 1e-12) return "below 1e-12";
    return difference < 0.001 ? scientific_text(difference, 1) : number_text(difference, 4);
}

}  // namespace attn::chapters::ch11
