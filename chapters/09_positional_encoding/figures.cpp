#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/positional_encoding.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/positions.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch09 {

using namespace plots;
using enum Paint;
using small_example::tokens;

namespace {

/// Between few whole numbers, ticks of its own choice would be halves.
std::vector<Tick> few_ticks(std::size_t count) {
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < count && count <= 8; ++i) {
        ticks.push_back({static_cast<double>(i), std::to_string(i)});
    }
    return ticks;
}
}  // namespace

std::vector<std::size_t> pairs_to_show(std::size_t n_pairs) {
    std::vector<std::size_t> pairs;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        const std::size_t pair = n_pairs * quarter / 4;
        if (pairs.empty() || pair > pairs.back()) pairs.push_back(pair);
    }
    if (n_pairs - 1 > pairs.back()) pairs.push_back(n_pairs - 1);
    return pairs;
}

Figure map_figure(const Matrix& pe, double base) {
    return {"09_map",
            "Each row is one position’s own pattern",
            "Row: position. Column: one of d_model = " + std::to_string(pe.cols()) +
                ". Base " +
                (base == std::floor(base) ? number_text(base, 0) : exact_text(base)) + ".",
            {{large_map("", pe)}}};
}

Figure counting_figure() {
    const Matrix digits = ch09::binary_digits(16);
    const Texts names{"ones", "twos", "fours", "eights"};
    Stack strips;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Line digit{{}, rust, ""}, wave{{}, blue, ""};
        for (std::size_t p = 0; p < digits.rows(); ++p) {
            const double place = static_cast<double>(p), height = 2 * digits(p, i) - 1;
            digit.points.push_back({place - 0.5, height});
            digit.points.push_back({place + 0.5, height});
        }
        const double turn = std::pow(2.0, static_cast<double>(i + 1));  // in places
        for (int step = 0; step <= 320; ++step) {
            const double x = -0.5 + step / 20.0;
            wave.points.push_back({x, -std::sin(2 * std::numbers::pi * (x + 0.5) / turn)});
        }
        strips.plots.push_back(
            {.name = names[i],
             .x = {.hidden = true},
             .y = {.first = -1.2, .last = 1.2, .ticks = {{-1, "0"}, {1, "1"}}},
             .marks = {digit, wave},
             .height = 0.22});
    }
    std::vector<Tick> places;
    for (int p = 0; p < 16; ++p)
        places.push_back({static_cast<double>(p), std::to_string(p)});
    strips.plots.back().x = {.name = "place", .ticks = places};
    return {"09_counting",
            "Counting makes waves",
            "Rust: the binary digits of 0 to 15. Blue: the same, with rounded corners.",
            {{strips}}};
}

Figure similarity_figure(const Matrix& pe) {
    const double length = dot(pe.row(0), pe.row(0));
    const auto cosine = [&](std::size_t p, std::size_t q) {
        return dot(pe.row(p), pe.row(q)) / length;
    };
    Line curve{{}, blue, ""};
    double least = 0;
    for (std::size_t q = 0; q < pe.rows(); ++q) {
        curve.points.push_back({static_cast<double>(q), cosine(0, q)});
        least = std::min(least, cosine(0, q));
    }
    const std::size_t shown = std::min<std::size_t>(pe.rows(), 100);
    Matrix cosines(shown, shown);
    for (std::size_t p = 0; p < shown; ++p) {
        for (std::size_t q = 0; q < shown; ++q) cosines(p, q) = cosine(p, q);
    }
    const Cells look{.palette = least < 0 ? Palette::diverging : Palette::shares,
                     .numbers = false};
    Plot map = table(shown < pe.rows() ? "each of the first 100" : "each with each",
                     cosines, {}, {}, look);
    map.height = 0.6;
    const Plot chart{.name = "0 with each",
                     .x = {.name = "distance", .ticks = few_ticks(pe.rows())},
                     .y = {.first = least < 0 ? -1 : 0, .last = 1},
                     .marks = {curve}};
    return {"09_similarity",
            "How alike two positions are depends on\ntheir distance alone",
            "Cosine of PE(p) and PE(q); d_model = " + std::to_string(pe.cols()) + ".",
            {{map, ColourBars{{{"", look.palette}}}, chart}}};
}

Figure layouts_figure() {
    return {"09_layouts",
            "Two layouts: the same columns in another order",
            "20 positions, d_model = 16. The permutation P has a single 1 in each row.",
            {{large_map("interleaved", positional_encoding(20, 16)),
              large_map("times P", halves_permutation(16)),
              large_map("in halves", positional_encoding_in_halves(20, 16))}}};
}
}  // namespace attn::chapters::ch09
