// compare_output RECORDED_FILE ACTUAL_FILE: exit code 0 when a program's output agrees with
// its recording, 1 when it differs (and the first difference is printed), 2 when it was
// called wrongly or a file cannot be read.
#include <exception>
#include <iostream>

#include "tools/output_comparison.hpp"
#include "tools/text_files.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: compare_output RECORDED_FILE ACTUAL_FILE\n";
        return 2;
    }
    try {
        const auto difference = book::output_difference(book::read_whole_file(argv[1]),
                                                        book::read_whole_file(argv[2]));
        if (!difference) return 0;
        std::cout << argv[2] << " differs from " << argv[1] << "\n" << *difference << "\n";
        return 1;
    } catch (const std::exception& error) {
        std::cerr << "compare_output: " << error.what() << "\n";
        return 2;
    }
}
