// Chapter 13, docs/13_speed.md: How fast can plain C++ be?
//
// The same mathematics once more, in float32 and in an order that processors like.
// New: attn/fast: matmul_ladder, Linear, exp, attention, Encoder. From before: matmul (1),
// softmax (3), scaled attention and masks (5, 6), the encoder (11).
// Numbers behind a ~ are measured, and yours will differ.
// Turn a knob: --size 512, --threads 4, --length 4096, --full.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <limits>

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
#include "chapters/common/compare.hpp"
#include "chapters/common/show.hpp"

namespace attn::chapters::ch13 {
namespace {

using namespace speed;
using Lines = std::vector<Labels>;

/// A measured number: whoever compares outputs looks only whether it is there.
std::string measured(double value, int decimals) {
    return "~" + number_text(value, decimals);
}

void say_progress(const std::string& what) {
    std::cerr << "  measuring: " << what << "\n";
}

/// All that the figures show.
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

/// The ladder alone, in a moment.
SpeedTable measure_ladder_alone(std::size_t size, std::size_t threads) {
    return {.machine = machine_name(),
            .peak = fast::measure_peak().gflops,
            .size = size,
            .rungs = measure_ladder(size, threads, 0.05),
            .sizes = {},
            .lengths = {}};
}

/// How far apart two floats are, counted in floats; both above 0.
std::int64_t floats_between(float a, float b) {
    const auto place = [](float x) {
        return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x));
    };
    return std::abs(place(a) - place(b));
}

/// mark  stands before each number that was measured
void show_ladder(Page& page, const SpeedTable& table, const std::string& mark) {
    const auto text = [&](double value, int decimals) {
        return mark + number_text(value, decimals);
    };
    page.say("Two matrices of ", table.size, " x ", table.size, ".");
    page.say("peak of one thread  ", text(table.peak, 1), " GFLOP/s");
    page.gap();
    Lines lines{{"", "GFLOP/s", "of the peak", "times the first"}};
    for (const Rung& rung : table.rungs) {
        lines.push_back({rung.name, text(rung.gflops, rung.gflops < 10 ? 2 : 1),
                         text(100 * rung.gflops / table.peak, 1) + " %",
                         text(rung.gflops / table.rungs[0].gflops, 1)});
    }
    page.out() << lines_text(lines, 17);
}

void show_lengths(Page& page, const std::vector<AtLength>& all, const std::string& mark) {
    Lines lines{{"tokens", "in full", "", "online", ""}};
    for (const AtLength& at : all) {
        lines.push_back({std::to_string(at.length),
                         mark + number_text(at.full_ms, 2) + " ms",
                         mark + number_text(at.full_mib, 2) + " MiB",
                         mark + number_text(at.online_ms, 2) + " ms",
                         mark + number_text(at.online_mib, 2) + " MiB"});
    }
    page.out() << lines_text(lines, 14);
}

void show_table(Page& page, const SpeedTable& table) {
    page.say(table.machine, ".");
    show_ladder(page, table, "");
    page.gap();
    page.say("One head of 64 columns; memory beside q, k, v and the output.");
    page.gap();
    show_lengths(page, table.lengths, "");
    page.draw(ladder_figure(table));
    page.draw(sizes_figure(table));
    page.draw(lengths_figure(table));
    page.draw(errors_figure(table));
}

void measured_now(Page& page, const SpeedTable& table, const std::string& file) {
    if (!file.empty()) write_whole_file(file, table_text(table));
    show_table(page, table);
}

void ladder_here(Page& page, const SpeedTable& here) {
    show_ladder(page, here, "~");
}

/// Which digits are lost differs from processor to processor, so only bounds are printed.
std::string error_text(double error) {
    if (error < 1e-12) return "below 1e-12";
    return error < 1e-5 ? "below 1e-5" : "TOO LARGE";
}

void same_numbers(Page& page, const SpeedTable& here) {
    Lines lines;
    for (std::size_t i = 1; i < here.rungs.size(); ++i) {
        lines.push_back({here.rungs[i].name, error_text(here.rungs[i].error)});
    }
    page.say("Largest difference from the three loops, where the largest entry is 1:");
    page.gap();
    page.out() << lines_text(lines, 14);
}

void our_exp(Page& page) {
    std::int64_t worst = 0, count = 0;
    for (float x = -103.0f; x < 88.7f; x += 0.001f, ++count) {
        const auto exact = static_cast<float>(std::exp(static_cast<long double>(x)));
        worst = std::max(worst, floats_between(fast::exp(x), exact));
    }
    std::vector<float> numbers(4096);
    const auto refill = [&] {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = -static_cast<float>(i) / 256.0f;
    };
    const auto standard = [&] {
        refill();
        for (float& x : numbers) x = std::exp(x);
    };
    const auto ours = [&] {
        refill();
        fast::exp(numbers);
    };
    const Numbers seconds = interleaved_medians({standard, ours}, 0.02);
    const float far = -std::numeric_limits<float>::infinity();
    page.say("tried at ", count, " numbers from -103 to 88.7");
    page.say("farthest from the exact value: ",
             worst <= 2 ? "at most 2 units in the last place" : "TOO FAR");
    page.say("exp(-infinity)  ", number_text(fast::exp(far), 0));
    page.say("exp(89)         ", number_text(fast::exp(89.0f), 0));
    page.say("exp(NaN)        ", number_text(fast::exp(std::nanf("")), 0));
    page.say("4096 of them, std::exp against ours: ", measured(seconds[0] / seconds[1], 1),
             " times the time");
}

void full_and_online(Page& page, std::size_t length) {
    const std::size_t half = std::max<std::size_t>(length / 2, 1);
    show_lengths(page, {measure_length(half, 0.05), measure_length(length, 0.05)}, "~");
}

void whole_encoder(Page& page, std::size_t threads) {
    Random generator(1);
    const EncoderConfig config{.d_model = 96, .n_heads = 4, .d_ff = 384, .n_layers = 2};
    const Encoder slow = random_encoder(config, generator);
    const fast::Encoder quick(slow);
    const Matrix x = random_normal_matrix(48, config.d_model, generator);
    const fast::FloatMatrix float_x(x);
    fast::EncoderWorkspace workspace(threads);
    const double gap =
        max_abs_difference(slow.forward(x), to_matrix(quick.forward(float_x, workspace)));
    const Numbers seconds = interleaved_medians(
        {[&] { slow.forward(x); }, [&] { quick.forward(float_x, workspace); }}, 0.05);
    page.say("2 layers of 96 columns, 4 heads, 48 tokens");
    page.say("attn::Encoder        ", measured(seconds[0] * 1e3, 2), " ms");
    page.say("attn::fast::Encoder  ", measured(seconds[1] * 1e3, 2), " ms");
    page.say("largest difference of the outputs: ",
             gap < 1e-5 ? "below 1e-5" : "TOO LARGE");
}

void what_fast_math_breaks(Page& page) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const Numbers tenths(1000000, 0.1);
    const Lines lines{
        {"", "as written", "-ffast-math"},
        {"is NaN a NaN?", yes_or_no(as_written::sees_nan(nan)),
         yes_or_no(with_fast_math::sees_nan(nan))},
        {"is infinity infinite?", yes_or_no(as_written::sees_infinity(infinity)),
         yes_or_no(with_fast_math::sees_infinity(infinity))},
        {"weight of a masked key", number_text(as_written::masked_weight(3), 2),
         measured(with_fast_math::masked_weight(3), 2)},
        {"a million times 0.1, carefully", number_text(as_written::careful_sum(tenths), 8),
         measured(with_fast_math::careful_sum(tenths), 8)}};
    page.out() << lines_text(lines, 18);
}

void require_full(const std::string& file, bool full) {
    if (file.empty() || full) return;
    throw UsageError("--write keeps what --full measures; give --full too");
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("13_speed", "How fast can plain C++ be?");
    const auto size =
        chapter.whole("size", 384, 1, 4096, "the ladder multiplies size x size matrices");
    const auto threads = chapter.whole("threads", 2, 1, 64, "of the ladder's last step");
    const auto length =
        chapter.whole("length", 1024, 1, 16384, "how many tokens look at each other");
    const auto full =
        chapter.flag("full", "measure all that the figures show, for about a minute");
    const auto file = chapter.text("write", "", "nowhere",
                                   "with --full: keep the measurements in a file");
    chapter.check(require_full, file, full);
    const auto short_run = chapter.computed(std::logical_not<bool>(), full);
    const auto book = chapter.computed(book_table);
    const auto now = chapter.computed(measure_all, size, threads);
    const auto here = chapter.computed(measure_ladder_alone, size, threads);

    chapter.section("Measured for the book", show_table, book)
        .draws("13_ladder", "13_sizes", "13_lengths", "13_errors")
        .only_if(short_run);
    chapter.section("Measured now", measured_now, now, file)
        .draws("13_ladder", "13_sizes", "13_lengths", "13_errors")
        .only_if(full);
    chapter.section("The ladder, here and now", ladder_here, here).only_if(short_run);
    chapter.section("The same numbers", same_numbers, here);
    chapter.section("An exponential of our own", our_exp);
    chapter.section("Attention, in full and online", full_and_online, length);
    chapter.section("A whole encoder", whole_encoder, threads);
    chapter.section("What fast-math breaks", what_fast_math_breaks);
}

}  // namespace attn::chapters::ch13
