// How fast attn/fast is, as numbers for compare.py and for people. Built only on demand:
//
//   fast_benchmark machine
//   fast_benchmark matmul SIZE REPEATS          every rung, beside OpenBLAS and Eigen if built in
//   fast_benchmark encoder D_MODEL HEADS D_FF TOKENS LAYERS THREADS REPEATS
//   fast_benchmark attention TOKENS THREADS
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/fast/attention.hpp"
#include "attn/fast/encoder.hpp"
#include "attn/fast/matmul_ladder.hpp"
#include "attn/fast/peak.hpp"
#include "attn/random.hpp"
#include "benchmarks/other_matmuls.hpp"

namespace {

using attn::Matrix;
using attn::fast::FloatMatrix;
using attn::fast::Workspace;

struct Contender {
    std::string name;
    std::function<void()> run;
    std::vector<double> seconds = {};
};

double seconds_of(const std::function<void()>& run) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Runs all of them in turn, again and again: what disturbs the machine disturbs each alike.
void race(std::vector<Contender>& contenders, int repeats) {
    for (int repeat = -1; repeat < repeats; ++repeat) {  // the first round only warms up
        for (Contender& contender : contenders) {
            const double seconds = seconds_of(contender.run);
            if (repeat >= 0) contender.seconds.push_back(seconds);
        }
    }
    for (Contender& contender : contenders) std::ranges::sort(contender.seconds);
}

double median(const std::vector<double>& sorted) {
    return sorted[sorted.size() / 2];
}

int machine() {
    const attn::fast::Peak peak = attn::fast::measure_peak();
    const attn::fast::TileShape tile = attn::fast::tile_shape();
    std::printf("peak %.1f GFLOP/s a thread (sums %zux%zu), tile %zux%zu, compiler %s\n",
                peak.gflops, peak.rows, peak.cols, tile.rows, tile.cols, __VERSION__);
    return 0;
}

int matmul(std::size_t n, int repeats) {
    attn::Random generator(1);
    const Matrix a = random_normal_matrix(n, n, generator);
    const Matrix b = random_normal_matrix(n, n, generator);
    const FloatMatrix fa(a), fb(b);
    FloatMatrix c(n, n), d(n, n);
    Workspace one(1), two(2), kept(1);
    pack_cols(fb.view(), kept.right, kept.threads);
    double peak = 0;
    std::vector<Contender> racers;
    if (n <= 256) racers.push_back({"three loops (double)", [&] { attn::matmul(a, b); }});
    racers.push_back({"loop order (double)", [&] { attn::fast::matmul_loop_order(a, b); }});
    racers.push_back({"float32", [&] { attn::fast::matmul_float(fa, fb); }});
    racers.push_back({"register tile", [&] { attn::fast::matmul_register_tile(fa, fb); }});
    racers.push_back(
        {"packed, blocks", [&] { attn::fast::matmul_packed(fa, fb, c, one); }});
    racers.push_back({"packed once", [&] {
                          multiply(fa.view(), kept.right, {}, c.view(), kept.threads);
                      }});
    racers.push_back(
        {"packed, 2 threads", [&] { attn::fast::matmul_packed(fa, fb, c, two); }});
    for (const benchmarks::OtherMatmul& other : benchmarks::other_matmuls()) {
        racers.push_back({other.name, [&, run = other.run] {
                              run(n, fa.view().data, fb.view().data, d.view().data);
                          }});
    }
    racers.push_back(
        {"", [&] { peak = std::max(peak, attn::fast::measure_peak().gflops); }});
    race(racers, repeats);
    racers.pop_back();
    std::printf("%zu x %zu x %zu, peak %.1f GFLOP/s a thread\n", n, n, n, peak);
    const double flop = 2e-9 * static_cast<double>(n) * static_cast<double>(n * n);
    for (const Contender& racer : racers) {
        const double best = flop / racer.seconds[0];
        std::printf(
            "%-24s best %7.1f  median %7.1f GFLOP/s  best is %5.1f %% of the peak\n",
            racer.name.c_str(), best, flop / median(racer.seconds), 100 * best / peak);
    }
    return 0;
}

int encoder(const attn::EncoderConfig& config, std::size_t n, std::size_t n_threads,
            int repeats) {
    attn::Random generator(1);
    const attn::fast::Encoder fast(random_encoder(config, generator));
    const FloatMatrix x(random_normal_matrix(n, config.d_model, generator));
    attn::fast::EncoderWorkspace workspace(n_threads);
    std::vector<Contender> racers = {{"", [&] { fast.forward(x, workspace); }}};
    race(racers, repeats);
    for (const double seconds : racers[0].seconds) std::printf("%.6f\n", seconds);
    return 0;
}

/// The most memory that this process has had so far, in MiB.
double most_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

int attention(std::size_t n, std::size_t n_threads) {
    attn::Random generator(1);
    FloatMatrix q(n, 64), k(n, 64), v(n, 64), output(n, 64, 1.0f);
    for (FloatMatrix* m : {&q, &k, &v}) {
        for (std::size_t i = 0; i < n; ++i) {
            for (float& entry : m->row(i)) entry = static_cast<float>(generator.normal());
        }
    }
    attn::fast::Threads threads(n_threads);
    const double before = most_memory();
    std::vector<Contender> racers = {{"", [&] {
                                          online_attention(q.view(), k.view(), v.view(), 1,
                                                           nullptr, output.view(), threads);
                                      }}};
    race(racers, 3);
    const double pairs = static_cast<double>(n) * static_cast<double>(n);
    std::printf(
        "%6zu tokens: best %.4f s, %.3f ns a pair, %.1f GFLOP/s, %.2f MiB more than "
        "inputs and output\n",
        n, racers[0].seconds[0], 1e9 * racers[0].seconds[0] / pairs,
        256e-9 * pairs / racers[0].seconds[0], most_memory() - before);
    return 0;
}

int run(const std::vector<std::string>& words) {
    const auto number = [&](std::size_t i) {
        const unsigned long value = std::stoul(words.at(i));
        return static_cast<std::size_t>(value);
    };
    const auto repeats = [&](std::size_t i) { return std::max(1, std::stoi(words.at(i))); };
    if (words.at(0) == "machine") return machine();
    if (words.at(0) == "matmul") return matmul(number(1), repeats(2));
    if (words.at(0) == "attention") return attention(number(1), number(2));
    if (words.at(0) != "encoder") throw std::invalid_argument(words.at(0));
    return encoder({.d_model = number(1),
                    .n_heads = number(2),
                    .d_ff = number(3),
                    .n_layers = number(5)},
                   number(4), number(6), repeats(7));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr << "fast_benchmark: " << error.what()
                  << "\nusage: fast_benchmark machine | matmul SIZE REPEATS |\n"
                     "       encoder D_MODEL HEADS D_FF TOKENS LAYERS THREADS REPEATS |\n"
                     "       attention TOKENS THREADS\n";
        return 2;
    }
}
