/// How the translators of chapter 14 learn, the weights that it ships, and its recorded trainings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "chapters/14_translation/translator.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch14 {

/// The mean loss over a batch, and every weight's slope. Each word is predicted from the right
/// words before it, whatever the model would have written: that is teacher forcing.
///
/// gradient   gets the slopes; start with zeros
/// is_causal  see Translator::trace
double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient, bool is_causal = true);

/// The mean loss, with the right words before each, and how many sentences come out right when
/// the model writes alone.
Score score_of(const Translator& model, std::span<const Example> examples,
               bool is_causal = true);

/// What is taken away.
enum class Without { nothing, causal_mask, cross_attention };

/// A design under the name that options and recordings use.
struct NamedDesign {
    std::string name;   // "causal"
    std::string words;  // "no causal mask"
    Without without;
};

/// The whole translator, without a causal mask, and without cross-attention; and one of them.
const std::vector<NamedDesign>& designs();
const NamedDesign& named(Without without);

/// What is trained, and how.
struct Experiment {
    Without without = Without::nothing;
    Plan plan = {.steps = 300, .every = 20};
    TransformerConfig sizes = book_sizes;
};

/// Trains from scratch.
Outcome<Translator> learn(const Experiment& experiment,
                          const Onlooker<Translator>& onlooker = {});

/// The whole translator after 300 steps, in learned/seed_1.safetensors and seed_3.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when the weights cannot be read;
///         there are none of other seeds
Translator shipped(std::uint64_t seed);

/// A translator of four numbers a word, for the wall: how it was trained, and its weights in
/// learned/small.safetensors.
Experiment small_experiment();
Translator small();

/// The shipped one's weights before the first step, its first 20 batches, and PyTorch's losses on
/// them.
struct Beginning {
    Translator model;
    std::vector<std::vector<Example>> batches;
    std::vector<double> losses = {};
};

/// Without PyTorch's losses.
Beginning first_steps();

/// Writes first.safetensors and batches.npy: a row for each pair of sentences, how many words are
/// read and written, the ids of both with their ends, filled up with -1.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, const Beginning& beginning);

/// The beginning whose weights are in pytorch/, and what PyTorch made of it.
///
/// throws  std::runtime_error, NpyError, StateDictError  when a file cannot be read
Beginning recorded_by_pytorch();

/// The loss of each of our steps from this beginning.
std::vector<double> losses_of(const Beginning& beginning);

/// How many seeds each recorded training has.
inline constexpr std::uint64_t n_seeds = 20;

/// What a training left, beside its curve: what it makes of the_sentence, and from which Korean
/// words the English words of meaning_words were read most when the right ones stood before them.
struct End {
    std::string kind;  // a design's name
    std::uint64_t seed = 0;
    Words read;
    std::string text;
};

/// English words of the_sentence, each by its place, whose meaning is one Korean word's.
inline constexpr std::size_t meaning_words[] = {0, 1, 3, 6};

/// These Korean words, in their order: of I, want, go and sea.
extern const Words meanings;

struct Runs {
    std::vector<Curve> curves;
    std::vector<End> ends;
};

/// 20 seeds of every design. Some three minutes.
///
/// progress  is called before each training with what comes
Runs measure_runs(const std::function<void(const std::string&)>& progress);

/// The ends as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string ends_text(const std::vector<End>& ends);
std::vector<End> read_ends(const std::string& text);

/// The runs of the book, chapters/14_translation/runs.txt and ends.txt; and one design's among
/// them, one a seed.
const Runs& book_runs();
std::vector<Curve> curves_of(Without without);
std::vector<End> ends_of(Without without);

}  // namespace attn::chapters::ch14
