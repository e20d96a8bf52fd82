#include "attn/positional_encoding.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_pairs(const char* function, std::size_t d_model) {
    require(
        d_model > 0 && d_model % 2 == 0, function, ": d_model is ", d_model,
        "; a sine and its cosine fill two columns, so d_model must be even and at least 2");
}

void require_base(const char* function, double base) {
    require<std::domain_error>(base > 0 && std::isfinite(base), function, ": base is ",
                               exact_text(base), "; it must be positive and finite");
}

}  // namespace

double position_angle(std::size_t position, std::size_t pair, std::size_t d_model,
                      double base) {
    require_pairs("position_angle", d_model);
    require_base("position_angle", base);
    require<std::out_of_range>(pair < d_model / 2, "position_angle: pair is ", pair,
                               ", d_model is ", d_model,
                               "; there is a pair for every two columns, counted from 0");
    const double exponent = 2.0 * static_cast<double>(pair) / static_cast<double>(d_model);
    return static_cast<double>(position) / std::pow(base, exponent);
}

Matrix positional_encoding(std::size_t n_positions, std::size_t d_model, double base) {
    require_pairs("positional_encoding", d_model);
    require_base("positional_encoding", base);
    Matrix table(n_positions, d_model);
    for (std::size_t position = 0; position < n_positions; ++position) {
        for (std::size_t pair = 0; pair < d_model / 2; ++pair) {
            const double angle = position_angle(position, pair, d_model, base);
            table(position, 2 * pair) = std::sin(angle);
            table(position, 2 * pair + 1) = std::cos(angle);
        }
    }
    return table;
}

Matrix positional_encoding_in_halves(std::size_t n_positions, std::size_t d_model) {
    require_pairs("positional_encoding_in_halves", d_model);
    return matmul(positional_encoding(n_positions, d_model), halves_permutation(d_model));
}

Matrix halves_permutation(std::size_t d_model) {
    require_pairs("halves_permutation", d_model);
    Matrix permutation(d_model, d_model);
    for (std::size_t pair = 0; pair < d_model / 2; ++pair) {
        permutation(2 * pair, pair) = 1;                    // a sine goes to the left half
        permutation(2 * pair + 1, d_model / 2 + pair) = 1;  // a cosine to the right
    }
    return permutation;
}

Matrix PositionTable::first(std::size_t n) const {
    require<std::out_of_range>(
        n <= table.rows(), "PositionTable: the sentence has ", n, " tokens, the table has ",
        table.rows(),
        " positions; make the table at least as long as the longest sentence");
    std::vector<std::size_t> positions(n);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return select_rows(table, positions);
}

Matrix PositionTable::add_to(const Matrix& x) const {
    return x + first(x.rows());
}

}  // namespace attn
