#include "chapters/10_sublayers/layer_numbers.hpp"

#include <algorithm>

#include "attn/text/print.hpp"
#include "chapters/common/small_layer.hpp"

namespace attn::chapters {

EncoderLayer layer_with(Activation activation, double epsilon, NormPlacement placement) {
    EncoderLayer layer = small_example::encoder_layer(placement);
    layer.feed_forward.activation = activation;
    layer.norm1.epsilon = layer.norm2.epsilon = epsilon;
    return layer;
}

Matrix merge_rows(const std::vector<std::vector<double>>& rows) {
    Matrix m(rows.size(), rows[0].size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy(rows[i].begin(), rows[i].end(), m.row(i).begin());
    }
    return m;
}

std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const double> numbers, int decimals) {
    std::vector<std::string> line{name};
    for (const double number : numbers) line.push_back(number_text(number, decimals));
    return line;
}

std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const float> numbers, int decimals) {
    const std::vector<double> wide(numbers.begin(), numbers.end());
    return numbers_line(name, wide, decimals);
}

std::string firing_text(const Matrix& activated, std::size_t word) {
    std::string text;
    for (std::size_t unit = 0; unit < activated.cols(); ++unit) {
        if (activated(word, unit) > 0) text += " " + std::to_string(unit + 1);
    }
    return text;
}

Matrix without_parts(const EncoderLayerTrace& trace) {
    const Matrix parts = trace.attention.output + trace.feed_forward.output;
    return trace.output - parts;
}

Linear as_one_map(const FeedForward& layer) {
    const Matrix bias = layer.second.forward(merge_rows({layer.first.bias}));
    return {.weight = matmul(layer.first.weight, layer.second.weight),
            .bias = {bias.row(0).begin(), bias.row(0).end()}};
}

}  // namespace attn::chapters
