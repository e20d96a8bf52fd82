/// The measurements of chapter 13: what a run of the program measures, and what one such run
/// left in the folder measured for the book's figures.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace attn::speed {

/// One step of the ladder of matrix products.
struct Rung {
    std::string name;
    double gflops = 0;  // billions of multiplications and additions a second
    double error = 0;   // largest difference from float64, the largest entry being 1
    std::size_t threads = 1;
};

/// Products of square matrices, in GFLOP/s.
struct AtSize {
    std::size_t size = 0;
    double three_loops = 0;  // double, as in chapter 1
    double read_ahead = 0;   // the ladder's last step on one thread
};

/// One head of 64 columns over a sentence; memory is what is needed beside q, k, v and the
/// output.
struct AtLength {
    std::size_t length = 0;
    double full_ms = 0, full_mib = 0;      // all scores at once
    double online_ms = 0, online_mib = 0;  // a block of keys at a time
};

struct SpeedTable {
    std::string machine;   // which instructions, how many processors
    double peak = 0;       // GFLOP/s of one thread
    std::size_t size = 0;  // of the ladder's matrices
    std::vector<Rung> rungs;
    std::vector<AtSize> sizes;
    std::vector<AtLength> lengths;
};

/// The table as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string table_text(const SpeedTable& table);
SpeedTable read_table(const std::string& text);

/// A run that the book shows: chapters/13_speed/measured/NAME.txt.
///
/// throws  std::runtime_error  when the file cannot be read
SpeedTable recorded_table(const std::string& name);

/// The ladder for two kinds of vectors, each climbed by two compilers' code.
struct Book {
    SpeedTable avx512, avx2;              // GCC's, with all that is measured
    SpeedTable avx512_clang, avx2_clang;  // Clang's, of which the book shows the ladder
};
Book book_tables();

}  // namespace attn::speed
