#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch20 {
namespace {

/// Names in lines of at most 80 columns, below each other behind what they begin with.
void say_list(Page& page, const std::string& start, const Labels& names) {
    std::string line = start;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = " " + names[i] + (i + 1 < names.size() ? "," : "");
        if (line.size() + name.size() > 80) {
            page.say(line);
            line = std::string(start.size(), ' ');
        }
        line += name;
    }
    page.say(line);
}

void say_who_else_catches(Page& page, const Exhibit& exhibit) {
    Labels others;
    for (const Verdict& verdict : exhibit.caught()) {
        if (verdict.property != exhibit.words.caught_by) others.push_back(verdict.property);
    }
    if (!others.empty()) say_list(page, "breaks too:", others);
}

void show_numbers(Page& page, const Panels& panels) {
    const auto show = [&](const std::string& name, const Matrix& m, const Numbers& beside) {
        page.show(name, m, panels.rows, panels.columns, 4);
        Labels sums;
        for (const double sum : beside) sums.push_back(number_text(sum, 4));
        if (!sums.empty()) page.say(panels.beside, " of each row: ", joined(sums));
    };
    show("right", panels.right, panels.right_beside);
    show("wrong", panels.wrong, panels.wrong_beside);
}

/// Two digits of what is below 1, as a power of ten where they stand far behind the point: 1e-9.
std::string short_text(double number) {
    std::ostringstream text;
    text << std::setprecision(std::abs(number) < 1 ? 2 : 6) << number;
    std::string digits = text.str();
    if (const std::size_t zero = digits.find("e-0"); zero != std::string::npos)
        digits.erase(zero + 2, 1);
    return digits;
}

void show_numbers(Page& page, const Curves& curves) {
    std::vector<Labels> lines{{curves.x_name, "right", "wrong"}};
    for (std::size_t i = 0; i < 11; ++i) {
        const std::size_t place = i * (curves.x.size() - 1) / 10;
        lines.push_back({short_text(curves.x[place]), number_text(curves.right[place], 6),
                         number_text(curves.wrong[place], 6)});
    }
    page.say(curves.y_name);
    page.gap();
    page.show_words(lines);
}

/// A mistake's file. Its numbers are shown when it was chosen.
auto file_of(const std::string& name) {
    return [name](Page& page, const std::string& chosen) {
        const Exhibit e = exhibit(name);
        page.say(e.words.mistake);
        page.say(e.words.caught_by, ": ", e.evidence().value_or("holds"));
        say_who_else_catches(page, e);
        if (chosen == name) {
            std::visit([&](const auto& view) { show_numbers(page, view); }, e.view);
        }
        if (has_own_figure(name)) page.draw(exhibit_figure(e));
    };
}

}  // namespace

Labels words_of_bug() {
    Labels words = exhibit_names();
    words.insert(words.begin(), "all");
    return words;
}

void further(Chapter& chapter, const Value<std::string>& bug) {
    for (const std::string& name : exhibit_names()) {
        const auto is_wanted = chapter.computed(
            [name](const std::string& b) { return b == "all" || b == name; }, bug);
        Section& section = chapter.more(name, file_of(name), bug).only_if(is_wanted);
        if (has_own_figure(name)) section.draws("20_" + name);
    }
}

}  // namespace attn::chapters::ch20
