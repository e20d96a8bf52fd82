// fill_docs --source DIR --programs DIR [--check]: records what the chapters' programs
// print, copies the figures that they draw and fills the code and output blocks of the
// texts. With --check it changes nothing, and only says which texts are stale.
//
// Exit code 0 when all went well, 1 when something failed or a text is stale, 2 when it was
// called wrongly.
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "tools/figure_hash.hpp"
#include "tools/output_comparison.hpp"
#include "tools/recordings.hpp"
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

/// What shall be written: a file's path from the source folder, and its new content.
using Files = std::map<fs::path, std::string>;

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

/// The recordings that a new run differs from. One that only another machine's last digit
/// would change stays as it is.
Files changed_recordings(const Options& options, const std::vector<Recording>& recordings) {
    Files changed;
    for (const Recording& recording : recordings) {
        const TemporaryFolder figures;
        const std::string output =
            output_of(command_of(recording, options.programs, figures.path));
        const fs::path file = file_of(recording, options.source);
        if (fs::exists(file) && !output_difference(read_file(file), output)) continue;
        changed[file.lexically_relative(options.source)] = output;
    }
    return changed;
}

/// The SVG beside a figure's script.
std::string svg_beside(const fs::path& script, const std::string& hash) {
    const fs::path file = fs::path(script).replace_extension(".svg");
    const std::string name = file.filename().string();
    if (!fs::exists(file)) {
        throw std::runtime_error(name + " was not drawn; is gnuplot installed?");
    }
    const std::string svg = read_file(file);
    if (script_hash_of_svg(svg) == hash) return svg;
    throw std::runtime_error(name + " does not carry the hash of its script");
}

/// Adds the figures in the folder whose script is another than that of the committed SVG.
void add_changed_figures(const fs::path& source, const fs::path& folder, Files& changed) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".gp") continue;
        const std::string hash = script_hash(read_file(entry.path()));
        const fs::path figure =
            fs::path("docs") / "figures" / entry.path().stem().concat(".svg");
        const bool is_current = fs::exists(source / figure) &&
                                script_hash_of_svg(read_file(source / figure)) == hash;
        if (!is_current) changed[figure] = svg_beside(entry.path(), hash);
    }
}

Files changed_figures(const Options& options, const std::vector<Recording>& recordings) {
    Files changed;
    for (const std::string& program : programs_of(recordings)) {
        const TemporaryFolder figures;
        output_of(command_of({program, program, {}}, options.programs, figures.path));
        add_changed_figures(options.source, figures.path, changed);
    }
    return changed;
}

Files changed_texts(const fs::path& source) {
    Files changed;
    for (const fs::path& text : texts_of(source)) {
        const FilledText filled =
            fill_blocks(read_file(source / text), text.string(), source);
        if (!filled.stale_markers.empty()) changed[text] = filled.text;
    }
    return changed;
}

void write_all(const fs::path& source, const Files& files) {
    for (const auto& [file, content] : files) {
        write_file(source / file, content);
        std::cout << "wrote " << file.string() << "\n";
    }
}

void refill(const Options& options) {
    const std::vector<Recording> recordings = recordings_of(options.source);
    // All programs run before the first file is written: a failure changes nothing.
    const Files outputs = changed_recordings(options, recordings);
    const Files figures = changed_figures(options, recordings);
    write_all(options.source, outputs);
    write_all(options.source, figures);
    const Files texts = changed_texts(options.source);
    write_all(options.source, texts);
    std::cout << "fill_docs: changed " << outputs.size() << " recordings, "
              << figures.size() << " figures, " << texts.size() << " texts\n";
}

/// What is wrong with a text; empty when it is up to date.
std::string complaint_about(const fs::path& text, const fs::path& source) {
    try {
        const FilledText filled =
            fill_blocks(read_file(source / text), text.string(), source);
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
