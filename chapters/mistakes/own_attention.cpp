#include "chapters/mistakes/own_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chapters/printing/rows.hpp"

namespace attn::mistakes {

using chapters::identity;

namespace {

std::vector<double> numbers_of(const Matrix& m) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        numbers.insert(numbers.end(), m.row(i).begin(), m.row(i).end());
    }
    return numbers;
}

/// An attention of plain arrays, from matrices to a matrix.
Matrix call(PlainAttention* theirs, const Matrix& q, const Matrix& k, const Matrix& v,
            const AttentionMask& mask) {
    std::vector<int> blocked;
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t j = 0; j < k.rows(); ++j) blocked.push_back(!mask.allows(i, j));
    }
    std::vector<double> output(q.rows() * v.cols());
    theirs(numbers_of(q).data(), numbers_of(k).data(), numbers_of(v).data(), blocked.data(),
           q.rows(), k.rows(), q.cols(), v.cols(), output.data());
    Matrix result(q.rows(), v.cols());
    for (std::size_t place = 0; place < output.size(); ++place) {
        result(place / v.cols(), place % v.cols()) = output[place];
    }
    return result;
}

/// What softmax was given, up to a constant in each row.
Matrix centred_logarithms(Matrix weights) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        double mean = 0;
        for (double& entry : weights.row(i)) {
            entry = std::log(entry);
            mean += entry / static_cast<double>(weights.cols());
        }
        for (double& entry : weights.row(i)) entry -= mean;
    }
    return weights;
}

/// The repair. From one query's scores to its weights.
void repaired_softmax(std::vector<double>& row, const int* blocked) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t j = 0; j < row.size(); ++j)
        if (!blocked[j]) largest = std::max(largest, row[j]);
    for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = blocked[j] ? 0 : std::exp(row[j] - largest);
        sum += row[j];
    }
    for (double& weight : row)
        if (sum > 0) weight /= sum;  // otherwise no key is open, and all are 0
}

}  // namespace

void somebodys_attention(const double* q, const double* k, const double* v,
                         const int* blocked, std::size_t n_query, std::size_t n_key,
                         std::size_t d_k, std::size_t d_v, double* output) {
    std::vector<double> exponentials(n_key);
    for (std::size_t i = 0; i < n_query; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n_key; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < d_k; ++c) score += q[i * d_k + c] * k[j * d_k + c];
            score = score / std::sqrt(d_k) + (blocked[i * n_key + j] ? -1e4 : 0.0);
            exponentials[j] = std::exp(score);
            sum += exponentials[j];
        }
        for (std::size_t c = 0; c < d_v; ++c) {
            output[i * d_v + c] = 0;
            for (std::size_t j = 0; j < n_key; ++j) {
                output[i * d_v + c] += exponentials[j] / sum * v[j * d_v + c];
            }
        }
    }
}

void repaired_attention(const double* q, const double* k, const double* v,
                        const int* blocked, std::size_t n_query, std::size_t n_key,
                        std::size_t d_k, std::size_t d_v, double* output) {
    std::vector<double> row(n_key);
    for (std::size_t i = 0; i < n_query; ++i) {
        for (std::size_t j = 0; j < n_key; ++j) {
            row[j] = 0;
            for (std::size_t c = 0; c < d_k; ++c) row[j] += q[i * d_k + c] * k[j * d_k + c];
            row[j] /= std::sqrt(d_k);
        }
        repaired_softmax(row, blocked + i * n_key);
        for (std::size_t c = 0; c < d_v; ++c) {
            output[i * d_v + c] = 0;
            for (std::size_t j = 0; j < n_key; ++j)
                output[i * d_v + c] += row[j] * v[j * d_v + c];
        }
    }
}

AttentionFunction wrapped(PlainAttention* theirs) {
    return
        [=](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            AttentionTrace trace;
            trace.weights = call(theirs, q, k, identity(k.rows()), mask);
            trace.scaled = centred_logarithms(trace.weights);
            trace.output = call(theirs, q, k, v, mask);
            return trace;
        };
}

std::vector<std::string> broken_by(const AttentionFunction& attention) {
    std::vector<std::string> broken;
    for (const auto& property : attention_properties()) {
        const Counterexample found = property.check(attention);
        if (found) broken.push_back(property.name + ": " + *found);
    }
    return broken;
}

}  // namespace attn::mistakes
