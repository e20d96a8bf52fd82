#include "chapters/11_encoder/pytorch_comparison.hpp"

#include "attn/files/npy.hpp"
#include "chapters/common/own_sentence.hpp"

namespace attn::chapters {

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const Matrix input = as_matrix(read_npy(data / "input.npy"));
    EncoderLayer layer = encoder_in(data / "weights", 2).layers.at(0);
    const std::vector<Stage> ours = stages(layer.trace(input));
    const std::vector<Gap> float64 = gaps_to(ours, data / "float64");
    layer.norm1.epsilon = 1e-12;
    return {.float64 = float64,
            .float32 = gaps_to(ours, data / "float32"),
            .slip = gaps_between(ours, stages(layer.trace(input)), float64)};
}

}  // namespace attn::chapters
