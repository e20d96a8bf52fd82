#include "plots/canvas.hpp"

#include "attn/print.hpp"

namespace attn::plots {

void Canvas::add(Shape shape) {
    shapes.push_back(std::move(shape));
}

void Canvas::text(Point at, std::string_view text, const TextStyle& style) {
    add(Text{at, std::string(text), style});
}

void Canvas::line(Point from, Point to, const LineStyle& style) {
    add(Path{{from, to}, style});
}

std::string label_text(double value, int decimals) {
    const std::string text = number_text(value, decimals);
    return text.front() == '-' ? "−" + text.substr(1) : text;
}

}  // namespace attn::plots
