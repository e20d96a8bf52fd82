/// What a section leaves behind: lines of text, figures, matrices to keep, and what is to be written
/// where a reader said. Nothing is written to a file here.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/program/knobs.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// A matrix that a section keeps, for NumPy.
struct Kept {
    std::string name;
    Matrix matrix;
};

/// What a reader asked for by a path knob, such as a model's weights: what it is, where it is to
/// go, and how it is written there.
struct Given {
    std::string what;
    Path to;
    std::function<void(const Path& to)> write;  // throws std::exception when it cannot
};

/// A figure that cannot be drawn for these values of the knobs.
struct LeftOut {
    std::string figure, reason;
};

/// What long work calls after each step, and once before the first with 0, so that a page can show
/// how far it is. draw is called only where somebody looks on, and only as often as a picture can
/// be seen.
using Meanwhile =
    std::function<void(std::size_t step, const std::function<plots::Figure()>& draw)>;

/// Where a section puts what it found.
class Page {
public:
    /// out  gets the text, line by line; it must outlive the page
    explicit Page(std::ostream& out) : out_(out) {}

    /// A line: words and whole numbers, one after the other. A double does not compile:
    /// write number_text(value, decimals), because how many digits to show is your choice.
    /// What is wider than 80 columns goes on in the next line, two columns further in.
    template <class... Parts>
    void say(const Parts&... parts) {
        line((std::string() + ... + text_of(parts)));
    }

    /// A blank line, unless there is one already.
    void gap();

    /// A matrix as a table, with its name, its shape and its labels. Rows come before columns,
    /// as in m(i, j).
    ///
    /// decimals  if not given, the fewest that lose nothing, or 4 where that takes more
    /// throws    ShapeError  when labels are given, but not one per row or per column
    void show(const std::string& name, const Matrix& m, const Labels& rows = {},
              const Labels& columns = {}, std::optional<int> decimals = {});

    /// Lines of words as a table: the first word of each line flush left, the others flush
    /// right in columns as wide as their widest word.
    void show_words(const std::vector<Labels>& lines);

    /// Keeps a matrix for other programs, or a row of numbers as a matrix of one row.
    void keep(const std::string& name, const Matrix& m);
    void keep(const std::string& name, const Numbers& row);

    /// Hands over what is to be written to a path, a path knob's; nothing where that is empty.
    ///
    /// what   "weights", for the line that says where they are
    /// write  holds a copy of all that it writes: it is called after the section
    void give(const std::string& what, const Path& to,
              const std::function<void(const Path& to)>& write);

    /// Draws a figure that this section has announced.
    void draw(const plots::Figure& figure);

    /// Says why an announced figure is not drawn for these values of the knobs.
    void leave_out(const std::string& figure, const std::string& reason);

    const std::vector<plots::Figure>& figures() const { return figures_; }
    const std::vector<Kept>& kept() const { return kept_; }
    const std::vector<Given>& given() const { return given_; }
    const std::vector<LeftOut>& left_out() const { return left_out_; }

private:
    static std::string text_of(std::string_view text) { return std::string(text); }
    static std::string text_of(std::integral auto number) requires(
        !std::same_as<decltype(number), bool> && !std::same_as<decltype(number), char>) {
        return std::to_string(number);
    }
    static std::string text_of(double) = delete;
    void line(const std::string& text);

    std::ostream& out_;
    enum class Last { nothing, blank, line, table } last_ = Last::nothing;
    std::vector<plots::Figure> figures_ = {};
    std::vector<Kept> kept_ = {};
    std::vector<Given> given_ = {};
    std::vector<LeftOut> left_out_ = {};
};

}  // namespace attn::chapters
