#include "doctor/library/positions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "doctor/library/compare.hpp"
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

/// The power to which the base is raised for one of d_model columns.
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

double position_of(std::size_t row, std::size_t n, std::size_t first, Start start) {
    const double i = static_cast<double>(row), from = static_cast<double>(first);
    switch (start) {
        case Start::right:
            return from + i;
        case Start::ignored:
            return i;
        case Start::of_all_rows:
            return from;
        case Start::one_more:
            return from + i + 1;
        case Start::one_less:
            return from + i - 1;
        case Start::at_end:
            return from + static_cast<double>(n) + i;
    }
    return 0;
}

/// A pair's angle for each word. Of Llama 3's scaling, a wave that fits less than once into the
/// 8192 words of its first training becomes 8 times as long (in 3.2 32 times), one that fits 4
/// times stays, and in between there is a ramp.
double slowed_down(double frequency, double by) {
    const double waves = 8192 * frequency / (2 * std::numbers::pi);
    const double kept = std::clamp((waves - 1) / 3, 0.0, 1.0);
    return frequency * (kept + (1 - kept) / by);
}

/// The angles of d turned columns. on.halves says where their table has its pairs.
struct Angles {
    double base;
    std::size_t d;
    double width;  // what the exponent is divided by

    double operator()(double position, std::size_t column, const Switches& on) const {
        const double wide = static_cast<double>(d);
        double power = exponent_of(column, d, on) * wide / width;
        if (!on.power_multiplies) power = -power;
        const double by = base * (d > 2 ? std::pow(on.ntk, wide / (wide - 2)) : 1);
        const double frequency = with_binary_digits(
            slowed_down(std::pow(by, power), on.slowed), on.angle_digits);
        const double angle =
            with_binary_digits(position, on.angle_digits) * frequency * on.angle_factor;
        return with_binary_digits(on.rotation == Rotation::backwards ? -angle : angle,
                                  on.angle_digits);
    }
};

/// The pair (a, b) turned, a by its own angle and b by its own.
void turn_pair(double& a, double& b, double angle_a, double angle_b, Rotation how) {
    double cos_a = std::cos(angle_a), sin_a = std::sin(angle_a);
    double cos_b = std::cos(angle_b), sin_b = std::sin(angle_b);
    if (how == Rotation::waves_exchanged) {
        std::swap(cos_a, sin_a);
        std::swap(cos_b, sin_b);
    }
    const double old_a = a;
    a = how == Rotation::no_minus ? a * cos_a + b * sin_a : a * cos_a - b * sin_a;
    b = (how == Rotation::overwritten ? a : old_a) * sin_b + b * cos_b;
}

}  // namespace

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

Turning turning_of(const Probe& probe) {
    return {.base = probe.number("base"),
            .halves = probe.setting("layout") == "halves",
            .first = probe.count("first"),
            .model_width = probe.number("d_model") / probe.number("n_heads", 1)};
}

Block turned(const Block& x, const Turning& by, const Switches& on) {
    Switches angles = on;
    angles.halves = by.halves;
    bool halves = by.halves;
    const bool evens_first = on.pairs == Pairs::evens_first;
    if (on.pairs == Pairs::interleaved || evens_first) angles.halves = halves = false;
    if (on.pairs == Pairs::halves) angles.halves = halves = true;
    if (on.pairs == Pairs::angles_in_halves) angles.halves = true, halves = false;
    if (on.pairs == Pairs::turned_in_halves) angles.halves = false, halves = true;
    const auto n_pairs = std::max<std::size_t>(
        1, static_cast<std::size_t>(static_cast<double>(x.cols) * on.turned_share / 2));
    const double width = on.angle_width == Width::of_model ? by.model_width
                         : on.angle_width == Width::of_head
                             ? static_cast<double>(x.cols)
                             : 2.0 * static_cast<double>(n_pairs);
    const Angles angle{on.turn_base > 0 ? on.turn_base : by.base, 2 * n_pairs, width};
    Block y = x;
    for (std::size_t s = 0; s < x.sentences; ++s) {
        for (std::size_t h = 0; h < x.heads; ++h) {
            for (std::size_t i = 0; i < x.rows; ++i) {
                const double position = position_of(i, x.rows, by.first, on.start);
                for (std::size_t pair = 0; pair < n_pairs; ++pair) {
                    const std::size_t a = halves ? pair : 2 * pair;
                    const std::size_t b = halves ? pair + n_pairs : 2 * pair + 1;
                    double of_a = x(s, h, i, a), of_b = x(s, h, i, b);
                    turn_pair(of_a, of_b, angle(position, a, angles),
                              angle(position, b, angles), on.rotation);
                    y(s, h, i, evens_first ? pair : a) = of_a;
                    y(s, h, i, evens_first ? pair + n_pairs : b) = of_b;
                }
            }
        }
    }
    return y;
}

}  // namespace attn::doctor
