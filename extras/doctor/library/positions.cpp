#include "doctor/library/positions.hpp"

#include <algorithm>
#include <cmath>

#include "doctor/library/kind.hpp"

namespace attn::doctor {
namespace {

double wave(double angle, bool is_sine, Waves waves) {
    if (waves == Waves::exchanged) is_sine = !is_sine;
    if (waves == Waves::sines) is_sine = true;
    if (waves == Waves::cosines) is_sine = false;
    return is_sine ? std::sin(angle) : std::cos(angle);
}

double embedding_factor(double d_model, EmbeddingScale scale) {
    switch (scale) {
        case EmbeddingScale::none:
        case EmbeddingScale::rows_alone:
            return 1;
        case EmbeddingScale::divided:
            return 1 / std::sqrt(d_model);
        case EmbeddingScale::d_model:
            return d_model;
        default:
            return std::sqrt(d_model);
    }
}

double position_factor(double d_model, EmbeddingScale scale) {
    if (scale == EmbeddingScale::of_sum) return std::sqrt(d_model);
    if (scale == EmbeddingScale::no_positions || scale == EmbeddingScale::rows_alone) {
        return 0;
    }
    return scale == EmbeddingScale::positions_twice ? 2 : 1;
}

}  // namespace

double exponent_of(std::size_t column, std::size_t d_model, const Switches& on) {
    const double half = static_cast<double>(d_model / 2);
    const double d = static_cast<double>(d_model);
    const double col = static_cast<double>(column);
    const std::size_t of = on.halves ? column % (d_model / 2) : column / 2;
    const double pair = static_cast<double>(of);
    switch (on.exponent) {
        case Exponent::right:
            return 2 * pair / d;
        case Exponent::doubled:
            return 4 * pair / d;
        case Exponent::column_twice:
            return 2 * col / d;
        case Exponent::column:
            return col / d;
        case Exponent::half:
            return pair / d;
        case Exponent::reaches_base:
            return d_model > 2 ? 2 * pair / (d - 2) : 2 * pair / d;
        case Exponent::of_pairs:
            return 2 * pair / half;
        case Exponent::one_pair_less:
            return 2 * (pair - 1) / d;
        case Exponent::half_a_pair_more:
            return (2 * pair + 1) / d;
    }
    return 0;
}

Block positions(std::size_t n, std::size_t d_model, const Switches& on) {
    Block y(1, 1, n, d_model);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < d_model; ++j) {
            const double position = static_cast<double>(i) + on.first_position;
            const double power = std::pow(on.base, exponent_of(j, d_model, on));
            double angle = on.power_multiplies ? position * power : position / power;
            angle *= on.angle_factor;
            const std::size_t parity = on.waves == Waves::by_row ? i % 2 : j % 2;
            const bool is_sine = on.halves ? j < d_model / 2 : parity == 0;
            y(0, 0, i, j) = wave(angle, is_sine, on.waves);
            if (on.first_row_zeros && i == 0) y(0, 0, i, j) = 0;
            if (on.positions_scaled)
                y(0, 0, i, j) *= std::sqrt(static_cast<double>(d_model));
        }
    }
    return y;
}

Block embedded(const Array& ids, const Array& table, const Switches& on) {
    const std::size_t n = ids.shape[1], d = table.shape[1];
    const Block places = positions(std::max(n + 1, ids.shape[0]), d, on);
    const double width = static_cast<double>(d);
    Block y(ids.shape[0], 1, n, d);
    for (std::size_t t = 0; t < ids.values.size(); ++t) {
        const std::size_t id =
            static_cast<std::size_t>(ids.values[t]) - (on.ids_from_1 ? 1 : 0);
        if (id >= table.shape[0]) throw Inapplicable{};
        std::size_t row = t % n;
        if (on.position_row == PositionRow::of_sentence) row = t / n;
        if (on.position_row == PositionRow::number_n) row = n;
        for (std::size_t j = 0; j < d; ++j) {
            y.values[t * d + j] =
                table.values[id * d + j] * embedding_factor(width, on.embedding_scale) +
                places(0, 0, row, j) * position_factor(width, on.embedding_scale);
        }
    }
    return y;
}

}  // namespace attn::doctor
