#include "doctor/library/layers.hpp"

#include <algorithm>
#include <cmath>

namespace attn::doctor {
namespace {

/// Which entries share a mean and a variance.
std::vector<std::size_t> groups(const Block& x, NormAxis axis) {
    std::vector<std::size_t> group;
    for (std::size_t s = 0; s < x.sentences; ++s) {
        for (std::size_t i = 0; i < x.rows; ++i) {
            for (std::size_t j = 0; j < x.cols; ++j) {
                group.push_back(axis == NormAxis::row         ? s * x.rows + i
                                : axis == NormAxis::time      ? s * x.cols + j
                                : axis == NormAxis::sentences ? i * x.cols + j
                                : axis == NormAxis::sentence  ? s
                                : axis == NormAxis::columns   ? j
                                                              : 0);
            }
        }
    }
    return group;
}

/// The mean of each group, the sum divided by so many less than there are.
std::vector<double> means(const std::vector<double>& values,
                          const std::vector<std::size_t>& group, double less) {
    std::vector<double> sum(values.size());
    std::vector<double> n(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum[group[i]] += values[i];
        n[group[i]] += 1;
    }
    for (std::size_t g = 0; g < sum.size(); ++g) sum[g] /= n[g] - less;
    return sum;
}

double divided_by(double variance, double epsilon, const Switches& on) {
    if (on.norm_divisor == NormDivisor::variance) return variance + epsilon;
    if (on.norm_divisor == NormDivisor::nothing) return 1;
    switch (on.epsilon_place) {
        case EpsilonPlace::under_root:
            return std::sqrt(variance + epsilon);
        case EpsilonPlace::outside:
            return std::sqrt(variance) + epsilon;
        case EpsilonPlace::missing:
            return std::sqrt(variance);
        case EpsilonPlace::squared:
            return std::sqrt(variance + epsilon * epsilon);
        case EpsilonPlace::at_least:
            return std::max(std::sqrt(variance), epsilon);
        case EpsilonPlace::least_variance:
            return std::sqrt(std::max(variance, epsilon));
    }
    return 1;
}

double scaled(double x, double gamma, double beta, Affine affine) {
    switch (affine) {
        case Affine::no_gamma:
            return x + beta;
        case Affine::no_beta:
            return x * gamma;
        case Affine::none:
            return x;
        case Affine::exchanged:
            return x * beta + gamma;
        case Affine::beta_first:
            return (x + beta) * gamma;
        case Affine::gamma_plus_1:
            return x * (1 + gamma) + beta;
        default:
            return x * gamma + beta;
    }
}

/// x brought to its place in the units of its group.
Block standardized(Block x, double epsilon, bool is_centred, double less,
                   const Switches& on) {
    if (on.epsilon > 0) epsilon = on.epsilon;
    const std::vector<std::size_t> group = groups(x, on.norm_axis);
    std::vector<double> squares = x.values;
    if (is_centred || on.square == Square::variance) {
        const std::vector<double> mean = means(x.values, group, 0);
        for (std::size_t i = 0; i < squares.size(); ++i) squares[i] -= mean[group[i]];
        if (is_centred) x.values = squares;
    }
    for (double& square : squares) square *= square;
    const std::vector<double> variance = means(squares, group, less);
    for (std::size_t i = 0; i < squares.size(); ++i) {
        x.values[i] /= divided_by(variance[group[i]], epsilon, on);
    }
    return x;
}

Block with_affine(Block x, const std::vector<double>& gamma,
                  const std::vector<double>& beta, Affine affine) {
    const bool one = affine == Affine::first_number;
    for (std::size_t i = 0; i < x.values.size(); ++i) {
        const std::size_t j = one ? 0 : i % x.cols;
        x.values[i] = scaled(x.values[i], gamma.empty() ? 1 : gamma[j],
                             beta.empty() ? 0 : beta[j], affine);
    }
    return x;
}

}  // namespace

Block normalize(const Block& x, const std::vector<double>& gamma,
                const std::vector<double>& beta, double epsilon, const Switches& on) {
    if (on.one_word_as_it_is && x.rows == 1) return x;
    const bool is_centred = on.variance != Variance::mean_square;
    const double less = on.variance == Variance::over_d_less_1 ? 1 : 0;
    return with_affine(standardized(x, epsilon, is_centred, less, on), gamma, beta,
                       on.affine);
}

Block normalize_by_size(const Block& x, const std::vector<double>& gamma, double epsilon,
                        const Switches& on) {
    const double d = static_cast<double>(x.cols);
    double less = on.variance == Variance::over_d_less_1 ? 1 : 0;
    if (on.square == Square::sum) less = d - 1;  // divided by 1
    if (on.square == Square::sum_times_d) less = d - 1 / d;
    const bool is_centred = on.square == Square::about_mean;
    return with_affine(standardized(x, epsilon, is_centred, less, on), gamma, {},
                       on.affine);
}

}  // namespace attn::doctor
