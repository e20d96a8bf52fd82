// Chapter 21, Further: what the road can do without. It runs with --more.

#include "chapters/21_speed/21_speed.hpp"

#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch21 {
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

}  // namespace

void measured_now(Page& page, const SpeedTable& table, const Path& file) {
    page.give("measurements", file,
              [text = table_text(table)](const Path& to) { write_whole_file(to, text); });
    page.say(table.machine, ".");
    show_ladder(page, table, "");
    page.gap();
    show_lengths(page, table.lengths);
    page.gap();
    show_rows(page, table.rows);
    page.draw(ladder_figure(table));
}

void further(Chapter& chapter, const Value<SpeedTable>& here) {
    chapter.more("The same numbers", same_numbers, here);
}

}  // namespace attn::chapters::ch21
