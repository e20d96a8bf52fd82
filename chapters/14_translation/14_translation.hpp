/// What the sources of chapter 14 share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attn/decoder.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "chapters/printing/parity.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch14 {

// What a translator of chapter 14 is made of, and what the chapter takes away.

/// The whole translator; what is false is taken away.
struct Design {
    std::size_t n_heads = 1;
    bool has_cross_attention = true;   // without, the decoder reads nothing
    bool is_causal = true;             // without, a word sees those after it
    bool is_scaled = true;             // the scores are divided by sqrt(d_k)
    bool source_has_positions = true;  // the sentence that is read
    bool target_has_positions = true;  // the sentence that is written

    bool operator==(const Design&) const = default;
};

/// A design under the name that options and recordings use.
struct NamedDesign {
    std::string name;   // "no_causal"
    std::string words;  // "no causal mask"
    Design design;
};

/// The whole translator, then one thing changed at a time.
const std::vector<NamedDesign>& changes();

/// Not divided by sqrt(d_k), with more heads than one: with h of them d_k is 32 / h.
const std::vector<NamedDesign>& undivided_heads();

/// The whole translator, and without the positions of what is read.
const std::vector<NamedDesign>& with_and_without_order();

// The sentences of chapter 14, in Korean and in English, and how both are made. To add a word,
// add a line to one of the tables in grammar.cpp.

using Words = std::vector<std::string>;

/// A sentence in both languages, word by word.
struct Pair {
    Words korean, english;

    bool operator==(const Pair&) const = default;
};

/// 360 pairs: who, where or what, which verb, in three forms (go, want to go, do not want to
/// go). One speech level. Third persons take 싶어 해 and 싶어 하지 않아; a particle follows the
/// last sound of its word.
const std::vector<Pair>& wishes();

/// The words of the wishes, as lines: who, what, and what is done, alone and before a wish.
std::vector<Words> table_of_words();

/// A sentence and its mirror: who sees whom, and the other way round.
struct Mirrors {
    Pair pair, mirror;
    bool are_nouns = false;  // then only the order of the English words tells them apart
};

/// 140 pairs and their mirrors: 8 people, 5 verbs.
const std::vector<Mirrors>& who_sees_whom();

/// The sentence that the book has followed since chapter 3: 나는 바다에 가고 싶어.
const Pair& the_sentence();

/// Words with blanks between them.
std::string text_of(const Words& sentence);

/// The sentence and its end, as a word.
Words with_end(Words sentence);

/// The subject's particle: 는 after a vowel, 은 after a consonant.
///
/// throws  std::invalid_argument  when the noun does not end in a Hangul syllable
std::string with_topic(const std::string& noun);

/// The object's particle: 를 after a vowel, 을 after a consonant; throws as with_topic.
std::string with_object(const std::string& noun);

// What a translator of chapter 14 is to learn: sentences as ids, those that it is shown and
// those that it never sees.

/// The first two words of every vocabulary are no words: a sentence's beginning and its end.
inline constexpr std::size_t begin_id = 0, end_id = 1;

/// A sentence and its translation, each with the end.
struct Example {
    Ids source, target;
    bool only_order_tells = false;  // who sees whom: both are nouns
};

/// What is learned from, what is never shown, and the words of both languages; a word's id is
/// its place.
struct Task {
    Words source_words, target_words;
    std::vector<Example> shown, unseen;
};

enum class TaskName {
    wishes,             ///< the wishes, Korean to English
    people_to_english,  ///< who sees whom, Korean to English; mirrors stay on one side
    people_to_korean,   ///< the same, English to Korean
    mirrors_shown,  ///< English to Korean; unseen are 12 of two nouns, whose mirrors are
                    ///< shown, and the others with their mirrors
};
std::string text_of(TaskName name);

/// A fifth is unseen, with the_sentence() among it. One seed gives one split, whichever way
/// is translated.
Task task_of(TaskName name, std::uint64_t seed);

/// The ids of words, with the end.
///
/// throws  std::out_of_range  when a word is unknown; the message names it
Ids ids_of(const Words& sentence, const Words& vocabulary);

/// The words of ids, without beginning and end.
Words words_of(const Ids& ids, const Words& vocabulary);

/// What the decoder is given while it learns, teacher forcing: the beginning, and the right words
/// without the end, so that each stands one place later than its answer.
Ids shifted(const Ids& target);

/// In how many places of all sentences the next word is fixed by three things: which words are
/// read, whatever their order; which were written; and which of these was the last.
struct FixedPlaces {
    std::size_t n = 0, n_fixed = 0;
};
FixedPlaces places_fixed_without_order(const Task& task);

/// How many sentences are learned from in one step.
inline constexpr std::size_t batch_size = 32;

/// All shown sentences in a new order, again and again.
std::vector<std::vector<Example>> batches_of(const Task& task, std::uint64_t seed,
                                             std::size_t steps);

// The model of chapter 14: an encoder reads a sentence, a decoder writes its translation.

/// What is kept on the way forward.
struct TranslatorTrace {
    EncoderTrace encoder;
    DecoderTrace decoder;
    Matrix logits;  // [n x target words]  row i: what follows word i
};

/// Embeddings, a pre-norm encoder and a pre-norm decoder of one layer each, and a last map from
/// the decoder's rows to a logit for each word.
struct Translator {
    Embedding source, target;
    Encoder encoder;
    Decoder decoder;
    Linear to_logits;
    Design design = {};

    /// ids      [m]  what is read, with the end
    /// returns  [m x d_model]  the memory: a row for each word
    Matrix read(const Ids& ids) const;

    /// written  [n]            the words so far, from the beginning on
    /// memory   [m x d_model]  what read returned
    /// returns  [n x target words]  row i: the logits of the word that follows word i
    Matrix write(const Ids& written, const Matrix& memory) const;

    /// Both, every intermediate value kept.
    TranslatorTrace trace(const Ids& ids, const Ids& written) const;
};

/// A model that has learned nothing: d_model 32, d_ff 64.
Translator random_translator(const Design& design, const Task& task, std::uint64_t seed);

/// All its numbers under PyTorch's names, each with source., target., encoder., decoder. or
/// to_logits. before it.
Parameters parameters(Translator& model);

/// The model's way back.
///
/// d_logits  [n x target words]
/// gradient  gets the slopes in all weights
void backward(const Translator& model, const Ids& ids, const Ids& written,
              const TranslatorTrace& trace, const Matrix& d_logits, Translator& gradient);

/// The same model with the design worked into its weights, so that the library's layers, which
/// know no designs, compute what it says. Without cross-attention its last map is 0 and adds
/// nothing. The library divides by sqrt(d_k); for a design that does not, the queries get
/// sqrt(d_k) times as long, which undoes the division.
Translator with_design_applied(Translator model);

/// The way back: slopes in the weights of with_design_applied(model) become slopes in the model's.
void design_backward(Translator& gradient);

/// Greedy decoding: the word with the largest logit, again and again, until the end.
///
/// most_words  after so many it stops; a sentence of the chapter has ten at most
/// returns     the words' ids, without beginning and end
Ids translate(const Translator& model, const Ids& ids, std::size_t most_words = 12);

/// The same, with the keys and values of what is written kept. Without a causal mask this is so
/// because there is one layer only: a second one's keys would change with every word.
Ids translate_with_cache(const Translator& model, const Ids& ids,
                         std::size_t most_words = 12);

// How the translators of chapter 14 learn: the same loop for every design and every task.

/// The mean loss over a batch, and every weight's slope. Each word is predicted from the right
/// words before it, whatever the model would have written: that is teacher forcing.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const Translator& model, std::span<const Example> batch,
                       Translator& gradient);

/// The mean loss, with the right words before each, and how many sentences come out right when
/// the model writes alone.
Score score_of(const Translator& model, std::span<const Example> examples);

/// How many of the examples that only their order tells apart come out right.
std::size_t right_by_order(const Translator& model, std::span<const Example> examples);

/// How many words of all examples are right, each given the right words before it and none
/// after it, whether the model learned so or not; and how many there are.
std::size_t words_right(Translator model, std::span<const Example> examples);
std::size_t word_count(std::span<const Example> examples);

/// The least mean loss, over all sentences of a task, of a writer that reads nothing. It gives
/// each sentence a probability, and these sum to at most 1.
double least_loss_without_reading(const Task& task);

/// What is learned, and how.
struct Plan {
    Design design = {};
    TaskName task = TaskName::wishes;
    std::uint64_t seed = 1;  // of the first weights, the sides and the batches
    std::size_t steps = 300;
    double learning_rate = 3e-3;  // Adam's
    std::size_t every = 20;       // so often the unseen sentences are asked

    bool operator==(const Plan&) const = default;
};

/// What happened.
struct Outcome {
    Plan plan;
    Translator model;  // as designed
    Task task;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each, its model before
///        with_design_applied()
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

// What a training begins with, for another program to begin with too, and what PyTorch's
// losses were.

/// The weights before the first step, the first batches, and PyTorch's losses on them.
struct Beginning {
    Translator model;
    std::vector<std::vector<Example>> batches;
    std::vector<double> losses = {};
};

/// The shipped one-head plan's first 20 steps.
Beginning first_steps();

/// Writes first.safetensors and batches.npy: a row for each pair of sentences, how many words are read and
/// written, the ids of both with their ends, filled up with -1.
///
/// throws  std::runtime_error  when a file cannot be written
void save(const std::filesystem::path& folder, const Beginning& beginning);

/// The beginning in pytorch/, and what PyTorch made of it.
///
/// throws  std::runtime_error, NpyError, StateDictError  when a file cannot be read
Beginning recorded_by_pytorch();

/// The loss of each of our steps from this beginning.
std::vector<double> losses_of(const Beginning& beginning);

// A decoder layer and a whole Transformer against PyTorch's numbers, stage by stage.

/// The same weights with the norms after the sums (post) and before the sublayers (pre).
struct BothPlacements {
    std::vector<Gap> post, pre;
};

/// Our values against PyTorch's float64.
struct Comparison {
    BothPlacements layer;        // every value of a decoder layer
    BothPlacements transformer;  // what each layer of a Transformer passes on
};

/// data  the folder with layer.safetensors and transformer.safetensors, which the reference cases
///       in tests/reference/decoder_layer and transformer describe
Comparison compare_with_pytorch(const std::filesystem::path& data);

// All trainings that chapter 14 tells of: how they are measured, and what one such run left in
// runs.txt and ends.txt for the book.

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

/// The runs of the book, chapters/14_translation/runs.txt and ends.txt.
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

// The models that chapter 14 ships, and what the reader's own knobs ask for.

/// What shipped weights come from: the wishes; one head with seed 1 or 3, two with seed 1.
Plan shipped_plan(std::size_t n_heads, std::uint64_t seed = 1);

/// The model in learned/one_head.safetensors, seed_3.safetensors or two_heads.safetensors.
///
/// throws  std::invalid_argument  when no weights of such a plan are shipped
Outcome shipped(std::size_t n_heads, std::uint64_t seed = 1);

/// The model of a plan, with the weights in a safetensors file.
///
/// throws  std::runtime_error, SafetensorsError, NpyError, StateDictError  when the weights cannot be
///         read, or are another model's
Outcome loaded(const std::filesystem::path& weights, const Plan& plan);

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, Translator model);

/// What the knobs say.
///
/// task     one of task_names()
/// without  nothing, or one of parts_to_take()
/// heads    "1", "2" or "4"
Plan plan_of(const std::string& task, const std::string& without, const std::string& heads,
             std::size_t seed, std::size_t steps);
const std::vector<std::string>& task_names();
const std::vector<std::string>& parts_to_take();

/// The design of the recorded runs with a plan's task and parts, or null.
const NamedDesign* recorded_design(const Plan& plan);

/// The model that a reader gave, if load is not empty.
///
/// throws  UsageError  when it is to be trained as well, and as loaded
std::optional<Outcome> given_weights(const std::filesystem::path& load, bool train,
                                     const Plan& plan);

/// Takes the given model, if there is one; or, when train is false and the plan is a shipped one, the
/// shipped weights. Or trains from scratch, with a line on stderr; Ctrl-C stops it and keeps what
/// was learned.
///
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(const std::optional<Outcome>& given, bool train, const Plan& plan,
                   const Meanwhile& meanwhile);

// Recorded trainings and readings of chapter 14 as lines of words.

using Lines = std::vector<std::vector<std::string>>;

/// One thing changed at a time: how many seeds, how many sentences, the loss.
Lines table_of_changes();

/// What nine seeds make of the_sentence without a causal mask, and without cross-attention.
Lines table_of_outputs();

/// Who sees whom: both directions, with and without positions.
Lines table_of_directions();

/// How many of the one-head models translate, and how many of these align their words.
struct AlignmentCounts {
    std::size_t n_seeds = 0, all_right = 0, both = 0;
};
AlignmentCounts count_alignments();

/// What the words of aligned_words read most, for some recorded one-head models.
Lines table_of_readings(const std::vector<std::uint64_t>& seeds);

/// What the models without a causal mask do when the words after each are hidden, in a line.
std::string table_of_hidden_words();

/// In how many runs without positions, with mirrors shown, the first unseen sentence came out
/// as its mirror.
std::size_t count_recited();

/// Every kind of run, in a line.
Lines table_of_runs();

// Greedy decoding, looked at step by step.

/// One step: what is written so far, and the three likeliest words to come.
struct WritingStep {
    Words so_far;
    std::vector<std::string> words = {};  // the likeliest first; "(end)" ends the sentence
    std::vector<double> p = {};
    std::vector<double> reading = {};  // the source words' weights, the mean of the heads
};

/// The first word that is written when the row of the end in memory is another sentence's.
std::string first_word_with_other_end(const Translator& model, const Task& task,
                                      const Ids& source, const Ids& other);

/// All steps until the end, or until most_words are written.
std::vector<WritingStep> write_step_by_step(const Translator& model, const Task& task,
                                            const Ids& source, std::size_t most_words = 12);

// The figures of chapter 14.

/// Two sentences facing each other, and a ribbon from each written word to what it read.
///
/// reading  [written x read]  as reading_of
plots::Figure alignment_figure(const std::string& name, const std::string& title,
                               const Words& read, const Words& written,
                               const Matrix& reading);

/// An alignment word by word: the ribbons grow towards a word, then it is written.
plots::Figure moving_figure(const plots::Figure& alignment);

/// Whether their boxes find room beside each other in such a figure.
bool fits_side_by_side(const Words& words);

/// The hand-made queries of eight words being written meet the keys of four that were read; the way
/// of "sea" is framed.
plots::Figure one_word_asks_figure(const AttentionTrace& trace);

/// What is lost with each part: losses fall all the same, sentences do not come out.
plots::Figure changes_figure();

/// Who sees whom, in both directions, with and without the positions of what is read.
plots::Figure directions_figure();

/// How much of its own word each of four words read, in each one-head model.
plots::Figure readings_figure();

/// What the heads of the two-head model look at, in the encoder and across.
plots::Figure heads_figure(const Translator& model, const Task& task);
/// A training above those recorded of its design, or of the whole translator where none was; and
/// what the model writes so far, by itself, for three unseen sentences.
plots::Figure own_figure(const Outcome& trained);

/// A training's curve; the recorded one where there are no scores, as with the shipped weights.
Curve own_curve(const Outcome& trained);

// Chapter 14's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch14
