/// All trainings that chapter 16 tells of: how they are measured, and what one such run left in
/// runs.txt and ends.txt for the book.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters::ch16 {

/// How long the recorded trainings are, and how many seeds each has.
inline constexpr std::size_t run_steps = 300;
inline constexpr std::uint64_t n_seeds = 20;

/// What a training left, beside its curve.
struct End {
    std::string kind;  // "wishes/no_causal"
    std::uint64_t seed = 0;
    std::size_t right_by_order = 0;  // who sees whom: of the unseen that only order tells
    std::size_t words_right = 0, n_words = 0;  // of the unseen sentences, see words_right()
    std::string text, second;  // what it makes of the first two unseen sentences
    Matrix reading;            // [8 x 5]  wishes, whole: what each English word of
                               //          the_sentence, and its end, read
};

struct Runs {
    std::vector<Curve> curves;
    std::vector<End> ends;
};

/// The name under which a design's runs are kept: "wishes/no_causal".
std::string kind_of(TaskName task, const std::string& design);

/// 20 seeds of every change, of more heads without the division, and of every way to learn who sees whom: twenty minutes.
///
/// progress  is called before each training with what comes
Runs measure_runs(const std::function<void(const std::string&)>& progress = {});

/// The ends as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string ends_text(const std::vector<End>& ends);
std::vector<End> read_ends(const std::string& text);

/// The runs of the book, chapters/16_translation/runs.txt and ends.txt.
const Runs& book_runs();

/// One kind's runs among them, one a seed.
std::vector<Curve> curves_of(TaskName task, const std::string& design);
std::vector<End> ends_of(TaskName task, const std::string& design);

/// What each word of the_sentence read while it was written: [8 x 5], the mean of the heads.
Matrix reading_of(const Translator& model, const Task& task);

/// What each word of an example's target read, given the right words before it.
Matrix reading_of(const Translator& model, const Example& example);

/// English words of the_sentence whose meaning is one Korean word's, by their places.
struct Aligned {
    std::size_t english, korean;
};
inline constexpr std::array<Aligned, 4> aligned_words{
    {{0, 0}, {1, 3}, {3, 2}, {6, 1}}};  // I 나는, want 싶어, go 가고, sea 바다에

/// Whether each of them read its own word most.
bool is_aligned(const Matrix& reading);

/// The rule by which the drawn model is chosen, written down before the runs were made: the
/// first seed of the whole model with all unseen sentences right, that aligns its words; and
/// the first such seed that does not.
std::uint64_t first_right_seed(bool aligned);

}  // namespace attn::chapters::ch16
