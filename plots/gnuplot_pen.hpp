/// Commands for gnuplot, written through gnuplot-iostream. The only file that knows it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "plots/gnuplot_words.hpp"
#include "plots/layout.hpp"

namespace attn::fig {

/// Rows of a block of data: each entry is a number or a string in gnuplot's language.
using DataRows = std::vector<Texts>;

class GnuplotPen {
public:
    /// text_scale  of the sizes of words: a window counts them in points, not in pixels
    /// throws      std::runtime_error  when there is no room for a temporary file
    GnuplotPen(const Page& page, double text_scale);
    ~GnuplotPen();
    GnuplotPen(const GnuplotPen&) = delete;
    GnuplotPen& operator=(const GnuplotPen&) = delete;

    /// A line, put together of its pieces.
    template <class... Piece>
    void say(const Piece&... pieces) {
        std::string line;
        ((line += pieces), ...);
        write(line);
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
    /// throws  std::runtime_error  when the temporary file did not hold it
    std::string text();

    /// A place of the page, from its left and from its bottom: "screen 0.5,0.25".
    std::string screen(const Point& p) const;
    std::string font(double size, bool bold = false, const std::string& family = "") const;
    std::string width(double pixels) const;
    std::string height(double pixels) const;

private:
    struct Stream;

    void write(const std::string& line);

    const Page& page_;
    double text_scale_;
    std::unique_ptr<Stream> stream_;
    std::size_t written_ = 0;
    Texts elements_;
    std::set<std::string> names_;
};

std::string line_colour(Paint paint);  // "lc rgb '#17202c'"
std::string text_colour(Paint paint);  // "tc rgb '#17202c'"

/// Data as gnuplot reads it: all digits, but no noise of the last ones in places and ranges.
std::string place_number(double value);
std::string look_number(double value);

}  // namespace attn::fig
