#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/16_translation/exercises.hpp"

namespace attn::exercises {

std::vector<std::size_t> shifted_right(const std::vector<std::size_t>& target,
                                       std::size_t begin_id) {
    if (target.empty()) throw ShapeError("shifted_right: target is empty, without its end");
    std::vector<std::size_t> given{begin_id};
    given.insert(given.end(), target.begin(), target.end() - 1);
    return given;
}

std::vector<std::size_t> greedy(const NextLogits& next, std::size_t begin_id,
                                std::size_t end_id, std::size_t most) {
    std::vector<std::size_t> so_far{begin_id};
    while (so_far.size() <= most) {
        const std::vector<double> logits = next(so_far);
        if (logits.empty()) throw std::domain_error("greedy: there is no logit");
        for (const double logit : logits) {
            if (std::isnan(logit)) throw std::domain_error("greedy: a logit is NaN");
        }
        const auto best = std::max_element(logits.begin(), logits.end());
        const auto word = static_cast<std::size_t>(best - logits.begin());
        if (word == end_id) break;
        so_far.push_back(word);
    }
    return {so_far.begin() + 1, so_far.end()};
}

std::vector<double> attend(KeyValueCache& cache, std::span<const double> q,
                           std::span<const double> k, std::span<const double> v) {
    const bool is_first = cache.keys.empty();
    if (q.empty() || q.size() != k.size() ||
        (!is_first && k.size() != cache.keys[0].size()) ||
        (!is_first && v.size() != cache.values[0].size())) {
        throw ShapeError("attend: q, k and v of " + std::to_string(q.size()) + ", " +
                         std::to_string(k.size()) + " and " + std::to_string(v.size()) +
                         " numbers do not fit each other, or what is kept");
    }
    cache.keys.emplace_back(k.begin(), k.end());
    cache.values.emplace_back(v.begin(), v.end());

    std::vector<double> scores;
    for (const std::vector<double>& key : cache.keys) {
        scores.push_back(dot(q, key) / std::sqrt(static_cast<double>(q.size())));
    }
    const std::vector<double> weights = softmax(scores);
    std::vector<double> output(v.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        for (std::size_t j = 0; j < output.size(); ++j) {
            output[j] += weights[i] * cache.values[i][j];
        }
    }
    return output;
}

}  // namespace attn::exercises
