/// What must hold of any attention: theorems that can be put to a function. Introduced in
/// chapter 6.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/mask.hpp"
#include "attn/matrix.hpp"
#include "attn/properties/counterexample.hpp"

namespace attn {

/// Any function that claims to be attention, from q, k, v and a mask. Of the trace, the
/// properties read weights and output, has_unit_variance reads scaled.
using AttentionFunction = std::function<AttentionTrace(const Matrix& q, const Matrix& k,
                                                       const Matrix& v, const Mask& mask)>;

/// Each property below returns nothing when it held for every input that was tried, else the
/// first one that broke it, in words. A function that throws breaks the property. The inputs
/// are random normal numbers of a fixed seed: the same at every call.

/// The weights of every row are shares: not negative, and their sum is 1, masked or not.
Counterexample rows_sum_to_one(const AttentionFunction& attention);

/// Adding a vector c to every key adds q . c to all scores of a query's row, and a constant
/// on all scores changes nothing, to rounding.
Counterexample ignores_a_constant(const AttentionFunction& attention);

/// Without a mask, queries in another order give the same output rows in that order, and
/// keys and values in another order (the same for both) change nothing, to rounding.
Counterexample commutes_with_permutation(const AttentionFunction& attention);

/// Every output lies between the smallest and the largest value of its column among the
/// allowed rows of v, to rounding.
Counterexample stays_between_values(const AttentionFunction& attention);

/// A forbidden key has a weight of exactly 0, however large its score is.
Counterexample gives_masked_keys_nothing(const AttentionFunction& attention);

/// Under a causal mask a token's weights and output do not change by one bit when later
/// tokens (their queries, keys and values) become other finite numbers.
Counterexample hides_the_future(const AttentionFunction& attention);

/// For q and k with entries of variance 1, the scaled scores have a variance of about 1 for
/// any width d_k. An attention that divides by the width of the model, or not at all, does
/// not.
Counterexample has_unit_variance(const AttentionFunction& attention);

/// A query that may look at nothing gets weights and an output of 0, and the other queries
/// what they get without it.
Counterexample gives_zeros_when_all_is_masked(const AttentionFunction& attention);

/// n_query, n_key, d_k and d_v may all differ; and all queries at once give what each gives
/// alone.
Counterexample takes_unequal_sizes(const AttentionFunction& attention);

/// A property with its name, so that all can be listed and tried in a loop.
struct Property {
    std::string name;
    std::function<Counterexample(const AttentionFunction&)> check;
};

/// All of the above, in that order.
std::vector<Property> attention_properties();

}  // namespace attn
