#include "chapters/common/show.hpp"

#include <cmath>

#include "attn/print.hpp"
#include "plots/table.hpp"

namespace attn::chapters {

std::string vector_text(std::span<const double> v) {
    std::string text = "(";
    for (const double value : v) {
        text += (text.size() > 1 ? ", " : "") + plots::exact_text(value);
    }
    return text + ")";
}

std::string number_or_noise(double value, int decimals) {
    if (value != 0.0 && std::abs(value) < 1e-12) return "below 1e-12";
    return number_text(value, decimals);
}

}  // namespace attn::chapters
