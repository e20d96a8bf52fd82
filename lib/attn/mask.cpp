#include "attn/mask.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"

namespace attn {
namespace {

/// The mask that allows where entry is allowing, and blocks where it is blocking.
Mask mask_from(const char* function, const Matrix& table, double allowing,
               double blocking) {
    Mask mask(table.rows(), table.cols());
    for (std::size_t query = 0; query < table.rows(); ++query) {
        for (std::size_t key = 0; key < table.cols(); ++key) {
            const double entry = table(query, key);
            if (entry != allowing && entry != blocking) {
                throw std::domain_error(std::string(function) + ": entry (" +
                                        std::to_string(query) + ", " + std::to_string(key) +
                                        ") is " + number_text(entry, 6) + "; it must be " +
                                        number_text(allowing, 0) + " (allowed) or " +
                                        number_text(blocking, 0) + " (blocked)");
            }
            mask.set(query, key, entry == allowing);
        }
    }
    return mask;
}

Matrix table_of(const Mask& mask, double allowing, double blocking) {
    Matrix table(mask.n_query(), mask.n_key());
    for (std::size_t query = 0; query < mask.n_query(); ++query) {
        for (std::size_t key = 0; key < mask.n_key(); ++key) {
            table(query, key) = mask.allows(query, key) ? allowing : blocking;
        }
    }
    return table;
}

}  // namespace

Mask::Mask(std::size_t n_query, std::size_t n_key, bool allowed)
    : allowed_(n_query, n_key, allowed ? 1.0 : 0.0) {}

bool Mask::allows(std::size_t query, std::size_t key) const {
    require_entry(query, key);
    return allowed_(query, key) == 1.0;
}

bool Mask::allows_any(std::size_t query) const {
    if (query >= n_query()) {
        throw std::out_of_range("Mask: query " + std::to_string(query) + " of a mask of " +
                                shape_text(*this) + "; queries are counted from 0");
    }
    const auto row = allowed_.row(query);
    return std::find(row.begin(), row.end(), 1.0) != row.end();
}

void Mask::set(std::size_t query, std::size_t key, bool allowed) {
    require_entry(query, key);
    allowed_(query, key) = allowed ? 1.0 : 0.0;
}

void Mask::require_entry(std::size_t query, std::size_t key) const {
    if (query < n_query() && key < n_key()) return;
    throw std::out_of_range("Mask: query " + std::to_string(query) + ", key " +
                            std::to_string(key) + " of a mask of " + shape_text(*this) +
                            "; queries and keys are counted from 0");
}

std::string shape_text(const Mask& mask) {
    return std::to_string(mask.n_query()) + "x" + std::to_string(mask.n_key());
}

Mask operator&(const Mask& a, const Mask& b) {
    if (a.n_query() != b.n_query() || a.n_key() != b.n_key()) {
        throw ShapeError("Mask &: a is " + shape_text(a) + ", b is " + shape_text(b) +
                         "; both must have the same queries and keys");
    }
    Mask both(a.n_query(), a.n_key());
    for (std::size_t query = 0; query < a.n_query(); ++query) {
        for (std::size_t key = 0; key < a.n_key(); ++key) {
            both.set(query, key, a.allows(query, key) && b.allows(query, key));
        }
    }
    return both;
}

Mask padding_mask(std::size_t n_query, const std::vector<std::size_t>& ids,
                  std::size_t pad_id) {
    Mask mask(n_query, ids.size());
    for (std::size_t query = 0; query < n_query; ++query) {
        for (std::size_t key = 0; key < ids.size(); ++key) {
            mask.set(query, key, ids[key] != pad_id);
        }
    }
    return mask;
}

Mask length_mask(std::size_t n_query, std::size_t n_key, std::size_t n_real) {
    if (n_real > n_key) {
        throw std::domain_error("length_mask: n_real is " + std::to_string(n_real) +
                                ", n_key is " + std::to_string(n_key) +
                                "; there cannot be more real tokens than tokens");
    }
    Mask mask(n_query, n_key);
    for (std::size_t query = 0; query < n_query; ++query) {
        for (std::size_t key = n_real; key < n_key; ++key) mask.set(query, key, false);
    }
    return mask;
}

Mask causal_mask(std::size_t n) {
    return causal_mask(n, n, CausalAlignment::first_sees_first);
}

Mask causal_mask(std::size_t n_query, std::size_t n_key, CausalAlignment alignment) {
    const bool from_the_end = alignment == CausalAlignment::last_sees_last;
    Mask mask(n_query, n_key);
    for (std::size_t query = 0; query < n_query; ++query) {
        for (std::size_t key = 0; key < n_key; ++key) {
            // Both sides have n_query added where a difference might fall below 0.
            const bool allowed =
                from_the_end ? key + n_query <= query + n_key : key <= query;
            mask.set(query, key, allowed);
        }
    }
    return mask;
}

Mask for_all_queries(std::size_t n_query, const Mask& row) {
    if (row.n_query() != 1) {
        throw ShapeError("for_all_queries: row is " + shape_text(row) +
                         "; it must be the mask of one query");
    }
    Mask mask(n_query, row.n_key());
    for (std::size_t query = 0; query < n_query; ++query) {
        for (std::size_t key = 0; key < row.n_key(); ++key) {
            mask.set(query, key, row.allows(0, key));
        }
    }
    return mask;
}

Mask mask_from_blocked(const Matrix& blocked) {
    return mask_from("mask_from_blocked", blocked, 0.0, 1.0);
}

Mask mask_from_allowed(const Matrix& allowed) {
    return mask_from("mask_from_allowed", allowed, 1.0, 0.0);
}

Mask mask_from_bias(const Matrix& bias, double fill) {
    if (fill == 0.0 || std::isnan(fill)) {
        throw std::domain_error("mask_from_bias: fill is " + number_text(fill, 0) +
                                "; it must be a number other than 0");
    }
    return mask_from("mask_from_bias", bias, 0.0, fill);
}

Matrix blocked_matrix(const Mask& mask) {
    return table_of(mask, 0.0, 1.0);
}

Matrix allowed_matrix(const Mask& mask) {
    return table_of(mask, 1.0, 0.0);
}

Matrix bias_matrix(const Mask& mask, double fill) {
    return table_of(mask, 0.0, fill);
}

Matrix elementwise_maximum(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
        throw ShapeError("elementwise_maximum: a is " + shape_text(a) + ", b is " +
                         shape_text(b) + "; the shapes must be equal");
    }
    Matrix larger(a.rows(), a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < a.cols(); ++j) {
            larger(i, j) = std::max(a(i, j), b(i, j));
        }
    }
    return larger;
}

}  // namespace attn
