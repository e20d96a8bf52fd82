// For a build without gnuplot-iostream, in place of gnuplot.cpp.
#include <stdexcept>

#include "plots/gnuplot.hpp"

namespace attn::plots {

std::string why_no_gnuplot() {
    return "this program was built without gnuplot-iostream; ./run with --show or --gnuplot "
           "builds it anew, with it";
}

std::string gnuplot_script(const std::vector<Figure>&) {
    throw std::runtime_error(why_no_gnuplot());
}

void show_in_gnuplot(const std::vector<Figure>&) {
    throw std::runtime_error(why_no_gnuplot());
}

}  // namespace attn::plots
