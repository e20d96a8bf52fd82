#include "chapters/program/command_line.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "chapters/program/chapter.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/program/options.hpp"
#include "chapters/program/table_of_knobs.hpp"
#include "plots/figure_files.hpp"
#include "plots/gnuplot.hpp"
#include "plots/handles.hpp"
#include "plots/narrow.hpp"
#include "plots/svg_text.hpp"
#include "support/files/npy.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace fs = std::filesystem;

namespace attn::chapters {
namespace {

/// What the options say that are the same for every chapter.
struct Wishes {
    std::string figures = {};
    std::string npy = {};
    std::string only = {};
    std::string list = {};
    std::string gnuplot = {};
    std::string narrow = {};
    bool help = false, all = false, more = false, png = false, pdf = false, show = false;
    Labels knobs = {};                                            // those that were turned
    std::vector<std::pair<std::string, std::string>> paths = {};  // knobs and what they got
};

/// Cleaned for a terminal, line by line.
std::string clean_message(const std::string& message) {
    std::istringstream lines(message);
    std::string clean;
    for (std::string line; std::getline(lines, line);)
        clean += (clean.empty() ? "" : "\n") + clean_utf8(line);
    return clean;
}

std::string meaning_of(const Chapter& chapter, const Knob& knob) {
    const std::string where = chapter.is_on_road(knob.name) ? "" : "; a detour";
    if (knob.kind == KnobKind::flag) return knob.meaning + where;
    const bool takes_any = knob.kind == KnobKind::text || knob.kind == KnobKind::path;
    const std::string range = takes_any ? "" : range_of(knob) + "; ";
    return knob.meaning + " (" + range + "default: " + knob.start + ")" + where;
}

void add_options(Options& options, const Chapter& chapter) {
    options.add_flag("help,h", "show these options");
    options.add_flag("all", "with a knob: run what it doesn't turn as well");
    options.add_flag("more", "run the detours too");
    options.add("only", "TITLE", "run one section");
    options.add(
        "figures", "FOLDER",
        "for the figures and their numbers (default: figures/ in the build folder)");
    options.add_flag("png", "draw each figure as a PNG too");
    options.add_flag("pdf", "draw each figure as a PDF too");
    options.add_flag("show", "look closer: plot the figures' numbers with gnuplot");
    options.add("gnuplot", "FILE", "for what --show tells gnuplot, to change it");
    options.add("npy", "FOLDER", "for the matrices as .npy files (default: none)");
    options.add_unlisted("narrow");  // a folder for the figures as a phone shows them
    options.add_unlisted("list");    // the knobs: markdown, for a text, or json, for a page
    for (const Knob& knob : chapter.knobs()) {
        if (!knob.is_in_help) {
            options.add_unlisted(knob.name);
        } else if (knob.kind == KnobKind::flag) {
            options.add_flag(knob.name, meaning_of(chapter, knob));
        } else {
            options.add(knob.name, "VALUE", meaning_of(chapter, knob));
        }
    }
}

Wishes wishes_from(Chapter& chapter, const Options& options, int argc, char** argv) {
    Wishes wishes;
    const std::map<std::string, bool*> flags{
        {"help", &wishes.help}, {"all", &wishes.all}, {"more", &wishes.more},
        {"png", &wishes.png},   {"pdf", &wishes.pdf}, {"show", &wishes.show}};
    const std::map<std::string, std::string*> texts{
        {"figures", &wishes.figures}, {"npy", &wishes.npy},
        {"only", &wishes.only},       {"list", &wishes.list},
        {"gnuplot", &wishes.gnuplot}, {"narrow", &wishes.narrow}};
    for (const auto& [name, text] : options.read(argc, argv)) {
        if (flags.contains(name)) {
            *flags.at(name) = true;
        } else if (texts.contains(name)) {
            if (text.empty()) throw UsageError("--" + name + " was given an empty text");
            *texts.at(name) = text;
        } else {
            chapter.turn(name, text);
            wishes.knobs.push_back(name);
            if (chapter.knob(name).kind == KnobKind::path)
                wishes.paths.push_back({name, text});
        }
    }
    if (!wishes.list.empty() && wishes.list != "markdown" && wishes.list != "json") {
        throw UsageError("--list was given '" + cut_to_width(wishes.list, 40) +
                         "'; it can be one of markdown, json");
    }
    return wishes;
}

/// The only section that is wanted.
/// throws  UsageError  where there is none of that title
Labels only_title(const Chapter& chapter, const std::string& wanted) {
    std::string all;
    for (const Section& section : chapter.sections()) {
        if (section.title == wanted) return {wanted};
        all += (all.empty() ? "" : ", ") + section.title;
    }
    throw UsageError("--only was given '" + cut_to_width(wanted, 40) +
                     "', and no section has that title; there are " + all);
}

bool is_among(const std::string& name, const Labels& names) {
    return std::ranges::find(names, name) != names.end();
}

/// The titles of the sections that are wanted, in reading order: with a knob, those that it turns.
Labels wanted_titles(const Chapter& chapter, const Wishes& wishes) {
    if (!wishes.only.empty()) return only_title(chapter, wishes.only);
    const bool turns_some = !wishes.knobs.empty() && !wishes.all && !wishes.more;
    Labels titles;
    for (const Section& section : chapter.sections()) {
        if (section.condition && !section.condition()) continue;
        const auto is_turned = [&](const std::string& knob) {
            return is_among(knob, wishes.knobs) &&
                   (!section.is_detour || !chapter.is_on_road(knob));
        };
        const bool is_asked_for = std::ranges::any_of(section.knobs, is_turned);
        const bool is_wanted = section.is_detour ? wishes.more : !turns_some;
        if (is_wanted || is_asked_for) titles.push_back(section.title);
    }
    return titles;
}

/// throws  UsageError  when something is to be written that no wanted section gives
void require_writer(const Chapter& chapter, const Labels& titles, const std::string& option,
                    const std::string& path) {
    std::string all;
    for (const Section& section : chapter.sections()) {
        if (!is_among(option, section.knobs)) continue;
        if (is_among(section.title, titles)) return;
        all += (all.empty() ? "" : ", ") + section.title;
    }
    throw UsageError("--" + option + " was given '" + clean_utf8(path) +
                     "', and no section that runs writes it; it is written by " + all);
}

/// Makes the folder into which an option's file or folder goes, and tries it, so that nobody trains
/// for an hour in vain.
///
/// throws  UsageError  when nothing can be written there
void require_writable(const std::string& option, PathUse use, const Path& path) {
    const bool is_file = use == PathUse::write_file;
    const Path folder = is_file ? path.parent_path() : path;
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    // A file is written beside its place and then renamed: so the folder is tried, not the file.
    const Path probe = folder / ".attn_probe";
    const bool is_possible =
        (!is_file || !fs::exists(path, error) || fs::is_regular_file(path, error)) &&
        std::ofstream(probe).is_open();
    fs::remove(probe, error);
    if (is_possible) return;
    throw UsageError("--" + option + " was given '" + clean_utf8(path.string()) +
                     "', and nothing can be written there; give a " +
                     (is_file ? "file" : "folder") + " that can be");
}

/// Tries all places that are to be written, before the first section runs.
void require_places(const Chapter& chapter, const Wishes& wishes, const Labels& titles) {
    for (const auto& [name, path] : wishes.paths) {
        const PathUse use = chapter.knob(name).use;
        if (use == PathUse::read) continue;
        require_writer(chapter, titles, name, path);
        require_writable(name, use, path);
    }
    const auto require_if_given = [](const std::string& option, PathUse use,
                                     const std::string& path) {
        if (!path.empty()) require_writable(option, use, path);
    };
    require_if_given("npy", PathUse::write_folder, wishes.npy);
    require_if_given("gnuplot", PathUse::write_file, wishes.gnuplot);
    require_if_given("figures", PathUse::write_folder, wishes.figures);
    require_if_given("narrow", PathUse::write_folder, wishes.narrow);
}

/// Writes what the pages hold to files, and says where. A failure is told, and the chapter goes
/// on; its exit code will be 1.
class Files {
public:
    Files(const std::string& chapter, const Wishes& wishes)
        : chapter_(chapter),
          wishes_(wishes),
          figures_in_(wishes.figures.empty() ? figures_folder().string() : wishes.figures) {
    }

    void write(const Page& page) {
        for (const Given& given : page.given()) write(given);
        for (const Kept& kept : page.kept()) write(kept);
        for (const plots::Figure& figure : page.figures()) write(figure);
        for (const LeftOut& one : page.left_out()) {
            warn("figure " + one.figure + " is not drawn: " + one.reason);
        }
    }

    /// What other programs draw, for those who want it; the others are told how to get it.
    void draw_pictures() {
        if (wishes_.png) draw_pictures("png");
        if (wishes_.pdf) draw_pictures("pdf");
        if (!wishes_.gnuplot.empty())
            try_to([&] {
                write_whole_file(wishes_.gnuplot, plots::gnuplot_script(figures_));
                std::cerr << "script: " << clean_utf8(wishes_.gnuplot) << "\n";
            });
        if (wishes_.show) show_in_gnuplot();
        if (figures_.empty() || wishes_.png || wishes_.pdf || wishes_.show ||
            !wishes_.gnuplot.empty())
            return;
        std::cerr << "more: --png and --pdf draw pictures, --show plots the numbers with "
                     "gnuplot\n";
    }

    void warn(const std::string& what) const {
        std::cerr << chapter_ << ": " << clean_message(what) << "\n";
    }

    bool has_failed() const { return has_failed_; }

private:
    /// Whether there is no reason not to; where there is, it is told once.
    bool can(const std::string& what, const std::string& reason) {
        if (reason.empty()) return true;
        warn("no " + what + ": " + reason);
        has_failed_ = true;
        return false;
    }

    void draw_pictures(const std::string& format) {
        if (!can(format, plots::why_no_pictures())) return;
        for (const plots::Figure& figure : figures_) {
            try_to([&] {
                const auto picture = plots::draw_picture(
                    fs::path(figures_in_) / (figure.name + ".svg"), format);
                std::cerr << "figure: " << clean_utf8(picture.string()) << "\n";
            });
        }
    }

    void show_in_gnuplot() {
        if (!can("plots", plots::why_no_gnuplot())) return;
        try_to([&] { plots::show_in_gnuplot(figures_); });
    }

    void try_to(const std::function<void()>& act) {
        try {
            act();
        } catch (const std::exception& error) {
            warn(error.what());
            has_failed_ = true;
        }
    }

    bool has_folder(const std::string& folder, const std::string& what) {
        std::error_code error;
        fs::create_directories(folder, error);
        if (error && unusable_ != folder) {
            warn("no " + what + ": cannot create the folder " + folder + ": " +
                 error.message());
            has_failed_ = true;
        }
        unusable_ = error ? folder : unusable_;
        return !error;
    }

    void write(const Given& given) {
        try_to([&] {
            given.write(given.to);
            std::cerr << given.what << ": " << clean_utf8(given.to.string()) << "\n";
        });
    }

    void write(const Kept& kept) {
        if (wishes_.npy.empty() || !has_folder(wishes_.npy, "matrices")) return;
        try_to([&] {
            const auto file = fs::path(wishes_.npy) / (chapter_ + "." + kept.name + ".npy");
            write_npy(file, kept.matrix);
            std::cerr << "matrix: " << clean_utf8(file.string()) << "\n";
        });
    }

    void write(const plots::Figure& figure) {
        if (!has_folder(figures_in_, "figures")) return;
        try_to([&] {
            const auto picture = plots::write_figure(figure, figures_in_);
            std::cerr << "figure: " << clean_utf8(picture.string()) << "\n";
            figures_.push_back(figure);
        });
        if (wishes_.narrow.empty() || !has_folder(wishes_.narrow, "narrow figures")) return;
        try_to([&] {
            // What can be touched has room for it from the start, so that it keeps its size.
            const plots::FigureOnPage page =
                plots::narrow_page(plots::with_room(figure, 1));
            write_whole_file(fs::path(wishes_.narrow) / (figure.name + ".svg"),
                             plots::svg_text(page.figure, page.width));
        });
    }

    std::string chapter_;
    Wishes wishes_;
    std::string figures_in_;
    std::vector<plots::Figure> figures_ = {};
    std::string unusable_ = {};
    bool has_failed_ = false;
};

void run_sections(const Chapter& chapter, const Wishes& wishes, Files& files) {
    chapter.check_values();
    const Labels titles = wanted_titles(chapter, wishes);
    require_places(chapter, wishes, titles);
    std::cout << chapter.name() << ": " << chapter.question() << "\n";
    for (const std::string& title : titles) {
        std::cout << "\n== " << title << "\n\n" << std::flush;
        Page page(std::cout);
        try {
            chapter.run_section(title, page);
        } catch (...) {
            files.write(page);  // what it gave before it failed may have taken an hour
            throw;
        }
        files.write(page);
    }
    files.draw_pictures();
    if (!wishes.knobs.empty() && wishes.only.empty() && !wishes.all && !wishes.more)
        std::cerr << "more: --all runs what these knobs don't turn as well\n";
}

}  // namespace

int run_command_line(void (*contents)(Chapter&), int argc, char** argv) {
    Chapter chapter;
    contents(chapter);
    return run_command_line(chapter, argc, argv);
}

int run_command_line(Chapter& chapter, int argc, char** argv) {
    Options options;
    add_options(options, chapter);
    try {
        const Wishes wishes = wishes_from(chapter, options, argc, argv);
        Files files(chapter.name(), wishes);
        if (wishes.help) {
            std::cout << chapter.name() << ": " << chapter.question() << "\n\n"
                      << options.help();
        } else if (!wishes.list.empty()) {
            std::cout << (wishes.list == "json" ? contents_as_json(chapter)
                                                : knobs_as_markdown(chapter));
        } else {
            run_sections(chapter, wishes, files);
        }
        std::cout.flush();
        if (!std::cout) files.warn("the output could not be written to its end");
        return std::cout && !files.has_failed() ? 0 : 1;
    } catch (const UsageError& error) {
        std::cerr << chapter.name() << ": " << clean_message(error.what())
                  << "; --help lists the options\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << chapter.name() << ": " << clean_message(error.what()) << "\n";
        return 1;
    }
}

}  // namespace attn::chapters
