#include "chapters/18_bug_gallery/18_bug_gallery.hpp"

#include <iomanip>
#include <map>
#include <sstream>

#include "support/text/print.hpp"

namespace attn::chapters::ch18 {
namespace {

std::string answer(const std::optional<bool>& passed) {
    return !passed ? "-" : *passed ? "yes" : "NO";
}

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

void one_by_one(Page& page, const std::vector<Exhibit>& exhibits) {
    page.say("mistake            runs shape finite sum 1 ",
             "caught by                  difference");
    for (const Exhibit& e : exhibits) {
        std::ostringstream line;
        line << std::left << std::setw(19) << e.words.name << std::setw(5)
             << answer(e.checks.runs) << std::setw(6) << answer(e.checks.shape)
             << std::setw(7) << answer(e.checks.finite) << std::setw(6)
             << answer(e.checks.sums) << std::setw(30) << e.words.caught_by << std::right
             << std::setw(7) << number_text(e.difference, 4);
        page.say(line.str());
    }
}

void who_catches_whom(Page& page, const std::vector<Exhibit>& exhibits) {
    Labels order;
    std::map<std::string, Labels> caught;
    for (const Exhibit& e : exhibits) {
        for (const Verdict& verdict : e.caught()) {
            if (!caught.contains(verdict.property)) order.push_back(verdict.property);
            caught[verdict.property].push_back(e.words.name);
        }
    }
    for (const std::string& property : order) {
        const Labels& names = caught[property];
        std::ostringstream start;
        start << std::setw(2) << names.size() << "  " << std::left << std::setw(30)
              << property;
        say_list(page, start.str(), names);
    }
}

void say_threads(Page& page, const std::vector<Thread>& threads) {
    if (threads.empty()) page.say("no GitHub thread: seen in a small project from scratch");
    for (const Thread& thread : threads) {
        page.say(thread.was, ": github.com/", thread.at);
    }
}

void say_who_else_catches(Page& page, const Exhibit& exhibit) {
    Labels others;
    for (const Verdict& verdict : exhibit.caught()) {
        if (verdict.property != exhibit.words.caught_by) others.push_back(verdict.property);
    }
    if (!others.empty()) say_list(page, "breaks too:", others);
}

void show_numbers(Page& page, const Panels& panels) {
    page.show("right", panels.right, panels.rows, panels.columns, 4);
    page.show("wrong", panels.wrong, panels.rows, panels.columns, 4);
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

void show_numbers(Page& page, const BarPairs& pairs) {
    Matrix table(pairs.words.size(), 2);
    for (std::size_t i = 0; i < table.rows(); ++i) {
        table(i, 0) = pairs.right[i];
        table(i, 1) = pairs.wrong[i];
    }
    page.show(pairs.name, table, pairs.words, {"right", "wrong"}, 4);
}

/// A mistake's file. Its numbers are shown when it was chosen.
auto file_of(const std::string& name) {
    return [name](Page& page, const std::string& chosen) {
        const Exhibit e = exhibit(name);
        page.say(e.words.mistake);
        page.say(e.words.caught_by, ": ", e.evidence().value_or("holds"));
        say_who_else_catches(page, e);
        say_threads(page, e.words.threads);
        if (chosen == name) {
            if (!e.words.about_the_tables.empty()) page.say(e.words.about_the_tables);
            std::visit([&](const auto& view) { show_numbers(page, view); }, e.view);
        }
        if (has_own_figure(name)) page.draw(exhibit_figure(e));
    };
}

}  // namespace

Labels words_of_bug() {
    Labels words{"none"};
    for (const std::string& name : exhibit_names()) words.push_back(name);
    return words;
}

void further(Chapter& chapter, const Value<std::string>& bug) {
    const auto exhibits = chapter.computed(all_exhibits);
    chapter.more("One by one", one_by_one, exhibits);
    chapter.more("Who catches whom", who_catches_whom, exhibits);
    for (const std::string& name : exhibit_names()) {
        const auto is_wanted = chapter.computed(
            [name](const std::string& b) { return b == "none" || b == name; }, bug);
        Section& section = chapter.more(name, file_of(name), bug).only_if(is_wanted);
        if (has_own_figure(name)) section.draws("18_" + name);
    }
}

}  // namespace attn::chapters::ch18
