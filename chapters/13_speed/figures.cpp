#include "chapters/13_speed/figures.hpp"

#include <algorithm>
#include <cmath>

#include "attn/text/print.hpp"
#include "chapters/common/show.hpp"
#include "plots/chart.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using speed::AtLength;
using speed::AtSize;
using speed::Rung;
using speed::SpeedTable;

const Rung& fastest_on_one_thread(const SpeedTable& table) {
    const Rung* best = &table.rungs.front();
    for (const Rung& rung : table.rungs) {
        if (rung.threads == 1 && rung.gflops > best->gflops) best = &rung;
    }
    return *best;
}

/// What all figures of this chapter say of themselves.
std::string conditions(const SpeedTable& table, const std::string& what) {
    return what + " " + table.machine + ".";
}

/// Ticks at 1, 2 or 5 times a power of ten, so that there are about four of them up to most.
std::vector<Tick> round_ticks(double most) {
    const double power = std::pow(10.0, std::floor(std::log10(most / 4)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0}) {
        if (most / step > 5) step = factor * power;
    }
    std::vector<double> at;
    for (double value = 0; value <= most; value += step) at.push_back(value);
    return ticks_at(at);
}

std::vector<Tick> powers_of_ten(double least, double most) {
    std::vector<double> at;
    for (double value = std::pow(10.0, std::floor(std::log10(least)));
         value <= most * 1.0001; value *= 10)
        at.push_back(value);
    return ticks_at(at);
}

double floor_power(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

double ceiling_power(double value) {
    return std::pow(10.0, std::ceil(std::log10(value)));
}

/// A number of the ladder's figure, right-aligned in a column behind the bars.
void draw_number(Canvas& canvas, double right, double y, double value, bool is_share) {
    const int decimals = value < 10 ? 1 : 0;
    canvas.text(
        {right, y}, number_text(value, decimals) + (is_share ? " %" : ""),
        {.colour = is_share ? muted : ink, .align = Align::right, .bold = !is_share});
}

struct Series {
    std::string name;
    Colour colour;
    double AtLength::*value;
};

/// A panel of lengths_figure: two curves over the lengths.
void draw_lengths(Canvas& canvas, double top, const SpeedTable& table,
                  const std::string& y_name, const std::vector<Series>& series) {
    double least = 1e300, most = 0;
    for (const Series& s : series) {
        for (const AtLength& at : table.lengths) {
            least = std::min(least, at.*s.value);
            most = std::max(most, at.*s.value);
        }
    }
    std::vector<double> lengths;
    for (const AtLength& at : table.lengths)
        lengths.push_back(static_cast<double>(at.length));
    Chart chart(
        canvas, {76, top, 520, 210},
        {lengths.front(), lengths.back(), ticks_at(lengths), "tokens, log scale", true},
        {floor_power(least), ceiling_power(most),
         powers_of_ten(floor_power(least), ceiling_power(most)), y_name, true});
    std::vector<Ending> endings;
    for (const Series& s : series) {
        std::vector<Point> points;
        for (const AtLength& at : table.lengths) {
            points.push_back({static_cast<double>(at.length), at.*s.value});
            chart.dot(points.back(), s.colour, 0.6);
        }
        chart.curve(points, {.colour = s.colour, .width = 2.6});
        endings.push_back({points.back().y, s.name, s.colour});
    }
    chart.label_ends(endings);
}

/// On a busy machine, large matrices find the cache taken: then the packed loops slow down, too.
std::string title_of_sizes(const std::vector<AtSize>& sizes) {
    double best = 0;
    for (const AtSize& at : sizes) best = std::max(best, at.packed);
    return std::string("Size slows plain loops down, ") +
           (sizes.back().packed > 0.8 * best ? "but not packed ones" : "packed ones less");
}

}  // namespace

Figure ladder_figure(const SpeedTable& table) {
    const Rung& best = fastest_on_one_thread(table);
    const double gain = best.gflops / table.rungs.front().gflops;
    Figure figure{.name = "13_ladder",
                  .title = "The same product, " + number_text(gain, 0) + " times as fast",
                  .subtitle = conditions(table, "Billions of operations a second."),
                  .table = {{"step", "threads", "gflops", "share_of_peak"}, {}}};
    double most = table.peak;
    for (const Rung& rung : table.rungs) most = std::max(most, rung.gflops);
    const Box box{220, 156, 300, 44.0 * static_cast<double>(table.rungs.size())};
    std::vector<Bar> bars;
    double y = box.top + 22;
    for (const Rung& rung : table.rungs) {
        bars.push_back({rung.name, rung.gflops, rung.threads == 1 ? blue : teal, 0, " "});
        draw_number(figure.canvas, 602, y, rung.gflops, false);
        draw_number(figure.canvas, 690, y, 100 * rung.gflops / table.peak, true);
        y += 44;
        figure.table.rows.push_back({rung.name, std::to_string(rung.threads),
                                     exact_text(rung.gflops),
                                     exact_text(rung.gflops / table.peak)});
    }
    draw_bars(figure.canvas, box, bars, 0, most);
    figure.canvas.text({602, box.top - 22}, "GFLOP/s",
                       {.colour = muted, .align = Align::right});
    figure.canvas.text({690, box.top - 22}, "of peak",
                       {.colour = muted, .align = Align::right});
    const double peak_x = box.left + box.width * table.peak / most;
    figure.canvas.line({peak_x, box.top - 8}, {peak_x, box.bottom()},
                       {.colour = rust, .width = 1.6, .dashed = true});
    figure.canvas.text({peak_x, box.top - 22},
                       "peak of one thread: " + number_text(table.peak, 0),
                       {.colour = rust, .align = Align::right});
    figure.height = box.bottom() + margin;
    return figure;
}

Figure sizes_figure(const SpeedTable& table) {
    Figure figure{.name = "13_sizes",
                  .title = title_of_sizes(table.sizes),
                  .subtitle = conditions(table, "n × n times n × n, one thread."),
                  .height = 500,
                  .table = {{"size", "three_loops", "packed", "peak"}, {}}};
    std::vector<Point> plain, packed, peak;
    std::vector<double> sizes;
    double most = table.peak;
    for (const AtSize& at : table.sizes) {
        const auto size = static_cast<double>(at.size);
        sizes.push_back(size);
        plain.push_back({size, at.three_loops});
        packed.push_back({size, at.packed});
        peak.push_back({size, table.peak});
        most = std::max(most, at.packed);
        figure.table.rows.push_back({exact_text(size), exact_text(at.three_loops),
                                     exact_text(at.packed), exact_text(table.peak)});
    }
    Chart chart(figure.canvas, {76, 140, 500, 280},
                {sizes.front(), sizes.back(), ticks_at(sizes), "n, log scale", true},
                {0, most * 1.05, round_ticks(most), "GFLOP/s"});
    chart.curve(peak, {.colour = rust, .width = 1.6, .dashed = true});
    chart.curve(plain, {.colour = ink, .width = 2.6});
    chart.curve(packed, {.colour = blue, .width = 2.6});
    for (const Point& point : plain) chart.dot(point, ink, 0.6);
    for (const Point& point : packed) chart.dot(point, blue, 0.6);
    chart.label_ends({{peak.back().y, "peak", rust},
                      {packed.back().y, "packed once", blue},
                      {plain.back().y, "three loops", ink}});
    return figure;
}

Figure lengths_figure(const SpeedTable& table) {
    Figure figure{
        .name = "13_lengths",
        .title = "Twice the length: four times the work,\nbut online no more memory",
        .subtitle = conditions(table, "One head of 64 columns, one thread."),
        .height = 776,
        .table = {{"length", "full_ms", "full_mib", "online_ms", "online_mib"}, {}}};
    draw_lengths(
        figure.canvas, 164, table, "milliseconds, log scale",
        {{"in full", rust, &AtLength::full_ms}, {"online", blue, &AtLength::online_ms}});
    draw_lengths(
        figure.canvas, 480, table, "MiB beside q, k, v and output, log scale",
        {{"in full", rust, &AtLength::full_mib}, {"online", blue, &AtLength::online_mib}});
    for (const AtLength& at : table.lengths) {
        figure.table.rows.push_back({std::to_string(at.length), exact_text(at.full_ms),
                                     exact_text(at.full_mib), exact_text(at.online_ms),
                                     exact_text(at.online_mib)});
    }
    return figure;
}

Figure errors_figure(const SpeedTable& table) {
    Figure figure{.name = "13_errors",
                  .title = "Fast is not less exact: float32 costs digits, speed none",
                  .subtitle =
                      "Largest difference from float64, in millionths of the largest "
                      "entry.",
                  .table = {{"step", "error"}, {}}};
    double most = 0;
    std::vector<Bar> bars;
    for (const Rung& rung : table.rungs) {
        most = std::max(most, rung.error * 1e6);
        bars.push_back({rung.name, rung.error * 1e6, blue, 2,
                        rung.error == 0      ? "0"
                        : rung.error < 1e-12 ? "below 0.000001"
                                             : ""});
        figure.table.rows.push_back({rung.name, exact_text(rung.error)});
    }
    const Box box{220, 116, 370, 44.0 * static_cast<double>(table.rungs.size())};
    draw_bars(figure.canvas, box, bars, 0, most);
    figure.height = box.bottom() + margin;
    return figure;
}

}  // namespace attn::chapters
