#include "attn/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "attn/matrix.hpp"
#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn {
namespace {

void require_logits(const char* function, std::span<const double> logits) {
    require(!logits.empty(), function, ": there are no logits; give one for each word");
    bool is_any_open = false;
    for (const double logit : logits) {
        if (!(logit < std::numeric_limits<double>::infinity()))
            throw std::domain_error(
                std::string(function) + ": a logit is " + exact_text(logit) +
                "; each must be a number, or -infinity where a word is closed");
        if (!std::isinf(logit)) is_any_open = true;
    }
    require<std::domain_error>(is_any_open, function,
                               ": every logit is -infinity; leave at least one word open");
}

/// Their sum, above 0.
double required_sum(const char* function, std::span<const double> p) {
    require(!p.empty(), function, ": there are no probabilities; give one for each word");
    double sum = 0;
    for (const double share : p) {
        if (!(share >= 0 && std::isfinite(share)))
            throw std::domain_error(std::string(function) + ": a probability is " +
                                    exact_text(share) +
                                    "; each must be finite and at least 0");
        sum += share;
    }
    require<std::domain_error>(sum > 0 && std::isfinite(sum), function,
                               ": the probabilities sum to ", exact_text(sum),
                               "; the sum must be finite and above 0");
    return sum;
}

/// The places of p, the likeliest first, of equal ones the first.
std::vector<std::size_t> likeliest_first(std::span<const double> p) {
    std::vector<std::size_t> places(p.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
    return places;
}

/// p where it is kept, divided by what is kept.
std::vector<double> shares_of_kept(std::span<const double> p,
                                   std::span<const std::size_t> kept) {
    double sum = 0;
    for (const std::size_t i : kept) sum += p[i];
    std::vector<double> shares(p.size());
    for (const std::size_t i : kept) shares[i] = p[i] / sum;
    return shares;
}

}  // namespace

std::size_t greedy(std::span<const double> logits) {
    require_logits("greedy", logits);
    return argmax(logits);
}

std::vector<double> at_temperature(std::span<const double> logits, double temperature) {
    require_logits("at_temperature", logits);
    require<std::domain_error>(temperature > 0 && std::isfinite(temperature),
                               "at_temperature: temperature is ", exact_text(temperature),
                               "; it must be finite and above 0; for 0, use greedy");
    const double largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> scores;  // the largest is 0, so that no division overflows upwards
    for (const double logit : logits) scores.push_back((logit - largest) / temperature);
    return softmax(scores);
}

std::vector<double> top_k(std::span<const double> p, std::size_t k) {
    required_sum("top_k", p);
    require<std::domain_error>(k > 0, "top_k: k is 0; keep at least one word");
    std::vector<std::size_t> kept = likeliest_first(p);
    kept.resize(std::min(k, kept.size()));
    return shares_of_kept(p, kept);
}

std::vector<double> top_p(std::span<const double> p, double share) {
    const double sum = required_sum("top_p", p);
    require<std::domain_error>(share > 0 && share <= 1, "top_p: share is ",
                               exact_text(share), "; it must be above 0 and at most 1");
    std::vector<std::size_t> kept;
    double so_far = 0;
    for (const std::size_t i : likeliest_first(p)) {
        if (share < 1 && !kept.empty() && so_far >= share * sum) break;
        kept.push_back(i);
        so_far += p[i];
    }
    return shares_of_kept(p, kept);
}

std::size_t draw(std::span<const double> p, Random& generator) {
    const double at = generator.uniform() * required_sum("draw", p);
    double so_far = 0;
    std::size_t word = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] == 0) continue;
        word = i;  // the last one, should rounding leave the sum below at
        so_far += p[i];
        if (at < so_far) break;
    }
    return word;
}

}  // namespace attn
