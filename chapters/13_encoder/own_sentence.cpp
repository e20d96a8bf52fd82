#include "chapters/13_encoder/13_encoder.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <system_error>

#include "chapters/printing/words.hpp"
#include "chapters/program/knobs.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch13 {
namespace {

/// The first names in a file, for a message.
std::string some_names(const StateDict& weights) {
    std::vector<std::string> names;
    for (const auto& [name, array] : weights) {
        if (names.size() < 5) names.push_back(cut_to_width(name, 60));
    }
    return joined(names) + (weights.size() > names.size() ? ", ..." : "");
}

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
        "nn.TransformerEncoderLayer, those of a stack begin with layers.0." +
        (weights.empty() ? "" : "; here are " + some_names(weights)));
}

/// What stands before all names of a stack that is a part of another model, such as "encoder.".
std::string prefix_of(const StateDict& weights) {
    const std::string first = "layers.0.norm1.weight";
    for (const auto& [name, array] : weights) {
        if (name.ends_with(first)) return name.substr(0, name.size() - first.size());
    }
    return "";
}

StateDict without_prefix(const StateDict& weights, const std::string& prefix) {
    StateDict part;
    for (const auto& [name, array] : weights) {
        if (name.starts_with(prefix)) part[name.substr(prefix.size())] = array;
    }
    return part;
}

bool has_layer(const StateDict& weights, std::size_t i) {
    const std::string prefix = "layers." + std::to_string(i) + ".";
    const auto next = weights.lower_bound(prefix);
    return next != weights.end() && next->first.starts_with(prefix);
}

/// What could have been meant inside a folder: its safetensors files.
std::vector<std::string> weights_inside(const std::filesystem::path& folder) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".safetensors")
            found.push_back(clean_utf8(entry.path().string()));
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

std::vector<std::size_t> ids_in(const Sentence& sentence, std::size_t n_words) {
    std::vector<std::size_t> ids;
    for (const std::string& word : sentence.words) {
        std::size_t id = 0;
        const char* end = word.data() + word.size();
        const auto read = std::from_chars(word.data(), end, id);
        if (read.ec != std::errc() || read.ptr != end || id >= n_words) {
            throw UsageError("--sentence has '" + cut_to_width(word, 40) +
                             "'; this model has an embedding of " +
                             std::to_string(n_words) + " words, so give ids from 0 to " +
                             std::to_string(n_words - 1) +
                             ", such as --sentence \"0 1 0\"");
        }
        ids.push_back(id);
    }
    return ids;
}

TransformerConfig config_of(const StateDict& weights) {
    TransformerConfig config{.n_layers = 1};
    const StateDict named = without_prefix(weights, prefix_of(weights));
    const std::string prefix = is_one_layer(named) ? "" : "layers.0.";
    config.d_model = length_of(named, prefix + "norm1.weight");
    config.d_ff = length_of(named, prefix + "linear1.bias");
    while (has_layer(named, config.n_layers)) ++config.n_layers;
    config.has_final_norm = named.count("norm.weight") > 0;
    return config;
}

Encoder encoder_of(const StateDict& weights, const TransformerConfig& rest) {
    TransformerConfig config = config_of(weights);
    config.n_heads = rest.n_heads;
    config.activation = rest.activation;
    config.placement = rest.placement;
    if (is_one_layer(weights)) return {{encoder_layer_from(weights, config)}};
    return encoder_from(weights, config);
}

OwnModel model_of(StateDict weights, const TransformerConfig& rest) {
    OwnModel model;
    const auto take = [&](const std::string& name) {
        auto table = weights.extract(name);
        return table.empty() ? Matrix() : as_matrix(table.mapped());
    };
    model.words = take("embedding.weight");
    model.places = take("positions.weight");
    model.encoder = encoder_of(weights, rest);
    const std::size_t d_model = model.encoder.layers.at(0).norm1.gamma.size();
    for (const Matrix* table : {&model.words, &model.places}) {
        if (table->rows() == 0 || table->cols() == d_model) continue;
        throw StateDictError(
            std::string(table == &model.words ? "embedding" : "positions") + ".weight is " +
            shape_text(*table) + "; the encoder's d_model is " + std::to_string(d_model));
    }
    return model;
}

OwnModel model_in(const std::filesystem::path& path, const TransformerConfig& rest) {
    const std::string name = clean_utf8(path.string());
    if (std::filesystem::is_directory(path)) {
        const std::vector<std::string> inside = weights_inside(path);
        throw StateDictError(
            name + " is a folder; take " +
            (inside.empty() ? "a .safetensors file" : joined(inside, " or ")));
    }
    const StateDict weights = read_state_dict(path);
    try {
        return model_of(weights, rest);
    } catch (const StateDictError& error) {
        throw StateDictError(name + ": " + error.what());
    }
}

Encoder encoder_in(const std::filesystem::path& path, const TransformerConfig& rest) {
    return model_in(path, rest).encoder;
}

}  // namespace attn::chapters::ch13
