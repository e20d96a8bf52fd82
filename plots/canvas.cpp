#include "plots/canvas.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "attn/text/print.hpp"

namespace attn::plots {

void Canvas::add(Shape shape) {
    shapes.push_back(std::move(shape));
}

void Canvas::text(Point at, std::string_view text, const TextStyle& style) {
    if (!text.empty()) add(Text{at, std::string(text), style});
}

void Canvas::line(Point from, Point to, const LineStyle& style) {
    add(Path{{from, to}, style});
}

std::string with_real_minus(const std::string& text) {
    return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string label_text(double value, int decimals) {
    return with_real_minus(number_text(value, decimals));
}

std::string short_label(double value) {
    if (!std::isfinite(value)) return label_text(value, 0);
    if (std::abs(value) < 1e-12) return "0";  // rounding noise
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, 4);
    return with_real_minus({buffer.data(), end.ptr});
}

}  // namespace attn::plots
