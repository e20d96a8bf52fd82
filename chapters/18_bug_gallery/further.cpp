#include "chapters/18_bug_gallery/18_bug_gallery.hpp"

#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch18 {
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

void show_numbers(Page& page, const Curves& curves) {
    Matrix table(11, 3);
    for (std::size_t i = 0; i < 11; ++i) {
        const std::size_t place = i * (curves.x.size() - 1) / 10;
        table(i, 0) = curves.x[place];
        table(i, 1) = curves.right[place];
        table(i, 2) = curves.wrong[place];
    }
    page.show(curves.y_name, table, {}, {curves.x_name, "right", "wrong"}, 6);
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
        if (has_own_figure(name)) section.draws("18_" + name);
    }
}

}  // namespace attn::chapters::ch18
