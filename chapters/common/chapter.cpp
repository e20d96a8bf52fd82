#include "chapters/common/chapter.hpp"

#include <exception>
#include <iostream>

#include "plots/draw.hpp"

namespace attn::chapters {

Chapter::Chapter(std::string name, std::string question)
    : name_(std::move(name)),
      question_(std::move(question)),
      figures_(ATTN_FIGURES_FOLDER) {
    options_.add_flag("help", help_, "show these options");
    options_.add("figures", figures_, "figures/ in the build folder",
                 "the folder that gets the figures and their numbers");
}

int Chapter::run(int argc, char** argv, const std::function<void()>& steps) {
    try {
        options_.read(argc, argv);
        std::cout << name_ << ": " << question_ << "\n";
        if (help_) {
            std::cout << "\n" << options_.help();
        } else {
            has_gnuplot_ = plots::gnuplot_is_installed();
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

void Chapter::heading(std::string_view title) const {
    std::cout << "\n== " << title << "\n\n";
}

void Chapter::draw(const plots::Figure& figure) {
    if (!has_folder_) return;
    try {
        plots::write_numbers_and_script(figure, figures_);
        if (has_gnuplot_) {
            std::cerr << "figure: " << plots::draw_svg(figure, figures_).string() << "\n";
        }
    } catch (const std::exception& error) {
        warn(error.what());
        failed_ = true;
        std::error_code ignored;
        has_folder_ = std::filesystem::is_directory(figures_, ignored);
    }
}

void Chapter::warn(std::string_view what) const {
    std::cerr << name_ << ": " << what << "\n";
}

int Chapter::finish() const {
    if (!has_gnuplot_) {
        warn(
            "no figures were drawn, because gnuplot is not installed (Debian and Ubuntu: "
            "apt-get install gnuplot-nox); their numbers are in " +
            figures_);
    }
    std::cout.flush();
    if (std::cout) return failed_ ? 1 : 0;
    warn("the output could not be written to its end");
    return 1;
}

}  // namespace attn::chapters
