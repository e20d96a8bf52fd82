#include "doctor/library/attend.hpp"

#include <algorithm>
#include <cmath>

namespace attn::doctor {
namespace {

/// The scores that share one softmax, as places in a block.
struct Group {
    double* first;
    std::size_t stride;
    std::size_t n;

    double& operator[](std::size_t i) const { return first[i * stride]; }
};

double largest(const Group& scores) {
    double most = -Switches::infinity;
    for (std::size_t i = 0; i < scores.n; ++i) most = std::max(most, scores[i]);
    return most;
}

/// What is subtracted from each score before its exponential.
double subtracted(const Group& scores, const Switches& on, double most_of_table) {
    if (on.maximum == Maximum::none) return 0;
    double most = on.maximum == Maximum::of_table ? most_of_table : largest(scores);
    most = std::max({most, on.maximum_from, on.sink});
    return most == -Switches::infinity ? 0 : most;
}

void softmax(const Group& scores, const Switches& on, double most_of_table) {
    const bool open = largest(scores) != -Switches::infinity;
    const double most = subtracted(scores, on, most_of_table);
    double sum = std::exp(on.sink - most) + on.added_to_sum;
    for (std::size_t i = 0; i < scores.n; ++i) sum += std::exp(scores[i] - most);
    const ZeroByZero none = open ? on.underflow : on.nothing_open;
    for (std::size_t i = 0; i < scores.n; ++i) {
        if (on.weighing == Weighing::log_softmax) {
            scores[i] = scores[i] - most - std::log(sum);
        } else if (sum == 0 && none == ZeroByZero::zeros) {
            scores[i] = 0;
        } else {
            scores[i] = std::exp(scores[i] - most) / sum;
        }
    }
}

/// What stands in softmax's place, before the division by a sum.
double instead(double score, double most, const Switches& on) {
    const bool is_zero = on.closed_are_zeros && score == -Switches::infinity;
    switch (on.weighing) {
        case Weighing::scores_over_their_sum:
        case Weighing::scores:
            return is_zero ? 0 : score;
        case Weighing::powers_of_2:
            return std::exp2(score - most);
        case Weighing::sigmoid:
            return 1 / (1 + std::exp(-score));
        default:
            return std::exp(score);
    }
}

void weigh_otherwise(const Group& scores, const Switches& on) {
    const double most = std::max(largest(scores), -1e300);
    double sum = 0;
    for (std::size_t i = 0; i < scores.n; ++i) {
        scores[i] = instead(scores[i], most, on);
        sum += scores[i];
    }
    const bool is_divided = on.weighing == Weighing::scores_over_their_sum ||
                            on.weighing == Weighing::powers_of_2;
    if (!is_divided) return;
    for (std::size_t i = 0; i < scores.n; ++i) scores[i] /= sum;
}

void weigh_group(const Group& scores, const Switches& on, double most_of_table) {
    if (on.weighing == Weighing::softmax || on.weighing == Weighing::log_softmax) {
        softmax(scores, on, most_of_table);
    } else {
        weigh_otherwise(scores, on);
    }
}

/// A row of scores, in blocks where the switches have them.
void weigh_row(const Group& row, const Switches& on, double most_of_table) {
    const std::size_t block = on.block == 0 ? row.n : on.block;
    for (std::size_t i = 0; i < row.n; i += block) {
        weigh_group({&row[i], row.stride, std::min(block, row.n - i)}, on, most_of_table);
    }
}

}  // namespace

Block weigh(Block scores, const Switches& on) {
    const std::size_t cols = scores.cols;
    const std::size_t table = scores.rows * cols;
    const std::size_t sentence = scores.heads * table;
    double* first = scores.values.data();
    const double most = scores.values.empty()
                            ? 0
                            : *std::max_element(scores.values.begin(), scores.values.end());
    for (std::size_t at = 0; at < scores.values.size(); ++at) {
        switch (on.along) {
            case Along::keys:
                if (at % cols == 0) weigh_row({first + at, 1, cols}, on, most);
                break;
            case Along::queries:
                if (at % table < cols)
                    weigh_group({first + at, cols, scores.rows}, on, most);
                break;
            case Along::table:
                if (at % table == 0) weigh_group({first + at, 1, table}, on, most);
                break;
            case Along::heads:
                if (at % sentence < table) {
                    weigh_group({first + at, table, scores.heads}, on, most);
                }
                break;
            case Along::sentences:
                if (at < sentence) {
                    weigh_group({first + at, sentence, scores.sentences}, on, most);
                }
                break;
        }
    }
    return scores;
}

}  // namespace attn::doctor
