// Chapter 19, Further: what the road can do without. It runs with --more.

#include "chapters/19_speed/19_speed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "fast/exp.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch19 {
namespace {

using namespace speed;

// Rounding differs from step to step. Which digits are lost differs from processor to processor,
// so only bounds are printed.
void same_numbers(Page& page, const SpeedTable& here) {
    const auto bound_of = [](double error) -> std::string {
        if (error < 1e-12) return "below 1e-12";
        return error < 1e-5 ? "below 1e-5" : "TOO LARGE";
    };
    page.say("Largest difference from the three loops, where the largest entry is 1:");
    page.gap();
    std::vector<Labels> lines;
    for (std::size_t i = 1; i < here.rungs.size(); ++i) {
        lines.push_back({here.rungs[i].name, bound_of(here.rungs[i].error)});
    }
    page.show_words(lines);
}

/// How far apart two floats are, counted in floats; both above 0.
std::int64_t floats_between(float a, float b) {
    const auto place = [](float x) {
        return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x));
    };
    return std::abs(place(a) - place(b));
}

void our_exp(Page& page) {
    std::int64_t worst = 0, count = 0;
    for (float x = -103.0f; x < 88.7f; x += 0.001f, ++count) {
        const auto exact = static_cast<float>(std::exp(static_cast<long double>(x)));
        worst = std::max(worst, floats_between(fast::exp(x), exact));
    }
    std::vector<float> numbers(4096);
    const auto refill = [&] {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = -static_cast<float>(i) / 256.0f;
    };
    const auto standard = [&] {
        refill();
        for (float& x : numbers) x = std::exp(x);
    };
    const auto ours = [&] {
        refill();
        fast::exp(numbers);
    };
    const Numbers seconds = interleaved_medians({standard, ours}, 0.02);
    const float far = -std::numeric_limits<float>::infinity();
    page.say("tried at ", count, " numbers from -103 to 88.7");
    page.say("farthest from the exact value: ",
             worst <= 2 ? "at most 2 units in the last place" : "TOO FAR");
    page.say("exp(-infinity)  ", number_text(fast::exp(far), 0));
    page.say("exp(89)         ", number_text(fast::exp(89.0f), 0));
    page.say("exp(NaN)        ", number_text(fast::exp(std::nanf("")), 0));
    page.say("4096 of them, std::exp against ours: ", now,
             number_text(seconds[0] / seconds[1], 1), " times the time");
}

}  // namespace

void measured_now(Page& page, const SpeedTable& table, const Path& file) {
    page.give("measurements", file,
              [text = table_text(table)](const Path& to) { write_whole_file(to, text); });
    page.say(table.machine, ".");
    show_ladder(page, table, "");
    page.gap();
    show_lengths(page, table.lengths, "");
    page.draw(ladder_figure({table}));
    page.draw(lengths_figure(table));
    page.gap();
    show_rows(page, table.rows);
    page.draw(rows_figure(table));
}

void further(Chapter& chapter, const Value<SpeedTable>& here) {
    chapter.more("The same numbers", same_numbers, here);
    chapter.more("An exponential of our own", our_exp);
}

}  // namespace attn::chapters::ch19
