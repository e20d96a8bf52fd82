/// Commands for gnuplot, one below the other.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "plots/gnuplot_words.hpp"
#include "plots/layout.hpp"

namespace attn::plots {

/// Rows of a block of data: each entry is a number or a string in gnuplot's language.
using DataRows = std::vector<Texts>;

class GnuplotPen {
public:
    /// text_scale  of the sizes of words: a window counts them in points, not in pixels
    GnuplotPen(const Page& page, double text_scale)
        : page_(page), text_scale_(text_scale) {}

    /// A line, put together of its pieces.
    template <class... Piece>
    void say(const Piece&... pieces) {
        ((text_ += pieces), ...);
        text_ += '\n';
    }

    /// The next plot's inside is this part of the page.
    void place(const Box& box);

    /// Words at a place of the page. Those beside a value of a plot stay beside it where its
    /// ranges are changed.
    void label(const Text& text, const Placed* in = nullptr);
    void labels(const std::vector<Text>& texts, const Placed* in = nullptr);

    void stroke(const Stroke& stroke);

    /// The ticks of an axis ("xtics") in one look; nothing where there are none.
    void tics(const char* axis, const std::vector<Tick>& ticks, const std::string& look);

    /// A block of data. Returns its name: wanted, as far as that is simple and free.
    std::string block(const std::string& wanted, const DataRows& rows);

    /// Another element of the next plot command; without one, nothing is plotted.
    void element(const std::string& text) { elements_.push_back(text); }
    void plot();

    /// All that was said.
    const std::string& text() const { return text_; }

    /// A place of the page, from its left and from its bottom: "screen 0.5,0.25".
    std::string screen(const Point& p) const;
    std::string font(double size, bool bold = false, const std::string& family = "") const;
    std::string width(double pixels) const;
    std::string height(double pixels) const;

private:
    const Page& page_;
    double text_scale_;
    std::string text_;
    Texts elements_;
    std::set<std::string> names_;
};

std::string line_colour(Paint paint);  // "lc rgb '#17202c'"
std::string text_colour(Paint paint);  // "tc rgb '#17202c'"

/// Data as gnuplot reads it: all digits, but no noise of the last ones in places and ranges.
std::string place_number(double value);
std::string look_number(double value);

}  // namespace attn::plots
