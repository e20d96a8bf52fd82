#include "chapters/10_sublayers/10_sublayers.hpp"

#include <cmath>

#include "attn/activation.hpp"
#include "chapters/printing/show.hpp"

namespace attn::chapters::ch10 {

std::string gap_text(double x) {
    return scientific_text(gelu_tanh(x) - gelu_exact(x), 2);
}

WidestGap widest_gelu_gap() {
    WidestGap widest{0, 0};
    for (int step = 0; step <= 600; ++step) {
        const double x = step / 100.0;
        const double gap = std::abs(gelu_tanh(x) - gelu_exact(x));
        if (gap > widest.gap) widest = {x, gap};
    }
    return widest;
}

}  // namespace attn::chapters::ch10
