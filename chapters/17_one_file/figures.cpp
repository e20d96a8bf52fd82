#include "chapters/17_one_file/17_one_file.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "plots/labels.hpp"

namespace attn::chapters::ch17 {

using namespace plots;
using enum Paint;

namespace {

/// Chapters that tell one story have one colour.
struct Story {
    int first, last;
    std::string name;
    Paint paint;
};
const std::array<Story, 6> stories{{{1, 3, "1 to 3: softmax", blue},
                                    {4, 8, "4 to 8: attention", rust},
                                    {9, 11, "9 to 11: encoder", teal},
                                    {14, 14, "14: learning", plum},
                                    {16, 16, "16: translation", ink},
                                    {17, 17, "17: the rest", muted}}};

const Story& story_of(int chapter) {
    return *std::ranges::find_if(
        stories, [=](const Story& story) { return chapter <= story.last; });
}

constexpr std::size_t n_strips = 4;
constexpr double strip_width = 96;  // a line has at most 90 columns

/// The columns of a line, two bytes more than a letter counted as one.
double length_of(const std::string& text) {
    return static_cast<double>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// The lines of one story, one after the other: NaN parts them.
Line lines_of(const std::vector<FileLine>& lines, const Story& story) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::size_t height = (lines.size() + n_strips - 1) / n_strips;
    Line line{.points = {}, .paint = story.paint, .weight = Weight::thin};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const FileLine& one = lines[i];
        const std::size_t indent = one.text.find_first_not_of(' ');
        if (indent == std::string::npos || &story_of(one.chapter) != &story) continue;
        const double left = strip_width * static_cast<double>(i / height),
                     y = static_cast<double>(i % height);
        line.points.push_back({left + static_cast<double>(indent), y});
        line.points.push_back({left + length_of(one.text), y});
        line.points.push_back({nan, nan});
    }
    return line;
}

}  // namespace

Figure strip_figure(const std::vector<FileLine>& lines) {
    const std::size_t height = (lines.size() + n_strips - 1) / n_strips;
    Plot strip{.x = {.first = 0, .last = strip_width * n_strips, .hidden = true},
               .y = {.first = static_cast<double>(height), .last = -1, .hidden = true},
               .height = 2};
    Texts names;
    Bars counts{{}, {}, {}};
    for (const Story& story : stories) {
        strip.marks.push_back(lines_of(lines, story));
        const auto n = std::ranges::count_if(lines, [&](const FileLine& line) {
            return line.is_code && &story_of(line.chapter) == &story;
        });
        names.push_back(story.name);
        counts.values.push_back(static_cast<double>(n));
        counts.paints.push_back(story.paint);
        counts.numbers.push_back(std::to_string(n));
    }
    return {
        "17_strip",
        "A whole Transformer, its task and its learning: " +
            std::to_string(code_lines(lines)) + " lines",
        "The file from afar, in four strips. A colour: chapters. Below: lines of code.",
        {{strip}, {bars("", names, counts)}}};
}

Figure learning_figure(const Learned& learned, std::size_t steps) {
    Line line{.points = {}, .paint = rust};
    double most = 4;
    for (std::size_t i = 0; i < learned.losses.size(); ++i) {
        line.points.push_back({static_cast<double>(i + 1), learned.losses[i]});
        most = std::max(most, learned.losses[i]);
    }
    Plot loss{.name = "loss of each batch",
              .x = {.name = "steps", .first = 0, .last = static_cast<double>(steps)},
              .y = {.first = 0, .last = most, .ticks = ticks_at({0, 2, 4})},
              .height = 1.6};
    if (learned.losses.empty()) {
        loss.marks = {Note{{0, most / 2}, "no batch yet", Side::right, muted}};
    } else {
        loss.marks = {line};
    }
    return {"17_learning",
            "After " + std::to_string(learned.losses.size()) + " steps: “" +
                learned.written + "”",
            "The curve: how wrong it is. The cells: what each English word read.",
            {{loss, table("", learned.alignment, learned.english, learned.korean)}}};
}

}  // namespace attn::chapters::ch17
