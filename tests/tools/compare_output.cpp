// compare_output RECORDED_FILE ACTUAL_FILE: exit code 0 when a program's output agrees with
// its recording, 1 when it differs (and the first difference is printed), 2 when it was
// called wrongly or a file cannot be read. Two files with the ending .svg are compared as figures.
#include <exception>
#include <iostream>
#include <string_view>

#include "support/files/whole_file.hpp"
#include "tools/output_comparison.hpp"
#include "tools/same_figure.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: compare_output RECORDED_FILE ACTUAL_FILE\n";
        return 2;
    }
    try {
        const bool are_figures = std::string_view(argv[1]).ends_with(".svg");
        const auto compare =
            are_figures ? book::figure_difference : book::output_difference;
        const auto difference =
            compare(attn::read_whole_file(argv[1]), attn::read_whole_file(argv[2]));
        if (!difference) return 0;
        std::cout << argv[2] << " differs from " << argv[1] << "\n" << *difference << "\n";
        return 1;
    } catch (const std::exception& error) {
        std::cerr << "compare_output: " << error.what() << "\n";
        return 2;
    }
}
