#include "chapters/05_overflow/05_overflow.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attn/shape_error.hpp"

namespace attn::chapters::ch05 {
namespace {

std::vector<double> rounded_scores(const char* function, const NumberFormat& format,
                                   std::span<const double> scores) {
    if (scores.empty()) {
        throw ShapeError(std::string(function) +
                         ": there are no scores; give at least one");
    }
    std::vector<double> in_format;
    for (const double score : scores) in_format.push_back(rounded(score, format));
    return in_format;
}

std::vector<double> weights_of(const NumberFormat& format, std::vector<double> scores) {
    double sum = 0.0;
    for (double& score : scores) {
        score = rounded(std::exp(score), format);  // from here on an exponential
        sum = rounded(sum + score, format);
    }
    for (double& score : scores) score = rounded(score / sum, format);  // now a weight
    return scores;
}

}  // namespace

std::vector<double> softmax_naive_in(const NumberFormat& format,
                                     std::span<const double> scores) {
    return weights_of(format, rounded_scores("softmax_naive_in", format, scores));
}

std::vector<double> softmax_in(const NumberFormat& format, std::span<const double> scores) {
    std::vector<double> shifted = rounded_scores("softmax_in", format, scores);
    const double largest = *std::max_element(shifted.begin(), shifted.end());
    for (double& score : shifted) score = rounded(score - largest, format);
    return weights_of(format, shifted);
}

}  // namespace attn::chapters::ch05
