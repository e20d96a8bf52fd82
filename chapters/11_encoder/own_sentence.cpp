#include "chapters/11_encoder/own_sentence.hpp"

#include <algorithm>
#include <sstream>

#include "attn/text/utf8.hpp"
#include "chapters/program/knobs.hpp"
#include "chapters/text/compare.hpp"

namespace attn::chapters::ch11 {
namespace {

/// The length of a weight in one dimension.
std::size_t length_of(const StateDict& weights, const std::string& name) {
    const auto found = weights.find(name);
    if (found != weights.end() && found->second.shape.size() == 1) {
        return found->second.shape[0];
    }
    throw StateDictError(
        "there is no " + name +
        " of one dimension, from which the encoder's size is read; an "
        "encoder layer's weights are named as in PyTorch's "
        "nn.TransformerEncoderLayer, those of a stack begin with layers.0.");
}

bool has_layer(const StateDict& weights, std::size_t i) {
    const std::string prefix = "layers." + std::to_string(i) + ".";
    const auto next = weights.lower_bound(prefix);
    return next != weights.end() && next->first.starts_with(prefix);
}

/// The folders inside that hold .npy files, such as those that --save makes.
std::vector<std::string> folders_with_weights(const std::filesystem::path& folder) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (!entry.is_directory()) continue;
        for (const auto& file : std::filesystem::directory_iterator(entry)) {
            if (file.path().extension() != ".npy") continue;
            found.push_back(clean_utf8(entry.path().string()));
            break;
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool is_one_layer(const StateDict& weights) {
    return weights.count("norm1.weight") > 0;
}

}  // namespace

Sentence sentence_from(const std::string& text, std::size_t most) {
    Sentence sentence;
    std::vector<std::string> different;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) {
        const auto known = std::find(different.begin(), different.end(), word);
        sentence.ids.push_back(static_cast<std::size_t>(known - different.begin()));
        if (known == different.end()) different.push_back(word);
        sentence.words.push_back(word);
    }
    sentence.n_different = different.size();
    if (!sentence.words.empty() && sentence.words.size() <= most) return sentence;
    throw UsageError("--sentence has " + std::to_string(sentence.words.size()) +
                     " words; 1 to " + std::to_string(most) +
                     " are possible, parted by blanks");
}

TransformerConfig config_of(const StateDict& weights) {
    TransformerConfig config{.n_layers = 1};
    const std::string prefix = is_one_layer(weights) ? "" : "layers.0.";
    config.d_model = length_of(weights, prefix + "norm1.weight");
    config.d_ff = length_of(weights, prefix + "linear1.bias");
    while (has_layer(weights, config.n_layers)) ++config.n_layers;
    config.has_final_norm = weights.count("norm.weight") > 0;
    return config;
}

Encoder encoder_of(const StateDict& weights, std::size_t n_heads) {
    TransformerConfig config = config_of(weights);
    config.n_heads = n_heads;
    if (is_one_layer(weights)) return {{encoder_layer_from(weights, config)}};
    return encoder_from(weights, config);
}

Encoder encoder_in(const std::filesystem::path& folder, std::size_t n_heads) {
    const StateDict weights = read_state_dict(folder);
    if (weights.empty()) {
        const std::vector<std::string> inside = folders_with_weights(folder);
        throw StateDictError("there is no .npy file in " + clean_utf8(folder.string()) +
                             (inside.empty() ? "" : "; take " + joined(inside, " or ")));
    }
    try {
        return encoder_of(weights, n_heads);
    } catch (const StateDictError& error) {
        throw StateDictError(clean_utf8(folder.string()) + ": " + error.what());
    }
}

}  // namespace attn::chapters::ch11
