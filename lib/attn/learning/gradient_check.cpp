#include "attn/learning/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_positive(const char* what, double value) {
    require<std::domain_error>(value > 0 && std::isfinite(value), "check_gradient: ", what,
                               " is ", exact_text(value),
                               "; it must be positive and finite");
}

/// Moves a number for as long as it lives, whatever the loss throws.
class Moved {
public:
    Moved(double& number, double to) : number_(number), before_(number) { number_ = to; }
    ~Moved() { number_ = before_; }
    Moved(const Moved&) = delete;
    Moved& operator=(const Moved&) = delete;

private:
    double& number_;
    double before_;
};

double loss_at(const std::function<double()>& loss, double& number, double to) {
    const Moved moved(number, to);
    return loss();
}

double measured_slope(const std::function<double()>& loss, double& number, double step) {
    const double above = number + step;
    const double below = number - step;
    // above - below and not 2 step: both were rounded.
    return (loss_at(loss, number, above) - loss_at(loss, number, below)) / (above - below);
}

}  // namespace

double slope_error(double computed, double measured, double smallest) {
    const double size = std::max({std::abs(computed), std::abs(measured), smallest});
    const double error = std::abs(computed - measured) / size;
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

std::vector<CheckedSlope> check_gradient(const std::function<double()>& loss,
                                         const Parameters& parameters,
                                         const Parameters& gradient,
                                         const GradientCheck& how) {
    require_positive("step", how.step);
    require_positive("smallest", how.smallest);
    require_same_shapes("check_gradient", parameters, gradient);
    std::vector<CheckedSlope> slopes;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        for (std::size_t i = 0; i < parameters[p].values.size(); ++i) {
            CheckedSlope slope{.place = place_text(parameters[p], i),
                               .computed = gradient[p].values[i]};
            slope.measured = measured_slope(loss, parameters[p].values[i], how.step);
            slope.error = slope_error(slope.computed, slope.measured, how.smallest);
            slopes.push_back(slope);
        }
    }
    return slopes;
}

CheckedSlope worst_of(const std::vector<CheckedSlope>& slopes) {
    require(!slopes.empty(), "worst_of: there are no slopes; check at least one number");
    return *std::max_element(
        slopes.begin(), slopes.end(),
        [](const CheckedSlope& a, const CheckedSlope& b) { return a.error < b.error; });
}

}  // namespace attn
