#include "chapters/14_learning/small_way_back.hpp"

#include <algorithm>
#include <cmath>

#include "attn/learning/gradient_check.hpp"
#include "attn/learning/linear_backward.hpp"
#include "chapters/examples/small_example.hpp"

namespace attn::chapters::ch14 {

using namespace small_example;  // x, w_q, w_k, w_v

SmallWayBack way_back(const Maps& maps) {
    const Matrix q = maps.query.forward(x), k = maps.key.forward(x),
                 v = maps.value.forward(x);
    SmallWayBack back;
    back.forward = scaled_dot_product_attention(q, k, v);
    const double off = back.forward.output(love, person) - 2;
    back.loss = off * off;

    back.d_output = Matrix(4, 4);
    back.d_output(love, person) = 2 * off;  // the slope of off * off
    back.attention =
        scaled_dot_product_attention_backward(q, k, v, back.forward, back.d_output);
    back.maps = {zeros_like(maps.query), zeros_like(maps.key), zeros_like(maps.value)};
    backward(maps.query, x, back.attention.q, back.maps.query);  // adds x^T d_q
    backward(maps.key, x, back.attention.k, back.maps.key);
    backward(maps.value, x, back.attention.v, back.maps.value);
    return back;
}

Maps hand_made_maps() {
    return {{w_q}, {w_k}, {w_v}};
}

Parameters parameters(Maps& maps) {
    return attn::parameters(maps.query, "W_q.") + attn::parameters(maps.key, "W_k.") +
           attn::parameters(maps.value, "W_v.");
}

namespace {

/// The largest error when every number is moved upwards only.
double worst_one_way(Maps maps, double nudge) {
    SmallWayBack back = way_back(maps);
    const Parameters slopes = parameters(back.maps);
    double worst = 0;
    for (std::size_t p = 0; p < slopes.size(); ++p) {
        for (std::size_t i = 0; i < slopes[p].values.size(); ++i) {
            Maps moved = maps;
            parameters(moved)[p].values[i] += nudge;
            const double measured = (way_back(moved).loss - back.loss) / nudge;
            worst = std::max(worst, slope_error(slopes[p].values[i], measured,
                                                GradientCheck{}.smallest));
        }
    }
    return worst;
}

}  // namespace

std::vector<NudgeError> errors_by_nudge() {
    Maps maps = hand_made_maps();
    SmallWayBack back = way_back(maps);
    std::vector<NudgeError> errors;
    for (int power = 0; power >= -13; --power) {
        const double step = std::pow(10.0, power);
        const auto slopes = check_gradient([&] { return way_back(maps).loss; },
                                           parameters(maps), parameters(back.maps), {step});
        errors.push_back({step, worst_one_way(maps, step), worst_of(slopes).error});
    }
    return errors;
}

}  // namespace attn::chapters::ch14
