// What the doctor's wrong attentions compute, by the library's attention with another mask or
// other inputs, or by loops.
#include "doctor/library/attend.hpp"

#include <cmath>

#include "attn/attention.hpp"
#include "blocks.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

namespace {

struct QueriesKeysValues {
    Block q, k, v;
};

QueriesKeysValues random_attention(std::size_t sentences, std::size_t heads, std::size_t n,
                                   std::size_t m) {
    return {random_block(1, sentences, heads, n, 4),
            random_block(2, sentences, heads, m, 4),
            random_block(3, sentences, heads, m, 3)};
}

Block attended(const QueriesKeysValues& in, const Masking& masking, const Switches& on) {
    return attend(in.q, in.k, in.v, masking, 9, on);
}

/// The library's attention in each head, with the keys open that the rule says.
template <class Rule>
std::vector<double> with_open_keys(const QueriesKeysValues& in, const Rule& open) {
    std::vector<double> values;
    for (std::size_t s = 0; s < in.q.sentences; ++s) {
        for (std::size_t h = 0; h < in.q.heads; ++h) {
            const auto mask = attn::AttentionMask::where(
                in.q.rows, in.k.rows,
                [&](std::size_t i, std::size_t j) { return open(s, h, i, j); });
            const attn::Matrix y = attn::attention(
                table_of(in.q, s, h), table_of(in.k, s, h), table_of(in.v, s, h), mask);
            values.insert(values.end(), y.values().begin(), y.values().end());
        }
    }
    return values;
}

/// Weights in proportion to weight(score, i, j), by loops; score is before any division.
template <class Weight>
std::vector<double> in_proportion(const QueriesKeysValues& in, const Weight& weight) {
    std::vector<double> output;
    for (std::size_t i = 0; i < in.q.rows; ++i) {
        std::vector<double> row(in.v.cols);
        double sum = 0;
        for (std::size_t j = 0; j < in.k.rows; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < in.q.cols; ++c)
                score += in.q(0, 0, i, c) * in.k(0, 0, j, c);
            const double share = weight(score, i, j);
            sum += share;
            for (std::size_t c = 0; c < in.v.cols; ++c) row[c] += share * in.v(0, 0, j, c);
        }
        for (const double value : row) output.push_back(value / sum);
    }
    return output;
}

/// Some of 5 keys for each of 5 queries: not symmetric, each row and column with some of each.
const Array& some_of_five() {
    static const Array mask{{5, 5}, {1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1,
                                     1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1}};
    return mask;
}

bool is_one_of_some(std::size_t i, std::size_t j) {
    return some_of_five().values[i * 5 + j] != 0;
}

}  // namespace

TEST_CASE("doctor: wrong causal masks open what their names say") {
    const QueriesKeysValues in = random_attention(1, 2, 3, 5);  // query i is word i + 2
    const auto require_open = [&](Causal causal, const auto& open) {
        CHECK(largest_gap(attended(in, {.causal = true}, {.causal = causal}).values,
                          with_open_keys(in, [&](auto, auto, auto i, auto j) {
                              return open(i + 2, j);
                          })) < 1e-14);
    };
    require_open(Causal::right, [](auto word, auto key) { return key <= word; });
    require_open(Causal::first_sees_first,
                 [](auto word, auto key) { return key + 2 <= word; });
    require_open(Causal::without_itself, [](auto word, auto key) { return key < word; });
    require_open(Causal::and_next, [](auto word, auto key) { return key <= word + 1; });
    require_open(Causal::future, [](auto word, auto key) { return key >= word; });
    require_open(Causal::inverted, [](auto word, auto key) { return key > word; });
    require_open(Causal::ignored, [](auto, auto) { return true; });
    require_open(Causal::open_with_past, [](auto, auto) { return true; });
    const QueriesKeysValues square = random_attention(1, 2, 5, 5);
    CHECK(attended(square, {.causal = true}, {.causal = Causal::open_with_past}).values ==
          attended(square, {.causal = true}, {}).values);
    CHECK(largest_gap(attended(in, {}, {.causal = Causal::inverted}).values,
                      attended(in, {}, {}).values) == 0);  // where none was asked for
}

TEST_CASE("doctor: of a cache and of a window that is read which their names say") {
    const QueriesKeysValues in = random_attention(1, 2, 3, 5);  // two words are kept
    const auto require_open = [&](const Switches& on, std::size_t window,
                                  const auto& open) {
        const Masking masking{.causal = true, .window = window, .n_past = 2};
        CHECK(largest_gap(attended(in, masking, on).values,
                          with_open_keys(in, [&](auto, auto, auto i, auto j) {
                              return j <= i + 2 && open(i + 2, j);
                          })) < 1e-14);
    };
    const auto near = [](auto word, auto key) { return key + 3 > word; };
    require_open({}, 0, [](auto, auto) { return true; });
    require_open({}, 3, near);
    require_open({.kept = Kept::unread}, 0, [](auto, auto key) { return key >= 2; });
    require_open({.kept = Kept::last_only}, 0, [](auto, auto key) { return key >= 1; });
    require_open({.kept = Kept::last_unread}, 0, [](auto, auto key) { return key != 1; });
    require_open({.kept = Kept::own_unread}, 0, [](auto i, auto key) { return key != i; });
    require_open({.kept = Kept::new_unread}, 0, [](auto, auto key) { return key < 2; });
    require_open({.kept = Kept::window_one_less}, 3,
                 [](auto word, auto key) { return key + 2 > word; });
    require_open({.window = Window::half}, 4,
                 [](auto word, auto key) { return key + 2 >= word; });
    require_open({.window = Window::chunks}, 3,
                 [](auto word, auto key) { return key / 3 == word / 3; });
    require_open({.window = Window::first_key_too}, 3,
                 [&](auto word, auto key) { return key == 0 || near(word, key); });
}

TEST_CASE("doctor: masks that are read wrongly open what their names say") {
    const QueriesKeysValues in = random_attention(1, 2, 5, 5);
    const auto require_open = [&](Given given, const auto& open) {
        const Masking masking{.mask = &some_of_five()};
        CHECK(largest_gap(attended(in, masking, {.given = given}).values,
                          with_open_keys(in, [&](auto, auto h, auto i, auto j) {
                              return open(h, i, j);
                          })) < 1e-14);
    };
    const auto m = is_one_of_some;
    require_open(Given::right, [&](auto, auto i, auto j) { return m(i, j); });
    require_open(Given::inverted, [&](auto, auto i, auto j) { return !m(i, j); });
    require_open(Given::ignored, [](auto, auto, auto) { return true; });
    require_open(Given::rows, [&](auto, auto i, auto j) { return m(j, i); });
    require_open(Given::rows_too, [&](auto, auto i, auto j) { return m(i, j) && m(j, i); });
    require_open(Given::first_head,
                 [&](auto h, auto i, auto j) { return h > 0 || m(i, j); });
}

TEST_CASE("doctor: padding that meets the wrong heads is as its name says") {
    const QueriesKeysValues in = random_attention(3, 2, 5, 5);
    const Array padding{{3, 5}, {1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1}};
    const auto require_open = [&](Given given, const auto& open) {
        const Masking masking{.padding = &padding};
        CHECK(largest_gap(attended(in, masking, {.given = given}).values,
                          with_open_keys(in, open)) < 1e-14);
    };
    const auto real = [&](auto s, auto j) { return padding.values[s * 5 + j] != 0; };
    require_open(Given::right, [&](auto s, auto, auto, auto j) { return real(s, j); });
    require_open(Given::rows, [&](auto s, auto, auto i, auto) { return real(s, i); });
    require_open(Given::rows_open,
                 [&](auto s, auto, auto i, auto j) { return real(s, j) || !real(s, i); });
    require_open(Given::first_sentence,
                 [&](std::size_t, auto, auto, auto j) { return real(0U, j); });
    // Repeated as 0 1 2 0 1 2, and the heads of a sentence lie side by side: 0 0 1 1 2 2.
    require_open(Given::other_order, [&](auto s, auto h, auto, auto j) {
        const std::size_t lies_there[3][2] = {{0, 1}, {2, 0}, {1, 2}};
        return real(lies_there[s][h], j);
    });
}

TEST_CASE("doctor: two masks that are joined wrongly open what their names say") {
    const QueriesKeysValues in = random_attention(1, 1, 5, 5);
    const auto require_open = [&](Join join, const auto& open) {
        const Masking masking{.causal = true, .mask = &some_of_five()};
        CHECK(largest_gap(attended(in, masking, {.join = join}).values,
                          with_open_keys(in, [&](auto, auto, auto i, auto j) {
                              return open(i, j);
                          })) < 1e-14);
    };
    const auto m = is_one_of_some;
    require_open(Join::both, [&](auto i, auto j) { return j <= i && m(i, j); });
    require_open(Join::either, [&](auto i, auto j) { return j <= i || m(i, j); });
    require_open(Join::causal_only, [](auto i, auto j) { return j <= i; });
    require_open(Join::given_only, m);
    require_open(Join::given_closes_rows,
                 [&](auto i, auto j) { return j <= i && m(j, i); });
}

TEST_CASE("doctor: a mask that is put on wrongly does what its name says") {
    const QueriesKeysValues in = random_attention(1, 1, 5, 5);
    const Masking masking{.mask = &some_of_five()};
    const auto require_weight = [&](const Switches& on, const auto& weight) {
        CHECK(largest_gap(attended(in, masking, on).values,
                          in_proportion(in, [&](double score, auto i, auto j) {
                              return weight(score / 2, is_one_of_some(i, j));
                          })) < 1e-14);
    };
    require_weight({.fill = -1.5},
                   [](double score, bool open) { return std::exp(open ? score : -1.5); });
    require_weight({.fill = -1.5, .fill_by = Fill::is_added}, [](double score, bool open) {
        return std::exp(open ? score : score - 1.5);
    });
    require_weight({.clip = 0.5}, [](double score, bool open) {
        return std::exp(open ? std::fmin(std::fmax(score, -0.5), 0.5) : -0.5);
    });

    // After softmax: as if all were open, and then without what is closed.
    std::vector<double> wanted;
    const Block weights = attention_weights(in.q, in.k, {}, 9, {});
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            double sum = 0;
            for (std::size_t j = 0; j < 5; ++j) {
                if (is_one_of_some(i, j)) sum += weights(0, 0, i, j) * in.v(0, 0, j, c);
            }
            wanted.push_back(sum);
        }
    }
    CHECK(largest_gap(attended(in, masking, {.mask_after_softmax = true}).values, wanted) <
          1e-14);
}

TEST_CASE("doctor: scores are divided as their names say") {
    const QueriesKeysValues in = {random_block(1, 1, 3, 5, 4), random_block(2, 1, 3, 7, 4),
                                  random_block(3, 1, 3, 7, 2)};
    const auto require_divisor = [&](const Switches& wrong, double divisor,
                                     double after = 1) {
        QueriesKeysValues scaled =
            in;  // so that the library's division by 2 gives this one
        for (double& value : scaled.q.values) value *= 2 / divisor;
        for (double& value : scaled.v.values) value /= after;
        const auto open = [](auto, auto, auto, auto) { return true; };
        CHECK(largest_gap(attended(in, {}, wrong).values, with_open_keys(scaled, open)) <
              1e-14);
    };
    require_divisor({}, 2);
    require_divisor({.divisor = Divisor::none}, 1);
    require_divisor({.divisor = Divisor::d_k}, 4);
    require_divisor({.divisor = Divisor::root_d_model}, 3);
    require_divisor({.divisor = Divisor::d_model}, 9);
    require_divisor({.divisor = Divisor::root_n_key}, std::sqrt(7));
    require_divisor({.divisor = Divisor::root_n_query}, std::sqrt(5));
    require_divisor({.divisor = Divisor::root_n_heads}, std::sqrt(3));
    require_divisor({.divisor = Divisor::fourth_root_d_k}, std::sqrt(2));
    require_divisor({.divisor = Divisor::one_over_root_d_k}, 0.5);
    require_divisor({.divisor = Divisor::root_d_k_after_softmax}, 1, 2);
    require_divisor({.model_of_heads = 8}, std::sqrt(8 * 4));
    require_divisor({.divisor = Divisor::root_d_model_by_heads}, std::sqrt(9 / 3.0));
    require_divisor({.d_k_more = 1}, std::sqrt(5));
    require_divisor({.divided_by = 3.5, .temperature = 2}, 7);
}

TEST_CASE("doctor: inputs that are exchanged or turned are as their names say") {
    const QueriesKeysValues in = {random_block(1, 1, 2, 4, 4), random_block(2, 1, 2, 4, 4),
                                  random_block(3, 1, 2, 4, 4)};
    const auto open = [](auto, auto, auto, auto) { return true; };
    const auto require_as = [&](const Switches& on, const QueriesKeysValues& other) {
        CHECK(largest_gap(attended(in, {}, on).values, with_open_keys(other, open)) <
              1e-14);
    };
    require_as({}, in);
    require_as({.roles = Roles::queries_as_keys}, {in.k, in.q, in.v});
    require_as({.roles = Roles::keys_as_values}, {in.q, in.v, in.k});
    require_as({.roles = Roles::queries_as_values}, {in.v, in.k, in.q});

    // K [4 x 4] read as d_k x n_key: with as many of each, that is K for its transpose.
    QueriesKeysValues turned = in;
    turned.k.values = at_each_place(
        in.k, [&](auto s, auto h, auto i, auto j) { return in.k(s, h, j, i); });
    require_as({.keys_reshaped = true}, turned);

    const Block weights = attention_weights(in.q, in.k, {}, 9, {});
    std::vector<double> wanted = at_each_place(in.v, [&](auto s, auto h, auto i, auto c) {
        double sum = 0;
        for (std::size_t j = 0; j < 4; ++j) sum += weights(s, h, j, i) * in.v(s, h, j, c);
        return sum;
    });
    CHECK(largest_gap(attended(in, {}, {.weights_transposed = true}).values, wanted) <
          1e-14);
}

TEST_CASE("doctor: keys that are reshaped keep the order in which they lie") {
    const QueriesKeysValues in = {block_of(1, 2, {1, 10}),
                                  block_of(3, 2, {1, 2, 3, 4, 5, 6}),
                                  block_of(3, 1, {1, 2, 3})};
    // As 2 x 3 the keys are 1 2 3 above 4 5 6: scores of 41, 52 and 63, over the root of 2.
    const double step = std::exp(11 / std::sqrt(2));
    const double sum = 1 + step + step * step;
    CHECK(largest_gap(attended(in, {}, {.keys_reshaped = true}).values,
                      {(1 + 2 * step + 3 * step * step) / sum}) < 1e-12);
}

TEST_CASE("doctor: what would crash with as many keys as these misleads nobody") {
    const QueriesKeysValues in = random_attention(1, 1, 3, 5);
    const Array mask{{3, 5}, std::vector<double>(15, 1)};
    const auto refused = [&](const Masking& masking, const Switches& on) {
        try {
            attended(in, masking, on);
            return false;
        } catch (const Inapplicable&) {
            return true;
        }
    };
    CHECK(refused({.mask = &mask}, {.given = Given::rows}));
    CHECK(refused({.mask = &mask}, {.given = Given::rows_too}));
    CHECK(refused({.causal = true, .mask = &mask}, {.join = Join::given_closes_rows}));
    CHECK(refused({}, {.roles = Roles::queries_as_keys}));
    CHECK(refused({}, {.weights_transposed = true}));
    CHECK(!refused({.causal = true, .mask = &mask}, {}));
    CHECK(!refused({}, {.given = Given::rows}));
    CHECK(!refused({.causal = true}, {.join = Join::given_closes_rows}));
    CHECK(!refused({.mask = &mask}, {.join = Join::given_closes_rows}));
}

}  // namespace attn::doctor
