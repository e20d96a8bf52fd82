#include "attn/learning/optimizers.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_positive(const char* what, double value) {
    require<std::domain_error>(value > 0 && std::isfinite(value), what, " is ",
                               exact_text(value), "; it must be positive and finite");
}

void require_share(const char* what, double value) {
    require<std::domain_error>(value >= 0 && value < 1, what, " is ", exact_text(value),
                               "; it must be at least 0 and less than 1");
}

/// The first step gives Adam's memory its size; later steps must have the same.
void require_memory(Adam& adam, std::size_t n_weights) {
    if (adam.n_steps == 0) {
        adam.m.assign(n_weights, 0.0);
        adam.v.assign(n_weights, 0.0);
    }
    require(adam.m.size() == n_weights && adam.v.size() == n_weights, "Adam: there are ",
            n_weights, " weights, m has ", adam.m.size(), " numbers, v ", adam.v.size(),
            ", from the step before; take one Adam for each model");
}

/// One weight's step: g is its slope, m and v are its running means.
void move(const Adam& adam, double g, double& m, double& v, double m_share, double v_share,
          double& weight) {
    m = adam.beta1 * m + (1.0 - adam.beta1) * g;
    v = adam.beta2 * v + (1.0 - adam.beta2) * g * g;
    weight -= adam.learning_rate * (m / m_share) / (std::sqrt(v / v_share) + adam.epsilon);
}

}  // namespace

void Sgd::step(const Parameters& weights, const Parameters& gradient) const {
    require_positive("Sgd: learning_rate", learning_rate);
    require_same_shapes("Sgd", weights, gradient);
    for (std::size_t p = 0; p < weights.size(); ++p) {
        for (std::size_t i = 0; i < weights[p].values.size(); ++i) {
            weights[p].values[i] -= learning_rate * gradient[p].values[i];
        }
    }
}

void Adam::step(const Parameters& weights, const Parameters& gradient) {
    require_positive("Adam: learning_rate", learning_rate);
    require_positive("Adam: epsilon", epsilon);
    require_share("Adam: beta1", beta1);
    require_share("Adam: beta2", beta2);
    require_same_shapes("Adam", weights, gradient);
    require_memory(*this, parameter_count(weights));
    ++n_steps;
    const double m_share = 1.0 - std::pow(beta1, static_cast<double>(n_steps));
    const double v_share = 1.0 - std::pow(beta2, static_cast<double>(n_steps));
    std::size_t place = 0;  // in m and v
    for (std::size_t p = 0; p < weights.size(); ++p) {
        for (std::size_t i = 0; i < weights[p].values.size(); ++i, ++place) {
            move(*this, gradient[p].values[i], m[place], v[place], m_share, v_share,
                 weights[p].values[i]);
        }
    }
}

}  // namespace attn
