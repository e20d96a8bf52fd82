// What the decisions of docs/design.md cost beside their alternatives, in milliseconds: medians
// of turns that both take, on one thread.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iomanip>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"

namespace {

using namespace attn;

struct Way {
    std::string name;
    std::function<double()> run;  // its result is used, so that it is not left out
    std::vector<double> times = {};
};

void race(const std::string& title, std::vector<Way> ways) {
    double used = 0;
    for (int turn = 0; turn < 9; ++turn) {
        for (Way& way : ways) {
            const auto start = std::chrono::steady_clock::now();
            used += way.run();
            const std::chrono::duration<double, std::milli> time =
                std::chrono::steady_clock::now() - start;
            way.times.push_back(time.count());
        }
    }
    std::cout << title << (used == 0 ? " (nothing)" : "") << "\n";
    for (Way& way : ways) {
        std::sort(way.times.begin(), way.times.end());
        std::cout << "  " << std::setw(9) << way.times[way.times.size() / 2] << " ms  "
                  << way.name << "\n";
    }
}

Matrix random_matrix(std::size_t rows, std::size_t cols, Random& generator) {
    Matrix m(rows, cols);
    for (double& value : m.values()) value = generator.uniform(-1, 1);
    return m;
}

/// As chapter 1 writes it: entry by entry, down a column of b.
Matrix by_entries(const Matrix& a, const Matrix& b) {
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < b.cols(); ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
            c(i, j) = sum;
        }
    }
    return c;
}

void products(Random& generator) {
    const Matrix a = random_matrix(64, 512, generator),
                 b = random_matrix(512, 2048, generator);
    if (matmul(a, b) != by_entries(a, b)) throw std::logic_error("the products differ");
    race("A product, 64 x 512 x 2048, with the same bits",
         {{"along rows", [&] { return matmul(a, b)(0, 0); }},
          {"entry by entry", [&] { return by_entries(a, b)(0, 0); }}});
}

/// In eight sums, which the compiler puts into vectors; the order of the additions is another.
double in_eight_sums(std::span<const double> a, std::span<const double> b) {
    double sums[8] = {};
    for (std::size_t k = 0; k + 8 <= a.size(); k += 8) {
        for (std::size_t l = 0; l < 8; ++l) sums[l] += a[k + l] * b[k + l];
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
           ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

void orders(Random& generator) {
    const Matrix rows = random_matrix(512, 1024, generator);
    const auto all_pairs = [&](const auto& product) {
        double sum = 0;
        for (std::size_t i = 0; i < rows.rows(); ++i)
            sum += product(rows.row(i), rows.row(0));
        return sum;
    };
    race("512 dot products of 1024 numbers",
         {{"in the formula's order", [&] { return all_pairs(dot); }},
          {"in eight sums", [&] { return all_pairs(in_eight_sums); }}});
}

void layers(Random& generator) {
    const EncoderLayer layer =
        random_encoder_layer({.d_model = 512, .n_heads = 8, .d_ff = 2048}, generator);
    const Matrix x = random_matrix(64, 512, generator);
    const EncoderLayerTrace trace = layer.trace(x, {});
    EncoderLayer gradient = zeros_like(layer);
    race("A layer of the paper's base size, 64 words",
         {{"forward", [&] { return layer.forward(x, {})(0, 0); }},
          {"trace", [&] { return layer.trace(x, {}).output(0, 0); }},
          {"backward", [&] { return backward(layer, trace, x, gradient)(0, 0); }}});
}

}  // namespace

int main() {
    std::cout << std::fixed << std::setprecision(3);
    Random generator(1);
    products(generator);
    orders(generator);
    layers(generator);
}
