/// What was measured once for the chapter, and is kept beside it: twenty trainings of
/// transformer.cpp, and what three programs cost that learn the same.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace attn::chapters::ch17 {

/// What a training of the file left: see seeds.txt.
struct SeedRecord {
    std::size_t seed = 0;
    std::size_t right = 0, n_unseen = 0;
    double last_loss = 0;  // of the last batch
    bool is_aligned =
        false;  // I, want, go and sea read their own words most, as in chapter 16
    std::string english;  // what it made of the book's sentence
};

/// Trains the file with seeds 1 to 20: two minutes.
///
/// progress  is called after each training
std::vector<SeedRecord> measure_seeds(
    const std::function<void(const SeedRecord&)>& progress);

/// One training, as in seeds.txt.
SeedRecord measure_seed(std::size_t seed);

/// The records as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string seeds_text(const std::vector<SeedRecord>& records);
std::vector<SeedRecord> read_seeds(const std::string& text);

/// Those of the book, chapters/17_one_file/seeds.txt.
const std::vector<SeedRecord>& book_seeds();

/// A program that learns chapter 16's sentences, and what that costs: see costs.txt.
struct Cost {
    std::string name;
    std::size_t lines = 0;    // of code, without what is installed
    double milliseconds = 0;  // per step
};

/// The programs, and on which machine they ran.
struct Costs {
    std::string machine;
    std::vector<Cost> programs;
};

/// throws  std::runtime_error  when a line cannot be read; it says which
Costs read_costs(const std::string& text);

/// Those of the book, chapters/17_one_file/costs.txt.
const Costs& book_costs();

}  // namespace attn::chapters::ch17
