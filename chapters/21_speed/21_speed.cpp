#include "chapters/21_speed/21_speed.hpp"

// Chapter 21, docs/21_speed.md: How fast can plain C++ be?
//
// The same mathematics once more, in an order that processors like. New: lib/fast. From before:
// matmul (1), softmax (5), the snack bar's menu (3). The ladder's steps are in plain_loops.cpp
// and float_ladder.cpp. Detours, in further.cpp: --more.
// Numbers behind a ~ are measured, and yours will differ.
// Turn a knob: --size 1024    --threads 4    --full

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/21_speed/fast_math_probe.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch21 {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

/// Packing: b's numbers panel after panel, a panel's first row, then its second, and so on.
Numbers packed(const Matrix& b, std::size_t width) {
    Numbers panels;
    for (std::size_t first = 0; first < b.cols(); first += width) {
        const std::size_t end = std::min(first + width, b.cols());
        for (std::size_t k = 0; k < b.rows(); ++k) {
            for (std::size_t j = first; j < end; ++j) panels.push_back(b(k, j));
        }
    }
    return panels;
}

/// Online softmax: one key more.
SoFar next(const SoFar& before, double score, double value) {
    const double largest = std::max(before.largest, score);
    const double shift = std::isinf(largest) ? 0 : largest;  // all masked so far
    const double factor = std::exp(before.largest - shift);
    const double weight = std::exp(score - shift);
    return {largest, factor * before.sum + weight, factor * before.output + weight * value};
}

/// Attention without its table: of each query's scores, one is held at a time.
Matrix key_after_key(const Matrix& q, const Matrix& k, const Matrix& v) {
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        double largest = -infinity, sum = 0;
        for (std::size_t j = 0; j < k.rows(); ++j) {
            const double score = dot(q.row(i), k.row(j)) / std::sqrt(q.cols());
            const double before = std::exchange(largest, std::max(largest, score));
            const double factor = std::exp(before - largest);
            const double weight = std::exp(score - largest);
            sum = factor * sum + weight;
            for (std::size_t c = 0; c < v.cols(); ++c)
                output(i, c) = factor * output(i, c) + weight * v(j, c);
        }
        for (double& number : output.row(i)) number /= sum;
    }
    return output;
}

namespace {

using namespace speed;

// Where rows are a power of two long, eight columns more make the three loops faster.
void eight_columns_more(Page& page, const Book& book) {
    std::vector<Labels> lines{{"GFLOP/s", "three loops", "another loop order"}};
    for (const SpeedTable* table : {&book.all, &book.wider}) {
        const std::string n = std::to_string(table->size);
        lines.push_back({n + " x " + n, number_text(table->rungs[0].gflops, 2),
                         number_text(table->rungs[1].gflops, 2)});
    }
    page.show_words(lines);
    page.draw(walk_figure());
}

void one_tile_two_compilers(Page& page, const Book& book) {
    page.say("GFLOP/s at ", book.all.size, " x ", book.all.size, ", one thread");
    page.gap();
    show_tiles(page, {&book.all, &book.clang, &book.avx2, &book.avx2_clang});
    page.draw(tile_figure());
}

void ladder_of_the_book(Page& page, const Book& book) {
    page.say(book.all.machine, ".");
    show_ladder(page, book.all, "");
    page.draw(ladder_figure(book.all));
}

void ladder_here(Page& page, const SpeedTable& here) {
    page.say("on ", now, "(", here.machine, ")");
    show_ladder(page, here, now);
}

// Each number is its own place in memory, to show where it goes.
void packing(Page& page) {
    Matrix b(4, 12), in_rows(3, 16);
    std::iota(b.values().begin(), b.values().end(), 0.0);
    const Numbers panels = packed(b, 4);
    std::copy(panels.begin(), panels.end(), in_rows.values().begin());
    page.show("b", b, {}, {}, 0);
    page.show("packed", in_rows, {"panel 0", "panel 1", "panel 2"}, {}, 0);
    page.draw(packing_figure(b, panels, 4));
}

// Chapter 3's guest asks for "a drink, cold if you have it", coffee first.
void dish_by_dish(Page& page) {
    const Labels dishes{"coffee", "Pepsi", "kimbap", "bibimbap"};
    const Numbers scores{1, 3, -2, -3}, prices{2500, 1500, 4000, 9000};
    std::vector<Labels> lines{
        {"", "score", "price", "largest", "sum", "output", "output / sum"}};
    SoFar seen;
    for (std::size_t i = 0; i < dishes.size(); ++i) {
        seen = next(seen, scores[i], prices[i]);
        lines.push_back({dishes[i], number_text(scores[i], 0), number_text(prices[i], 0),
                         number_text(seen.largest, 0), number_text(seen.sum, 4),
                         number_text(seen.output, 2),
                         number_text(seen.output / seen.sum, 2)});
    }
    page.show_words(lines);
    page.gap();
    page.say("all scores at once: ", number_text(dot(softmax(scores), prices), 2));
}

// A model that writes: each product has one row on the left.
void one_row_at_a_time(Page& page, const Book& book) {
    show_rows(page, book.all.rows);
}

void lengths_of_the_book(Page& page, const Book& book) {
    page.say("One head of 64 columns; memory beside q, k, v and the output.");
    page.gap();
    show_lengths(page, book.all.lengths);
}

// Where it breaks.
void what_fast_math_breaks(Page& page) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    page.show_words(
        {{"", "as written", "-ffast-math"},
         {"is NaN a NaN?", yes_or_no(as_written::sees_nan(nan)),
          yes_or_no(with_fast_math::sees_nan(nan))},
         {"is infinity infinite?", yes_or_no(as_written::sees_infinity(infinity)),
          yes_or_no(with_fast_math::sees_infinity(infinity))},
         {"a masked key, then an open one",
          number_text(as_written::last_weight({-infinity, 3}), 2),
          number_text(with_fast_math::last_weight({-infinity, 3}), 2)}});
}

void require_full(const Path& file, bool full) {
    if (file.empty() || full) return;
    throw UsageError("--record keeps what --full measures; give --full too");
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("21_speed", "How fast can plain C++ be?");
    const auto size =
        chapter.whole("size", 384, 1, 4096, "the ladder multiplies size x size matrices");
    const auto threads =
        chapter.whole("threads", 2, 1, 64, "how many threads the ladder's last step has");
    const auto full =
        chapter.flag("full", "measure everything that the figures show (takes minutes)");
    const auto file = chapter.record("record", PathUse::write_file,
                                     "with --full: keep the measurements in a file");
    chapter.check(require_full, file, full);
    const auto short_run = chapter.computed(std::logical_not<bool>(), full);
    const auto book = chapter.computed(book_tables);
    const auto all = chapter.computed(measure_all, size, threads);
    const auto here = chapter.computed(measure_ladder_alone, size, threads);

    chapter.section("Eight columns more", eight_columns_more, book)
        .draws("21_walk")
        .only_if(short_run);
    chapter.section("Measured for the book", ladder_of_the_book, book)
        .draws("21_ladder")
        .only_if(short_run);
    chapter.section("Measured now", measured_now, all, file)
        .draws("21_ladder")
        .only_if(full);
    chapter.section("One tile, two compilers", one_tile_two_compilers, book)
        .draws("21_tile")
        .only_if(short_run);
    chapter.section("Packing", packing).draws("21_packing");
    chapter.section("The ladder, here and now", ladder_here, here).only_if(short_run);
    chapter.section("One row at a time", one_row_at_a_time, book).only_if(short_run);
    chapter.section("Dish by dish", dish_by_dish);
    chapter.section("Attention, measured for the book", lengths_of_the_book, book)
        .only_if(short_run);
    chapter.section("What fast-math breaks", what_fast_math_breaks);
    further(chapter, here);
}

}  // namespace attn::chapters::ch21
