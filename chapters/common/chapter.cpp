#include "chapters/common/chapter.hpp"

#include <algorithm>
#include <exception>
#include <iostream>

#include "attn/files/npy.hpp"
#include "plots/draw.hpp"
#include "plots/figure_files.hpp"

namespace attn::chapters {

Chapter::Chapter(std::string name, std::string question)
    : name_(std::move(name)),
      question_(std::move(question)),
      figures_(ATTN_FIGURES_FOLDER) {
    options_.add_flag("help,h", help_, "show these options");
    options_.add("figures", figures_, "figures/ in the build folder",
                 "the folder that gets the figures and their numbers");
    options_.add_choice("format", {"svg", "png", "pdf"}, format_,
                        "the figures' kind of file");
    options_.add_flag("show", show_, "open each figure with the desktop's viewer");
    options_.add("npy", npy_, "none", "a folder that gets the matrices as .npy files");
}

int Chapter::run(int argc, char** argv, const std::function<void()>& steps) {
    try {
        options_.read(argc, argv);
        if (help_) {
            begin();
            std::cout << "\n" << options_.help();
        } else {
            has_gnuplot_ = plots::is_installed("gnuplot");
            steps();
        }
    } catch (const UsageError& error) {
        warn(std::string(error.what()) + "; --help lists the options");
        return 2;
    } catch (const std::exception& error) {
        warn(error.what());
        failed_ = true;
    }
    return finish();
}

// Not before the first heading: steps may still refuse what the options say.
void Chapter::begin() {
    if (!has_begun_) std::cout << name_ << ": " << question_ << "\n";
    has_begun_ = true;
}

void Chapter::heading(std::string_view title) {
    begin();
    std::cout << "\n== " << title << "\n\n";
}

/// A failure is told, and the chapter goes on; its exit code will be 1.
void Chapter::try_to(const std::function<void()>& write) {
    try {
        write();
    } catch (const std::exception& error) {
        warn(error.what());
        failed_ = true;
    }
}

bool Chapter::has_figures_folder() {
    if (folder_ != Folder::unknown) return folder_ == Folder::there;
    std::error_code error;
    std::filesystem::create_directories(figures_, error);
    folder_ = error ? Folder::impossible : Folder::there;
    if (error) {
        warn("no figures: cannot create the folder " + figures_ + ": " + error.message());
        failed_ = true;
    }
    return !error;
}

void Chapter::draw(const plots::Figure& figure) {
    if (!has_figures_folder()) return;
    has_old_figures_ = true;
    try_to([&] {
        plots::write_numbers_and_script(figure, figures_);
        if (!has_gnuplot_) return;
        const auto picture =
            plots::draw(figure, figures_, static_cast<plots::Format>(format_));
        std::cerr << "figure: " << picture.string() << "\n";
        if (!show_) return;
        show_ = false;  // should it fail, one complaint is enough
        plots::open_in_viewer(picture);
        show_ = true;
    });
}

void Chapter::draw(const fig::Figure& figure) {
    if (!has_figures_folder()) return;
    try_to([&] {
        const auto picture = fig::write_figure(figure, figures_);
        std::cerr << "figure: " << picture.string() << "\n";
        drawn_.push_back(figure);
        if (!show_) return;
        show_ = false;  // should it fail, one complaint is enough
        fig::show_figure(figure, picture);
        show_ = true;
    });
}

void Chapter::keep(const std::string& name, const Matrix& m) {
    if (npy_.empty()) return;
    try_to([&] {
        const std::filesystem::path folder(npy_);
        std::filesystem::create_directories(folder);
        const auto file = folder / (name_ + "." + name + ".npy");
        write_npy(file, m);
        std::cerr << "matrix: " << file.string() << "\n";
    });
}

void Chapter::keep(const std::string& name, std::span<const double> row) {
    Matrix m(1, row.size());
    std::copy(row.begin(), row.end(), m.row(0).begin());
    keep(name, m);
}

void Chapter::leave_out(std::string_view figure, std::string_view reason) const {
    warn("figure " + std::string(figure) + " is not drawn: " + std::string(reason));
}

void Chapter::warn(std::string_view what) const {
    std::cerr << name_ << ": " << what << "\n";
}

/// All PNGs of the chapter, by one gnuplot; PDFs where they were asked for.
void Chapter::draw_pictures() {
    if (drawn_.empty() || !has_gnuplot_) return;
    try_to([&] {
        std::vector<fig::Canvas> canvases{fig::Canvas::png};
        if (static_cast<plots::Format>(format_) == plots::Format::pdf)
            canvases.push_back(fig::Canvas::pdf);
        const fig::Drawing drawing =
            fig::draw_pictures(drawn_, figures_, canvases, fig::time_limit(drawn_.size()));
        if (!drawing.advice.empty()) warn(drawing.advice);
        for (const std::string& failure : drawing.failures) warn(failure);
        failed_ = failed_ || !drawing.failures.empty();
    });
}

int Chapter::finish() {
    draw_pictures();
    if (!has_gnuplot_ && folder_ == Folder::there) {
        const std::string what =
            has_old_figures_ ? "not all figures were drawn" : "the figures have no .png";
        warn(what +
             ", because gnuplot is not installed (Debian and Ubuntu: apt-get install "
             "gnuplot-nox); what there is of them is in " +
             figures_);
    }
    std::cout.flush();
    if (std::cout) return failed_ ? 1 : 0;
    warn("the output could not be written to its end");
    return 1;
}

}  // namespace attn::chapters
