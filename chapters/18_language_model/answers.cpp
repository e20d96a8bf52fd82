#include <algorithm>
#include <stdexcept>

#include "attn/learning/loss.hpp"
#include "attn/shape_error.hpp"
#include "chapters/18_language_model/exercises.hpp"

namespace attn::exercises {

std::vector<std::size_t> answer_targets(const std::vector<std::size_t>& row,
                                        std::size_t n_prompt) {
    if (n_prompt == 0 || n_prompt >= row.size()) {
        throw ShapeError("answer_targets: the prompt has " + std::to_string(n_prompt) +
                         " of " + std::to_string(row.size()) +
                         " words; at least one must be the prompt's, and one the answer's");
    }
    std::vector<std::size_t> targets;
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
        targets.push_back(i + 1 < n_prompt ? no_target : row[i + 1]);
    return targets;
}

std::vector<double> min_p(const std::vector<double>& p, double share) {
    if (p.empty()) throw ShapeError("min_p: there are no probabilities");
    if (!(share >= 0 && share <= 1))
        throw std::domain_error("min_p: share is not in [0, 1]");
    double largest = 0;
    for (const double one : p) {
        if (!(one >= 0)) throw std::domain_error("min_p: a probability is negative or NaN");
        largest = std::max(largest, one);
    }
    if (largest == 0) throw std::domain_error("min_p: all probabilities are 0");
    double sum = 0;
    std::vector<double> kept;
    for (const double one : p) {
        kept.push_back(one >= share * largest ? one : 0);
        sum += kept.back();
    }
    for (double& one : kept) one /= sum;
    return kept;
}

std::vector<std::string> merged(const std::vector<std::string>& pieces,
                                const std::string& first, const std::string& second) {
    if (first.empty() || second.empty())
        throw std::domain_error("merged: a piece of the merge is empty");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool is_pair =
            i + 1 < pieces.size() && pieces[i] == first && pieces[i + 1] == second;
        all.push_back(is_pair ? first + second : pieces[i]);
        if (is_pair) ++i;
    }
    return all;
}

}  // namespace attn::exercises
