#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch09 {
double positions_a_turn(std::size_t pair, std::size_t d_model, double base) {
    return 2 * std::numbers::pi / position_angle(1, pair, d_model, base);
}

Matrix moving_matrix(std::size_t distance, std::size_t d_model) {
    Matrix r(d_model, d_model);
    for (std::size_t pair = 0; pair < (d_model + 1) / 2; ++pair) {
        const double angle = position_angle(distance, pair, d_model);
        const std::size_t sine = 2 * pair, cosine = 2 * pair + 1;
        r(sine, sine) = std::cos(angle);  // sin(a + b) = sin a cos b + cos a sin b
        r(cosine, sine) = std::sin(angle);
        r(sine, cosine) = -std::sin(angle);  // cos(a + b) = cos a cos b - sin a sin b
        r(cosine, cosine) = std::cos(angle);
    }
    return r;
}

Matrix place_scores(std::size_t place, const Matrix& w_k) {
    const Matrix pe = positional_encoding(5, 4);
    return matmul_transpose_b(row_of(pe, place), matmul(pe, w_k));
}

Matrix positional_encoding_in_float(std::size_t n_positions, std::size_t d_model) {
    Matrix table(n_positions, d_model);
    for (std::size_t column = 0; column + 1 < d_model; column += 2) {
        const float frequency = std::exp(-std::log(10000.0f) * static_cast<float>(column) /
                                         static_cast<float>(d_model));
        for (std::size_t position = 0; position < n_positions; ++position) {
            const float angle = static_cast<float>(position) * frequency;
            table(position, column) = static_cast<double>(std::sin(angle));
            table(position, column + 1) = static_cast<double>(std::cos(angle));
        }
    }
    return table;
}

double mean_cosine_of_word_and_place(std::size_t d_model, std::size_t n_words,
                                     std::size_t seed) {
    Random generator(seed);
    const Matrix words = random_normal_matrix(n_words, d_model, generator);
    const Matrix pe = positional_encoding(n_words, d_model);
    double sum = 0;
    for (std::size_t i = 0; i < n_words; ++i)
        sum += std::abs(cosine(words.row(i), pe.row(i)));
    return sum / static_cast<double>(n_words);
}

Matrix small_sentence(const std::vector<std::size_t>& order, double factor) {
    const Matrix words = Embedding{small_example::x}.forward(order);
    return words * factor + positional_encoding(order.size(), 4);
}

std::vector<std::size_t> ids_of(const std::vector<std::string>& words) {
    std::vector<std::string> known;
    const auto id_of = [&](const std::string& word) {
        const auto place = std::find(known.begin(), known.end(), word);
        const auto id = static_cast<std::size_t>(place - known.begin());
        if (place == known.end()) known.push_back(word);
        return id;
    };
    for (const std::string& word : did_not) id_of(word);
    std::vector<std::size_t> ids;
    for (const std::string& word : words) ids.push_back(id_of(word));
    return ids;
}

TwoSentences two_sentences(bool with_positions, std::size_t seed) {
    Random generator(seed);
    const Embedding embedding = random_embedding(14, 8, generator);
    MultiHeadAttention layer{.n_heads = 2};
    for (Linear* map : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o})
        map->weight = random_normal_matrix(8, 8, generator) * (1 / std::sqrt(8.0));
    const PositionTable places{positional_encoding(16, 8)};
    const auto output = [&](const std::vector<std::string>& words) {
        const Matrix x = embedding.forward(ids_of(words));
        const Matrix h = with_positions ? places.add_to(x) : x;
        return layer.forward(h, h, h);
    };
    TwoSentences two{output(did_not), output(could_not), Matrix(2, 8)};
    const Matrix first = mean_of_rows(two.did_not), second = mean_of_rows(two.could_not);
    for (std::size_t j = 0; j < 8; ++j) {
        two.means(0, j) = first(0, j);
        two.means(1, j) = second(0, j);
    }
    return two;
}

Matrix looking_back(const std::vector<std::string>& words, double length, bool side_by_side,
                    std::size_t seed) {
    constexpr std::size_t d = 128;
    Random generator(seed);
    const Embedding embedding{random_normal_matrix(14, d, generator) *
                              (length / std::sqrt(static_cast<double>(d)))};
    const Matrix x = embedding.forward(ids_of(words)),
                 pe = positional_encoding(words.size(), d);
    Matrix h = x + pe, w_q = identity(d) * 20, w_k = moving_matrix(1, d);
    if (side_by_side) {  // zeros for the columns of words
        h = transpose(below({transpose(x), transpose(pe)}));
        w_q = below({Matrix(d, d), w_q});
        w_k = below({Matrix(d, d), w_k});
    }
    return scaled_dot_product_attention(matmul(h, w_q), matmul(h, w_k), h).weights;
}

}  // namespace attn::chapters::ch09
