#include "chapters/05_overflow/05_overflow.hpp"

#include <cmath>
#include <functional>

namespace attn::chapters::ch05 {
namespace {

constexpr double far = 800.0;  // e^800 is past every format, e^-800 below

/// Bisection: holds is false at no and true at yes. Halves the way between them until no
/// double is left, and returns the yes that is nearest to no.
double first_yes(double no, double yes, const std::function<bool(double)>& holds) {
    for (;;) {
        const double middle = no + (yes - no) / 2;
        if (middle == no || middle == yes) return yes;
        (holds(middle) ? yes : no) = middle;
    }
}

double last_score_before(double limit, const NumberFormat& format) {
    const double score = rounded(limit, format);
    const bool is_safe = std::isfinite(rounded(std::exp(score), format));
    return is_safe ? score : score - unit_in_last_place(score, format);
}

}  // namespace

ExpLimits exp_limits(const NumberFormat& format) {
    // e^x is compared by its root, e^(x/2): e^x itself would leave the double.
    const double largest_root = std::sqrt(largest_finite(format));
    const double smallest_root = std::sqrt(smallest_subnormal(format));
    const auto passes_largest = [&](double x) { return std::exp(x / 2) > largest_root; };
    const auto is_infinite = [&](double x) {
        return std::isinf(rounded(std::exp(x), format));
    };
    const auto passes_smallest = [&](double x) { return std::exp(x / 2) < smallest_root; };
    const auto is_zero = [&](double x) { return rounded(std::exp(x), format) == 0; };
    const double infinite = first_yes(0, far, is_infinite);
    return {first_yes(0, far, passes_largest), infinite,
            first_yes(0, -far, passes_smallest), first_yes(0, -far, is_zero),
            last_score_before(infinite, format)};
}

}  // namespace attn::chapters::ch05
