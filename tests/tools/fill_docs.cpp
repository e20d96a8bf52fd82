// fill_docs --source DIR --programs DIR [--check]: records what the chapters' programs
// print, copies the figures that they draw and fills the code and output blocks of the
// texts. With --check it changes nothing, and only says which texts are stale.
//
// Exit code 0 when all went well, 1 when something failed or a text is stale, 2 when it was
// called wrongly.
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "tools/output_comparison.hpp"
#include "tools/recordings.hpp"
#include "tools/same_figure.hpp"
#include "tools/text_blocks.hpp"
#include "tools/text_files.hpp"

namespace {

namespace fs = std::filesystem;
using namespace book;

struct Options {
    fs::path source;
    fs::path programs;
    bool check = false;
};

/// What a run of the programs changes.
struct Changes {
    Files recordings = {};
    Files figures = {};
    std::set<std::string> drawn = {};  // the names of all figures, changed or not
};

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

Options read_options(const std::vector<std::string>& words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool has_value = i + 1 < words.size();
        if (words[i] == "--check") {
            options.check = true;
        } else if (words[i] == "--source" && has_value) {
            options.source = words[++i];
        } else if (words[i] == "--programs" && has_value) {
            options.programs = words[++i];
        } else {
            throw UsageError("cannot read " + words[i]);
        }
    }
    if (options.source.empty()) throw UsageError("--source is missing");
    if (options.programs.empty() && !options.check) {
        throw UsageError("--programs is missing");
    }
    return options;
}

/// A recording that only another machine's last digit would change stays as it is.
void add_changed_recording(const Options& options, const Recording& recording,
                           const std::string& output, Changes& changes) {
    const fs::path file = file_of(recording, options.source);
    if (fs::exists(file) && !output_difference(read_whole_file(file), output)) return;
    changes.recordings[file.lexically_relative(options.source)] = output;
}

/// Adds the figures in the folder that are no longer what is committed.
void add_changed_figures(const fs::path& source, const fs::path& folder, Changes& changes) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".svg") continue;
        changes.drawn.insert(entry.path().stem());
        const fs::path figure = fs::path("docs") / "figures" / entry.path().filename();
        const std::string svg = read_whole_file(entry.path());
        const bool is_same = fs::exists(source / figure) &&
                             same_figure(read_whole_file(source / figure), svg);
        if (!is_same) changes.figures[figure] = svg;
    }
}

/// The texts have the figures of the runs with the knobs at their start.
bool draws_for_texts(const Recording& recording) {
    return recording.arguments.empty() ||
           recording.arguments == std::vector<std::string>{"--more"};
}

/// Runs what is recorded.
Changes run_programs(const Options& options, const std::vector<Recording>& recordings) {
    Changes changes;
    for (const Recording& recording : recordings) {
        const TemporaryFolder figures;
        const std::string output = output_of(
            command_of(recording, options.programs, figures.path), options.source);
        add_changed_recording(options, recording, output, changes);
        if (draws_for_texts(recording)) {
            add_changed_figures(options.source, figures.path, changes);
        }
    }
    return changes;
}

/// The texts that change when the recordings do.
Files changed_texts(const fs::path& source, const Files& recordings) {
    Files changed;
    for (const fs::path& text : texts_of(source)) {
        const FilledText filled =
            fill_blocks(read_whole_file(source / text), text.string(), source, recordings);
        if (!filled.stale_markers.empty()) changed[text] = filled.text;
    }
    return changed;
}

/// "01_" of "01_similarity": what a program and its figures share.
std::string number_of(const std::string& name) {
    return name.substr(0, name.find('_') + 1);
}

/// Names the committed figures that a program draws no longer. They are not deleted: a
/// text may still show them.
void report_left_over(const fs::path& source, const std::vector<Recording>& recordings,
                      const std::set<std::string>& drawn) {
    std::set<std::string> numbers;
    for (const Recording& recording : recordings) {
        if (draws_for_texts(recording)) numbers.insert(number_of(recording.program));
    }
    const fs::path folder = source / "docs" / "figures";
    if (!fs::exists(folder)) return;
    std::set<std::string> left_over;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().stem();
        if (entry.path().extension() != ".svg" || drawn.count(name) > 0) continue;
        if (numbers.count(number_of(name)) > 0) left_over.insert(name);
    }
    for (const std::string& name : left_over) {
        std::cout << "no longer drawn: docs/figures/" << name << ".svg\n";
    }
}

void write_all(const fs::path& source, const Files& files) {
    for (const auto& [file, content] : files) {
        write_file(source / file, content);
        std::cout << "wrote " << file.string() << "\n";
    }
}

void refill(const Options& options) {
    const std::vector<Recording> recordings = recordings_of(options.source);
    // All is made before the first file is written: a failure changes nothing.
    const Changes changes = run_programs(options, recordings);
    const Files texts = changed_texts(options.source, changes.recordings);
    write_all(options.source, changes.recordings);
    write_all(options.source, changes.figures);
    write_all(options.source, texts);
    report_left_over(options.source, recordings, changes.drawn);
    std::cout << "fill_docs: changed " << changes.recordings.size() << " recordings, "
              << changes.figures.size() << " figures, " << texts.size() << " texts\n";
}

/// What is wrong with a text; empty when it is up to date.
std::string complaint_about(const fs::path& text, const fs::path& source) {
    try {
        const FilledText filled =
            fill_blocks(read_whole_file(source / text), text.string(), source);
        if (filled.stale_markers.empty()) return "";
        return text.string() + ": stale: " + filled.stale_markers.front();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

/// Returns the exit code.
int check(const fs::path& source) {
    std::size_t stale = 0;
    for (const fs::path& text : texts_of(source)) {
        const std::string complaint = complaint_about(text, source);
        if (complaint.empty()) continue;
        std::cout << complaint << "\n";
        ++stale;
    }
    if (stale == 0) return 0;
    std::cout << "fill_docs: " << stale
              << " texts are stale; the target refill_docs fills them\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read_options({argv + 1, argv + argc});
        if (options.check) return check(options.source);
        refill(options);
        return 0;
    } catch (const UsageError& error) {
        std::cerr << "fill_docs: " << error.what()
                  << "\nusage: fill_docs --source DIR --programs DIR [--check]\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "fill_docs: " << error.what() << "\n";
        return 1;
    }
}
