#include <algorithm>

#include "chapters/12_encoder_layer/12_encoder_layer.hpp"

namespace attn::chapters::ch12 {

using namespace plots;
using enum Paint;

Figure pytorch_figure(const Comparison& gaps) {
    constexpr double noise = 1e-12;
    Plot plot{.x = {.name = "largest difference (log scale)",
                    .first = 1e-14,
                    .last = 10,
                    .ticks = {{1e-13, "< 1e-12"},
                              {1e-9, "1e-9"},
                              {1e-6, "1e-6"},
                              {1e-3, "1e-3"},
                              {1, "1"}},
                    .log = true}};
    for (const chapters::Gap& gap : gaps.float64) plot.y.words.push_back(gap.stage);
    const auto dots = [&](const std::vector<chapters::Gap>& all, double place_of_noise,
                          Paint paint, const std::string& name, const Point& named_at) {
        Dots marks{{}, paint, name, named_at};
        for (const auto& [stage, gap] : all) {
            const double x = gap < noise ? place_of_noise : std::min(gap, 10.0);
            marks.points.push_back({x, static_cast<double>(marks.points.size())});
        }
        return marks;
    };
    plot.marks = {plots::Gap{1e-14, noise},
                  dots(gaps.layer_b, 2e-13, rust, "layer B", {2e-2, 11}),
                  dots(gaps.float64, 5e-14, blue, "layer A", {noise, 12})};
    return {"12_pytorch",
            "Only one layer agrees with PyTorch all the way",
            "Same weights and input. Dots: largest difference from PyTorch.",
            {{plot}}};
}

}  // namespace attn::chapters::ch12
