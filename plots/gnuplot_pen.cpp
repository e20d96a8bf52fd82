#include "plots/gnuplot_pen.hpp"

#include "plots/paint.hpp"

namespace attn::plots {

std::string GnuplotPen::width(double pixels) const {
    return look_number(pixels / page_width);
}

std::string GnuplotPen::height(double pixels) const {
    return look_number(pixels / page_.height);
}

std::string GnuplotPen::screen(const Point& p) const {
    return "screen " + width(p.x) + "," + height(page_.height - p.y);
}

void GnuplotPen::place(const Box& b) {
    say("set lmargin at screen ", width(b.left), "; set rmargin at screen ",
        width(b.right()), "; set tmargin at screen ", height(page_.height - b.top),
        "; set bmargin at screen ", height(page_.height - b.bottom()));
}

void GnuplotPen::label(const Text& text, const Placed* in) {
    std::string at = screen(text.at);
    if (in != nullptr && text.value) {
        const Point from = in->at(*text.value);
        at = place_number(text.value->x) + "," + place_number(text.value->y) +
             " offset screen " + width(text.at.x - from.x) + ", screen " +
             height(from.y - text.at.y);
    }
    const char* align = text.align == Align::left     ? " left "
                        : text.align == Align::centre ? " center "
                                                      : " right ";
    say("set label ", gnuplot_string(text.text), " at ", at, align,
        text.upright ? "rotate by 90 " : "", text_colour(text.paint), " ",
        font(text.size, text.bold), " front");
}

void GnuplotPen::labels(const std::vector<Text>& texts, const Placed* in) {
    for (const Text& text : texts) label(text, in);
}

void GnuplotPen::stroke(const Stroke& stroke) {
    for (std::size_t i = 1; i < stroke.points.size(); ++i) {
        const bool has_head = stroke.has_head && i + 1 == stroke.points.size();
        say("set arrow from ", screen(stroke.points[i - 1]), " to ",
            screen(stroke.points[i]),
            has_head ? " filled size screen 0.0125,22 " : " nohead ",
            line_colour(stroke.paint), " lw ", look_number(stroke.width));
    }
}

void GnuplotPen::tics(const char* axis, const std::vector<Tick>& ticks,
                      const std::string& look) {
    std::string list;
    for (const Tick& tick : ticks) {
        list += (list.empty() ? "" : ", ") + gnuplot_tick(tick.label) + " " +
                place_number(tick.at);
    }
    if (!list.empty()) say("set ", axis, " (", list, ") ", look);
}

std::string GnuplotPen::block(const std::string& wanted, const DataRows& rows) {
    std::string plain;
    for (const char c : wanted) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_other = (c >= '0' && c <= '9') || c == '_';
        if (!is_letter && (!is_other || plain.empty())) break;
        plain += c;
    }
    if (plain.empty()) plain = "data";
    std::string name = plain;
    for (int i = 2; !names_.insert(name).second; ++i)
        name = plain + "_" + std::to_string(i);
    say("$", name, " << e");
    for (const Texts& row : rows) {
        for (const std::string& entry : row)
            text_ += entry + (&entry == &row.back() ? "\n" : " ");
    }
    say("e");
    return "$" + name;
}

void GnuplotPen::plot() {
    if (elements_.empty()) element("NaN");
    std::string all;
    for (const std::string& one : elements_) {
        all += (all.empty() ? "" : ", \\\n     ") + one + " notitle";
    }
    elements_.clear();
    say("plot ", all);
}

std::string line_colour(Paint paint) {
    return "lc rgb '" + hex(value_of(paint)) + "'";
}

std::string text_colour(Paint paint) {
    return "tc rgb '" + hex(value_of(paint)) + "'";
}

std::string GnuplotPen::font(double size, bool bold, const std::string& family) const {
    return "font '" + (bold ? "Helvetica:Bold" : family) + "," +
           look_number(size * text_scale_) + "'";
}

std::string place_number(double value) {
    return gnuplot_number(value, 12);
}

std::string look_number(double value) {
    return gnuplot_number(value, 4);
}

}  // namespace attn::plots
