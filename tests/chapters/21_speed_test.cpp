// The measuring of chapter 21 and its figures. The fast functions themselves are tested in
// fast_*_test.cpp; nothing here depends on how fast this machine is.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/21_speed/21_speed.hpp"
#include "chapters/21_speed/fast_math_probe.hpp"
#include "chapters/21_speed/plain_loops.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"
#include "plots/figure_faults.hpp"

namespace attn::chapters {

using namespace attn::speed;

namespace {

const SpeedTable small_table{
    "A machine, 2 processors",
    100,
    64,
    {{"three loops", 2, 0, 1}, {"float32", 90, 3e-7, 1}, {"2 threads", 160.5, 3e-7, 2}},
    {{256, 1, 0.25, 0.5, 0.125}, {512, 4, 1, 2, 0.125}},
    {{1, 2.5}, {4, 3}}};

}  // namespace

TEST_CASE("Every step of the ladder gives the product of the first", "[chapter21][S1-08]") {
    for (const std::size_t size : {1u, 2u, 7u, 53u}) {
        for (const Rung& rung : measure_ladder(size, 3, 0.0)) {
            INFO(rung.name << " at " << size);
            CHECK(rung.error < 1e-5);
            CHECK(rung.gflops > 0);
            CHECK(std::isfinite(rung.gflops));
        }
    }
}

TEST_CASE("The ladder has one step for several threads, and none for one", "[chapter21]") {
    const std::vector<Step> alone = ladder(5, 1), together = ladder(5, 3);
    CHECK(alone.size() == 9);
    REQUIRE(together.size() == 10);
    CHECK(together.back().name == "3 threads");
    CHECK(together.back().threads == 3);
}

TEST_CASE("Plain loops give chapter 1's product, checked or not, for any processor or this",
          "[chapter21][S1-08]") {
    Random generator(131);
    for (const auto& [n, d, m] :
         {std::array<std::size_t, 3>{1, 1, 1}, {7, 1, 5}, {4, 31, 24}, {3, 0, 5}}) {
        const Matrix a = random_normal_matrix(n, d, generator);
        const Matrix b = random_normal_matrix(d, m, generator);
        CHECK(any_processor::matmul_three_loops(a, b) == matmul(a, b));
        CHECK(any_processor::matmul_loop_order(a, b) == matmul(a, b));
        CHECK(any_processor::matmul_unchecked(a, b) == matmul(a, b));
        // Here a multiplication and an addition may be rounded once.
        CHECK_THAT(this_processor::matmul_loop_order(a, b), IsCloseTo(matmul(a, b), 1e-13));
        CHECK_THAT(this_processor::matmul_unchecked(a, b), IsCloseTo(matmul(a, b), 1e-13));
    }
    const Matrix a(2, 3), b(5, 7);
    CHECK_THROWS_WITH(
        any_processor::matmul_loop_order(a, b),
        "matmul_loop_order: a is 2x3, b is 5x7; a's columns must equal b's rows");
    CHECK_THROWS_WITH(
        this_processor::matmul_unchecked(a, b),
        "matmul_unchecked: a is 2x3, b is 5x7; a's columns must equal b's rows");
}

TEST_CASE("In the recorded runs the steps are the program's, and none is past the peak",
          "[chapter21]") {
    const std::vector<Step> steps = ladder(1, 2);
    const Book book = book_tables();
    REQUIRE(book.all.rungs.size() == steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        CHECK(book.all.rungs[i].name == steps[i].name);
    for (const SpeedTable& table :
         {book.all, book.wider, book.clang, book.avx2, book.avx2_clang}) {
        for (const Rung& rung : table.rungs) {
            INFO(table.machine << " at " << table.size << ", " << rung.name);
            CHECK(std::ranges::count(steps, rung.name, &Step::name) == 1);
            CHECK(rung.gflops < table.peak * static_cast<double>(rung.threads));
            CHECK(rung.error < 1e-5);
        }
    }
    // Eight columns more: the three loops gain, the other order hardly.
    CHECK(book.wider.size == book.all.size + 8);
    CHECK(book.wider.rungs[0].gflops > 2.5 * book.all.rungs[0].gflops);
    CHECK(book.wider.rungs[1].gflops < 1.2 * book.all.rungs[1].gflops);
}

TEST_CASE(
    "A step in double has no part of the peak of floats, a step on two threads has two",
    "[chapter21]") {
    const auto parts = parts_of_the_peak(small_table);
    REQUIRE(parts.size() == 3);
    CHECK_FALSE(parts[0]);
    CHECK(parts[1] == 0.9);
    CHECK(parts[2] == 0.8025);
}

TEST_CASE("In the record a few rows take as long as one, and many take their own time",
          "[chapter21]") {
    const auto rows = book_tables().all.rows;
    REQUIRE(rows.size() == 8);
    CHECK(rows[0].rows == 1);
    CHECK(rows[2].rows == 4);
    CHECK(rows[2].ms < 1.2 * rows[0].ms);
    CHECK(rows[7].ms > 1.8 * rows[6].ms);
}

TEST_CASE("Functions are timed in turn, each at least once", "[chapter21]") {
    std::string turns;  // several calls in one turn count once
    const auto take_turn = [&](char name) {
        return [&turns, name] {
            if (!turns.ends_with(name)) turns += name;
        };
    };
    const std::vector<double> medians =
        interleaved_medians({take_turn('a'), take_turn('b')}, 1e9, 3);
    CHECK(turns == "ababab");
    CHECK(medians.size() == 2);
    turns.clear();
    interleaved_medians({take_turn('a'), take_turn('b')}, 0.0);
    CHECK(turns == "ab");
}

TEST_CASE("A call that is over before the clock ticks is made again", "[chapter21]") {
    std::size_t calls = 0;
    CHECK(interleaved_medians({[&] { ++calls; }}, 1e9, 20)[0] > 0);
    CHECK(calls > 20);
}

TEST_CASE("Memory is counted at its fullest moment", "[chapter21]") {
    // A vector that nobody looks at would not do: compilers may leave its memory out.
    const auto in_turn = [] {
        ::operator delete(::operator new(3000));
        ::operator delete (::operator new (5000, std::align_val_t{64}),
                           std::align_val_t{64});
    };
    CHECK(most_bytes_during(in_turn) == 5000);
    const auto at_once = [] {
        void* const first = ::operator new(3000);
        void* const second = ::operator new(5000);
        ::operator delete(first);
        ::operator delete(second);
    };
    CHECK(most_bytes_during(at_once) == 8000);
    CHECK(most_bytes_during([] {}) == 0);
    // More than there can be: the label in front must not make a small number of it.
    volatile std::size_t too_much = std::numeric_limits<std::size_t>::max() - 8;
    void* volatile kept = nullptr;  // a call whose result nobody has may be left out
    CHECK_THROWS_AS(kept = operator new(too_much), std::bad_alloc);
    CHECK_THROWS_AS(kept = operator new(too_much, std::align_val_t(64)), std::bad_alloc);
    CHECK(kept == nullptr);
}

TEST_CASE("Online attention needs no more memory for a longer sentence", "[chapter21]") {
    const AtLength some = measure_length(512, 0.0), more = measure_length(1024, 0.0);
    CHECK(some.full_mib > 1);  // 512 512 floats
    CHECK(more.full_mib > 4);
    CHECK(some.online_mib < 0.25);
    CHECK(more.online_mib == some.online_mib);
}

TEST_CASE("Measurements are kept as a text and read again", "[chapter21]") {
    const std::string text = table_text(small_table);
    CHECK(table_text(read_table(text)) == text);
    CHECK(read_table(text).rungs[2].gflops == 160.5);
    CHECK(read_table(text).lengths[1].online_mib == 0.125);
    CHECK(read_table(text).rows[1].ms == 3);
}

TEST_CASE("What fast-math takes away is there without it", "[chapter21]") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(as_written::sees_nan(nan));
    CHECK(as_written::sees_infinity(-infinity));
    CHECK_FALSE(as_written::sees_nan(infinity));
    CHECK_FALSE(as_written::sees_infinity(1));
    CHECK(as_written::last_weight({-infinity, -infinity, 3}) == 1);
    CHECK(as_written::last_weight({-infinity, 0, std::log(3)}) == 0.75);
    CHECK_FALSE(with_fast_math::sees_nan(nan));
    CHECK_FALSE(with_fast_math::sees_infinity(infinity));
    CHECK_FALSE(with_fast_math::last_weight({-infinity, 3}) == 1);
}

TEST_CASE("Packed, a panel's rows lie one behind the other", "[chapter21]") {
    Matrix b(3, 7);
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j < 7; ++j) b(k, j) = static_cast<double>(7 * k + j);
    }
    CHECK(ch21::packed(b, 5) == std::vector<double>{0,  1,  2,  3,  4,  7,  8,
                                                    9,  10, 11, 14, 15, 16, 17,
                                                    18, 5,  6,  12, 13, 19, 20});
    CHECK(ch21::packed(b, 1) == std::vector<double>{0,  7, 14, 1,  8, 15, 2,  9, 16, 3, 10,
                                                    17, 4, 11, 18, 5, 12, 19, 6, 13, 20});
    CHECK(ch21::packed(Matrix(0, 3), 2).empty());
}

TEST_CASE("A key at a time, online softmax gives attention's output", "[chapter21]") {
    const std::vector<double> values{1500, 2500, 4000, 9000};
    for (const std::vector<double>& scores : {std::vector<double>{3, 1, -2, -3},
                                              {-3, -2, 1, 3},
                                              {1e4, 0, -1e4, 1e4},
                                              {0, -infinity, 1, -infinity},
                                              {-infinity, -infinity, 1, 3}}) {
        ch21::SoFar seen;
        for (std::size_t j = 0; j < 4; ++j) seen = ch21::next(seen, scores[j], values[j]);
        CHECK(std::abs(seen.output / seen.sum - dot(softmax(scores), values)) < 1e-9);
        CHECK(seen.largest == *std::max_element(scores.begin(), scores.end()));
    }
}

TEST_CASE("Key after key, every query gets attention's output", "[chapter21]") {
    Random generator(19);
    const Matrix q = random_normal_matrix(5, 3, generator) * 20;
    const Matrix k = random_normal_matrix(7, 3, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    CHECK_THAT(ch21::key_after_key(q, k, v),
               IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-12));
    CHECK(ch21::key_after_key(q, Matrix{{1, 2, 3}}, Matrix{{4, 5}})(4, 1) == 5);
}

TEST_CASE("A time has two digits and a unit", "[chapter21]") {
    CHECK(ch21::time_text(11.93) == "12 s");
    CHECK(ch21::time_text(2.26) == "2.3 s");
    CHECK(ch21::time_text(0.8013) == "800 ms");
    CHECK(ch21::time_text(0.0262) == "26 ms");
    CHECK(ch21::time_text(5.44e-6) == "5.4 µs");
    CHECK(ch21::time_text(0.9996e-6) == "1.0 µs");
    CHECK(ch21::time_text(61e-9) == "61 ns");
    CHECK(ch21::time_text(123.4) == "120 s");
}

TEST_CASE("A processor is named without its trademarks", "[chapter21]") {
    CHECK(short_processor_name("Intel(R) Xeon(R) Processor") == "Intel Xeon");
    CHECK(short_processor_name("Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz") ==
          "Intel Core i7-8650U");
    CHECK(short_processor_name("AMD EPYC 9R14 96-Core Processor") ==
          "AMD EPYC 9R14 96-Core");
    CHECK(short_processor_name("Apple M2") == "Apple M2");
}

TEST_CASE("The speed figures can be drawn, however fast the machine is", "[chapter21]") {
    CHECK(samples::faults_of(plots::laid_out(walk_figure())) == "");
    SpeedTable one = small_table, slow = small_table, fast = small_table;
    one.rungs.pop_back();  // no step reaches the peak
    for (Rung& rung : slow.rungs) {
        rung.gflops /= 1000;
        rung.error = 0;
    }
    for (Rung& rung : fast.rungs) rung.gflops *= 30;
    for (const SpeedTable& table : {small_table, book_tables().all, one, slow, fast}) {
        CHECK(samples::faults_of(plots::laid_out(ladder_figure(table))) == "");
    }
    CHECK(ladder_figure(small_table).title ==
          "The same product, on one thread 45 times as fast");
}

}  // namespace attn::chapters
