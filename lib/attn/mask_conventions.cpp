#include "attn/mask_conventions.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

/// Opens the keys whose entry is open, of a matrix of zeros and ones.
AttentionMask from_zeros_and_ones(const char* function, const Matrix& matrix, double open) {
    return AttentionMask::where(
        matrix.rows(), matrix.cols(), [&](std::size_t query, std::size_t key) {
            const double entry = matrix(query, key);
            if (entry == 0.0 || entry == 1.0) return entry == open;
            throw std::domain_error(std::string(function) + ": entry (" +
                                    std::to_string(query) + ", " + std::to_string(key) +
                                    ") is " + exact_text(entry) + "; it must be 0 or 1");
        });
}

}  // namespace

AttentionMask mask_from_allowed(const Matrix& allowed) {
    return from_zeros_and_ones("mask_from_allowed", allowed, 1.0);
}

AttentionMask mask_from_blocked(const Matrix& blocked) {
    return from_zeros_and_ones("mask_from_blocked", blocked, 0.0);
}

AttentionMask mask_from_additive(const Matrix& additive, double fill) {
    require<std::domain_error>(fill < 0.0, "mask_from_additive: fill is ", exact_text(fill),
                               "; it must be negative");
    return AttentionMask::adding(
        additive.rows(), additive.cols(), [&](std::size_t query, std::size_t key) {
            const double entry = additive(query, key);
            return entry <= fill ? -std::numeric_limits<double>::infinity() : entry;
        });
}

Matrix additive_matrix(const AttentionMask& mask, double fill) {
    require(!mask.fits_any_size(), "AttentionMask: a mask of ", mask,
            " is no matrix; it needs a size");
    Matrix additive(mask.n_query(), mask.n_key());
    for (std::size_t i = 0; i < additive.rows(); ++i) {
        for (std::size_t j = 0; j < additive.cols(); ++j) {
            additive(i, j) = mask.allows(i, j) ? mask.bias(i, j) : fill;
        }
    }
    return additive;
}

Matrix allowed_matrix(const AttentionMask& mask) {
    Matrix allowed = additive_matrix(mask);
    for (double& entry : allowed.values()) entry = std::isinf(entry) ? 0.0 : 1.0;
    return allowed;
}

Matrix blocked_matrix(const AttentionMask& mask) {
    return Matrix(mask.n_query(), mask.n_key(), 1.0) - allowed_matrix(mask);
}

}  // namespace attn
