#include "chapters/11_encoder/11_encoder.hpp"

#include <algorithm>
#include <cmath>

#include "attn/vector.hpp"
#include "chapters/printing/show.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {

double root_mean_square(const Matrix& m) {
    double sum = 0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double value : m.row(i)) sum += value * value;
    }
    return std::sqrt(sum / static_cast<double>(m.rows() * m.cols()));
}

Matrix forward_without_norms(const EncoderLayer& layer, const Matrix& x) {
    const Matrix attended = x + layer.attention.forward(x, x, x);
    return attended + layer.feed_forward.forward(attended);
}

void stretch_to_xavier(EncoderLayer& layer) {
    for (Linear* map :
         {&layer.attention.w_q, &layer.attention.w_k, &layer.attention.w_v,
          &layer.attention.w_o, &layer.feed_forward.first, &layer.feed_forward.second}) {
        const auto d_in = static_cast<double>(map->weight.rows());
        const auto d_out = static_cast<double>(map->weight.cols());
        map->weight = map->weight * std::sqrt(6 * d_in / (d_in + d_out));
        std::fill(map->bias.begin(), map->bias.end(), 0.0);
    }
}

Sizes sizes_by_depth(const std::vector<EncoderLayer>& layers, const Matrix& x) {
    Sizes sizes{.post = {root_mean_square(x)},
                .pre = {root_mean_square(x)},
                .bare = {root_mean_square(x)}};
    Matrix post = x, pre = x, bare = x;
    for (EncoderLayer layer : layers) {
        layer.placement = NormPlacement::post;
        post = layer.forward(post);
        layer.placement = NormPlacement::pre;
        pre = layer.forward(pre);
        bare = forward_without_norms(layer, bare);
        sizes.post.push_back(root_mean_square(post));
        sizes.pre.push_back(root_mean_square(pre));
        sizes.bare.push_back(root_mean_square(bare));
    }
    sizes.pre_and_final = root_mean_square(untrained_layer_norm(x.cols()).forward(pre));
    return sizes;
}

std::vector<std::vector<std::string>> lines_of(const Sizes& ours, const Sizes& random) {
    std::vector<std::vector<std::string>> lines{
        {"", "ours:", "", "", "random:", "", ""},
        {"layers", "post", "pre", "none", "post", "pre", "none"}};
    for (std::size_t n = 0; n < ours.post.size(); ++n) {
        if (n > 2 && n != 4 && n % 8 != 0 && n + 1 != ours.post.size()) continue;
        std::vector<std::string> line{std::to_string(n)};
        for (const Sizes* sizes : {&ours, &random}) {
            for (const double size : {sizes->post[n], sizes->pre[n], sizes->bare[n]})
                line.push_back(size < 1000 ? number_text(size, 3)
                                           : scientific_text(size, 3));
        }
        lines.push_back(line);
    }
    return lines;
}

}  // namespace attn::chapters::ch11
