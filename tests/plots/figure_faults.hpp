/// What a reader would see at once: words on words, words cut off, arrows through tables.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "plots/clearance.hpp"
#include "plots/layout.hpp"
#include "plots/narrow.hpp"

namespace samples {

using attn::plots::Box;
using attn::plots::Page;
using attn::plots::Placed;
using attn::plots::Point;
using attn::plots::Stroke;
using attn::plots::Text;

inline bool overlap(const Box& a, const Box& b, double slack) {
    return a.left + slack < b.right() && b.left + slack < a.right() &&
           a.top + slack < b.bottom() && b.top + slack < a.bottom();
}

/// Whether a level or upright line runs through a box.
inline bool crosses(const Point& a, const Point& b, const Box& box) {
    const Box line{std::min(a.x, b.x) - 0.5, std::min(a.y, b.y) - 0.5,
                   std::abs(a.x - b.x) + 1, std::abs(a.y - b.y) + 1};
    return overlap(line, box, 1.5);
}

inline std::vector<Text> all_texts(const Page& page) {
    std::vector<Text> all = page.headings;
    const auto add = [&](const std::vector<Text>& texts) {
        all.insert(all.end(), texts.begin(), texts.end());
    };
    add(page.texts);
    for (const Placed& placed : page.plots) {
        add(placed.ticks);
        add(placed.texts);
    }
    for (const auto& bar : page.bars) add(bar.texts);
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const Text& t) { return t.text.empty(); }),
              all.end());
    return all;
}

inline std::vector<Box> boxes_of(const std::vector<Text>& texts) {
    std::vector<Box> boxes;
    for (const Text& text : texts) boxes.push_back(attn::plots::box_of(text));
    return boxes;
}

/// Whether two arrows lie on one another; those that begin or end together may.
inline bool hide_each_other(const Stroke& a, const Stroke& b) {
    const auto is_one = [](const Point& p, const Point& q) {
        return p.x == q.x && p.y == q.y;
    };
    if (is_one(a.points[0], b.points[0]) || is_one(a.points.back(), b.points.back()))
        return false;
    for (std::size_t i = 1; i < a.points.size(); ++i) {
        for (std::size_t j = 1; j < b.points.size(); ++j) {
            const Point &p = a.points[i - 1], &q = a.points[i];
            const Point &r = b.points[j - 1], &s = b.points[j];
            const auto shared = [](double a1, double a2, double b1, double b2) {
                return std::min(std::max(a1, a2), std::max(b1, b2)) -
                       std::max(std::min(a1, a2), std::min(b1, b2));
            };
            const bool upright = p.x == q.x && r.x == s.x && std::abs(p.x - r.x) < 3;
            const bool level = p.y == q.y && r.y == s.y && std::abs(p.y - r.y) < 3;
            if (upright && shared(p.y, q.y, r.y, s.y) > 2) return true;
            if (level && shared(p.x, q.x, r.x, s.x) > 2) return true;
        }
    }
    return false;
}

/// The faults of a page, one a line; empty when there are none.
inline std::string faults_of(const Page& page) {
    std::string faults;
    const std::vector<Text> texts = all_texts(page);
    const std::vector<Box> boxes = boxes_of(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Box& box = boxes[i];
        const std::string name = "'" + texts[i].text + "' ";
        const bool is_inside = box.left >= 4 && box.right() <= page.width - 4 &&
                               box.top >= 4 && box.bottom() <= page.height - 4;
        if (!is_inside) faults += name + "is cut off\n";
        for (std::size_t j = 0; j < i; ++j) {
            const Box wider{box.left - 2.5, box.top, box.width + 5, box.height};
            if (overlap(wider, boxes[j], 0.5)) {
                faults += name + "stands on '" + texts[j].text + "'\n";
            }
        }
        for (const Placed& placed : page.plots) {
            if (placed.is_table() && overlap(box, placed.box, 0.5)) {
                faults += name + "stands on the cells of '" + placed.plot.name + "'\n";
            }
        }
        for (const Stroke& route : page.routes) {
            for (std::size_t p = 1; p < route.points.size(); ++p) {
                if (crosses(route.points[p - 1], route.points[p], box)) {
                    faults += "an arrow runs through " + name + "\n";
                }
            }
        }
    }
    for (std::size_t i = 0; i < page.plots.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(page.plots[i].box, page.plots[j].box, 0.5)) {
                faults += "'" + page.plots[i].plot.name + "' stands on another plot\n";
            }
        }
        for (const Stroke& route : page.routes) {
            for (std::size_t p = 1; p < route.points.size(); ++p) {
                if (crosses(route.points[p - 1], route.points[p], page.plots[i].box)) {
                    faults += "an arrow runs through '" + page.plots[i].plot.name + "'\n";
                }
            }
        }
    }
    for (std::size_t i = 0; i < page.routes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (hide_each_other(page.routes[i], page.routes[j])) {
                faults += "arrows " + std::to_string(j) + " and " + std::to_string(i) +
                          " lie on one another\n";
            }
        }
    }
    return faults;
}

/// What is wrong with a figure on its page and, where words may not touch, on a phone.
inline std::string faults_of(const attn::plots::Figure& figure) {
    std::string faults = faults_of(attn::plots::laid_out(figure));
    const auto [on_phone, width] = attn::plots::narrow_page(figure);
    const std::vector<Text> texts = all_texts(attn::plots::laid_out(on_phone, width));
    const std::vector<Box> boxes = boxes_of(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(boxes[i], boxes[j], 0))
                faults += texts[i].text + " touches " + texts[j].text + "\n";
        }
    }
    return faults;
}

}  // namespace samples
