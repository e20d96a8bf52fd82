/// What the sources of chapter 13 share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/training_line.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch13 {

// What a model of chapter 13 is made of, and all that the chapter takes away or breaks.

/// Mistakes of chapter 18, made on the way forward; the way back is right for what was computed.
enum class Mistake {
    none,
    softmax_down_the_columns,  ///< each key splits itself among the queries
    root_of_d_model,           ///< the scores are divided by sqrt(d_model)
    heads_by_reshaping,        ///< the heads are cut out without a transpose
    residual_from_the_input,   ///< the second sum adds the layer's input
};

/// The whole layer; what is false is taken away.
struct Design {
    bool has_positions = true, has_attention = true, has_feed_forward = true,
         has_norms = true, has_residuals = true;
    bool is_scaled = true;  // the scores are divided by sqrt(d_k)
    std::size_t n_layers = 1, n_heads = 2;
    NormPlacement placement = NormPlacement::pre;
    Mistake mistake = Mistake::none;
    bool bends_average = false;  // a layer with ReLU between the average and the logits

    bool operator==(const Design&) const = default;
};

/// A design under the name that tables, options and recordings use.
struct NamedDesign {
    std::string name;   // "no_attention"
    std::string words;  // "no attention"
    Design design;
};

/// The whole layer, then one part taken away at a time.
const std::vector<NamedDesign>& one_part_less();

/// Six layers: whole, with the norms after the sums, without norms, without residuals.
const std::vector<NamedDesign>& six_layers();
const NamedDesign& six_whole();
const NamedDesign& six_without_residuals();

/// No attention, but a layer with ReLU after the average.
const NamedDesign& average_bent();

/// The whole layer with one of chapter 18's mistakes at a time.
const std::vector<NamedDesign>& with_mistakes();

// An encoder layer from which parts can be taken away, with its way back. The library's layer
// has no switches: this one is built from the library's parts, and a test holds it equal to
// the library's where nothing is missing.

/// x        [n x d_model]
/// returns  all values on the way; what was taken away stays empty
EncoderLayerTrace trace(const EncoderLayer& layer, const Design& design, const Matrix& x);

/// d_output  [n x d_model]
/// gradient  gets the slopes in all weights that took part
/// returns   [n x d_model]  the slope in the input
Matrix backward(const EncoderLayer& layer, const Design& design,
                const EncoderLayerTrace& trace, const Matrix& d_output,
                EncoderLayer& gradient);

// The sentences of chapter 13, and two questions about them. Each comes in four versions of
// twelve words; "indeed" stands where a "not" is missing, or else the length would tell.
//
//     Even though Mina did not    win the award, she was indeed satisfied.
//     Even though Mina did indeed win the award, she was not    satisfied.
//     Even though Mina did not    win the award, she was not    satisfied.
//     Even though Mina did indeed win the award, she was indeed satisfied.

using Ids = std::vector<std::size_t>;

/// What is asked. Both have two answers, 0 and 1.
enum class Question {
    place,  ///< In which half is the "not"? Asked of the first two versions.
    sense,  ///< Does "even though" make sense? The first two do (0), the others do not (1).
};

/// place or sense
std::string name_of(Question question);

/// The 25 words: chapter 12's, and "indeed".
const std::vector<std::string>& words();

/// A sentence and the right answer.
struct Asked {
    Ids ids = {};
    std::size_t answer = 0;
};

/// The versions of a sentence, in the order above.
using Versions = std::array<Ids, 4>;

/// All 256 sentences: 4 people with their pronouns, 4 verbs, 4 nouns, 4 adjectives.
std::vector<Versions> all_versions();

/// A question with its answer, of each version of which it is asked.
std::vector<Asked> asked_of(Question question, const Versions& versions);

/// What is learned from, and what is never shown. Versions of one sentence are on one side:
/// else a model could answer by remembering another version.
struct Sides {
    std::vector<Asked> shown, unseen;
};

/// Half of the sentences for each side, as the seed says.
Sides sides_of(Question question, std::uint64_t seed);

/// The sides' shown half in batches of 16, in an order that is new each time around.
std::vector<std::vector<Asked>> batches_of(Question question, std::uint64_t seed,
                                           std::size_t steps);

/// The words of ids.
std::vector<std::string> names_of(const Ids& ids);

/// As one would write it: a capital, a comma before the pronoun, a full stop.
std::string text_of(const Ids& ids);

/// The ids of a sentence that somebody typed, as chapter 12 reads them.
///
/// throws  UsageError  when there is no word or more than 16, or when a word is none of the 25
Ids ids_of(const std::string& text);

// The model of chapter 13: it reads a sentence and answers a question with one of two answers.

/// What is kept on the way forward.
struct SentenceTrace {
    std::vector<EncoderLayerTrace> layers;
    Matrix mean;    // [1 x d_model]  of the last layer's rows
    Matrix hidden;  // [1 x d_model]  of the mean, before ReLU; empty where nothing bends it
    Matrix read;    // [1 x d_model]  what the logits are made of
    Matrix logits;  // [1 x 2]        of the two answers
};

/// Layers after a design; the rows of the last are averaged, and a last map turns the average
/// into two logits, as in chapter 12.
struct SentenceModel {
    Embedding words;                   // [25 x 16]
    std::vector<EncoderLayer> layers;  // all parts are there, whether the design uses them
    Linear to_hidden;  // [16 x 16]  empty unless the design bends the average
    Linear to_logits;  // [16 x 2]
    Design design;

    SentenceTrace trace(const Ids& ids) const;
};

/// A model that has learned nothing: d_model 16, d_ff 32. One seed gives the same numbers for
/// every design of one depth.
SentenceModel random_sentence_model(const Design& design, std::uint64_t seed);

Parameters parameters(SentenceModel& model);

/// d_logits  [1 x 2]
/// gradient  gets the slopes in all weights that the design uses
void backward(const SentenceModel& model, const Ids& ids, const SentenceTrace& trace,
              const Matrix& d_logits, SentenceModel& gradient);

/// How far apart a sentence's words are before the first layer and after each: the length of the
/// rows' differences from their mean, as a share of the rows' own.
std::vector<double> differences(const SentenceModel& model, const Ids& ids);

/// What the average row of the first layer attends to, a row per head: [heads x words].
Matrix average_attention(const SentenceModel& model, const Ids& ids);

/// The same in each version of a sentence: one [4 x 12] per head.
std::vector<Matrix> average_attention(const SentenceModel& model, const Versions& versions);

// How the models of chapter 13 learn: the same loop for every design and both questions.

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const SentenceModel& model, std::span<const Asked> batch,
                       SentenceModel& gradient);

/// The mean loss, and how many answers are right.
Score score_of(const SentenceModel& model, std::span<const Asked> asked);

/// What is learned, and how.
struct Plan {
    Design design = {};
    Question question = Question::place;
    std::uint64_t seed = 1;  // of the first weights, the sides and the batches
    std::size_t steps = 400;
    double learning_rate = 3e-3;  // Adam's
    std::size_t every = 20;       // so often the unseen sentences are asked

    bool operator==(const Plan&) const = default;
};

/// What happened.
struct Outcome {
    Plan plan;
    SentenceModel model;
    std::vector<Asked> unseen;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

// All trainings that chapter 13 tells of: how they are measured, and what one such run left
// in runs.txt for the book.

/// How long the recorded trainings are, and how many seeds each has.
inline constexpr std::size_t run_steps = 400;
inline constexpr std::uint64_t n_seeds = 20;

/// The book's rate, and the rates at which six layers were trained as well, with residuals and
/// without.
inline constexpr double book_rate = 3e-3;
inline constexpr std::array depth_rates{1e-2, book_rate, 1e-3, 3e-4, 1e-4};

/// The name under which a design's runs are kept: "sense/no_attention", and
/// "place/six@0.001" at another rate than the book's.
std::string kind_of(Question question, const std::string& design,
                    double learning_rate = book_rate);

/// 20 seeds of every design: both questions where there is one layer, "place" where there are
/// six, these at several rates. Three quarters of an hour.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_runs(
    const std::function<void(const std::string&)>& progress = {});

/// The runs of the book, chapters/13_each_part/runs.txt.
const std::vector<Curve>& book_runs();

/// A design's runs among them, one a seed.
std::vector<Curve> runs_of(Question question, const std::string& design,
                           double learning_rate = book_rate);

/// What the seeds have in common.
struct Summary {
    std::size_t n_seeds = 0, n_all_right = 0;  // at the end
    std::string by_step = "-";  // when half of the seeds had all right for the first time
    std::size_t least_right = 0, most_right = 0;  // at the end
    double least_loss = 0, most_loss = 0;         // at the end
};
Summary summary_of(Question question, const std::string& design,
                   double learning_rate = book_rate);

/// How many unseen sentences a question has: 256 or 512.
std::size_t n_unseen(Question question);

/// How many seeds had all right sooner than in the other design's run of the same seed.
std::size_t sooner(Question question, const std::string& design, const std::string& other);

// The model that chapter 13 ships, and what the reader's own knobs ask for.

/// What the shipped weights come from: the whole layer, asked for sense.
Plan shipped_plan();

/// The model in learned.safetensors.
///
/// throws  std::runtime_error, SafetensorsError, StateDictError  when the weights cannot be read
SentenceModel shipped();

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, SentenceModel model);

/// What the knobs say.
///
/// without  nothing, or one of parts_to_take()
/// norm     "pre" or "post"
/// heads    "1", "2" or "4"
Plan plan_of(const std::string& question, const std::string& without, std::size_t layers,
             const std::string& heads, const std::string& norm, std::size_t seed,
             std::size_t steps, double learning_rate = book_rate,
             const std::string& readout = "linear");
const std::vector<std::string>& parts_to_take();

/// The recorded design that is the plan's, or nullptr when none was recorded at its rate.
const NamedDesign* recorded_design(const Plan& plan);

/// Trains from scratch, with a line on stderr; Ctrl-C stops it and keeps what was learned.
/// Or, when train is false and the plan is the shipped one, takes the shipped weights, and no
/// scores with them.
///
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(bool train, const Plan& plan, const Meanwhile& meanwhile);

// The recorded runs in lines of words.

using Lines = std::vector<std::vector<std::string>>;

/// How the runs of each design end, question by question: the worst and the best seed.
Lines table_of_ends(const std::vector<std::string>& designs);

/// How many seeds have all right, when half of them had, and how many were sooner and later
/// than with the whole layer.
Lines table_of_both_questions(const std::vector<NamedDesign>& designs);

/// The same for six layers and "place", beside six whole ones.
Lines table_of_six_layers();

/// Six layers at several rates, with residuals and without.
Lines table_of_rates();

/// How far apart the words of a sentence are before six random layers and after each, as a share
/// of their rows' length: the least and the most of 20 seeds, with residuals and without.
Lines table_of_differences(const Ids& ids);

// The figures of chapter 13.

/// Two questions, and the two parts that they cannot do without.
plots::Figure two_by_two_figure();

/// Every part taken away, both questions.
plots::Figure parts_figure();

/// Six layers: whole, after the sums, without norms, without residuals.
plots::Figure depth_figure();

/// Chapter 18's mistakes, both questions.
plots::Figure mistakes_figure();

/// A training: its loss above those recorded of its design, or of the whole layer where none
/// was; and what its heads attend to so far.
plots::Figure own_figure(const Outcome& outcome);

/// A training's curve; the recorded one where there are no scores, as with the shipped weights.
Curve own_curve(const Outcome& outcome);

/// What the average row attends to in a sentence, and whether it makes sense.
///
/// attention  [heads x words]  as average_attention
/// yes        the probability of "yes"
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const Matrix& attention, double yes);

/// What the average row attends to in four versions of a sentence, head by head.
///
/// before, after  [4 x 12] for each head
plots::Figure heads_figure(const std::vector<std::string>& words,
                           const std::vector<Matrix>& before,
                           const std::vector<Matrix>& after);

// Chapter 13's detours.

/// Adds the sections of further.cpp, and their knob.
void further(Chapter& chapter);

}  // namespace attn::chapters::ch13
