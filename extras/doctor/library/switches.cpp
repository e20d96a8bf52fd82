#include "doctor/library/switches.hpp"

#include <tuple>
#include <utility>

namespace attn::doctor {
namespace {

/// Every switch. One that is missing here would not be set: a test sets each.
template <class S>
auto every_switch(S& s) {
    return std::tie(
        s.weighing, s.closed_are_zeros, s.along, s.block, s.maximum, s.maximum_from, s.sink,
        s.added_to_sum, s.nothing_open, s.underflow, s.roles, s.keys_reshaped,
        s.weights_transposed, s.divisor, s.model_of_heads, s.d_k_more, s.divided_by,
        s.temperature, s.causal, s.given, s.join, s.fill, s.fill_by, s.mask_after_softmax,
        s.clip, s.split, s.merge, s.sentences_for_words, s.blocks, s.transposed,
        s.projections, s.biases, s.around, s.variance, s.square, s.norm_axis,
        s.epsilon_place, s.epsilon, s.norm_divisor, s.affine, s.one_word_as_it_is,
        s.for_relu, s.for_gelu, s.for_gelu_tanh, s.for_silu, s.curve_place, s.gate,
        s.norm_place, s.residual, s.norms, s.feed_forward_bias, s.memory, s.memory_padding,
        s.cross, s.exponent, s.base, s.halves, s.first_position, s.waves, s.first_row_zeros,
        s.positions_scaled, s.angle_factor, s.power_multiplies, s.embedding_scale,
        s.position_row, s.ids_from_1, s.pairs, s.start, s.rotation, s.turns, s.turn_base,
        s.ntk, s.turned_share, s.slowed, s.angle_width, s.angle_digits, s.kept, s.groups,
        s.window, s.soft_cap, s.head_norm, s.softmax_back, s.root_back, s.product_back,
        s.norm_back, s.gamma_back, s.adding, s.weight_back, s.output_back, s.input_back,
        s.curve_back, s.straight_back);
}

template <class T>
bool put_one(T& into, const T& more, const T& right) {
    if (more == right) return true;
    if (into != right) return false;
    into = more;
    return true;
}

}  // namespace

bool put_together(Switches& into, const Switches& more) {
    static const Switches right;
    auto to = every_switch(into);
    const auto from = every_switch(more);
    const auto none = every_switch(right);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (put_one(std::get<I>(to), std::get<I>(from), std::get<I>(none)) && ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(from)>>{});
}

}  // namespace attn::doctor
