#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/rotary.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_attention(Said& said) {
    said.begin("Attention");
    LET(const Matrix q(2, 3), k(5, 3), v(5, 7));
    WRONG(dot_product_attention(q, Matrix(5, 7), v));
    WRONG(dot_product_attention(q, k, Matrix(7, 3)));
    WRONG(dot_product_attention(q, Matrix(0, 3), Matrix(0, 7)));
    WRONG(scaled_dot_product_attention(q, Matrix(5, 2), v));
    WRONG(scaled_dot_product_attention(Matrix(2, 0), Matrix(5, 0), v));
    WRONG(attention(q, k, Matrix(3, 7)));
    WRONG(attention(q, k, v, open_mask(3, 5)));

    said.begin("Masks");
    LET(const AttentionMask mask = open_mask(2, 3));
    WRONG(mask.allows(2, 0));
    WRONG(mask.bias(0, 3));
    WRONG(mask.allows_any(2));
    WRONG(apply_mask(Matrix(2, 4), mask));
    WRONG(apply_mask(Matrix(3, 3), mask));
    WRONG(length_mask(2, 3, 4));
    WRONG(mask & open_mask(3, 3));
    WRONG(mask & open_mask(2, 2));
    WRONG(open_mask(2, 2) + padding_mask(2, {0, 7}, 0));
    WRONG(score_bias(Matrix{{0, -infinity}}));
    WRONG(score_bias(Matrix{{not_a_number}}));
    WRONG(score_bias(Matrix{{1e308}}) & score_bias(Matrix{{1e308}}));
    LET(const auto plus = [](auto, auto key) { return key == 1 ? infinity : 0.0; });
    WRONG(AttentionMask::adding(1, 2, plus));
    WRONG(AttentionMask::adding(1, 1, [](auto, auto) { return not_a_number; }));
    WRONG(for_all_queries(3, mask));
    WRONG(for_all_queries(3, AttentionMask()));

    said.begin("Masks as matrices");
    WRONG(mask_from_blocked(Matrix{{0, 1, 1}, {0, 2, 1}}));
    WRONG(mask_from_allowed(Matrix{{1e-9}}));
    WRONG(mask_from_allowed(Matrix{{not_a_number}}));
    WRONG(mask_from_additive(Matrix{{not_a_number}}));
    WRONG(mask_from_additive(Matrix{{infinity}}));
    WRONG(mask_from_additive(Matrix{{0}}, 0));
    WRONG(mask_from_additive(Matrix{{0}}, not_a_number));
    WRONG(additive_matrix(AttentionMask()));
    WRONG(allowed_matrix(AttentionMask()));

    said.begin("Positions");
    WRONG(positional_encoding(3, 5));
    WRONG(positional_encoding(3, 0));
    WRONG(positional_encoding(3, 4, -1e-9));
    WRONG(positional_encoding(3, 4, infinity));
    WRONG(positional_encoding_in_halves(3, 1));
    WRONG(halves_permutation(3));
    WRONG(position_angle(3, 0, 3));
    WRONG(position_angle(3, 2, 4));
    WRONG(position_angle(3, 1, 4, not_a_number));
    LET(const PositionTable table{positional_encoding(10, 6)});
    WRONG(table.first(11));
    WRONG(table.add_to(Matrix(2, 4)));
    WRONG(turned(Matrix(2, 5)));
    WRONG(turned(Matrix(2, 0)));
    WRONG(turned(Matrix(2, 4), 0, 0.0));
}
