#include "chapters/07_self_attention/07_self_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/self_attention.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch07 {

using namespace plots;
using enum Paint;
using small_example::tokens;

static bool has_each_word_once(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> sorted = order, each(tokens.size());
    std::ranges::sort(sorted);
    std::iota(each.begin(), each.end(), 0);
    return sorted == each;
}

Figure order_figure(const std::vector<std::size_t>& order, const Matrix& before,
                    const Matrix& after) {
    const Texts words = in_order(tokens, order);
    const auto place = [&](std::size_t id) {
        return static_cast<std::size_t>(std::ranges::find(order, id) - order.begin());
    };
    const std::size_t you = 2, all = 3;
    Plot first = table(joined(tokens, " "), before, tokens, tokens);
    Plot second = table(joined(words, " "), after, words, words);
    second.x.knob = "order";
    if (!has_each_word_once(order)) {
        return {"07_order",
                "Other words: other weights",
                "A word came twice, or is missing. Each row still adds up to 1.",
                {{first, second}}};
    }
    return {"07_order",
            words == tokens ? "Words in the same order: the same weights"
                            : "Words in another order: the same weights, moved",
            "Framed: how much “you” attends to “all”. No number is new.",
            {{first.framed({you, all}), second.framed({place(you), place(all)})}}};
}

namespace {

constexpr double reach = 2.5, below = 0.3;  // of the planes

bool is_on_page(const Point& tip) {
    return std::abs(tip.x) <= reach && tip.y <= reach && tip.y >= -below;
}

/// Where the Korean words are after a map.
std::vector<Point> tips(const Matrix& w) {
    const Matrix arrows = matmul(notes::korean_vectors, w);
    std::vector<Point> points;
    for (std::size_t i = 0; i < arrows.rows(); ++i) {
        points.push_back({arrows(i, 0), arrows(i, 1)});
    }
    return points;
}

Words remark(const Matrix& w, double loss) {
    const std::string number = loss < 0.0001 ? "below 0.0001"
                               : loss < 1000 ? number_label(loss, 4)
                                             : short_label(loss);
    const bool all_fit = std::ranges::all_of(tips(w), is_on_page);
    return {"loss " + number + (all_fit ? "" : ", arrows off the page")};
}

/// Arrows of the Korean words after a map, and dots where the English words are.
Plot plane(const std::string& name, const Matrix& w, bool names_arrows) {
    constexpr std::size_t river = 3;
    Plot plot{.name = name,
              .x = {.first = -reach, .last = reach},
              .y = {.first = -below, .last = reach},
              .plane = true};
    plot.marks = {
        Line{.points = {{-reach, 0}, {reach, 0}}, .paint = axis, .weight = Weight::hair},
        Line{.points = {{0, 0}, {0, reach}}, .paint = axis, .weight = Weight::hair}};
    const Matrix& goals = notes::english_vectors;
    const std::vector<Point> arrows = tips(w);
    for (std::size_t i = 0; i < arrows.size(); ++i) {
        const Point goal{goals(i, 0), goals(i, 1)};
        plot.marks.push_back(Dots{{goal},
                                  rust,
                                  notes::english_words[i],
                                  goal,
                                  i == river ? Side::right : Side::above});
        if (!is_on_page(arrows[i])) continue;
        plot.marks.push_back(Arrow{.from = {},
                                   .to = arrows[i],
                                   .paint = i == river ? teal : blue,
                                   .name = names_arrows ? notes::korean_words[i] : ""});
    }
    return plot;
}

}  // namespace

Figure languages_figure(const notes::Learning& learning) {
    const auto& [w, loss] = learning;
    return {"07_languages",
            loss.back() < 0.001          ? "A learned turn brings 바다 to sea"
            : loss.back() > loss.front() ? "Steps too long: the turn is lost"
                                         : "바다 is not yet at sea",
            "Arrows: Korean words times W. Dots: English words. 강 was not shown.",
            {{plane("before: W leaves all as it is", w.front(), true),
              plane("after " + std::to_string(w.size() - 1) + " steps", w.back(), false)},
             {remark(w.front(), loss.front()), remark(w.back(), loss.back())}}};
}

Figure mirror_figure(const Matrix& alone, const Matrix& mapped) {
    const Cells look = signed_to(4, 0);
    return {"07_mirror",
            "Without the maps, the scores mirror each other",
            "Row: who asks. Column: who is asked. Fold along the diagonal.",
            {{table("X Xᵀ", alone, tokens, tokens, look),
              table("Q Kᵀ", mapped, tokens, tokens, look)}}};
}

}  // namespace attn::chapters::ch07
