#include "chapters/10_sublayers/10_sublayers.hpp"

#include <algorithm>

#include "attn/dropout.hpp"

namespace attn::chapters::ch10 {
namespace {

/// 1, 1.5, 2, 3, 5 and 7 times each power of ten, from 1 to most.
std::vector<double> steps_up_to(double most) {
    std::vector<double> steps;
    for (double ten = 1; ten <= most; ten *= 10) {
        for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0}) {
            if (factor * ten <= most) steps.push_back(factor * ten);
        }
    }
    return steps;
}

}  // namespace

std::vector<MeanOfDraws> means_of_draws(const Matrix& x, double p, std::size_t draws,
                                        std::size_t seed) {
    const std::vector<double> places = steps_up_to(static_cast<double>(draws));
    Random generator(seed);
    Matrix sum(x.rows(), x.cols());
    std::vector<MeanOfDraws> means;
    for (std::size_t draw = 1; draw <= draws; ++draw) {
        sum += dropout(x, p, Mode::training, generator);
        const auto count = static_cast<double>(draw);
        if (draw == draws || std::find(places.begin(), places.end(), count) != places.end())
            means.push_back({draw, sum * (1 / count)});
    }
    return means;
}

}  // namespace attn::chapters::ch10
