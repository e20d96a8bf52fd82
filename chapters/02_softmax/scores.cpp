#include "chapters/02_softmax/02_softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chapters/printing/rows.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch02 {

bool has_weights(std::span<const double> scores) {
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);
    return std::isfinite(sum) && sum >= std::numeric_limits<double>::min();
}

std::string why_no_weights(std::span<const double> scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    const bool is_whole = largest == std::floor(largest);  // 1000000, and not 1e+06
    const std::string power =
        "e^" + (is_whole ? number_text(largest, 0) : exact_text(largest));
    std::string why = "the sum of all e^score is past the largest double, e^709.78";
    if (std::isinf(std::exp(largest))) {
        why = power + " is past the largest double, e^709.78";
    } else if (largest < 0) {
        why = "even " + power + " is below e^-708.40, where a double runs out of digits";
    }
    return why + " (see chapter 5)";
}

Numbers divided(std::span<const double> scores, double temperature) {
    Numbers quotients;
    for (const double score : scores) quotients.push_back(score / temperature);
    return quotients;
}

Labels numbered(const std::string& name, std::size_t count) {
    Labels names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(name + "_" + std::to_string(i));
    return names;
}

Labels names_of(const Numbers& scores) {
    return scores == student ? words : numbered("x", scores.size());
}

std::string sums_text(const Matrix& m) {
    std::string text;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        text += (i == 0 ? "" : "  ") + number_text(sum_of(m.row(i)), 4);
    }
    return text;
}

}  // namespace attn::chapters::ch02
