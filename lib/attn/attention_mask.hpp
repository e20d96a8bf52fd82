/// Attention masks: which keys a query may attend to, and by how much a score is moved.
/// Introduced in chapter 6.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// A function of a query's and a key's index whose result is exactly Result: a bool is not
/// taken for a number, nor a number for a bool.
template <typename Rule, typename Result>
concept MaskRule =
    std::same_as<std::invoke_result_t<Rule, std::size_t, std::size_t>, Result>;

/// An attention mask: M in the formula softmax(q k^T / sqrt(d_k) + M). For each query and key it
/// has a number to add to the score: 0 where the key is open to the query, -infinity where it
/// is closed, and any other number is a bias.
///
/// Other libraries take M as a matrix in which a 1 can mean allowed, blocked, or "add 1". A
/// Matrix does not convert to an AttentionMask; the functions of mask_conventions.hpp do that,
/// and their names say what the numbers mean.
///
/// A mask never changes once it is made, and two masks are equal when they do the same.
class AttentionMask {
public:
    /// Every key open to every query, no bias, for any number of queries and keys.
    AttentionMask() = default;

    /// Opens the keys for which allowed(query, key) is true and closes the others.
    template <MaskRule<bool> Rule>
    static AttentionMask where(std::size_t n_query, std::size_t n_key,
                               const Rule& allowed) {
        return adding(n_query, n_key, [&allowed](std::size_t query, std::size_t key) {
            return allowed(query, key) ? 0.0 : closed;
        });
    }

    /// Moves each score by bias(query, key); a bias of -infinity closes the key.
    /// throws  std::domain_error  when a bias is +infinity or NaN
    template <MaskRule<double> Rule>
    static AttentionMask adding(std::size_t n_query, std::size_t n_key, const Rule& bias) {
        Matrix m(n_query, n_key);
        for (std::size_t query = 0; query < n_query; ++query) {
            for (std::size_t key = 0; key < n_key; ++key) m(query, key) = bias(query, key);
        }
        return AttentionMask(std::move(m));
    }

    /// Whether this is the default mask, which has no size and closes nothing.
    bool fits_any_size() const noexcept { return fits_any_size_; }

    /// Whether it is a mask for so many queries and keys, as the default mask always is.
    bool fits(std::size_t n_query, std::size_t n_key) const noexcept {
        return fits_any_size_ || (m_.rows() == n_query && m_.cols() == n_key);
    }

    /// Both 0 for the default mask.
    std::size_t n_query() const noexcept { return m_.rows(); }
    std::size_t n_key() const noexcept { return m_.cols(); }

    /// What the formula adds to the score: M's entry, -infinity when the key is closed.
    /// throws  std::out_of_range  when there is no such query or key
    double bias(std::size_t query, std::size_t key) const;

    /// Whether the query may attend to the key.
    /// throws  std::out_of_range  as bias
    bool allows(std::size_t query, std::size_t key) const {
        return bias(query, key) != closed;
    }

    /// Whether the query may attend to any key at all; false where there is none.
    bool allows_any(std::size_t query) const;

    friend bool operator==(const AttentionMask&, const AttentionMask&) = default;

private:
    static constexpr double closed = -std::numeric_limits<double>::infinity();

    explicit AttentionMask(Matrix m);

    bool fits_any_size_ = true;
    Matrix m_ = {};  // [n_query x n_key]
};

/// The shape as error messages show it: "4x3", or "any size".
std::string shape_text(const AttentionMask& mask);

/// The scores as softmax takes them: moved by the bias where the key is open, -infinity where
/// it is closed. A closed score is overwritten, not added to: a NaN plus -infinity would
/// still be NaN, and so would infinity minus infinity.
///
/// scores   [n_query x n_key]
/// throws   ShapeError  when mask has another shape
Matrix apply_mask(Matrix scores, const AttentionMask& mask);

/// Open where both masks are open. A key's bias is the sum of both biases; a sum that overflows
/// to -infinity closes the key.
/// throws  ShapeError         when the shapes differ (the default mask fits any)
///         std::domain_error  when a sum of biases overflows to +infinity
AttentionMask operator&(const AttentionMask& a, const AttentionMask& b);

/// The same open keys as mask, with their scores moved by bias: causal_mask(n) + distance. A sum
/// that overflows to -infinity closes the key, as with &.
/// throws  ShapeError         as &
///         std::domain_error  as &, and when bias closes a key; masks are combined with &
AttentionMask operator+(const AttentionMask& mask, const AttentionMask& bias);

/// The mask of one query for n_query of them (broadcasting), as for a key_padding_mask.
/// throws  ShapeError  when row does not have exactly one query
AttentionMask for_all_queries(std::size_t n_query, const AttentionMask& row);

/// A padding mask: every query may attend to the real tokens and to no padding.
///
/// It blocks columns, never rows. A padding token still has a query and still gets an output
/// row; ignore that row.
///
/// ids      [n_key]            the sentence, filled up with pad_id
/// returns  [n_query x n_key]
AttentionMask padding_mask(std::size_t n_query, const std::vector<std::size_t>& ids,
                           std::size_t pad_id);

/// A padding mask by length: the first n_real of n_key tokens are real.
/// throws  std::domain_error  when n_real > n_key
AttentionMask length_mask(std::size_t n_query, std::size_t n_key, std::size_t n_real);

/// Several sentences one below the other in one matrix: every query may attend to the tokens of
/// its own sentence. So a batch needs neither padding nor a loop.
///
/// lengths  how many tokens each sentence has
/// returns  [n x n]  for n tokens in all
AttentionMask sentences_mask(const std::vector<std::size_t>& lengths);

/// How a causal mask lines up queries and keys when there are not as many of each.
enum class CausalAlignment {
    first_sees_first,  ///< query 0 sees key 0 only: both sequences start together
    last_sees_last,  ///< the last query sees every key: both end together, as when earlier
                     ///< keys come from a cache. With more queries than keys, the first
                     ///< queries see nothing.
};

/// A causal mask: no token may attend to a later one. Query i sees the keys 0 to i.
AttentionMask causal_mask(std::size_t n);

/// A causal mask for any number of queries and keys. With as many of each, the two
/// alignments agree.
///
/// returns  [n_query x n_key]  query i sees the keys 0 to i (first_sees_first), or the keys
///                             0 to i + n_key - n_query (last_sees_last)
AttentionMask causal_mask(std::size_t n_query, std::size_t n_key,
                          CausalAlignment alignment);

/// A bias: every key open, and every score moved by one number of the matrix.
///
/// bias     [n_query x n_key]
/// throws   std::domain_error  when a number is infinite or NaN; a matrix that also closes
///                             keys goes through mask_from_additive
AttentionMask score_bias(const Matrix& bias);

}  // namespace attn
