#include "chapters/14_learning/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

GraphSlopes graph_slopes(double a, double b, double c) {
    not_written_yet("graph_slopes", __FILE__);
}

double measured_slope(const std::function<double(double)>& f, double x, double step) {
    not_written_yet("measured_slope", __FILE__);
}

std::vector<double> softmax_slopes(std::span<const double> weights,
                                   std::span<const double> d_weights) {
    not_written_yet("softmax_slopes", __FILE__);
}

double adam_step(double weight, double slope, double rate, AdamMemory& memory) {
    not_written_yet("adam_step", __FILE__);
}

}  // namespace attn::exercises
