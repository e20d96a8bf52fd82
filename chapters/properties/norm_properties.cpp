#include "chapters/properties/part_properties.hpp"

namespace attn {
namespace {

using counterexample::after;
using counterexample::difference;
using counterexample::mean_of;
using counterexample::number;
using counterexample::random_matrix;
using counterexample::variance_of;
using counterexample::when_it_runs;
using counterexample::wrong_row;

/// Rows of the variances that a model meets, from tiny to large.
Matrix rows_of_many_variances() {
    Matrix x = random_matrix(5, 7);
    double deviation = 1e-3;
    for (std::size_t i = 0; i < x.rows(); ++i, deviation *= 10) {
        for (double& entry : x.row(i)) entry = 3 + deviation * entry;
    }
    return x;
}

}  // namespace

Counterexample norm_gives_mean_0(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix x = rows_of_many_variances();
        const Matrix y = norm(x, 1e-5);
        if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
        for (std::size_t i = 0; i < y.rows(); ++i) {
            if (auto found = wrong_row("mean", i, mean_of(y.row(i)), 0, 1e-9)) return found;
        }
        return std::nullopt;
    });
}

Counterexample norm_gives_variance_1(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        for (const std::size_t width : {2u, 7u, 512u}) {
            const Matrix x = random_matrix(3, width);
            const Matrix y = norm(x, 0);
            if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
            for (std::size_t i = 0; i < y.rows(); ++i) {
                const auto found = wrong_row("variance", i, variance_of(y.row(i)), 1, 1e-9);
                if (found)
                    return after("with " + std::to_string(width) + " columns", found);
            }
        }
        return std::nullopt;
    });
}

Counterexample norm_ignores_shift_and_scale(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix x = random_matrix(5, 7);
        const Matrix moved = 10 * x + Matrix(5, 7, 3.0);
        const Matrix y = norm(x, 0);
        if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
        return after("with 10 x + 3 for x",
                     difference("entry", norm(moved, 0), y, 5, 1e-9));
    });
}

Counterexample norm_adds_epsilon_to_the_variance(const NormFunction& norm) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix x = rows_of_many_variances();
        for (const auto& [epsilon, name] :
             {std::pair(1e-5, "1e-5"), {1e-2, "0.01"}, {1.0, "1"}}) {
            const Matrix y = norm(x, epsilon);
            if (auto wrong_shape = difference("the result", y, x, 0, 0)) return wrong_shape;
            for (std::size_t i = 0; i < y.rows(); ++i) {
                const double v = variance_of(x.row(i));
                const auto found = wrong_row("variance", i, variance_of(y.row(i)),
                                             v / (v + epsilon), 1e-9);
                if (found) return after(std::string("with an epsilon of ") + name, found);
            }
        }
        return std::nullopt;
    });
}

std::vector<Property<NormFunction>> norm_properties() {
    return {{"gives mean 0", norm_gives_mean_0},
            {"gives variance 1", norm_gives_variance_1},
            {"ignores shift and scale", norm_ignores_shift_and_scale},
            {"adds epsilon to the variance", norm_adds_epsilon_to_the_variance}};
}

}  // namespace attn
