// What the doctor's wrong heads compute, from where each number lay, or by the library's heads
// with other weights.
#include "doctor/library/many_heads.hpp"

#include <functional>

#include "attn/layer_norm.hpp"
#include "blocks.hpp"
#include "catch.hpp"
#include "doctor/library/sentences.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

using attn::Linear;
using attn::Matrix;
using attn::MultiHeadAttention;

namespace {

/// The doctor's heads with a switch give what the library's give after the change.
void require_heads(const std::string& name, const Switches& on,
                   const std::function<void(MultiHeadAttention&)>& change,
                   const std::function<void(Matrix& y, const Matrix& x)>& at_the_end = {}) {
    const Probe& probe = probe_named("mha", name);
    MultiHeadAttention layer = heads(probe, "");
    change(layer);
    std::vector<double> wanted;
    for (std::size_t s = 0; s < probe.count("batch"); ++s) {
        const Matrix x = matrix(probe, "query", s), keys = matrix(probe, "key", s);
        Matrix y = layer.forward(x, keys, keys, mask(probe, s));
        if (at_the_end) at_the_end(y, x);
        wanted.insert(wanted.end(), y.values().begin(), y.values().end());
    }
    const Array given = kind_named("mha").reference(probe, on).at("output");
    CHECK(largest_gap(given.values, wanted) < 1e-12);
}

void turn(Linear& linear) {
    linear.weight = transpose(linear.weight);
}

void leave_as_it_is(Linear& linear) {
    const std::size_t d = linear.weight.rows();
    linear = {.weight = Matrix(d, d)};
    for (std::size_t i = 0; i < d; ++i) linear.weight(i, i) = 1;
}

}  // namespace

TEST_CASE("doctor: heads that are split wrongly get the columns that their names say") {
    const Block x = numbered_block(2, 1, 5, 6);  // 3 heads with 2 columns each
    const auto require_from = [&](Heads split, const auto& column) {
        const Block y = split_heads(x, 3, {.split = split});
        CHECK(y.heads == 3);
        CHECK(y.cols == 2);
        CHECK(y.values == at_each_place(y, [&](auto s, auto h, auto i, auto c) {
                  return x(s, 0, i, column(h, c));
              }));
    };
    require_from(Heads::right, [](auto h, auto c) { return 2 * h + c; });
    require_from(Heads::interleaved, [](auto h, auto c) { return 3 * c + h; });
    CHECK(split_heads(x, 3, {.split = Heads::reshaped}).values == x.values);
}

TEST_CASE("doctor: heads that are merged wrongly lie where their names say") {
    const Block x = numbered_block(2, 3, 5, 2);
    const auto merged = [&](Heads merge) { return merge_heads(x, {.merge = merge}); };
    const auto require_column = [&](Heads merge, const auto& from) {
        const Block y = merged(merge);
        CHECK(y.values == at_each_place(y, [&](auto s, auto, auto i, auto column) {
                  const auto [h, c] = from(column);
                  return x(s, h, i, c);
              }));
    };
    using Column = std::pair<std::size_t, std::size_t>;  // of which head, which one
    require_column(Heads::right, [](auto j) { return Column{j / 2, j % 2}; });
    require_column(Heads::interleaved, [](auto j) { return Column{j % 3, j / 3}; });
    require_column(Heads::reversed, [](auto j) { return Column{2 - j / 2, j % 2}; });
    CHECK(merged(Heads::reshaped).values == x.values);

    // [heads x sentences x ...] read as [sentences x heads x ...]: 0 1, 0 1, 0 1 of each head.
    Block swapped(2, 3, 5, 2);
    std::size_t at = 0;
    for (std::size_t h = 0; h < 3; ++h) {
        for (std::size_t s = 0; s < 2; ++s) {
            for (std::size_t n = 0; n < 10; ++n) {
                swapped.values[at++] = x.values[(s * 3 + h) * 10 + n];
            }
        }
    }
    CHECK(merged(Heads::sentences_swapped).values == swapped.values);

    Block turned(2, 3, 2, 5);
    turned.values = at_each_place(
        turned, [&](auto s, auto h, auto c, auto i) { return x(s, h, i, c); });
    CHECK(merged(Heads::transposed).values == turned.values);
}

TEST_CASE("doctor: in_proj_weight is cut as the names of its wrong cuts say") {
    const Block numbers = numbered_block(1, 1, 12, 4);  // 4 columns, 2 heads
    const Arrays arrays = {
        {"p.in_proj_weight", as_array(numbers, 2)},
        {"p.in_proj_bias",
         {{12}, {100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111}}},
        {"p.out_proj.weight", {{4, 4}, std::vector<double>(16, 1)}}};
    using Rows = std::vector<std::size_t>;
    const auto require_rows = [&](Blocks blocks, const Rows& q, const Rows& k,
                                  const Rows& v) {
        const HeadWeights w = head_weights(arrays, "p.", 2, {.blocks = blocks});
        for (const auto& [part, rows] :
             {std::pair{&w.query, q}, std::pair{&w.key, k}, std::pair{&w.value, v}}) {
            const Rows& from = rows;  // Clang 14 lets a lambda see no name of a pair
            CHECK(part->weight.values ==
                  at_each_place(part->weight, [&](auto, auto, auto i, auto j) {
                      return numbers(0, 0, from[i], j);
                  }));
            for (std::size_t i = 0; i < 4; ++i) {
                CHECK(part->bias[i] == 100 + static_cast<double>(rows[i]));
            }
        }
    };
    const Rows first = {0, 1, 2, 3}, second = {4, 5, 6, 7}, third = {8, 9, 10, 11};
    require_rows(Blocks::qkv, first, second, third);
    require_rows(Blocks::qvk, first, third, second);
    require_rows(Blocks::kqv, second, first, third);
    require_rows(Blocks::vkq, third, second, first);
    require_rows(Blocks::kvq, third, first, second);  // the first is taken for k
    require_rows(Blocks::vqk, second, third, first);
    require_rows(Blocks::per_head, {0, 1, 6, 7}, {2, 3, 8, 9}, {4, 5, 10, 11});

    // Turned to [4 x 12], row 0 is 0, 4, 8, ..., 44: twelve numbers, three rows of four.
    const HeadWeights turned = head_weights(arrays, "p.", 2, {.blocks = Blocks::rows});
    CHECK(turned.query.weight.values ==
          std::vector<double>{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 1, 5, 9, 13});
    CHECK(turned.value.weight.values.back() == 47);
    CHECK(turned.key.bias == std::vector<double>{104, 105, 106, 107});

    // As [4 x 12] the numbers 0 to 11 are its first row: those of q, k and v for input 0.
    const HeadWeights w = head_weights(arrays, "p.", 2, {.blocks = Blocks::columns});
    std::size_t b = 0;
    for (const Projection* part : {&w.query, &w.key, &w.value}) {
        CHECK(part->weight.values ==
              at_each_place(part->weight, [&](auto, auto, auto out, auto in) {
                  return static_cast<double>(12 * in + 4 * b + out);
              }));
        CHECK(part->bias[0] == 100 + 4 * static_cast<double>(b));
        ++b;
    }
}

TEST_CASE("doctor: heads with weights that are missing or turned do as the library's do") {
    const std::string plain = "self, biases", cross = "other words' keys, biases";
    require_heads(plain, {.transposed = Transposed::in}, [](auto& m) {
        for (Linear* part : {&m.w_q, &m.w_k, &m.w_v}) turn(*part);
    });
    require_heads(plain, {.transposed = Transposed::out}, [](auto& m) { turn(m.w_o); });
    require_heads(plain, {.transposed = Transposed::all}, [](auto& m) {
        for (Linear* part : {&m.w_q, &m.w_k, &m.w_v, &m.w_o}) turn(*part);
    });
    const auto without = [&](Projections missing, auto part) {
        require_heads(cross, {.projections = missing},
                      [&](auto& m) { leave_as_it_is(m.*part); });
    };
    without(Projections::no_query, &MultiHeadAttention::w_q);
    without(Projections::no_key, &MultiHeadAttention::w_k);
    without(Projections::no_value, &MultiHeadAttention::w_v);
    without(Projections::no_output, &MultiHeadAttention::w_o);
    require_heads(cross, {.projections = Projections::key_by_query},
                  [](auto& m) { m.w_k = m.w_q; });

    const auto without_bias =
        [&](Biases biases, const std::vector<Linear MultiHeadAttention::*>& missing) {
            require_heads(cross, {.biases = biases}, [&](auto& m) {
                for (const auto part : missing) (m.*part).bias.clear();
            });
        };
    using M = MultiHeadAttention;
    without_bias(Biases::all, {});
    without_bias(Biases::none, {&M::w_q, &M::w_k, &M::w_v, &M::w_o});
    without_bias(Biases::no_in, {&M::w_q, &M::w_k, &M::w_v});
    without_bias(Biases::no_query, {&M::w_q});
    without_bias(Biases::no_value, {&M::w_v});
    without_bias(Biases::no_output, {&M::w_o});
}

TEST_CASE("doctor: what stands around heads is what its name says") {
    const auto as_they_are = [](MultiHeadAttention&) {};
    const auto add = [](Matrix& y, const Matrix& x) { y = y + x; };
    const auto norm = [](Matrix& y, const Matrix&) {
        y = attn::LayerNorm{.epsilon = 1e-5}.forward(y);
    };
    const std::string cross = "other words' keys, biases";
    require_heads(cross, {.around = Around::residual}, as_they_are, add);
    require_heads(cross, {.around = Around::norm}, as_they_are, norm);
    require_heads(cross, {.around = Around::residual_and_norm}, as_they_are,
                  [&](Matrix& y, const Matrix& x) {
                      add(y, x);
                      norm(y, x);
                  });
}

TEST_CASE("doctor: heads that are never split are one head of all columns") {
    const auto one_head = [](double times) {
        return [times](MultiHeadAttention& m) {
            for (double& weight : m.w_q.weight.values()) weight *= times;
            m.n_heads = 1;
        };
    };
    require_heads("self, 3 heads", {.split = Heads::whole}, one_head(std::sqrt(3)));
    require_heads("self, 3 heads",
                  {.divisor = Divisor::root_d_model, .split = Heads::whole}, one_head(1));
}

TEST_CASE("doctor: sentences taken for words attend to each other") {
    const Probe& probe = probe_named("mha", "self, biases");
    const MultiHeadAttention layer = heads(probe, "");
    const std::size_t sentences = 2, n = 5, d = 12;
    std::vector<double> wanted(sentences * n * d);
    for (std::size_t i = 0; i < n; ++i) {
        Matrix x(sentences, d);  // word i of each sentence
        for (std::size_t s = 0; s < sentences; ++s) {
            for (std::size_t j = 0; j < d; ++j) {
                x(s, j) = probe.arrays.at("query").values[(s * n + i) * d + j];
            }
        }
        const Matrix y = layer.forward(x, x, x);
        for (std::size_t s = 0; s < sentences; ++s) {
            for (std::size_t j = 0; j < d; ++j) wanted[(s * n + i) * d + j] = y(s, j);
        }
    }
    const Switches on{.sentences_for_words = true};
    const auto given = [&](const std::string& name) {
        return kind_named("mha")
            .reference(probe_named("mha", name), on)
            .at("output")
            .values;
    };
    CHECK(largest_gap(given("self, biases"), wanted) < 1e-12);
    CHECK_THROWS_AS(given("padding"), Inapplicable);
    CHECK_THROWS_AS(given("other words' keys"), Inapplicable);
}

}  // namespace attn::doctor
