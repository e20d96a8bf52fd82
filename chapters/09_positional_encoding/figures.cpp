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

/// The columns from first on, without every second.
Matrix every_second(const Matrix& m, std::size_t first) {
    Matrix half(m.rows(), m.cols() / 2);
    for (std::size_t i = 0; i < half.rows(); ++i) {
        for (std::size_t j = 0; j < half.cols(); ++j) half(i, j) = m(i, 2 * j + first);
    }
    return half;
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
            "A column for each hand; rust is 1, blue −1. d_model = " +
                std::to_string(pe.cols()) + ", base " +
                (base == std::floor(base) ? number_text(base, 0) : exact_text(base)) + ".",
            {{large_map("sines", every_second(pe, 0)),
              large_map("cosines", every_second(pe, 1))}}};
}

Figure counting_figure() {
    const Matrix digits = ch09::binary_digits(41), waves = rounded_digits(41);
    const Texts names{"ones", "twos", "fours", "eights", "sixteens", "thirty-twos"};
    Stack strips;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Line digit{{}, rust, ""}, wave{{}, blue, ""};
        for (std::size_t p = 0; p < digits.rows(); ++p) {
            const double place = static_cast<double>(p), height = 2 * digits(p, i) - 1;
            digit.points.push_back({place - 0.5, height});
            digit.points.push_back({place + 0.5, height});
        }
        const double turn = std::pow(2.0, static_cast<double>(i + 1));  // in places
        for (int step = 0; step <= 820; ++step) {
            const double x = -0.5 + step / 20.0;
            wave.points.push_back({x, -std::sin(2 * std::numbers::pi * (x + 0.5) / turn)});
        }
        Dots alike{.points = {}, .paint = ink};
        for (const std::size_t p : {0u, 32u})
            alike.points.push_back({static_cast<double>(p), 2 * waves(p, i) - 1});
        strips.plots.push_back(
            {.name = names[i],
             .x = {.hidden = true},
             .y = {.first = -1.2, .last = 1.2, .ticks = {{-1, "0"}, {1, "1"}}},
             .marks = {digit, wave, alike},
             .height = 0.16});
    }
    strips.plots.back().x = {.name = "place", .ticks = ticks_at({0, 8, 16, 24, 32, 40})};
    return {"09_counting",
            "Counting makes waves",
            "Rust: the binary digits of 0 to 40. Blue: rounded. Dots: 0 and 32.",
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

Figure before_figure(const Matrix& unturned, const Matrix& turned) {
    Texts places;
    for (std::size_t p = 0; p < unturned.rows(); ++p) places.push_back(std::to_string(p));
    return {"09_before",
            "With W_k = R the diagonal slides by one",
            "Row: the place that asks. Marks alone: 64 hands, queries times 20.",
            {{table("without W_k", unturned, places, places),
              table("W_k = R", turned, places, places)}}};
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
