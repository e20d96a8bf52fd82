#include "chapters/21_speed/21_speed.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "plots/labels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using enum Paint;
using speed::Rung;
using speed::SpeedTable;

Texts steps_of(const SpeedTable& table) {
    Texts names;
    for (const Rung& rung : table.rungs) names.push_back(rung.name);
    return names;
}

std::string rate_text(double gflops) {
    return number_label(gflops, gflops < 1 ? 2 : gflops < 10 ? 1 : 0);
}

/// How many times as fast as the first step the best one on one thread is: two digits, as the
/// first step's rate has no more.
double gain_on_one_thread(const SpeedTable& table) {
    double best = 0;
    for (const Rung& rung : table.rungs) {
        if (rung.threads == 1) best = std::max(best, rung.gflops);
    }
    const double gain = best / table.rungs.front().gflops;
    const double unit = std::pow(10, std::floor(std::log10(gain)) - 1);
    return std::round(gain / unit) * unit;
}

std::string product_of(std::size_t size) {
    const std::string n = std::to_string(size), matrix = n + " × " + n;
    return matrix + " times " + matrix;
}

/// A dot for each step, under the machine's name.
Plot ladder_plot(const SpeedTable& table) {
    Dots one{.points = {}, .paint = blue}, more{.points = {}, .paint = teal};
    double least = table.peak, most = table.peak;
    for (const Rung& rung : table.rungs) {
        least = std::min(least, rung.gflops);
        most = std::max(most, rung.gflops);
        const auto line = static_cast<double>(one.points.size() + more.points.size());
        (rung.threads == 1 ? one : more).points.push_back({rung.gflops, line});
    }
    const auto n = static_cast<double>(table.rungs.size());
    Plot plot{
        .name = table.machine,
        .x = {.name = "log scale", .first = least / 3, .last = most * 1.3, .log = true},
        .y = {.first = n - 0.5, .last = -0.5, .words = steps_of(table)},
        .height = 0.4 + 0.13 * n};
    plot.marks = {Rule{table.peak, "peak " + number_label(table.peak, 0), rust}, one};
    if (!more.points.empty()) plot.marks.push_back(more);
    Plot narrow = plot;  // without the shares of the peak, and the machine in fewer words
    narrow.name.resize(std::min(narrow.name.size(), narrow.name.find(',')));
    plot.y.opposite_name = "GFLOP/s (of peak)";
    narrow.y.opposite_name = "GFLOP/s";
    const auto parts = parts_of_the_peak(table);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string rate = rate_text(table.rungs[i].gflops);
        const std::string part =
            parts[i] ? " (" + number_label(100 * *parts[i], 0) + " %)" : "";
        plot.y.opposite.push_back({rate + part});
        narrow.y.opposite.push_back({rate});
    }
    plot.narrow = {narrow};
    return plot;
}

}  // namespace

Figure ladder_figure(const SpeedTable& table) {
    return {"21_ladder",
            "The same product, on one thread " + short_label(gain_on_one_thread(table)) +
                " times as fast",
            product_of(table.size) + ", in billions of operations a second.",
            {{ladder_plot(table)}}};
}

Figure walk_figure() {
    // A matrix with rows of two boxes; a path is where each of eight steps reads.
    constexpr std::size_t n_rows = 8, n_columns = 16, box = 8, n_steps = 8;
    const auto path = [&](const std::string& name, std::size_t down, std::size_t right) {
        Matrix seen(n_rows, n_columns);
        Texts texts(n_rows * n_columns, "");
        for (std::size_t step = 0; step < n_steps; ++step) {
            const std::size_t i = step * down, j = step * right;
            for (std::size_t c = j / box * box; c < j / box * box + box; ++c)
                if (seen(i, c) == 0) seen(i, c) = -0.2;
            seen(i, j) = -0.7;
            texts[i * n_columns + j] = std::to_string(step + 1);
        }
        Cells look = signed_to(1);
        look.texts = texts;
        look.aspect = 1.4;
        Plot plot = table(name, seen, {}, {}, look);
        look.aspect = 0.8;
        plot.narrow = {table(name, seen, {}, {}, look)};  // 16 columns fit a phone
        return plot;
    };
    return {"21_walk",
            "Eight steps: one box along a row, eight down a column",
            "Numbers: the steps. Pale: fetched in the same box of eight, and not read yet.",
            {{path("along a row", 0, 1)}, {path("down a column", 1, 0)}}};
}

Figure tile_figure() {
    // Rows 1 and 2 of a, columns 1 and 2 of b, and of both the entries at one step of k.
    constexpr std::size_t n = 4, k = 1;
    const auto blank = [] { return Texts(n * n, ""); };
    Matrix a(n, n), b(n, n), c(n, n);
    Texts in_a = blank(), in_b = blank(), in_c = blank();
    for (std::size_t i = 1; i < 3; ++i) {
        const std::string number = std::to_string(i);
        a(i, k) = 0.7;
        in_a[i * n + k] = "a" + number;
        b(k, i) = -0.7;
        in_b[k * n + i] = "b" + number;
        for (std::size_t j = 1; j < 3; ++j) {
            c(i, j) = 0.25;
            in_c[i * n + j] = "a" + number + " b" + std::to_string(j);
        }
    }
    const auto with = [](const Texts& texts) {
        Cells look = signed_to(1);
        look.texts = texts;
        return look;
    };
    return {"21_tile",
            "Four loads, four multiplications",
            "One step of k for a tile of 2 × 2 sums. In the tile: what each sum gets.",
            {{table("a", a, {}, {}, with(in_a)), table("b", b, {}, {}, with(in_b)),
              table("the product", c, {}, {}, with(in_c))}}};
}

Figure packing_figure(const Matrix& b, std::span<const double> panels, std::size_t width) {
    // The colour says to which panel a number goes.
    const auto painted = [&](std::size_t column) {
        const std::size_t n_panels = (b.cols() + width - 1) / width;
        const double place = static_cast<double>(column / width);
        return n_panels < 2 ? 0.0 : 1.4 * place / static_cast<double>(n_panels - 1) - 0.7;
    };
    Cells look = signed_to(1, 0);
    look.texts.emplace();
    Matrix as_matrix(b.rows(), b.cols()), as_it_lies(1, panels.size()),
        as_packed(1, panels.size());
    for (std::size_t k = 0; k < b.rows(); ++k) {
        for (std::size_t j = 0; j < b.cols(); ++j) {
            as_matrix(k, j) = as_it_lies(0, k * b.cols() + j) = painted(j);
            look.texts->push_back(number_label(b(k, j), 0));
        }
    }
    for (std::size_t i = 0; i < panels.size(); ++i)
        as_packed(0, i) = painted(static_cast<std::size_t>(panels[i]) % b.cols());
    Cells strip = signed_to(1);
    strip.numbers = false;
    strip.aspect = 0.4;
    return {"21_packing",
            "Packing puts a panel’s rows one behind the other",
            "Each number is its own place in memory. A colour is a panel of " +
                std::to_string(width) + " columns.",
            {{table("b", as_matrix, {}, {}, look)},
             {Stack{{table("b in memory, from 0 to " + std::to_string(panels.size() - 1),
                           as_it_lies, {""}, {}, strip),
                     table("packed", as_packed, {""}, {}, strip)}}}}};
}

}  // namespace attn::chapters
