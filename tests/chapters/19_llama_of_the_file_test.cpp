// The answer to the book's last exercise, included, beside the library's Llama.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "attn/activation.hpp"
#include "attn/llama.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

namespace of_the_file {
#include "chapters/19_since_2017/llama_of_the_file.cpp"
}

namespace {

using Number = of_the_file::Matrix;
using of_the_file::tape;
namespace llama = of_the_file::llama;

attn::Matrix copy_of(const Number& m) {
    attn::Matrix copy(m.rows, m.cols);
    std::copy(m.values->begin(), m.values->end(), copy.values().begin());
    return copy;
}

Number random_numbers(std::size_t rows, std::size_t cols) {
    const Number x{rows, cols};
    for (double& value : *x.values) value = 2 * of_the_file::uniform() - 1;
    return x;
}

/// The largest difference between the slopes that come back and what a nudge measures.
double nudge_error(const std::vector<Number>& inputs, const std::function<Number()>& f) {
    const Number shape = f();
    tape.clear();
    const Number weights = random_numbers(shape.cols, 1), ones{1, shape.rows};
    std::fill(ones.values->begin(), ones.values->end(), 1);
    const auto loss = [&] { return ones * (f() * weights); };
    for (const Number& x : inputs) std::fill(x.gradient->begin(), x.gradient->end(), 0);
    of_the_file::backward(loss());
    double largest = 0;
    for (const Number& x : inputs) {
        for (std::size_t i = 0; i < x.values->size(); ++i) {
            double& value = (*x.values)[i];
            const double kept = value;
            value = kept + 1e-5;
            const double above = loss()(0, 0);
            value = kept - 1e-5;
            const double below = loss()(0, 0);
            value = kept;
            tape.clear();
            largest =
                std::max(largest, std::abs((*x.gradient)[i] - (above - below) / 2e-5));
        }
    }
    return largest;
}

}  // namespace

TEST_CASE("The four operations are the library's, and hand back what a nudge measures",
          "[ch19]") {
    of_the_file::generator.seed(1);
    const Number x = random_numbers(5, 6), other = random_numbers(5, 6);
    CHECK_THAT(copy_of(llama::turned(x)), IsCloseTo(attn::turned(copy_of(x)), 1e-14));
    CHECK_THAT(copy_of(llama::rms_normalized(x)),
               IsCloseTo(attn::RmsNorm{}.forward(copy_of(x)), 1e-14));
    CHECK(llama::silu(x)(2, 3) == attn::silu(x(2, 3)));
    CHECK(llama::gated(x, other)(2, 3) == x(2, 3) * other(2, 3));
    CHECK(nudge_error({x}, [&] { return llama::turned(x); }) < 1e-8);
    CHECK(nudge_error({x}, [&] { return llama::rms_normalized(x); }) < 1e-8);
    CHECK(nudge_error({x}, [&] { return llama::silu(x); }) < 1e-8);
    CHECK(nudge_error({x, other}, [&] { return llama::gated(x, other); }) < 1e-8);
    CHECK(nudge_error({x}, [&] { return llama::gated(x, x); }) < 1e-8);
}

TEST_CASE("The file as a Llama is the library's, and learns the sentences", "[ch19]") {
    of_the_file::generator.seed(3001);
    const llama::Rows rows;
    REQUIRE(rows.words.words.size() == 62);
    of_the_file::parameters.clear();
    of_the_file::generator.seed(1);
    const llama::Llama model{62};
    CHECK(of_the_file::n_parameters() == 9376);

    attn::LlamaLayer layer;
    layer.attention.w_q.weight = copy_of(model.attention.w_q.weight);
    layer.attention.w_k.weight = copy_of(model.attention.w_k.weight);
    layer.attention.w_v.weight = copy_of(model.attention.w_v.weight);
    layer.attention.w_o.weight = copy_of(model.attention.w_o.weight);
    layer.attention.n_heads = 4;
    layer.attention.n_kv_heads = 2;
    layer.feed_forward.gate.weight = copy_of(model.feed_forward.gate.weight);
    layer.feed_forward.up.weight = copy_of(model.feed_forward.up.weight);
    layer.feed_forward.down.weight = copy_of(model.feed_forward.down.weight);
    const attn::Llama library{{copy_of(model.table)}, {layer}, {}, {}};
    attn::LlamaCache cache;
    const of_the_file::Ids ids{0, 2, 3, 30, 5, 1};
    CHECK_THAT(copy_of(model(ids)),
               IsCloseTo(attn::softmax_rows(library.forward(ids, cache) / 4), 1e-12));
    tape.clear();

    of_the_file::generator.seed(4001);
    llama::Training training{rows.shown};
    CHECK(std::abs(training.step(model) - 7.7836) < 5e-5);
    for (int step = 2; step <= 300; ++step) training.step(model);
    CHECK(llama::n_right(model, rows.unseen) >= 59);
    CHECK(text_of(llama::continued(model, rows.unseen[0].prompt), rows.words) ==
          "I want to go to the sea");
}
