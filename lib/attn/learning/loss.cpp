#include "attn/learning/loss.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn {
namespace {

/// -100, which PyTorch takes for no target, as it was written and not modulo 2^64.
std::string text_of(std::size_t target) {
    const auto below_0 = static_cast<std::ptrdiff_t>(target);
    return below_0 < 0 ? std::to_string(below_0) : std::to_string(target);
}

/// How many rows count; throws when the targets do not fit the logits.
double n_counted(const char* function, const Matrix& logits,
                 const std::vector<std::size_t>& targets) {
    require(targets.size() == logits.rows(), function, ": logits is ", logits,
            ", there are ", targets.size(),
            " targets; give one for each row, or no_target");
    std::size_t count = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (targets[i] == no_target) continue;
        ++count;
        require<std::out_of_range>(
            targets[i] < logits.cols(), function, ": the target of row ", i, " is ",
            text_of(targets[i]), ", logits is ", logits,
            "; columns are counted from 0, and no_target leaves a row out");
    }
    require<std::domain_error>(count > 0, function, ": none of the ", targets.size(),
                               " rows counts; a mean needs at least one with a target");
    return static_cast<double>(count);
}

}  // namespace

double cross_entropy(const Matrix& logits, const std::vector<std::size_t>& targets) {
    const double n = n_counted("cross_entropy", logits, targets);
    double sum = 0.0;
    for (std::size_t i = 0; i < logits.rows(); ++i) {
        if (targets[i] == no_target) continue;
        sum += log_sum_exp(logits.row(i)) - logits(i, targets[i]);
    }
    return sum / n;
}

Matrix cross_entropy_backward(const Matrix& logits,
                              const std::vector<std::size_t>& targets) {
    const double n = n_counted("cross_entropy_backward", logits, targets);
    Matrix d_logits(logits.rows(), logits.cols());
    for (std::size_t i = 0; i < logits.rows(); ++i) {
        if (targets[i] == no_target) continue;
        const std::vector<double> weights = softmax(logits.row(i));
        d_logits.set_row(i, weights);
        d_logits(i, targets[i]) -= 1.0;
    }
    return d_logits / n;
}

}  // namespace attn
