#include "plots/csv_text.hpp"

#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::plots {
namespace {

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

/// The word of a place, or its number where it has none.
std::string word(const Texts& words, std::size_t i) {
    return i < words.size() ? words[i] : std::to_string(i);
}

/// The lines of one plot. Series without a name are counted.
class Lines {
public:
    Lines(std::string& text, const Plot& plot) : text_(text), plot_(plot) {}

    void operator()(const Cells& cells) {
        for (std::size_t i = 0; i < cells.values.rows(); ++i) {
            for (std::size_t j = 0; j < cells.values.cols(); ++j) {
                const std::string number =
                    is_closed(cells, i, j) ? "" : exact_text(cells.values(i, j));
                add(word(plot_.y.words, i), word(plot_.x.words, j),
                    cells.texts ? cell_text(cells, i, j, false) : number);
            }
        }
    }

    void operator()(const Bars& bars) {
        for (std::size_t i = 0; i < bars.values.size(); ++i) {
            add(word(plot_.y.words, i), "", exact_text(bars.values[i]));
        }
    }

    void operator()(const Line& line) { add_points(line.name, "line", line.points); }
    void operator()(const Dots& dots) { add_points(dots.name, "dots", dots.points); }
    void operator()(const Arrow& a) { add_points(a.name, "arrow", {a.from, a.to}); }
    void operator()(const Rule& rule) { add(rule.text, exact_text(rule.x), ""); }
    void operator()(const Gap&) {}
    void operator()(const Part&) {}
    void operator()(const Note&) {}

    void add_opposite() {
        for (std::size_t i = 0; i < plot_.y.opposite.size(); ++i) {
            add(word(plot_.y.words, i), plot_.y.opposite_name, plot_.y.opposite[i].text);
        }
        for (std::size_t i = 0; i < plot_.x.opposite.size(); ++i) {
            add(plot_.x.opposite_name, word(plot_.x.words, i), plot_.x.opposite[i].text);
        }
    }

private:
    void add(const std::string& series, const std::string& x, const std::string& y) {
        text_ += csv_cell(plot_.name) + "," + csv_cell(series) + "," + csv_cell(x) + "," +
                 csv_cell(y) + "\n";
    }

    void add_points(const std::string& name, const char* kind,
                    const std::vector<Point>& points) {
        const std::string series =
            name.empty() ? std::string(kind) + " " + std::to_string(++count_) : name;
        for (const Point& p : points) add(series, exact_text(p.x), exact_text(p.y));
    }

    std::string& text_;
    const Plot& plot_;
    int count_ = 0;
};

void add_plot(std::string& text, const Plot& plot) {
    Lines lines(text, plot);
    for (const Mark& mark : plot.marks) std::visit(lines, mark);
    lines.add_opposite();
}

}  // namespace

std::string csv_text(const Figure& figure) {
    std::string text = "plot,series,x,y\n";
    for (const Row& row : figure.rows) {
        for (const Block& block : row) {
            if (const Plot* plot = std::get_if<Plot>(&block)) add_plot(text, *plot);
            if (const Stack* stack = std::get_if<Stack>(&block)) {
                for (const Plot& one : stack->plots) add_plot(text, one);
            }
        }
    }
    return text;
}

}  // namespace attn::plots
