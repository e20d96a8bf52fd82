#include "attn/attention_mask.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

[[noreturn]] void throw_bad_bias(const char* function, std::size_t query, std::size_t key,
                                 double bias, const char* rule) {
    throw std::domain_error(std::string(function) + ": entry (" + std::to_string(query) +
                            ", " + std::to_string(key) + ") is " + exact_text(bias) + "; " +
                            rule);
}

void require_equal_sizes(const AttentionMask& a, const AttentionMask& b) {
    require(a.fits(b.n_query(), b.n_key()), "AttentionMask & and +: a is ", a, ", b is ", b,
            "; both must have the same queries and keys");
}

}  // namespace

AttentionMask::AttentionMask(Matrix m) : fits_any_size_(false), m_(std::move(m)) {
    for (std::size_t query = 0; query < m_.rows(); ++query) {
        for (std::size_t key = 0; key < m_.cols(); ++key) {
            if (m_(query, key) < std::numeric_limits<double>::infinity()) continue;
            throw_bad_bias("AttentionMask", query, key, m_(query, key),
                           "a bias must be finite, or -infinity to close the key");
        }
    }
}

double AttentionMask::bias(std::size_t query, std::size_t key) const {
    if (fits_any_size_) return 0.0;
    require<std::out_of_range>(query < n_query() && key < n_key(), "AttentionMask: query ",
                               query, ", key ", key, " of a mask of ", *this,
                               "; queries and keys are counted from 0");
    return m_(query, key);
}

bool AttentionMask::allows_any(std::size_t query) const {
    for (std::size_t key = 0; key < n_key(); ++key) {
        if (allows(query, key)) return true;
    }
    return fits_any_size_;
}

std::string shape_text(const AttentionMask& mask) {
    if (mask.fits_any_size()) return "any size";
    return std::to_string(mask.n_query()) + "x" + std::to_string(mask.n_key());
}

Matrix apply_mask(Matrix scores, const AttentionMask& mask) {
    require(mask.fits(scores.rows(), scores.cols()), "apply_mask: mask is ", mask,
            ", the scores are ", scores,
            "; there must be one entry for every query and key");
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (std::size_t j = 0; j < scores.cols(); ++j) {
            const double bias = mask.bias(i, j);
            scores(i, j) = mask.allows(i, j) ? scores(i, j) + bias : bias;
        }
    }
    return scores;
}

AttentionMask operator&(const AttentionMask& a, const AttentionMask& b) {
    if (a.fits_any_size()) return b;
    if (b.fits_any_size()) return a;
    require_equal_sizes(a, b);
    return AttentionMask::adding(a.n_query(), a.n_key(),
                                 [&](std::size_t query, std::size_t key) {
                                     return a.bias(query, key) + b.bias(query, key);
                                 });
}

AttentionMask operator+(const AttentionMask& mask, const AttentionMask& bias) {
    for (std::size_t query = 0; query < bias.n_query(); ++query) {
        for (std::size_t key = 0; key < bias.n_key(); ++key) {
            require<std::domain_error>(
                bias.allows(query, key), "AttentionMask +: bias closes key ", key,
                " to query ", query, "; combine masks with &, and add biases only");
        }
    }
    return mask & bias;
}

AttentionMask for_all_queries(std::size_t n_query, const AttentionMask& row) {
    require(row.n_query() == 1, "for_all_queries: row is ", row,
            "; it must be the mask of one query");
    return AttentionMask::adding(n_query, row.n_key(), [&](std::size_t, std::size_t key) {
        return row.bias(0, key);
    });
}

AttentionMask padding_mask(std::size_t n_query, const std::vector<std::size_t>& ids,
                           std::size_t pad_id) {
    const auto is_real = [&](std::size_t, std::size_t key) { return ids[key] != pad_id; };
    return for_all_queries(n_query, AttentionMask::where(1, ids.size(), is_real));
}

AttentionMask length_mask(std::size_t n_query, std::size_t n_key, std::size_t n_real) {
    require<std::domain_error>(n_real <= n_key, "length_mask: n_real is ", n_real,
                               ", n_key is ", n_key,
                               "; there cannot be more real tokens than tokens");
    return AttentionMask::where(n_query, n_key,
                                [&](std::size_t, std::size_t key) { return key < n_real; });
}

AttentionMask sentences_mask(const std::vector<std::size_t>& lengths) {
    std::vector<std::size_t> sentence;  // of each token
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        sentence.insert(sentence.end(), lengths[i], i);
    }
    const std::size_t n = sentence.size();
    return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
        return sentence[query] == sentence[key];
    });
}

AttentionMask causal_mask(std::size_t n) {
    return AttentionMask::where(
        n, n, [](std::size_t query, std::size_t key) { return key <= query; });
}

AttentionMask causal_mask(std::size_t n_query, std::size_t n_key,
                          CausalAlignment alignment) {
    return AttentionMask::where(n_query, n_key, [&](std::size_t query, std::size_t key) {
        return alignment == CausalAlignment::first_sees_first
                   ? key <= query
                   : key + n_query <= query + n_key;  // n_key - n_query may be below 0
    });
}

AttentionMask score_bias(const Matrix& bias) {
    return AttentionMask::adding(
        bias.rows(), bias.cols(), [&](std::size_t query, std::size_t key) {
            const double entry = bias(query, key);
            if (std::isfinite(entry)) return entry;
            throw_bad_bias("score_bias", query, key, entry, "it must be finite");
        });
}

}  // namespace attn
