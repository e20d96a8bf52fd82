/// What must hold of any attention. Introduced in chapter 20.
#pragma once

#include <functional>
#include <vector>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

/// Any function that claims to be attention, from q, k, v and a mask. Of the trace, the
/// properties read weights and output; has_unit_variance reads scaled.
using AttentionFunction = std::function<AttentionTrace(
    const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask)>;

/// The weights of every row are not negative and sum to 1, masked or not.
Counterexample rows_sum_to_one(const AttentionFunction& attention);

/// Adding a vector c to every key adds q . c to all scores of a query's row, and a constant
/// on all scores changes nothing, to rounding.
Counterexample ignores_shifted_keys(const AttentionFunction& attention);

/// Without a mask, queries in another order give the same output rows in that order, and
/// keys and values in another order (the same for both) change nothing, to rounding.
Counterexample commutes_with_permutation(const AttentionFunction& attention);

/// Every output lies between the smallest and the largest value of its column among the open
/// rows of v, to rounding.
Counterexample stays_between_values(const AttentionFunction& attention);

/// A closed key has a weight of exactly 0, however large its score is.
Counterexample gives_masked_keys_nothing(const AttentionFunction& attention);

/// Under a causal mask a token's weights and output do not change by one bit when later
/// tokens (their queries, keys and values) become other finite numbers.
Counterexample hides_the_future(const AttentionFunction& attention);

/// For q and k with entries of variance 1, the scaled scores have a variance of about 1 for
/// any width d_k. An attention that divides by the width of the model, or not at all, does
/// not.
Counterexample has_unit_variance(const AttentionFunction& attention);

/// A query with no open key gets weights and output of 0, and the other queries what they get
/// without it.
Counterexample gives_zeros_when_all_is_masked(const AttentionFunction& attention);

/// n_query, n_key, d_k and d_v may all differ; and all queries at once give what each gives
/// alone.
Counterexample takes_unequal_sizes(const AttentionFunction& attention);

/// All of the above, in that order.
std::vector<Property<AttentionFunction>> attention_properties();

}  // namespace attn
