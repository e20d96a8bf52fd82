// Chapter 13, docs/13_speed.md: How fast can plain C++ be?
//
// New here: attn/fast, the same mathematics in float32: matmul_ladder, Linear, exp,
// attention, Encoder. From before: matmul (chapter 1), softmax (chapter 3), scaled attention
// and masks (chapters 5 and 6), the encoder (chapter 11). What measures is in speed/, the
// pictures are in figures.cpp.
//
// Numbers behind a ~ are measured, and yours will differ.
//
// Try: --size 512    --threads 4    --length 4096    --full

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/fast/encoder.hpp"
#include "attn/fast/exp.hpp"
#include "attn/fast/peak.hpp"
#include "attn/files/whole_file.hpp"
#include "attn/random.hpp"
#include "attn/text/print.hpp"
#include "chapters/13_speed/fast_math_probe.hpp"
#include "chapters/13_speed/figures.hpp"
#include "chapters/13_speed/measure_speed.hpp"
#include "chapters/13_speed/stopwatch.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/show.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::speed;
using std::cout;

namespace {

using Lines = std::vector<std::vector<std::string>>;

/// A measured number: whoever compares outputs looks only whether it is there.
std::string measured(double value, int decimals) {
    return "~" + number_text(value, decimals);
}

void say_progress(const std::string& what) {
    std::cerr << "  measuring: " << what << "\n";
}

void show_ladder(const SpeedTable& table, const std::string& mark) {
    const auto text = [&](double value, int decimals) {
        return mark + number_text(value, decimals);
    };
    cout << "peak of one thread  " << text(table.peak, 1) << " GFLOP/s\n\n";
    Lines lines{{"", "GFLOP/s", "of the peak", "times the first"}};
    for (const Rung& rung : table.rungs) {
        lines.push_back({rung.name, text(rung.gflops, rung.gflops < 10 ? 2 : 1),
                         text(100 * rung.gflops / table.peak, 1) + " %",
                         text(rung.gflops / table.rungs[0].gflops, 1)});
    }
    cout << lines_text(lines, 17);
}

void show_book(const SpeedTable& table) {
    cout << table.machine << ".\nTwo matrices of " << table.size << " x " << table.size
         << ".\n";
    show_ladder(table, "");
    cout << "\nOne head of 64 columns; memory beside q, k, v and the output.\n\n";
    Lines lines{{"tokens", "in full", "", "online", ""}};
    for (const AtLength& at : table.lengths) {
        lines.push_back({std::to_string(at.length), number_text(at.full_ms, 2) + " ms",
                         number_text(at.full_mib, 2) + " MiB",
                         number_text(at.online_ms, 2) + " ms",
                         number_text(at.online_mib, 2) + " MiB"});
    }
    cout << lines_text(lines, 14);
}

/// Which digits are lost differs from processor to processor, so only bounds are printed.
std::string error_text(double error) {
    if (error < 1e-12) return "below 1e-12";
    return error < 1e-5 ? "below 1e-5" : "TOO LARGE";
}

void show_errors(const std::vector<Rung>& rungs) {
    Lines lines;
    for (std::size_t i = 1; i < rungs.size(); ++i)
        lines.push_back({rungs[i].name, error_text(rungs[i].error)});
    cout << "Largest difference from the three loops, where the largest entry is 1:\n\n"
         << lines_text(lines, 14);
}

/// How far apart two floats are, counted in floats; both above 0.
std::int64_t floats_between(float a, float b) {
    const auto place = [](float x) {
        return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x));
    };
    return std::abs(place(a) - place(b));
}

void our_exp() {
    std::vector<float> xs;
    for (float x = -103.0f; x < 88.7f; x += 0.001f) xs.push_back(x);
    std::int64_t worst = 0;
    for (const float x : xs) {
        const auto exact = static_cast<float>(std::exp(static_cast<long double>(x)));
        worst = std::max(worst, floats_between(fast::exp(x), exact));
    }
    std::vector<float> ours(4096), standard(4096);
    const auto refill = [](std::vector<float>& numbers) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = -static_cast<float>(i) / 256.0f;
    };
    const std::vector<double> seconds = interleaved_medians({[&] {
                                                                 refill(standard);
                                                                 for (float& x : standard)
                                                                     x = std::exp(x);
                                                             },
                                                             [&] {
                                                                 refill(ours);
                                                                 fast::exp(ours);
                                                             }},
                                                            0.02);
    cout << "tried at " << xs.size() << " numbers from -103 to 88.7\n"
         << "farthest from the exact value: "
         << (worst <= 2 ? "at most 2 units in the last place" : "TOO FAR") << "\n"
         << "exp(-infinity)  "
         << number_text(fast::exp(-std::numeric_limits<float>::infinity()), 0)
         << "\nexp(89)         " << number_text(fast::exp(89.0f), 0) << "\nexp(NaN)        "
         << number_text(fast::exp(std::nanf("")), 0)
         << "\n4096 of them, std::exp against ours: "
         << measured(seconds[0] / seconds[1], 1) << " times the time\n";
}

void show_lengths(const std::vector<AtLength>& all) {
    Lines lines{{"tokens", "in full", "", "online", ""}};
    for (const AtLength& at : all) {
        lines.push_back({std::to_string(at.length), measured(at.full_ms, 2) + " ms",
                         measured(at.full_mib, 2) + " MiB",
                         measured(at.online_ms, 2) + " ms",
                         measured(at.online_mib, 2) + " MiB"});
    }
    cout << lines_text(lines, 14);
}

void whole_encoder(std::size_t threads) {
    Random generator(1);
    const EncoderConfig config{.d_model = 96, .n_heads = 4, .d_ff = 384, .n_layers = 2};
    const Encoder slow = random_encoder(config, generator);
    const fast::Encoder quick(slow);
    const Matrix x = random_normal_matrix(48, config.d_model, generator);
    const fast::FloatMatrix float_x(x);
    fast::EncoderWorkspace workspace(threads);
    const double gap =
        max_abs_difference(slow.forward(x), to_matrix(quick.forward(float_x, workspace)));
    const std::vector<double> seconds = interleaved_medians(
        {[&] { slow.forward(x); }, [&] { quick.forward(float_x, workspace); }}, 0.05);
    cout << "2 layers of 96 columns, 4 heads, 48 tokens\n"
         << "attn::Encoder        " << measured(seconds[0] * 1e3, 2) << " ms\n"
         << "attn::fast::Encoder  " << measured(seconds[1] * 1e3, 2) << " ms\n"
         << "largest difference of the outputs: "
         << (gap < 1e-5 ? "below 1e-5" : "TOO LARGE") << "\n";
}

const char* yes_or_no(bool answer) {
    return answer ? "yes" : "no";
}

void what_fast_math_breaks() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> tenths(1000000, 0.1);
    const Lines lines{
        {"", "as written", "-ffast-math"},
        {"is NaN a NaN?", yes_or_no(as_written::sees_nan(nan)),
         yes_or_no(with_fast_math::sees_nan(nan))},
        {"is infinity infinite?", yes_or_no(as_written::sees_infinity(infinity)),
         yes_or_no(with_fast_math::sees_infinity(infinity))},
        {"share of a masked key", number_text(as_written::masked_share(3), 2),
         measured(with_fast_math::masked_share(3), 2)},
        {"a million times 0.1, carefully", number_text(as_written::careful_sum(tenths), 8),
         measured(with_fast_math::careful_sum(tenths), 8)}};
    cout << lines_text(lines, 18);
}

SpeedTable measure_all(std::size_t size, std::size_t threads) {
    SpeedTable table{machine_name(), fast::measure_peak().gflops, size, {}, {}, {}};
    say_progress("the ladder at " + std::to_string(size));
    table.rungs = measure_ladder(size, threads, 2.0);
    for (const std::size_t n : {48u, 96u, 192u, 384u, 768u, 1536u}) {
        say_progress("products of " + std::to_string(n) + " x " + std::to_string(n));
        table.sizes.push_back(measure_size(n, 0.5));
    }
    for (const std::size_t n : {256u, 512u, 1024u, 2048u, 4096u, 8192u, 16384u}) {
        say_progress("attention over " + std::to_string(n) + " tokens");
        table.lengths.push_back(measure_length(n, 0.5));
    }
    table.peak = std::max(table.peak, fast::measure_peak().gflops);
    return table;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t size = 384, threads = 2, length = 1024;
    bool full = false;
    std::string file;
    Chapter chapter("13_speed", "How fast can plain C++ be?");
    chapter.options().add("size", size, 1, 4096,
                          "the ladder multiplies size x size matrices");
    chapter.options().add("threads", threads, 1, 64, "of the ladder's last step");
    chapter.options().add("length", length, 1, 16384, "how many tokens look at each other");
    chapter.options().add_flag("full", full,
                               "measure all that the figures show, for about a minute");
    chapter.options().add("write", file, "nowhere",
                          "with --full: keep the measurements in a file");

    return chapter.run(argc, argv, [&] {
        if (!file.empty() && !full)
            throw UsageError("--write keeps what --full measures; give --full too");
        SpeedTable table = book_table();
        chapter.heading(full ? "Measured now" : "Measured for the book");
        if (full) {
            table = measure_all(size, threads);
            if (!file.empty()) write_whole_file(file, table_text(table));
        }
        show_book(table);
        SpeedTable here = table;
        if (!full) {
            chapter.heading("The ladder, here and now");
            here = {machine_name(),
                    fast::measure_peak().gflops,
                    size,
                    measure_ladder(size, threads, 0.05),
                    {},
                    {}};
            cout << "Two matrices of " << size << " x " << size << ".\n";
            show_ladder(here, "~");
        }
        chapter.heading("The same numbers");
        show_errors(here.rungs);
        chapter.heading("An exponential of our own");
        our_exp();
        chapter.heading("Attention, in full and online");
        show_lengths({measure_length(std::max<std::size_t>(length / 2, 1), 0.05),
                      measure_length(length, 0.05)});
        chapter.heading("A whole encoder");
        whole_encoder(threads);
        chapter.heading("What fast-math breaks");
        what_fast_math_breaks();

        chapter.draw(ladder_figure(table));
        chapter.draw(sizes_figure(table));
        chapter.draw(lengths_figure(table));
        chapter.draw(errors_figure(table));
    });
}
