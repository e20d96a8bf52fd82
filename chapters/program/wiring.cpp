#include "chapters/program/wiring.hpp"

namespace attn::chapters {

using namespace plots;
using enum Paint;

Plot wiring(const std::string& name, double length, const std::vector<Branch>& branches,
            const std::vector<Part>& parts, double half_part) {
    const auto stream = [](double from, double to) {
        return Arrow{
            .from = {from, 1}, .to = {to, 1}, .paint = plum, .weight = Weight::broad};
    };
    Plot plot{.name = name, .plane = true};
    plot.marks.push_back(Note{{0, 1}, "x", Side::left});
    double begin = 0;
    for (const Part& part : parts) {
        if (part.at.y == 0) continue;
        plot.marks.push_back(stream(begin, part.at.x - half_part));
        begin = part.at.x;
    }
    plot.marks.push_back(stream(begin, length));
    for (const auto& [from, to] : branches) {
        if (from < to)
            plot.marks.push_back(Line{.points = {{from, 1}, {from, 0}, {to, 0}},
                                      .paint = muted,
                                      .weight = Weight::hair});
        plot.marks.push_back(Arrow{
            .from = {to, 0}, .to = {to, 0.93}, .paint = muted, .weight = Weight::hair});
        plot.marks.push_back(Note{{to, 1}, "+", Side::above, plum, true});
    }
    plot.marks.insert(plot.marks.end(), parts.begin(), parts.end());
    return plot;
}

Plot post_norm_wiring(const std::string& name) {
    return wiring(name, 9.4, {{0.4, 2.8}, {4.8, 7.5}},
                  {{{1.6, 0}, "attention"},
                   {{3.75, 1}, "norm", rust},
                   {{6.2, 0}, "feed-forward"},
                   {{8.55, 1}, "norm", rust}});
}

}  // namespace attn::chapters
