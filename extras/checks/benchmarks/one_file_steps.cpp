// one_file_steps file|library: milliseconds of the processor per step of chapter 16's training, the best of five
// times twenty steps, by transformer.cpp or by the library.
#include <algorithm>
#include <ctime>
#include <iostream>
#include <limits>
#include <string>

#include "chapters/16_translation/training.hpp"
#include "one_file.hpp"

namespace {

using namespace attn::chapters;

double twenty_steps_of_the_file() {
    included_file::generator.seed(3001);
    const included_file::Task task;
    included_file::parameters.clear();
    included_file::generator.seed(1);
    const included_file::Transformer model{task.korean.words.size(),
                                           task.english.words.size()};
    included_file::generator.seed(4001);
    included_file::Training training{task.shown};
    double loss = 0;
    for (int step = 0; step < 20; ++step) loss = training.step(model);
    return loss;
}

double twenty_steps_of_the_library() {
    return ch16::losses_of(ch16::first_steps()).back();
}

}  // namespace

int main(int argc, char** argv) {
    const std::string which = argc == 2 ? argv[1] : "";
    if (which != "file" && which != "library") {
        std::cerr << "one_file_steps: give file or library\n";
        return 2;
    }
    double best = std::numeric_limits<double>::infinity(), loss = 0;
    for (int i = 0; i < 5; ++i) {
        const std::clock_t start = std::clock();  // the processor's time, for one thread
        loss = which == "file" ? twenty_steps_of_the_file() : twenty_steps_of_the_library();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        best = std::min(best, 1e3 * seconds / 20);
    }
    std::cout << best << " ms, last loss " << loss << "\n";
}
