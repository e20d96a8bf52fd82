/// Shapes as SVG elements. Every colour is an attribute, for programs without CSS, and a class,
/// for pages and for the dark.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plots/layout.hpp"
#include "plots/paint.hpp"

namespace attn::plots {

/// text as XML: cleaned, and with < > & as entities.
std::string xml_text(const std::string& text);

/// A place in pixels: at most two decimals, no zeros at the end.
/// throws  std::domain_error  when it is not finite
std::string pixels(double value);

class SvgPen {
public:
    /// figure  its name; all ids begin with it
    explicit SvgPen(std::string figure) : figure_(std::move(figure)) {}

    void rectangle(const Box& box, Paint paint, double corner = 0);
    void shade(const Box& box, Paint paint);
    void outline(const Box& box, Paint paint, double width, const char* dash = "",
                 double corner = 0);
    void cell(const Box& box, Palette palette, double place, double corner = 0);
    void hatch(const Box& box);

    /// Closed shapes of one colour of a palette; outline is what a path's d holds.
    void patch(const std::string& outline, Palette palette, double place);

    void stroke(const Stroke& stroke, bool dashed = false);
    void dot(const Point& at, Paint paint, double radius);
    void text(const Text& text);

    /// What is drawn in between comes after some seconds: strokes grow, from their ends to their
    /// beginnings. Without seconds nothing is special.
    void begin_moment(std::optional<double> after, bool grows = false);
    void end_moment(std::optional<double> after);

    /// A part that a page may leave out, under a class.
    void begin_part(const char* name);
    void end_part();

    /// Texts of one size, centred, each readable on its cell in the light and in the dark. A page
    /// that opens its numbers is told which table they are, where its cells are, and what made it.
    void begin_cell_texts(double size, const Placed* opens = nullptr);
    void cell_text(const Point& at, const std::string& text, Palette palette, double place,
                   double size);
    void end_cell_texts();

    /// All colours of a palette.
    void colour_bar(const Box& box, Palette palette, bool is_upright);

    /// The elements so far.
    const std::string& elements() const { return out_; }

    /// What they refer to: the style and the hatching.
    std::string definitions() const;

private:
    std::string fill(Paint paint);
    std::string line(Paint paint);
    std::string palette_fill(Palette palette, double place);
    std::string id(const std::string& name) const { return figure_ + "-" + name; }
    std::string style() const;
    std::string gradient(Palette palette, bool is_upright) const;

    std::string figure_;
    std::string out_;
    std::set<Paint> fills_, lines_;
    std::set<std::pair<Palette, bool>> gradients_;
    bool has_signed_ = false, has_hatch_ = false, has_turning_text_ = false,
         has_moments_ = false, grows_ = false;
};

}  // namespace attn::plots
