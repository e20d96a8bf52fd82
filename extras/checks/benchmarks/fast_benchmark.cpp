// How fast lib/fast is, as numbers for compare.py and for people. Built only on demand:
//
//   fast_benchmark machine
//   fast_benchmark matmul SIZE REPEATS          every rung, beside OpenBLAS and Eigen if built in
//   fast_benchmark encoder D_MODEL HEADS D_FF TOKENS LAYERS BATCH THREADS REPEATS [lengths]
//   fast_benchmark attention TOKENS THREADS REPEATS full|causal
//   fast_benchmark memory TOKENS                what attention over so many needs
//   fast_benchmark training 14|16               a step of a chapter's training, the mean of 20
//   fast_benchmark decoding WORDS REPEATS full|cached
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/decoding.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "benchmarks/other_matmuls.hpp"
#include "chapters/14_learning/pytorch_steps.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/21_speed/21_speed.hpp"
#include "chapters/21_speed/peak.hpp"
#include "fast/attention.hpp"
#include "fast/encoder.hpp"

namespace {

namespace ch16 = attn::chapters::ch16;
using attn::Matrix;
using attn::fast::FloatMatrix;

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

/// A quarter of a second, as in the other programs: Linux may leave a new thread on its parent's
/// processor for some 30 ms.
void warm_up(const std::vector<Contender>& contenders) {
    for (double seconds = 0; seconds < .25;) {
        for (const Contender& contender : contenders) seconds += seconds_of(contender.run);
    }
}

/// Runs all of them in turn, again and again: what disturbs the machine disturbs each alike.
void race(std::vector<Contender>& contenders, int repeats) {
    warm_up(contenders);
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (Contender& contender : contenders) {
            contender.seconds.push_back(seconds_of(contender.run));
        }
    }
    for (Contender& contender : contenders) std::ranges::sort(contender.seconds);
}

double median(const std::vector<double>& sorted) {
    return sorted[sorted.size() / 2];
}

int machine() {
    const attn::speed::Peak peak = attn::speed::measure_peak();
    const attn::fast::TileShape tile = attn::fast::tile_shape();
    std::printf("peak %.1f GFLOP/s a thread (sums %zux%zu), tile %zux%zu, compiler %s\n",
                peak.gflops, peak.vectors, peak.lanes, tile.rows, tile.cols, __VERSION__);
    return 0;
}

int matmul(std::size_t n, int repeats) {
    attn::Random generator(1);
    const FloatMatrix a(random_normal_matrix(n, n, generator));
    const FloatMatrix b(random_normal_matrix(n, n, generator));
    FloatMatrix c(n, n);
    double peak = 0;
    std::vector<Contender> racers;
    for (const attn::speed::Step& step : attn::speed::ladder(n, 2)) {
        if (n <= 256 || step.name != "three loops") racers.push_back({step.name, step.run});
    }
    for (const benchmarks::OtherMatmul& other : benchmarks::other_matmuls()) {
        racers.push_back({other.name, [&, run = other.run] {
                              run(n, a.view().data, b.view().data, c.view().data);
                          }});
    }
    racers.push_back(
        {"", [&] { peak = std::max(peak, attn::speed::measure_peak().gflops); }});
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

/// Seconds, one a line.
int print(const std::vector<double>& seconds) {
    for (const double each : seconds) std::printf("%.6f\n", each);
    return 0;
}

std::vector<double> times(int repeats, const std::function<void()>& run) {
    std::vector<Contender> alone = {{"", run}};
    race(alone, repeats);
    return alone[0].seconds;
}

/// Sentences of equal lengths, or shorter and shorter: one below the other, without padding.
std::vector<std::size_t> lengths_of(std::size_t batch, std::size_t tokens, bool differ) {
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < batch; ++i) {
        lengths.push_back(differ ? tokens * (batch - i) / batch : tokens);
    }
    return lengths;
}

int encoder(const attn::TransformerConfig& config, const std::vector<std::size_t>& lengths,
            std::size_t n_threads, int repeats) {
    attn::Random generator(1);
    const attn::fast::Encoder fast(random_encoder(config, generator));
    const attn::fast::Mask mask =
        lengths.size() == 1 ? attn::fast::Mask() : attn::fast::Mask::sentences(lengths);
    const std::size_t n = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
    const FloatMatrix x(random_normal_matrix(n, config.d_model, generator));
    attn::fast::EncoderWorkspace workspace(n_threads);
    return print(times(repeats, [&] { fast.forward(x, workspace, mask); }));
}

/// The most memory that this process has had so far, in MiB.
double most_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// A head's queries, keys and values.
struct Head {
    explicit Head(std::size_t n) : q(n, 64), k(n, 64), v(n, 64), output(n, 64, 1.0f) {
        attn::Random generator(1);
        for (FloatMatrix* m : {&q, &k, &v}) {
            for (std::size_t i = 0; i < n; ++i) {
                for (float& entry : m->row(i))
                    entry = static_cast<float>(generator.normal());
            }
        }
    }

    void attend(const attn::fast::Mask& mask, attn::fast::Threads& threads) {
        online_attention(q.view(), k.view(), v.view(), 1, mask, output.view(), threads);
    }

    FloatMatrix q, k, v, output;
};

int attention(std::size_t n, std::size_t n_threads, int repeats, bool is_causal) {
    Head head(n);
    attn::fast::Threads threads(n_threads);
    const attn::fast::Mask mask =
        is_causal ? attn::fast::Mask::causal(n) : attn::fast::Mask();
    return print(times(repeats, [&] { head.attend(mask, threads); }));
}

int memory(std::size_t n) {
    Head head(n);
    attn::fast::Threads one(1);
    const double before = most_memory();
    const double seconds = times(1, [&] { head.attend({}, one); })[0];
    std::printf("attention over %zu tokens: %.3f s, %.2f MiB more than inputs and output\n",
                n, seconds, most_memory() - before);
    return 0;
}

/// Mean seconds of the 20 steps that PyTorch took too.
int training(const std::string& chapter) {
    if (chapter == "14") {
        const auto begin = attn::chapters::ch14::recorded_by_pytorch();
        return print({seconds_of([&] { losses_of(begin); }) / 20});
    }
    if (chapter != "16") throw std::invalid_argument("there is no training " + chapter);
    const auto begin = attn::chapters::ch16::first_steps();
    return print({seconds_of([&] { losses_of(begin); }) / 20});
}

/// A decoder of chapter 16's size, of random weights, that has read 5 words and writes as many as
/// it is told, even past an end. Both ways write the same.
class LongWriter {
public:
    LongWriter() {
        const ch16::Task task = ch16::task_of(1);
        model_ = ch16::random_translator(task, 1);
        memory_ = model_.read(task.unseen[0].source);
    }
    attn::chapters::Ids write_without(std::size_t n_words) const {
        attn::chapters::Ids written{ch16::begin_id};
        while (written.size() <= n_words) {
            const Matrix logits = model_.write(written, memory_);
            written.push_back(attn::argmax(logits.row(written.size() - 1)));
        }
        return written;
    }

    attn::chapters::Ids write_with_cache(std::size_t n_words) const {
        attn::KvCache cache = attn::start_decoding(model_.decoder, memory_);
        const Matrix positions = attn::positional_encoding(n_words, memory_.cols());
        attn::chapters::Ids written{ch16::begin_id};
        while (written.size() <= n_words) {
            Matrix y = model_.target.forward({written.back()});
            for (std::size_t j = 0; j < y.cols(); ++j)
                y(0, j) += positions(written.size() - 1, j);
            const Matrix logits =
                model_.to_logits.forward(attn::decode_next(model_.decoder, y, cache));
            written.push_back(attn::argmax(logits.row(0)));
        }
        return written;
    }

private:
    ch16::Translator model_ = {};
    Matrix memory_ = {};
};

int decoding(std::size_t n_words, int repeats, bool is_cached) {
    const LongWriter writer;
    return print(times(repeats, [&] {
        is_cached ? writer.write_with_cache(n_words) : writer.write_without(n_words);
    }));
}

int run(const std::vector<std::string>& words) {
    const auto number = [&](std::size_t i) {
        const unsigned long value = std::stoul(words.at(i));
        return static_cast<std::size_t>(value);
    };
    const auto repeats = [&](std::size_t i) { return std::max(1, std::stoi(words.at(i))); };
    if (words.at(0) == "machine") return machine();
    if (words.at(0) == "matmul") return matmul(number(1), repeats(2));
    if (words.at(0) == "attention") {
        return attention(number(1), number(2), repeats(3), words.at(4) == "causal");
    }
    if (words.at(0) == "memory") return memory(number(1));
    if (words.at(0) == "training") return training(words.at(1));
    if (words.at(0) == "decoding") {
        return decoding(number(1), repeats(2), words.at(3) == "cached");
    }
    if (words.at(0) != "encoder") throw std::invalid_argument(words.at(0));
    const bool differ = words.size() > 9 && words[9] == "lengths";
    return encoder({.d_model = number(1),
                    .n_heads = number(2),
                    .d_ff = number(3),
                    .n_layers = number(5)},
                   lengths_of(number(6), number(4), differ), number(7), repeats(8));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr
            << "fast_benchmark: " << error.what()
            << "\nusage: fast_benchmark machine | matmul SIZE REPEATS |\n"
               "       encoder D_MODEL HEADS D_FF TOKENS LAYERS BATCH THREADS REPEATS "
               "[lengths] |\n"
               "       attention TOKENS THREADS REPEATS full|causal | memory TOKENS |\n"
               "       training 14|16 | decoding WORDS REPEATS full|cached\n";
        return 2;
    }
}
