#include "chapters/21_speed/21_speed.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "attn/random.hpp"
#include "chapters/21_speed/attention_in_full.hpp"
#include "chapters/21_speed/float_ladder.hpp"
#include "chapters/21_speed/peak.hpp"
#include "chapters/21_speed/plain_loops.hpp"
#include "fast/attention.hpp"
#include "fast/float_matrix.hpp"
#include "fast/packed.hpp"
#include "fast/threads.hpp"

namespace attn::speed {
namespace {

using fast::FloatMatrix;
using fast::Threads;

/// What the steps share: the factors in both formats, the packed weights, the threads.
struct Factors {
    Factors(std::size_t size, std::size_t n_threads, Random& generator)
        : a(random_normal_matrix(size, size, generator)),
          b(random_normal_matrix(size, size, generator)),
          float_a(a),
          float_b(b),
          product(size, size),
          one(1),
          several(n_threads) {
        pack_cols(float_b.view(), packed_b, one);
    }

    /// a times the packed b, into memory that is there already.
    const FloatMatrix& multiply_packed(Threads& threads) {
        multiply(float_a.view(), packed_b, {}, product.view(), threads);
        return product;
    }

    Matrix a, b;
    FloatMatrix float_a, float_b;
    fast::PackedCols packed_b = {};
    FloatMatrix product;
    Threads one, several;
};

/// A step from a function that multiplies: a FloatMatrix or a Matrix comes back.
template <class Multiply>
Step step(std::string name, const Multiply& multiply) {
    const auto as_matrix = [](const auto& product) {
        if constexpr (std::is_same_v<std::decay_t<decltype(product)>, Matrix>)
            return product;
        else
            return to_matrix(product);
    };
    return {.name = std::move(name),
            .run = [multiply] { multiply(); },
            .result = [multiply, as_matrix] { return as_matrix(multiply()); }};
}

double gflops(std::size_t size, double seconds) {
    const auto n = static_cast<double>(size);
    return 2 * n * n * n / seconds / 1e9;
}

/// As Linux names it.
std::string processor_name() {
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return short_processor_name(line.substr(colon + 2));
    }
    return "An unnamed processor";
}

void say_progress(const std::string& what) {
    std::cerr << "  measuring: " << what << "\n";
}

double mebibytes(std::size_t bytes) {
    return static_cast<double>(bytes) / (1024.0 * 1024.0);
}

double largest(const Matrix& m) {
    return max_abs_difference(m, Matrix(m.rows(), m.cols()));
}

}  // namespace

std::string short_processor_name(const std::string& full) {
    std::istringstream words(full);
    std::string name;
    for (std::string word; words >> word && name.size() + word.size() < 24;) {
        if (word == "Processor" || word == "CPU" || word == "@") break;
        word = word.substr(0, word.find('('));
        name += (name.empty() ? "" : " ") + word;
    }
    return name;
}

std::vector<Step> ladder(std::size_t size, std::size_t threads) {
    Random generator(1);
    const auto f = std::make_shared<Factors>(size, threads, generator);
    std::vector<Step> steps{
        step("three loops", [f] { return any_processor::matmul_three_loops(f->a, f->b); }),
        step("another loop order",
             [f] { return any_processor::matmul_loop_order(f->a, f->b); }),
        step("no bounds checks",
             [f] { return any_processor::matmul_unchecked(f->a, f->b); }),
        step("for this processor",
             [f] { return this_processor::matmul_unchecked(f->a, f->b); }),
        step("float32", [f] { return matmul_float(f->float_a, f->float_b); }),
        step("a tile", [f] { return matmul_tile(f->float_a, f->float_b); }),
        step("a tile of vectors",
             [f] { return matmul_vector_tile(f->float_a, f->float_b); }),
        step("packed panels", [f] { return matmul_packed(f->float_a, f->float_b); }),
        step("read ahead", [f] { return f->multiply_packed(f->one); })};
    if (threads > 1) {
        steps.push_back(step(std::to_string(threads) + " threads",
                             [f] { return f->multiply_packed(f->several); }));
        steps.back().threads = threads;
    }
    return steps;
}

std::vector<Rung> measure_ladder(std::size_t size, std::size_t threads,
                                 double seconds_each) {
    const std::vector<Step> steps = ladder(size, threads);
    std::vector<std::function<void()>> runs;
    for (const Step& step : steps) runs.push_back(step.run);
    const std::vector<double> seconds = interleaved_medians(runs, seconds_each);
    const Matrix product = steps[0].result();
    std::vector<Rung> rungs;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        rungs.push_back({steps[i].name, gflops(size, seconds[i]),
                         max_abs_difference(steps[i].result(), product) / largest(product),
                         steps[i].threads});
    }
    return rungs;
}

std::vector<AtRows> measure_rows(double seconds_each) {
    Random generator(1);
    Threads one(1);
    const FloatMatrix b(random_normal_matrix(wide_size, wide_size, generator));
    fast::PackedCols weights;
    pack_cols(b.view(), weights, one);
    std::vector<AtRows> all;
    std::vector<std::function<void()>> runs;
    for (std::size_t rows = 1; rows <= 128; rows *= 2) {
        const auto a =
            std::make_shared<FloatMatrix>(random_normal_matrix(rows, wide_size, generator));
        const auto c = std::make_shared<FloatMatrix>(rows, wide_size);
        runs.push_back([&, a, c] { multiply(a->view(), weights, {}, c->view(), one); });
        all.push_back({rows});
    }
    const std::vector<double> seconds = interleaved_medians(runs, seconds_each);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].ms = seconds[i] * 1e3;
    return all;
}

AtLength measure_length(std::size_t length, double seconds_each) {
    Random generator(1);
    const FloatMatrix q(random_normal_matrix(length, 64, generator));
    const FloatMatrix k(random_normal_matrix(length, 64, generator));
    const FloatMatrix v(random_normal_matrix(length, 64, generator));
    fast::Workspace workspace;
    // Kept, so that no call is timed while the system provides new memory.
    FloatMatrix scores;
    const auto in_full = [&] { attention_in_full(q, k, v, scores, workspace); };
    const auto online = [&] { fast::online_attention(q, k, v, workspace.threads); };
    const double output_mib = mebibytes(length * 64 * sizeof(float));
    // Before anything is kept in the workspace: what is needed there counts too.
    const double full_mib = mebibytes(most_bytes_during(in_full)) - output_mib;
    const double online_mib = mebibytes(most_bytes_during(online)) - output_mib;
    const std::vector<double> seconds =
        interleaved_medians({in_full, online}, seconds_each);
    return {length, seconds[0] * 1e3, full_mib, seconds[1] * 1e3, online_mib};
}

SpeedTable measure_ladder_alone(std::size_t size, std::size_t threads) {
    if (size > 768) say_progress("the ladder; the three loops take their time");
    return {.machine = machine_name(),
            .peak = measure_peak().gflops,
            .size = size,
            .rungs = measure_ladder(size, threads, 0.05),
            .lengths = {}};
}

SpeedTable measure_all(std::size_t size, std::size_t threads) {
    SpeedTable table{machine_name(), measure_peak().gflops, size, {}, {}};
    say_progress("the ladder at " + std::to_string(size));
    table.rungs = measure_ladder(size, threads, 2.0);
    for (const std::size_t n : {256u, 512u, 1024u, 2048u, 4096u, 8192u, 16384u}) {
        say_progress("attention over " + std::to_string(n) + " tokens");
        table.lengths.push_back(measure_length(n, 0.5));
    }
    say_progress("rows of " + std::to_string(wide_size) + " numbers");
    table.rows = measure_rows(2.0);
    table.peak = std::max(table.peak, measure_peak().gflops);
    return table;
}

std::string vectors_text(std::size_t lanes) {
    return lanes == 1 ? "compiled without vectors"
                      : "vectors of " + std::to_string(lanes) + " floats";
}

std::string machine_name() {
    return processor_name() + ", " + vectors_text(fast::tile_shape().lanes) +
#if defined(__clang__)
           ", Clang " + std::to_string(__clang_major__);
#elif defined(__GNUC__)
           ", GCC " + std::to_string(__GNUC__);
#else
           ", another compiler";
#endif
}

}  // namespace attn::speed
