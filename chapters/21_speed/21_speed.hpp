/// What the sources of chapter 21 share.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "plots/plot.hpp"

namespace attn::speed {

/// The seconds that one call of each function takes: the median of several rounds. In each the
/// functions take turns, so that a slow moment of the machine touches all of them alike. A
/// function that is done within a millisecond is called until one has passed.
///
/// seconds_each  a function that has taken so long in all is called no more; each has at least
///               one round
/// most_rounds   and at most so many
std::vector<double> interleaved_medians(const std::vector<std::function<void()>>& functions,
                                        double seconds_each, std::size_t most_rounds = 101);

/// The bytes that new gave out and nobody had given back, at their most, while function ran,
/// beyond those that were out before. A program that links this counts every new and delete.
std::size_t most_bytes_during(const std::function<void()>& function);

/// One step of the ladder of matrix products.
struct Rung {
    std::string name;
    double gflops = 0;  // billions of multiplications and additions a second
    double error = 0;   // largest difference from float64, the largest entry being 1
    std::size_t threads = 1;
};

/// One head of 64 columns over a sentence; memory is what is needed beside q, k, v and the
/// output.
struct AtLength {
    std::size_t length = 0;
    double full_ms = 0, full_mib = 0;      // all scores at once
    double online_ms = 0, online_mib = 0;  // a block of keys at a time
};

/// Some rows times a matrix of wide_size x wide_size floats, 64 MiB.
struct AtRows {
    std::size_t rows = 0;
    double ms = 0;
};
inline constexpr std::size_t wide_size = 4096;

struct SpeedTable {
    std::string machine;   // which instructions, how many processors
    double peak = 0;       // GFLOP/s of one thread
    std::size_t size = 0;  // of the ladder's matrices
    std::vector<Rung> rungs;
    std::vector<AtLength> lengths;
    std::vector<AtRows> rows = {};
};

/// What part each step reaches of the peak of its threads; none for the steps before float32,
/// since the peak is that of floats.
std::vector<std::optional<double>> parts_of_the_peak(const SpeedTable& table);

/// The table as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string table_text(const SpeedTable& table);
SpeedTable read_table(const std::string& text);

/// A run that the book shows: chapters/21_speed/measured/NAME.txt.
///
/// throws  std::runtime_error  when the file cannot be read
SpeedTable recorded_table(const std::string& name);

/// The book's machine: all that is measured, the ladder with eight columns more, and the tiles as
/// another compiler and narrower vectors have them.
struct Book {
    SpeedTable all, wider;
    SpeedTable clang, avx2, avx2_clang;
};
Book book_tables();

/// One way to multiply two matrices. run does it, result does it and gives the product.
struct Step {
    std::string name;
    std::size_t threads = 1;
    std::function<void()> run;
    std::function<Matrix()> result;
};

/// The steps of the ladder, for two random matrices of size x size. They own what they need.
std::vector<Step> ladder(std::size_t size, std::size_t threads);

/// Every step's speed and its largest difference from float64, the largest entry being 1.
std::vector<Rung> measure_ladder(std::size_t size, std::size_t threads,
                                 double seconds_each);

/// From one row to 128, on one thread.
std::vector<AtRows> measure_rows(double seconds_each);

/// Attention in full and online, at a length.
AtLength measure_length(std::size_t length, double seconds_each);

/// The ladder alone, in a moment.
SpeedTable measure_ladder_alone(std::size_t size, std::size_t threads);

/// All that the book's tables and figures show. It takes minutes, and says on stderr where it is.
SpeedTable measure_all(std::size_t size, std::size_t threads);

/// A processor's name without its trademarks, short enough for a figure's subtitle: "Intel Xeon"
/// for "Intel(R) Xeon(R) Processor @ 2.10GHz".
std::string short_processor_name(const std::string& full);

/// How wide lib/fast's vectors are, or that there are none.
std::string vectors_text(std::size_t lanes);

/// "AMD EPYC, vectors of 16 floats, GCC 12": the processor, and how lib/fast was compiled.
std::string machine_name();

}  // namespace attn::speed

namespace attn::chapters {

/// Every step's GFLOP/s as a bar, and the peak of one thread.
plots::Figure ladder_figure(const speed::SpeedTable& table);

/// Eight steps along a row of a matrix in memory, and eight down a column: which boxes are fetched.
plots::Figure walk_figure();

/// One step of k for a tile of 2 x 2 sums: the numbers loaded, and what each sum gets.
plots::Figure tile_figure();

/// Where the numbers of b go when they are packed into panels.
///
/// b       each number is its own place in memory: 0, 1, 2 ... row after row
/// panels  the same numbers, packed into panels of width columns
plots::Figure packing_figure(const Matrix& b, std::span<const double> panels,
                             std::size_t width);

}  // namespace attn::chapters

namespace attn::chapters::ch21 {

// What chapter 21's program defines: packing, online softmax, and attention with it.

/// Packing: b's numbers panel after panel, a panel's first row, then its second, and so on.
///
/// b      [d x m]
/// width  a panel's columns, 1 or more; the last panel may be narrower
std::vector<double> packed(const Matrix& b, std::size_t width);

/// What online softmax keeps of the keys so far, however many there were.
struct SoFar {
    double largest = -std::numeric_limits<double>::infinity();  // of the scores
    double sum = 0;                                             // of exp(score - largest)
    double output = 0;  // of exp(score - largest) times value
};

/// One key more; a masked key's score is -infinity. Once all were seen, output / sum is attention's
/// output.
SoFar next(const SoFar& before, double score, double value);

/// Scaled dot-product attention by online softmax, without a mask.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]  1 key or more
/// v        [n_key x d_v]
/// returns  [n_query x d_v]
Matrix key_after_key(const Matrix& q, const Matrix& k, const Matrix& v);

// How chapter 21 prints what it measures.

/// Marks a number that was measured just now. A comparison of outputs asks only whether there
/// is one.
inline const std::string now = "~";

/// Two digits and a unit: "12 s", "800 ms", "5.4 µs", "60 ns".
std::string time_text(double seconds);

// mark  stands before each measured number: now, or nothing
void show_ladder(Page& page, const speed::SpeedTable& table, const std::string& mark);
void show_tiles(Page& page, const std::vector<const speed::SpeedTable*>& tables);
void show_rows(Page& page, const std::vector<speed::AtRows>& all);
void show_lengths(Page& page, const std::vector<speed::AtLength>& all);

// Chapter 21's detours, and what --full measures.

/// here   the ladder, measured just now
void further(Chapter& chapter, const Value<speed::SpeedTable>& here);

/// All that the tables and figures show, measured now; kept in the file, if there is one.
void measured_now(Page& page, const speed::SpeedTable& table, const Path& file);

}  // namespace attn::chapters::ch21
