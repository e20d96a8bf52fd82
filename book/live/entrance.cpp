#include "book/live/entrance.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "chapters/program/all_chapters.hpp"
#include "chapters/program/json.hpp"
#include "chapters/program/table_of_knobs.hpp"
#include "plots/handles.hpp"
#include "plots/narrow.hpp"
#include "plots/svg_text.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::live {
namespace {

using chapters::Chapter;
using chapters::json_list;
using chapters::json_object;
using chapters::json_text;
using chapters::KnobKind;
using chapters::Labels;
using chapters::Page;
using chapters::UsageError;
using Texts = std::map<std::string, std::string>;

/// A chapter, and which of its knobs are turned. It stays, because what its sections have
/// computed is kept in it.
struct Open {
    std::unique_ptr<Chapter> chapter = {};
    Texts turned = {};
};

/// Whether a phone looks on.
bool is_narrow = false;

double room = 0;  // as far as figures reach that can be touched; 0: as they are printed

std::string handle_json(const plots::Handle& handle) {
    const auto point = [](const plots::Point& p) {
        return json_list({exact_text(p.x), exact_text(p.y)});
    };
    constexpr const char* kinds[] = {"tip", "end", "word"};
    return json_object({{"kind", json_text(kinds[static_cast<std::size_t>(handle.kind)])},
                        {"knob", json_text(handle.knob)},
                        {"label", json_text(handle.name)},
                        {"entry", std::to_string(handle.entry)},
                        {"at", point(handle.at)},
                        {"zero", point(handle.zero)},
                        {"unit", point(handle.unit)},
                        {"reach", exact_text(handle.reach)}});
}

std::string handles_json(const plots::FigureOnPage& page) {
    Labels handles;
    for (const plots::Handle& handle : plots::handles_of(page.figure, page.width)) {
        handles.push_back(handle_json(handle));
    }
    return json_list(handles);
}

std::string figures_json(const std::vector<plots::Figure>& drawn) {
    Labels figures;
    for (const plots::Figure& printed : drawn) {
        const plots::Figure figure = room > 0 ? plots::with_room(printed, room) : printed;
        const plots::FigureOnPage page =
            is_narrow ? plots::narrow_page(figure) : plots::FigureOnPage{figure};
        figures.push_back(
            json_object({{"name", json_text(figure.name)},
                         {"title", json_text(figure.title)},
                         {"subtitle", json_text(figure.subtitle)},
                         {"svg", json_text(plots::svg_text(page.figure, page.width))},
                         {"handles", handles_json(page)}}));
    }
    return json_list(figures);
}

void (*watcher)(const char* json) = nullptr;

/// The beginning, then at most twenty pictures a second, and at most half of the time for drawing
/// them.
void show_meanwhile(std::size_t step, const std::function<plots::Figure()>& draw) {
    using Clock = std::chrono::steady_clock;
    static Clock::time_point next = {};
    const auto start = Clock::now();
    if (watcher == nullptr || (step > 0 && start < next)) return;
    watcher(
        json_object({{"step", std::to_string(step)}, {"figures", figures_json({draw()})}})
            .c_str());
    const auto end = Clock::now();
    next = end + std::max<Clock::duration>(std::chrono::milliseconds(50), end - start);
}

std::unique_ptr<Chapter> chapter_named(const std::string& name) {
    for (const auto contents : chapters::all_chapters) {
        auto chapter = std::make_unique<Chapter>();
        contents(*chapter);
        chapter->watched_by(show_meanwhile);
        if (chapter->name() == name) return chapter;
    }
    throw UsageError("there is no chapter '" + cut_to_width(name, 40) + "'");
}

Open& opened(const std::string& name) {
    static std::map<std::string, Open> all;
    const auto found = all.find(name);
    if (found != all.end()) return found->second;
    return all[name] = Open{chapter_named(name)};
}

/// Where a page puts the files that its reader gave it.
constexpr const char* readers_folder = "/reader";

void turn(Open& open, const Texts& wanted) {
    for (const auto& knob_and_text : open.turned) {
        const std::string& knob = knob_and_text.first;
        if (!wanted.contains(knob)) open.chapter->turn_back(knob);
    }
    std::erase_if(open.turned,
                  [&](const auto& one) { return !wanted.contains(one.first); });
    for (const auto& [knob, text] : wanted) {
        if (open.chapter->knob(knob).kind == KnobKind::path && text != readers_folder) {
            throw UsageError("--" + knob + " needs a file, and a page has none");
        }
        const auto found = open.turned.find(knob);
        if (found != open.turned.end() && found->second == text) continue;
        open.chapter->turn(knob, text);
        open.turned[knob] = text;
    }
}

std::string left_out_json(const Page& page) {
    Labels figures;
    for (const chapters::LeftOut& one : page.left_out()) {
        figures.push_back(json_object(
            {{"figure", json_text(one.figure)}, {"reason", json_text(one.reason)}}));
    }
    return json_list(figures);
}

std::string run(const std::string& name, const std::string& section, const Texts& turned) {
    Open& open = opened(name);
    turn(open, turned);
    std::ostringstream text;
    Page page(text);
    open.chapter->run_section(section, page);
    return json_object({{"text", json_text(text.str())},
                        {"figures", figures_json(page.figures())},
                        {"left_out", left_out_json(page)}});
}

/// What f returns, or what went wrong; it lives until the next call.
template <class F>
const char* answer(F f) {
    static std::string last;
    try {
        last = f();
    } catch (const std::exception& error) {
        last = json_object({{"error", json_text(error.what())}});
    }
    return last.c_str();
}

}  // namespace
}  // namespace attn::live

const char* live_contents(const char* chapter) {
    return attn::live::answer([&] {
        return attn::chapters::contents_as_json(*attn::live::opened(chapter).chapter);
    });
}

const char* live_run(const char* chapter, const char* section, const char* const* turned) {
    return attn::live::answer([&] {
        attn::live::Texts texts;
        for (; turned[0] != nullptr; turned += 2) texts[turned[0]] = turned[1];
        return attn::live::run(chapter, section, texts);
    });
}

void live_narrow(int is_narrow) {
    attn::live::is_narrow = is_narrow != 0;
}

void live_watch(void (*show)(const char* json)) {
    attn::live::watcher = show;
}

void live_room(double least) {
    attn::live::room = least;
}
