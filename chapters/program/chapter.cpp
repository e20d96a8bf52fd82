#include "chapters/program/chapter.hpp"

#include <algorithm>

#include "chapters/printing/words.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters {
namespace {

bool has(const Labels& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

bool share_one(const Labels& some, const Labels& others) {
    return std::any_of(some.begin(), some.end(),
                       [&](const std::string& name) { return has(others, name); });
}

/// The figures that a page holds or says why not.
Labels figures_of(const Page& page) {
    Labels names;
    for (const plots::Figure& figure : page.figures()) names.push_back(figure.name);
    for (const LeftOut& one : page.left_out()) names.push_back(one.figure);
    return names;
}

/// What is wrong with the figures that a section drew, or nothing.
std::string wrong_figures(const Section& section, const Labels& before, const Page& page) {
    Labels done = figures_of(page);
    for (const std::string& name : before)
        done.erase(std::find(done.begin(), done.end(), name));
    const bool all_announced =
        std::all_of(done.begin(), done.end(),
                    [&](const std::string& name) { return has(section.figures, name); });
    const bool all_done =
        std::all_of(section.figures.begin(), section.figures.end(),
                    [&](const std::string& name) { return has(done, name); });
    if (all_announced && all_done) return "";
    return "the section '" + section.title + "' announces the figures '" +
           joined(section.figures) + "' and draws '" + joined(done) + "'";
}

}  // namespace

Section& Section::only_if(const Value<bool>& value) {
    condition = value.get;
    for (const std::string& knob : value.knobs) {
        if (!has(knobs, knob)) knobs.push_back(knob);
    }
    return *this;
}

void Chapter::titled(const std::string& name, const std::string& question) {
    name_ = name;
    question_ = question;
}

bool Chapter::is_on_road(const std::string& knob) const {
    return std::any_of(sections_.begin(), sections_.end(), [&](const Section& section) {
        return !section.is_detour && has(section.knobs, knob);
    });
}

Labels Chapter::each_once(const Labels& names) {
    Labels different;
    for (const std::string& name : names) {
        if (!has(different, name)) different.push_back(name);
    }
    return different;
}

void Chapter::forget(const std::string& knob) {
    for (const Memory& memory : memories_) {
        if (has(memory.knobs, knob)) memory.forget();
    }
}

void Chapter::turn_back(const std::string& name) {
    knob(name).turn_back();
    forget(name);
}

Labels Chapter::turn(const std::string& name, const std::string& text) {
    knob(name).set(text);
    forget(name);
    Labels titles;
    for (const Section& section : sections_) {
        if (has(section.knobs, name)) titles.push_back(section.title);
    }
    return titles;
}

void Chapter::check_values() const {
    for (const Check& one : checks_) one.check();
}

void Chapter::run_section(const std::string& title, Page& page) const {
    const auto found =
        std::find_if(sections_.begin(), sections_.end(),
                     [&](const Section& section) { return section.title == title; });
    if (found == sections_.end()) {
        throw UsageError("there is no section '" + clean_utf8(title) + "'");
    }
    for (const Check& one : checks_) {
        if (share_one(one.knobs, found->knobs)) one.check();
    }
    const Labels before = figures_of(page);
    found->run(page);
    const std::string wrong = wrong_figures(*found, before, page);
    if (!wrong.empty()) throw std::logic_error(wrong);
}

}  // namespace attn::chapters
