#include "attn/attention_mask.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"

namespace attn {
namespace {

[[noreturn]] void throw_bad_bias(const char* function, std::size_t query, std::size_t key,
                                 double bias, const char* rule) {
    throw std::domain_error(std::string(function) + ": entry (" + std::to_string(query) +
                            ", " + std::to_string(key) + ") is " + number_text(bias, 6) +
                            "; " + rule);
}

void require_equal_sizes(const AttentionMask& a, const AttentionMask& b) {
    const bool same_size = a.n_query() == b.n_query() && a.n_key() == b.n_key();
    const bool same_heads =
        a.n_heads() == b.n_heads() || a.n_heads() == 1 || b.n_heads() == 1;
    if (same_size && same_heads) return;
    throw ShapeError("AttentionMask &: a is " + shape_text(a) + ", b is " + shape_text(b) +
                     "; both must have the same queries, keys and heads");
}

bool closes_a_key(const AttentionMask& mask) {
    for (std::size_t h = 0; h < mask.n_heads(); ++h) {
        const AttentionMask& head = mask.for_head(h);
        for (std::size_t query = 0; query < head.n_query(); ++query) {
            for (std::size_t key = 0; key < head.n_key(); ++key) {
                if (!head.allows(query, key)) return true;
            }
        }
    }
    return false;
}

}  // namespace

AttentionMask::AttentionMask(std::size_t n_query, std::size_t n_key, const Bias& bias)
    : fits_any_size_(false), n_query_(n_query), n_key_(n_key), open_keys_(n_query) {
    bool needs_biases = false;
    for (std::size_t query = 0; query < n_query; ++query) {
        KeyRange& keys = open_keys_[query];
        for (std::size_t key = 0; key < n_key; ++key) {
            const double entry = bias(query, key);
            if (!(entry < std::numeric_limits<double>::infinity())) {
                throw_bad_bias("AttentionMask", query, key, entry,
                               "a bias must be finite, or -infinity to close the key");
            }
            if (entry == closed) continue;
            const bool is_first = keys.end == 0;
            const bool leaves_a_gap = !is_first && key != keys.end;
            needs_biases = needs_biases || leaves_a_gap || entry != 0.0;
            if (is_first) keys.first = key;
            keys.end = key + 1;
        }
    }
    if (!needs_biases) return;
    biases_ = Matrix(n_query, n_key);
    for (std::size_t query = 0; query < n_query; ++query) {
        for (std::size_t key = 0; key < n_key; ++key) {
            biases_(query, key) = bias(query, key);
        }
    }
}

AttentionMask AttentionMask::per_head(std::vector<AttentionMask> heads) {
    if (heads.empty()) {
        throw ShapeError("AttentionMask: there are no heads; give at least one mask");
    }
    for (const AttentionMask& head : heads) {
        if (head.heads_.empty() && shape_text(head) == shape_text(heads[0])) continue;
        throw ShapeError("AttentionMask: the mask of head 0 is " + shape_text(heads[0]) +
                         ", another is " + shape_text(head) +
                         "; each must be one head's, and all of one shape");
    }
    if (heads.size() == 1 || heads[0].fits_any_size_) return heads[0];
    AttentionMask mask;
    mask.fits_any_size_ = false;
    mask.n_query_ = heads[0].n_query_;
    mask.n_key_ = heads[0].n_key_;
    mask.heads_ = std::move(heads);
    return mask;
}

const AttentionMask& AttentionMask::for_head(std::size_t head) const& {
    if (heads_.empty()) return *this;
    if (head < heads_.size()) return heads_[head];
    throw std::out_of_range("AttentionMask: head " + std::to_string(head) + " of " +
                            shape_text(*this) + "; heads are counted from 0");
}

KeyRange AttentionMask::open_keys(std::size_t query) const {
    if (fits_any_size_) return {0, std::numeric_limits<std::size_t>::max()};
    if (query >= open_keys_.size()) throw_no_entry(query, 0);
    return open_keys_[query];
}

std::span<const double> AttentionMask::biases(std::size_t query) const& {
    if (!fits_any_size_ && query >= open_keys_.size()) throw_no_entry(query, 0);
    return biases_.rows() == 0 ? std::span<const double>() : biases_.row(query);
}

void AttentionMask::throw_no_entry(std::size_t query, std::size_t key) const {
    if (!heads_.empty()) {
        throw ShapeError("AttentionMask: the mask is " + shape_text(*this) +
                         "; ask for one head's, for_head(h)");
    }
    throw std::out_of_range("AttentionMask: query " + std::to_string(query) + ", key " +
                            std::to_string(key) + " of a mask of " + shape_text(*this) +
                            "; queries and keys are counted from 0");
}

std::string shape_text(const AttentionMask& mask) {
    if (mask.fits_any_size()) return "any size";
    const std::string size =
        std::to_string(mask.n_query()) + "x" + std::to_string(mask.n_key());
    if (mask.n_heads() == 1) return size;
    return std::to_string(mask.n_heads()) + " heads of " + size;
}

Matrix apply_mask(Matrix scores, const AttentionMask& mask) {
    if (mask.fits_any_size()) return scores;
    if (shape_text(mask) != shape_text(scores)) {
        throw ShapeError("apply_mask: mask is " + shape_text(mask) + ", the scores are " +
                         shape_text(scores) +
                         "; there must be one entry for every query and key");
    }
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (std::size_t j = 0; j < scores.cols(); ++j) {
            if (mask.allows(i, j)) {
                scores(i, j) += mask.bias(i, j);
            } else {
                scores(i, j) = -std::numeric_limits<double>::infinity();
            }
        }
    }
    return scores;
}

AttentionMask operator&(const AttentionMask& a, const AttentionMask& b) {
    if (a.fits_any_size()) return b;
    if (b.fits_any_size()) return a;
    require_equal_sizes(a, b);
    std::vector<AttentionMask> heads;
    for (std::size_t h = 0; h < std::max(a.n_heads(), b.n_heads()); ++h) {
        const AttentionMask& one = a.for_head(h);
        const AttentionMask& other = b.for_head(h);
        heads.push_back(AttentionMask::adding(
            a.n_query(), a.n_key(), [&](std::size_t query, std::size_t key) {
                return one.bias(query, key) + other.bias(query, key);
            }));
    }
    return AttentionMask::per_head(std::move(heads));
}

AttentionMask operator+(const AttentionMask& mask, const AttentionMask& bias) {
    if (closes_a_key(bias)) {
        throw std::domain_error(
            "AttentionMask +: bias closes a key; combine masks with &, and add biases "
            "only");
    }
    return mask & bias;
}

AttentionMask padding_mask(std::size_t n_query, const std::vector<std::size_t>& ids,
                           std::size_t pad_id) {
    return AttentionMask::where(n_query, ids.size(), [&](std::size_t, std::size_t key) {
        return ids[key] != pad_id;
    });
}

AttentionMask length_mask(std::size_t n_query, std::size_t n_key, std::size_t n_real) {
    if (n_real > n_key) {
        throw std::domain_error("length_mask: n_real is " + std::to_string(n_real) +
                                ", n_key is " + std::to_string(n_key) +
                                "; there cannot be more real tokens than tokens");
    }
    return AttentionMask::where(n_query, n_key,
                                [&](std::size_t, std::size_t key) { return key < n_real; });
}

AttentionMask sentences_mask(const std::vector<std::size_t>& lengths) {
    std::vector<std::size_t> sentence_of;  // each token's
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        sentence_of.insert(sentence_of.end(), lengths[i], i);
    }
    return AttentionMask::where(sentence_of.size(), sentence_of.size(),
                                [&](std::size_t query, std::size_t key) {
                                    return sentence_of[query] == sentence_of[key];
                                });
}

AttentionMask causal_mask(std::size_t n) {
    return AttentionMask::where(
        n, n, [](std::size_t query, std::size_t key) { return key <= query; });
}

AttentionMask causal_mask(std::size_t n_query, std::size_t n_key,
                          CausalAlignment alignment) {
    const bool from_the_end = alignment == CausalAlignment::last_sees_last;
    return AttentionMask::where(n_query, n_key, [&](std::size_t query, std::size_t key) {
        // As sums, because n_key - n_query may be below 0.
        return from_the_end ? key + n_query <= query + n_key : key <= query;
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
