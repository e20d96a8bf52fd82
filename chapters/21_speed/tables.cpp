#include "chapters/21_speed/21_speed.hpp"

#include <algorithm>
#include <cmath>

#include "support/text/print.hpp"

namespace attn::chapters::ch21 {
namespace {

std::string two_digits(double value) {
    if (value < 10) return number_text(value, 1);
    return number_text(value < 100 ? value : 10 * std::round(value / 10), 0);
}

double seconds_of(std::size_t size, double gflops) {
    const auto n = static_cast<double>(size);
    return 2 * n * n * n / gflops / 1e9;
}

}  // namespace

std::string time_text(double seconds) {
    if (seconds >= 0.9995) return two_digits(seconds) + " s";
    if (seconds >= 0.9995e-3) return two_digits(seconds * 1e3) + " ms";
    if (seconds >= 0.9995e-6) return two_digits(seconds * 1e6) + " µs";
    return two_digits(seconds * 1e9) + " ns";
}

void show_ladder(Page& page, const speed::SpeedTable& table, const std::string& mark) {
    page.say("Two matrices of ", table.size, " x ", table.size, ".");
    page.say("peak of one thread: ", mark, number_text(table.peak, 1), " GFLOP/s");
    page.gap();
    std::vector<Labels> lines{
        {"", "time", "GFLOP/s", "of the peak", "times the one before"}};
    double before = 0;
    const auto parts = parts_of_the_peak(table);
    auto part = parts.begin();
    for (const speed::Rung& rung : table.rungs) {
        lines.push_back({rung.name, mark + time_text(seconds_of(table.size, rung.gflops)),
                         mark + number_text(rung.gflops, rung.gflops < 10 ? 2 : 1),
                         *part ? mark + number_text(100 * **part, 1) + " %" : "",
                         before == 0 ? "" : mark + number_text(rung.gflops / before, 2)});
        before = rung.gflops;
        ++part;
    }
    page.show_words(lines);
}

void show_tiles(Page& page, const std::vector<const speed::SpeedTable*>& tables) {
    const std::vector<std::string> tiles{"a tile", "a tile of vectors"};
    std::vector<Labels> lines{{"", tiles[0], tiles[1], "times"}};
    for (const speed::SpeedTable* table : tables) {
        Labels line{table->machine};
        std::vector<double> rates;
        for (const std::string& tile : tiles) {
            const auto rung = std::ranges::find(table->rungs, tile, &speed::Rung::name);
            rates.push_back(rung == table->rungs.end() ? 0 : rung->gflops);
            line.push_back(number_text(rates.back(), 1));
        }
        line.push_back(number_text(rates[1] / rates[0], 1));
        lines.push_back(line);
    }
    page.show_words(lines);
}

void show_rows(Page& page, const std::vector<speed::AtRows>& all) {
    page.say("some rows times ", speed::wide_size, " x ", speed::wide_size, ", in float32");
    page.gap();
    std::vector<Labels> lines{{"rows", "ms", "ms for each"}};
    for (const speed::AtRows& at : all) {
        lines.push_back({std::to_string(at.rows), number_text(at.ms, 1),
                         number_text(at.ms / static_cast<double>(at.rows), 1)});
    }
    page.show_words(lines);
}

void show_lengths(Page& page, const std::vector<speed::AtLength>& all) {
    std::vector<Labels> lines{{"tokens", "in full", "", "online", ""}};
    for (const speed::AtLength& at : all) {
        lines.push_back({std::to_string(at.length), number_text(at.full_ms, 2) + " ms",
                         number_text(at.full_mib, 2) + " MiB",
                         number_text(at.online_ms, 2) + " ms",
                         number_text(at.online_mib, 2) + " MiB"});
    }
    page.show_words(lines);
}

}  // namespace attn::chapters::ch21
