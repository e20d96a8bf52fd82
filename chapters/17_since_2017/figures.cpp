#include <algorithm>

#include "chapters/17_since_2017/17_since_2017.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch17 {
namespace {

using namespace plots;
using enum Paint;

}  // namespace

Figure turned_figure(const Matrix& turned_scores, const Matrix& added_scores) {
    Texts places;
    for (std::size_t i = 0; i < turned_scores.rows(); ++i)
        places.push_back(std::to_string(i));
    return {"17_turned",
            "Turned, only the distance between two places counts",
            "Six times the same word. Row: the query’s position. Column: the key’s.",
            {{table("turned", turned_scores, places, places, signed_to(6, 1)),
              table("added, as in 2017", added_scores, places, places, signed_to(6, 1))}}};
}

Figure mistakes_figure(const std::vector<Harm>& all) {
    constexpr double least = 0.001;
    std::vector<Harm> sorted = all;
    std::ranges::stable_sort(sorted, {}, &Harm::extra);
    Plot plot{
        .x =
            {.name = "nats a token more (log scale)",
             .first = least / 2,
             .last = 12,
             .ticks = {{least, "none"}, {0.01, "0.01"}, {0.1, "0.1"}, {1, "1"}, {10, "10"}},
             .log = true},
        .height = 0.8};
    Dots none{{}, teal, "no text shows it"}, less{{}, blue, "less than 1 nat"},
        more{{}, rust, "1 nat or more"};
    for (const Harm& harm : sorted) {
        const Point at{std::max(harm.extra, least),
                       static_cast<double>(plot.y.words.size())};
        const std::string zone = zone_of(harm);
        Dots& dots = zone == more.name ? more : zone == less.name ? less : none;
        dots.points.push_back(at);
        dots.named_at = at;
        plot.y.words.push_back(harm.name);
    }
    plot.marks = {none, less, more};
    return {"17_mistakes",
            "Five plain mistakes cost less than a nat",
            "One thing wrong at a time: how much more right texts surprise it.",
            {{plot}}};
}

}  // namespace attn::chapters::ch17
