/// What every chapter's program does alike: options, headings, figures, errors.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/common/options.hpp"
#include "plots/figure.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// A chapter's program. Numbers go to stdout; where a figure went, and every warning, goes
/// to stderr.
class Chapter {
public:
    /// name      the program's, such as "01_dot_product"
    /// question  the one that the chapter answers
    Chapter(std::string name, std::string question);

    /// The chapter's own knobs are added here, beside --figures and --help.
    Options& options() { return options_; }

    /// Reads the command line, then runs the steps.
    /// returns  what main returns: 0; 1 when something failed; 2 for unusable options
    int run(int argc, char** argv, const std::function<void()>& steps);

    /// Prints the title of the next step, "== Four angles", which the text can quote by
    /// name.
    void heading(std::string_view title);

    /// Writes the figure's numbers and script, and draws it where gnuplot is installed. A
    /// failure is told, and the chapter goes on; its exit code will be 1.
    void draw(const plots::Figure& figure);
    void draw(const fig::Figure& figure);

    /// Keeps a matrix for other programs: with --npy DIR, as DIR/NAME.npy, where NAME is
    /// the chapter's name, a point and name. NumPy reads it with numpy.load.
    void keep(const std::string& name, const Matrix& m);

    /// The same for a row of numbers, as a matrix of one row.
    void keep(const std::string& name, std::span<const double> row);

    /// Says why a figure is not drawn, since one of an earlier run may still lie there.
    void leave_out(std::string_view figure, std::string_view reason) const;

private:
    void begin();
    bool has_figures_folder();
    void try_to(const std::function<void()>& write);
    void warn(std::string_view what) const;
    void draw_pictures();
    int finish();

    std::string name_;
    std::string question_;
    Options options_;
    std::string figures_;
    std::string npy_;
    std::size_t format_ = 0;
    bool show_ = false;
    bool help_ = false;
    bool has_begun_ = false;
    bool has_gnuplot_ = true;
    bool failed_ = false;
    bool has_old_figures_ = false;    // that gnuplot draws as SVG
    std::vector<fig::Figure> drawn_;  // as SVG; gnuplot draws them all at the end
    enum class Folder { unknown, there, impossible } folder_ = Folder::unknown;
};

}  // namespace attn::chapters
