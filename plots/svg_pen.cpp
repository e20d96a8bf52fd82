#include "plots/svg_pen.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "plots/text_width.hpp"
#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

constexpr double baseline =
    0.35;  // from the middle of capitals down to their foot, of a size
constexpr double head_length = 9, head_width = 3.8;

std::string attribute(const char* name, std::string value) {
    for (std::size_t i = value.find('"'); i != value.npos; i = value.find('"', i)) {
        value.replace(i, 1, "&quot;");
    }
    return std::string(" ") + name + "=\"" + value + "\"";
}

std::string box_attributes(const Box& box, double corner) {
    if (box.width < 0 || box.height < 0)
        throw std::domain_error("a box on the page is smaller than nothing");
    return attribute("x", pixels(box.left)) + attribute("y", pixels(box.top)) +
           attribute("width", pixels(box.width)) + attribute("height", pixels(box.height)) +
           (corner > 0 ? attribute("rx", pixels(corner)) : "");
}

std::string path_of(const std::vector<Point>& points) {
    std::string d;
    for (std::size_t i = 0; i < points.size(); ++i) {
        d += i == 0 ? "M" : i == 1 ? "L" : " ";
        d += pixels(points[i].x) + "," + pixels(points[i].y);
    }
    return d;
}

const char* anchor_of(Align align) {
    return align == Align::left ? "start" : align == Align::centre ? "middle" : "end";
}

}  // namespace

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : clean_utf8(text)) {
        if (c == '&') {
            safe += "&amp;";
        } else if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else {
            safe += c;
        }
    }
    return safe;
}

std::string pixels(double value) {
    if (!std::isfinite(value)) throw std::domain_error("a place on the page is not finite");
    std::array<char, 400> buffer;
    const double rounded = std::round(value * 100.0) / 100.0 + 0.0;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded,
                                   std::chars_format::fixed, 2);
    std::string text(buffer.data(), end.ptr);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

// ---- colours

std::string SvgPen::fill(Paint paint) {
    fills_.insert(paint);
    return attribute("fill", hex(value_of(paint))) +
           attribute("class", std::string("f-") + name_of(paint));
}

std::string SvgPen::line(Paint paint) {
    lines_.insert(paint);
    return attribute("stroke", hex(value_of(paint))) +
           attribute("class", std::string("l-") + name_of(paint));
}

std::string SvgPen::palette_fill(Palette palette, double place) {
    const std::string light = attribute("fill", hex(colour_at(place, palette)));
    if (palette == Palette::shares) return light;
    has_signed_ = true;
    return light + " class=\"f-cell\"" + attribute("style", "--c:" + signed_mix(place));
}

// ---- shapes

void SvgPen::rectangle(const Box& box, Paint paint, double corner) {
    out_ += "<rect" + box_attributes(box, corner) + fill(paint) + "/>\n";
}

void SvgPen::shade(const Box& box, Paint paint) {
    out_ += "<rect" + box_attributes(box, 0) + fill(paint) + " fill-opacity=\"0.6\"/>\n";
}

void SvgPen::outline(const Box& box, Paint paint, double width, const char* dash,
                     double corner) {
    out_ += "<rect" + box_attributes(box, corner) + " fill=\"none\"" + line(paint) +
            attribute("stroke-width", pixels(width)) +
            (*dash == '\0' ? "" : attribute("stroke-dasharray", dash)) + "/>\n";
}

void SvgPen::cell(const Box& box, Palette palette, double place, double corner) {
    out_ += "<rect" + box_attributes(box, corner) + palette_fill(palette, place) + "/>\n";
}

void SvgPen::hatch(const Box& box) {
    has_hatch_ = true;
    out_ += "<rect" + box_attributes(box, 0) +
            attribute("fill", "url(#" + id("hatch") + ")") +
            attribute("stroke", hex(hatch_border())) + " class=\"l-hatch-border\"/>\n";
}

void SvgPen::patch(const std::string& outline, Palette palette, double place) {
    out_ += "<path" + palette_fill(palette, place) + attribute("d", outline) + "/>\n";
}

void SvgPen::stroke(const Stroke& stroke, bool dashed) {
    std::vector<Point> points = stroke.points;
    std::string head;
    if (stroke.has_head) {
        const Point tip = points.back(), from = points[points.size() - 2];
        const double length = std::hypot(tip.x - from.x, tip.y - from.y);
        if (length < 1) return;
        const double ux = (tip.x - from.x) / length, uy = (tip.y - from.y) / length;
        const double scale = stroke.width > 2.5 ? 1.3 : 1;
        const Point foot{tip.x - ux * head_length * scale,
                         tip.y - uy * head_length * scale};
        const double w = head_width * scale;
        head = "<path" +
               attribute("d", path_of({tip,
                                       {foot.x - uy * w, foot.y + ux * w},
                                       {foot.x + uy * w, foot.y - ux * w}}) +
                                  "z") +
               fill(stroke.paint) + "/>\n";
        points.back() = {tip.x - ux * head_length * scale * 0.8,
                         tip.y - uy * head_length * scale * 0.8};
    }
    out_ += "<path" + attribute("d", path_of(points)) + " fill=\"none\"" +
            line(stroke.paint) + attribute("stroke-width", pixels(stroke.width)) +
            (dashed ? attribute("stroke-dasharray", "6 5") : "") +
            (stroke.has_head ? " stroke-linecap=\"butt\"" : "") +
            (grows_ ? " pathLength=\"1\"" : "") + "/>\n" + head;
}

void SvgPen::dot(const Point& at, Paint paint, double radius) {
    out_ += "<circle" + attribute("cx", pixels(at.x)) + attribute("cy", pixels(at.y)) +
            attribute("r", pixels(radius)) + fill(paint) + "/>\n";
}

// ---- words

void SvgPen::text(const Text& text) {
    if (text.text.empty()) return;
    const double down = baseline * text.size;
    const std::string x = pixels(text.at.x + (text.upright ? down : 0));
    const std::string y = pixels(text.at.y + (text.upright ? 0 : down));
    out_ += "<text" + attribute("x", x) + attribute("y", y) + fill(text.paint);
    if (text.size != text_size) out_ += attribute("font-size", pixels(text.size));
    if (text.align != Align::left) out_ += attribute("text-anchor", anchor_of(text.align));
    if (text.bold) out_ += attribute("font-weight", "bold");
    if (text.upright) out_ += attribute("transform", "rotate(-90 " + x + " " + y + ")");
    if (has_hangul(text.text)) out_ += " lang=\"ko\"";
    out_ += ">" + xml_text(text.text) + "</text>\n";
}

void SvgPen::begin_moment(std::optional<double> after, bool grows) {
    if (!after) return;
    has_moments_ = true;
    grows_ = grows;
    out_ += "<g" + attribute("class", grows ? "grows" : "comes") +
            attribute("style", "--after:" + pixels(*after) + "s") + ">\n";
}

void SvgPen::end_moment(std::optional<double> after) {
    if (after) out_ += "</g>\n";
    grows_ = false;
}

void SvgPen::begin_part(const char* name) {
    out_ += "<g" + attribute("class", name) + ">\n";
}

void SvgPen::end_part() {
    out_ += "</g>\n";
}

void SvgPen::begin_cell_texts(double size, const Placed* opens) {
    out_ += "<g" + attribute("font-size", pixels(size)) + " text-anchor=\"middle\"";
    if (opens != nullptr) {
        out_ += attribute("data-table", xml_text(opens->plot.name)) +
                attribute("data-cells",
                          pixels(opens->box.left) + " " + pixels(opens->box.top) + " " +
                              pixels(opens->cell_width) + " " + pixels(opens->cell_height));
    }
    if (opens != nullptr && opens->plot.made) {
        const Made& made = *opens->plot.made;
        out_ += attribute("data-rule", made.rule) +
                attribute("data-left", xml_text(made.left)) +
                attribute("data-right", xml_text(made.right));
    }
    out_ += ">\n";
}

void SvgPen::cell_text(const Point& at, const std::string& text, Palette palette,
                       double place, double size) {
    if (text.empty()) return;
    const Colour light = readable_on(colour_at(place, palette, Theme::light));
    const Colour dark = readable_on(colour_at(place, palette, Theme::dark));
    out_ += "<text" + attribute("x", pixels(at.x)) +
            attribute("y", pixels(at.y + baseline * size)) +
            attribute("fill", light == 0 ? "#000" : "#fff");
    if (light != dark) {
        has_turning_text_ = true;
        out_ += attribute("class", light == 0 ? "t-black-white" : "t-white-black");
    }
    out_ += ">" + xml_text(text) + "</text>\n";
}

void SvgPen::end_cell_texts() {
    out_ += "</g>\n";
}

// ---- palettes

void SvgPen::colour_bar(const Box& box, Palette palette, bool is_upright) {
    gradients_.insert({palette, is_upright});
    has_signed_ = has_signed_ || palette == Palette::diverging;
    const std::string name = palette == Palette::shares ? "shares" : "signed";
    out_ += "<rect" + box_attributes(box, 0) +
            attribute("fill", "url(#" + id(name + (is_upright ? "-up" : "-flat")) + ")") +
            "/>\n";
}

std::string SvgPen::gradient(Palette palette, bool is_upright) const {
    const bool is_signed = palette == Palette::diverging;
    const std::string name = is_signed ? "signed" : "shares";
    std::string text = "<linearGradient" +
                       attribute("id", id(name + (is_upright ? "-up" : "-flat"))) +
                       (is_upright ? " x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">" : ">");
    const std::span<const Colour> stops = stops_of(palette);
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const double offset =
            static_cast<double>(i) / static_cast<double>(stops.size() - 1);
        std::array<char, 16> buffer;
        const auto end =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), offset);
        text += "<stop" + attribute("offset", {buffer.data(), end.ptr}) +
                attribute("stop-color", hex(stops[i]));
        if (is_signed) {
            text += " class=\"c-stop\"" +
                    attribute("style", "--c:var(--k" + std::to_string(i + 1) + ")");
        }
        text += "/>";
    }
    return text + "</linearGradient>\n";
}

// ---- the style

namespace {

/// The rules of a style: what a class takes from a page's variables, and what the variables are
/// in the dark where there is no page.
class Rules {
public:
    /// The class paints with a variable, which is light where nobody says what it is.
    void add(const std::string& name, const char* property, const std::string& variable,
             Colour light) {
        rules_ += "." + name + "{" + property + ":" + value(variable, light) + "}";
    }
    void add(const std::string& text) { rules_ += text; }
    void darken(const std::string& variable, Colour colour) {
        dark_ += "--" + variable + ":" + hex(colour) + ";";
    }
    static std::string value(const std::string& variable, Colour light) {
        return "var(--" + variable + "," + hex(light) + ")";
    }

    /// Programs that do not know how to mix colours leave all of it out.
    std::string text() const {
        return "<style>@supports (color:color-mix(in srgb,red,blue)){" + rules_ +
               "@media (prefers-color-scheme:dark){svg:root{" + dark_ + "}}}</style>\n";
    }

private:
    std::string rules_, dark_;
};

void add_signed_colours(Rules& rules) {
    std::string stops;
    for (std::size_t i = 0; i < stops_of(Palette::diverging).size(); ++i) {
        const std::string number = std::to_string(i + 1);
        stops += "--k" + number + ":" +
                 Rules::value("s" + number, stops_of(Palette::diverging)[i]) + ";";
        rules.darken("s" + number, stops_of(Palette::diverging, Theme::dark)[i]);
    }
    rules.add(".f-cell{fill:var(--c)}.c-stop{stop-color:var(--c)}.fig{" + stops + "}");
}

// Before its moment nothing of it is seen; afterwards it is as if it had not moved.
constexpr const char* motion =
    "<style>@media screen and (prefers-reduced-motion:no-preference){"
    ".comes{animation:comes .4s var(--after) backwards}@keyframes comes{from{opacity:0}}"
    ".grows path{animation:grows .8s ease-in-out var(--after) backwards}"
    "@keyframes grows{from{stroke-dasharray:1 1;stroke-dashoffset:-1;opacity:0}1%{opacity:1}"
    "to{stroke-dasharray:1 1;stroke-dashoffset:0}}}</style>\n";

}  // namespace

std::string SvgPen::style() const {
    Rules rules;
    std::set<Paint> paints = fills_;
    paints.insert(lines_.begin(), lines_.end());
    for (const Paint paint : paints) {
        const std::string name = name_of(paint), variable = "f-" + name;
        if (fills_.count(paint)) rules.add("f-" + name, "fill", variable, value_of(paint));
        if (lines_.count(paint))
            rules.add("l-" + name, "stroke", variable, value_of(paint));
        rules.darken(variable, value_of(paint, Theme::dark));
    }
    if (has_hatch_) {
        rules.add("l-hatch", "stroke", "f-hatch", hatch_line());
        rules.add("l-hatch-border", "stroke", "f-hatch-border", hatch_border());
        rules.darken("f-hatch", hatch_line(Theme::dark));
        rules.darken("f-hatch-border", hatch_border(Theme::dark));
    }
    if (has_turning_text_) {
        rules.add("t-black-white", "fill", "t-black-white", 0x000000);
        rules.add("t-white-black", "fill", "t-white-black", 0xffffff);
        rules.darken("t-black-white", 0xffffff);
        rules.darken("t-white-black", 0x000000);
    }
    if (has_signed_) add_signed_colours(rules);
    return rules.text() + (has_moments_ ? motion : "");
}

std::string SvgPen::definitions() const {
    std::string text = style();
    if (!has_hatch_ && gradients_.empty()) return text;
    text += "<defs>\n";
    if (has_hatch_) {
        text += "<pattern" + attribute("id", id("hatch")) +
                " width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                "<path d=\"M-1,-1L7,7M-1,5L1,7M5,-1L7,1\"" +
                attribute("stroke", hex(hatch_line())) + " class=\"l-hatch\"/></pattern>\n";
    }
    for (const auto& [palette, is_upright] : gradients_)
        text += gradient(palette, is_upright);
    return text + "</defs>\n";
}

}  // namespace attn::plots
