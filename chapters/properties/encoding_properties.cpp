#include "chapters/properties/part_properties.hpp"

#include <cmath>

namespace attn {
namespace {

using counterexample::at;
using counterexample::difference;
using counterexample::number;
using counterexample::when_it_runs;

}  // namespace

Counterexample encoding_depends_on_distance(const EncodingFunction& encoding) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix rows = encoding(50, 16);
        const Matrix shape(50, 16);
        if (auto found = difference("the encoding", rows, shape, 0, 0)) return found;
        const Matrix products = matmul_transpose_b(rows, rows);
        for (std::size_t i = 0; i < 50; ++i) {
            for (std::size_t j = i; j < 50; ++j) {
                if (std::abs(products(i, j) - products(0, j - i)) <= 1e-10) continue;
                return at("the product of positions", i, j) + " is " +
                       number(products(i, j)) + ", and that of 0 and " +
                       std::to_string(j - i) + " is " + number(products(0, j - i));
            }
        }
        return std::nullopt;
    });
}

Counterexample encoding_has_the_papers_waves(const EncodingFunction& encoding) {
    return when_it_runs([&]() -> Counterexample {
        for (const std::size_t d_model : {128u, 6u, 4u}) {
            const Matrix rows = encoding(50, d_model);
            const Matrix shape(50, d_model);
            if (auto found = difference("the encoding", rows, shape, 0, 0)) return found;
            const Matrix products = matmul_transpose_b(rows, rows);
            for (std::size_t distance = 0; distance < 50; ++distance) {
                double wanted = 0;
                for (std::size_t column = 0; column < d_model; column += 2) {
                    const double exponent =
                        static_cast<double>(column) / static_cast<double>(d_model);
                    wanted += std::cos(static_cast<double>(distance) /
                                       std::pow(10000.0, exponent));
                }
                if (std::abs(products(0, distance) - wanted) <= 1e-10) continue;
                return "for d_model = " + std::to_string(d_model) +
                       " the product of positions " + std::to_string(distance) +
                       " apart is " + number(products(0, distance)) + ", and should be " +
                       number(wanted);
            }
        }
        return std::nullopt;
    });
}

Counterexample encoding_alternates(const EncodingFunction& encoding) {
    return when_it_runs([&] {
        Matrix wanted(1, 6);
        for (const std::size_t cosine : {1u, 3u, 5u}) wanted(0, cosine) = 1;
        return difference("entry", encoding(1, 6), wanted, 1, 0);
    });
}

std::vector<Property<EncodingFunction>> encoding_properties() {
    return {{"depends on distance only", encoding_depends_on_distance},
            {"has the paper's waves", encoding_has_the_papers_waves},
            {"sine and cosine alternate", encoding_alternates}};
}

}  // namespace attn
