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
                            ", " + std::to_string(key) + ") is " + number_text(bias, 6) +
                            "; " + rule);
}

void require_equal_sizes(const AttentionMask& a, const AttentionMask& b) {
    const bool same_heads =
        a.n_heads() == b.n_heads() || a.n_heads() == 1 || b.n_heads() == 1;
    require(a.fits(b.n_query(), b.n_key()) && same_heads, "AttentionMask &: a is ", a,
            ", b is ", b, "; both must have the same queries, keys and heads");
}

bool closes(double bias) {
    return bias == -std::numeric_limits<double>::infinity();
}

bool closes_a_key(const AttentionMask& mask) {
    for (std::size_t h = 0; h < mask.n_heads(); ++h) {
        const AttentionMask& head = mask.for_head(h);
        for (std::size_t query = 0; query < head.n_query(); ++query) {
            if (head.open_keys(query) != KeyRange{0, head.n_key()}) return true;
            const std::span<const double> biases = head.biases(query);
            if (std::any_of(biases.begin(), biases.end(), closes)) return true;
        }
    }
    return false;
}

/// From the first open key of a row of M to the last.
KeyRange open_keys_of(std::span<const double> row) {
    KeyRange keys;
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (closes(row[key])) continue;
        if (keys.end == 0) keys.first = key;
        keys.end = key + 1;
    }
    return keys;
}

KeyRange both(const KeyRange& a, const KeyRange& b) {
    const KeyRange keys{std::max(a.first, b.first), std::min(a.end, b.end)};
    return keys.first < keys.end ? keys : KeyRange{};
}

}  // namespace

AttentionMask::AttentionMask(std::size_t n_key, std::vector<KeyRange> open_keys)
    : fits_any_size_(false),
      n_query_(open_keys.size()),
      n_key_(n_key),
      open_keys_(std::move(open_keys)) {}

AttentionMask::AttentionMask(Matrix biases)
    : AttentionMask(biases.cols(), std::vector<KeyRange>(biases.rows())) {
    bool needs_biases = false;
    for (std::size_t query = 0; query < n_query_; ++query) {
        const std::span<const double> row = biases.row(query);
        for (std::size_t key = 0; key < n_key_; ++key) {
            if (row[key] < std::numeric_limits<double>::infinity()) continue;
            throw_bad_bias("AttentionMask", query, key, row[key],
                           "a bias must be finite, or -infinity to close the key");
        }
        const KeyRange keys = open_keys_of(row);
        const auto inside = row.subspan(keys.first, keys.end - keys.first);
        needs_biases = needs_biases || std::any_of(inside.begin(), inside.end(),
                                                   [](double bias) { return bias != 0.0; });
        open_keys_[query] = keys;
    }
    if (needs_biases) biases_ = std::move(biases);
}

AttentionMask AttentionMask::ranges(std::size_t n_key, std::vector<KeyRange> open_keys) {
    for (KeyRange& keys : open_keys) {
        require(keys.first <= keys.end && keys.end <= n_key,
                "AttentionMask: the open keys are ", keys.first, " to before ", keys.end,
                " of ", n_key,
                "; a range ends where it begins or later, and within the keys");
        if (keys.first == keys.end) keys = {};
    }
    return {n_key, std::move(open_keys)};
}

AttentionMask AttentionMask::per_head(std::vector<AttentionMask> heads) {
    require(!heads.empty(), "AttentionMask: there are no heads; give at least one mask");
    for (const AttentionMask& head : heads) {
        const bool has_equal_size = head.fits_any_size_ == heads[0].fits_any_size_ &&
                                    heads[0].fits(head.n_query_, head.n_key_);
        require(head.heads_.empty() && has_equal_size,
                "AttentionMask: the mask of head 0 is ", heads[0], ", another is ", head,
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
    require<std::out_of_range>(head < heads_.size(), "AttentionMask: head ", head, " of ",
                               *this, "; heads are counted from 0");
    return heads_[head];
}

KeyRange AttentionMask::open_keys(std::size_t query) const {
    if (fits_any_size_) return {0, std::numeric_limits<std::size_t>::max()};
    if (query >= open_keys_.size()) throw_no_entry(query, 0);
    return open_keys_[query];
}

std::span<const double> AttentionMask::biases(std::size_t query) const& {
    if (!fits_any_size_ && query >= open_keys_.size()) throw_no_entry(query, 0);
    return has_only_ranges() ? std::span<const double>() : biases_.row(query);
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
    require(mask.n_heads() == 1 && mask.fits(scores.rows(), scores.cols()),
            "apply_mask: mask is ", mask, ", the scores are ", scores,
            "; there must be one entry for every query and key");
    if (mask.fits_any_size()) return scores;
    constexpr double closed = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const std::span<double> row = scores.row(i);
        const KeyRange keys = mask.open_keys(i);
        const std::span<const double> biases = mask.biases(i);
        for (std::size_t j = 0; j < keys.first; ++j) row[j] = closed;
        for (std::size_t j = keys.end; j < row.size(); ++j) row[j] = closed;
        if (biases.empty()) continue;
        for (std::size_t j = keys.first; j < keys.end; ++j) {
            row[j] = closes(biases[j]) ? closed : row[j] + biases[j];
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
        if (one.has_only_ranges() && other.has_only_ranges()) {
            std::vector<KeyRange> open_keys(one.n_query());
            std::transform(one.open_keys_.begin(), one.open_keys_.end(),
                           other.open_keys_.begin(), open_keys.begin(), both);
            heads.push_back({one.n_key(), std::move(open_keys)});
        } else {
            heads.push_back(AttentionMask::adding(
                a.n_query(), a.n_key(), [&](std::size_t query, std::size_t key) {
                    return one.bias(query, key) + other.bias(query, key);
                }));
        }
    }
    return AttentionMask::per_head(std::move(heads));
}

AttentionMask operator+(const AttentionMask& mask, const AttentionMask& bias) {
    require<std::domain_error>(
        !closes_a_key(bias),
        "AttentionMask +: bias closes a key; combine masks with &, and add biases only");
    return mask & bias;
}

AttentionMask for_all_queries(std::size_t n_query, const AttentionMask& row) {
    require(row.n_query() == 1 && row.n_heads() == 1, "for_all_queries: row is ", row,
            "; it must be the mask of one query and one head");
    if (row.biases(0).empty()) {
        return AttentionMask::ranges(row.n_key(),
                                     std::vector<KeyRange>(n_query, row.open_keys(0)));
    }
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
    return AttentionMask::ranges(n_key, std::vector<KeyRange>(n_query, {0, n_real}));
}

AttentionMask sentences_mask(const std::vector<std::size_t>& lengths) {
    std::vector<KeyRange> own_sentence;  // of each token
    for (const std::size_t length : lengths) {
        const std::size_t first = own_sentence.size();
        own_sentence.insert(own_sentence.end(), length, {first, first + length});
    }
    const std::size_t n = own_sentence.size();
    return AttentionMask::ranges(n, std::move(own_sentence));
}

AttentionMask causal_mask(std::size_t n) {
    std::vector<KeyRange> up_to_own(n);
    for (std::size_t query = 0; query < n; ++query) up_to_own[query] = {0, query + 1};
    return AttentionMask::ranges(n, std::move(up_to_own));
}

AttentionMask causal_mask(std::size_t n_query, std::size_t n_key,
                          CausalAlignment alignment) {
    std::vector<KeyRange> up_to_own(n_query);
    for (std::size_t query = 0; query < n_query; ++query) {
        std::size_t end = query + 1;
        if (alignment == CausalAlignment::last_sees_last) {
            // In this order, because n_key - n_query may be below 0.
            end = end + n_key > n_query ? end + n_key - n_query : 0;
        }
        up_to_own[query] = {0, std::min(end, n_key)};
    }
    return AttentionMask::ranges(n_key, std::move(up_to_own));
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
