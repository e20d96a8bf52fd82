/// A chapter: its table of knobs, and its sections in reading order. It lives in memory: it
/// reads no command line, writes no file, and can be run again and again, any section alone,
/// for any values of its knobs.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "chapters/program/knobs.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters {

/// A part of a chapter that runs by itself: it is called with values and shares no state.
struct Section {
    std::string title;
    std::function<void(Page&)> run;
    Labels knobs;                          // whose values it is called with
    bool is_detour = false;                // runs with --more only
    Labels figures = {};                   // that it draws, by name
    std::function<bool()> condition = {};  // see only_if

    /// Announces figures, so that a page knows which section to run for each.
    template <class... Names>
    Section& draws(const Names&... names) {
        (figures.emplace_back(names), ...);
        return *this;
    }

    /// Where a chapter runs from its beginning, this section is passed over unless the value
    /// is true. It owns the value's knobs. Alone, by its title, it always runs.
    Section& only_if(const Value<bool>& value);
};

/// A chapter's knobs and sections. contents(), which every chapter's program defines, fills one.
class Chapter : public Knobs {
public:
    Chapter() = default;
    Chapter(const Chapter&) = delete;
    Chapter& operator=(const Chapter&) = delete;

    /// name      the program's, such as "04_scaling"
    /// question  the one that the chapter answers
    void titled(const std::string& name, const std::string& question);

    /// f(values...), for what several sections need: computed when the first of them runs,
    /// and again only after one of its knobs was turned.
    template <class F, class... T>
    auto computed(F f, const Value<T>&... values) {
        using Result = std::invoke_result_t<F, const T&...>;
        const auto memory = std::make_shared<std::optional<Result>>();
        const Labels knobs = knobs_of(values...);
        memories_.push_back({knobs, [memory] { memory->reset(); }});
        const std::function<const Result&()> get = [=]() -> const Result& {
            if (!*memory) memory->emplace(f(values.get()...));
            return **memory;
        };
        return Value<Result>{get, knobs};
    }

    /// For long work: where its figures go before it is done.
    Value<Meanwhile> meanwhile() const {
        return {[this]() -> const Meanwhile& { return meanwhile_; }, {}};
    }

    /// f(values...) throws UsageError when these values do not fit each other. It is called
    /// before any section that depends on one of their knobs.
    template <class F, class... T>
    void check(F f, const Value<T>&... values) {
        checks_.push_back({knobs_of(values...), [=] { f(values.get()...); }});
    }

    /// A section on the road. It runs f(page, values...), and so owns their knobs.
    template <class F, class... T>
    Section& section(const std::string& title, F f, const Value<T>&... values) {
        const auto run = [=](Page& page) { f(page, values.get()...); };
        return sections_.emplace_back(Section{title, run, knobs_of(values...)});
    }

    /// A detour: it runs with --more, or when one of its knobs is given that no section
    /// on the road owns.
    template <class F, class... T>
    Section& more(const std::string& title, F f, const Value<T>&... values) {
        Section& added = section(title, f, values...);
        added.is_detour = true;
        return added;
    }

    // ---- for those who run a chapter: the command line, the texts' tools, a page

    const std::string& name() const { return name_; }
    const std::string& question() const { return question_; }
    const std::deque<Section>& sections() const { return sections_; }

    /// Whether a section on the road depends on the knob.
    bool is_on_road(const std::string& knob) const;

    /// Turns a knob; see Knob::set.
    ///
    /// returns  the titles of the sections that depend on it
    /// throws   UsageError  when there is no such knob, or it refuses the text
    Labels turn(const std::string& knob, const std::string& text);

    /// Turns a knob to where it was at the start.
    /// throws  UsageError  when there is no such knob
    void turn_back(const std::string& knob);

    /// Says who looks on while a section works; at the start nobody does.
    void watched_by(const Meanwhile& show) { meanwhile_ = show; }

    /// Calls the checks of all sections.
    /// throws  UsageError  when values do not fit each other
    void check_values() const;

    /// Runs one section alone.
    ///
    /// throws  UsageError        when there is no such section, or its values do not fit each
    ///                           other
    ///         std::logic_error  when it draws other figures than it announced
    void run_section(const std::string& title, Page& page) const;

private:
    struct Memory {
        Labels knobs;
        std::function<void()> forget;
    };
    struct Check {
        Labels knobs;
        std::function<void()> check;
    };

    template <class... T>
    static Labels knobs_of(const Value<T>&... values) {
        Labels all;
        (all.insert(all.end(), values.knobs.begin(), values.knobs.end()), ...);
        return each_once(all);
    }
    static Labels each_once(const Labels& names);
    void forget(const std::string& knob);

    std::string name_, question_;
    std::vector<Memory> memories_;
    std::vector<Check> checks_;
    Meanwhile meanwhile_ = [](std::size_t, const auto&) {};
    std::deque<Section> sections_;  // a deque, because section() hands out references
};

}  // namespace attn::chapters
