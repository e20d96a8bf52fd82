/// What the sources of chapter 12 share.
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

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/learning/attention_backward.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "chapters/mistakes/ways_back.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "chapters/training/average.hpp"
#include "chapters/training/curves.hpp"
#include "chapters/training/not_sentences.hpp"
#include "chapters/training/training_line.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch12 {

// The model of chapter 12: it reads a sentence, and says in which half "not" stands.

/// What is kept on the way forward.
struct NotFinderTrace {
    EncoderTrace encoder;
    Matrix mean;    // [1 x d_model]  of the encoder's rows
    Matrix logits;  // [1 x 2]        first half, second half; before softmax
};

/// An encoder whose rows are averaged, and a last map from the average to two logits.
struct NotFinder {
    Embedding words;            // [24 x d_model]
    Encoder encoder;            // one pre-norm layer of two heads
    Linear to_logits;           // [d_model x 2]
    bool has_positions = true;  // without, it gets the words' vectors alone

    /// ids      [n]
    /// returns  [1 x 2]  the logit of each half
    Matrix forward(const std::vector<std::size_t>& ids) const;

    /// The same, with all that the way back needs.
    NotFinderTrace trace(const std::vector<std::size_t>& ids) const;
};

/// A model that has learned nothing: d_model 16, two heads, d_ff 32; 2,642 numbers.
NotFinder random_not_finder(std::uint64_t seed, bool has_positions = true);

/// All its numbers under PyTorch's names, each with embedding., encoder. or to_logits. before it.
Parameters parameters(NotFinder& model);

/// The model's way back: forward's lines from the last to the first.
///
/// d_logits  [1 x 2]
/// gradient  gets the slopes in all weights
void backward(const NotFinder& model, const std::vector<std::size_t>& ids,
              const NotFinderTrace& trace, const Matrix& d_logits, NotFinder& gradient);

// How the model of chapter 12 learns: the loss of a batch with all slopes, one step, a training.

using Batch = std::span<const NotSentence>;

/// not_finder.hpp's way back, or another one.
using Backward =
    std::function<void(const NotFinder&, const std::vector<std::size_t>&,
                       const NotFinderTrace&, const Matrix&, NotFinder& gradient)>;

/// The model's way back by the parts of bugs/ways_back.hpp, right or wrong.
Backward backward_by(const mistakes::WayBack& way);

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const NotFinder& model, Batch batch, NotFinder& gradient,
                       const Backward& backward = ch12::backward);

/// The mean loss, and how many answers are right.
Score score_of(const NotFinder& model, Batch sentences);

/// What is learned, and how.
struct Plan {
    std::uint64_t seed = 1;  // of the first weights, the split and the order of the batches
    std::size_t steps = 100;
    double learning_rate = 3e-3;  // Adam's
    bool has_positions = true;
    std::size_t every = 10;  // so often the unseen sentences are asked
    Backward way_back = backward;
};

inline constexpr std::size_t batch_size = 16;

/// What happened.
struct Outcome {
    Plan plan;
    NotFinder model;
    NotSentences unseen;
    std::vector<double> losses = {};  // [steps]  of each batch, before its step
    std::vector<Score> scores = {};   // of the unseen at step 0, every, 2 every ...
};

/// The sentences of a seed: the same for every training with it.
Split split_for(std::uint64_t seed);

/// The batches of a seed, in their order.
std::vector<NotSentences> batches_for(std::uint64_t seed, std::size_t steps);

/// Trains from scratch, for as long as go_on says so.
///
/// watch  is shown what was learned so far, before the first step and after each
Outcome learn(const Plan& plan, const GoOn& go_on = {},
              const std::function<void(const Outcome& so_far)>& watch = {});

/// The same plan without Adam: gradient descent with momentum, velocity = 0.9 velocity + slope,
/// weight -= learning_rate velocity.
///
/// returns  the unseen sentences' scores at step 0, every, 2 every ...; run_away_loss, and none
///          right, once a weight has passed a million
std::vector<Score> scores_by_momentum(const Plan& plan);
inline constexpr double momentum_rate = 0.03, run_away_loss = 1000;

// The curves of chapter 12: how they were measured, and what one such run left in curves.txt for the
// book.

/// How long the curves are, in steps.
inline constexpr std::size_t curve_steps = 300;

/// The rates at which the right way back was recorded; the book's is among them.
inline constexpr std::array curve_rates{0.0003, 0.003, 0.03, 0.1, 0.3};

/// The name under which a rate's curves are kept: "rate_0.1", and "right" for the book's.
std::string kind_at(double learning_rate);

/// 20 seeds as is right, without positions, and with each wrong way back; at other rates; and
/// all ways back by momentum. Some minutes.
///
/// progress  is called before each training with what comes
std::vector<Curve> measure_curves(
    const std::function<void(const std::string&)>& progress = {});

/// The curves of the book, chapters/12_learning/curves.txt.
///
/// throws  std::runtime_error  when the file cannot be read
const std::vector<Curve>& book_curves();

/// How many sentences are never shown.
inline constexpr std::size_t n_unseen = 256;

// What curves have in common.
std::size_t all_right_by(const std::vector<Curve>& curves, std::size_t step);
std::size_t all_right_at_the_end(const std::vector<Curve>& curves);
std::size_t lost_again(const std::vector<Curve>& curves);  // all right, and not so later
/// The steps at which the quickest and the slowest seed had all right; "-" for none.
std::array<std::string, 2> first_and_last(const std::vector<Curve>& curves);
std::size_t exactly_half_right(const std::vector<Curve>& curves);  // at their ends
double least_last_loss(const std::vector<Curve>& curves);
double most_last_loss(const std::vector<Curve>& curves);

// The weights that chapter 12 ships: a model that has learned, and what it began with.

/// The plan that the shipped weights come from.
inline const Plan book_plan{.seed = 1, .steps = 100};

/// The model with the weights in a safetensors file.
///
/// throws  std::runtime_error, SafetensorsError, NpyError, StateDictError  when the weights cannot be
///         read, or are another model's
NotFinder model_in(const std::filesystem::path& weights, bool has_positions = true);

/// The model in learned.safetensors, and the unseen sentences of its seed.
Outcome shipped();

/// The model that a reader gave, if load is not empty.
///
/// throws  UsageError  when it is to be trained as well, and as model_in
std::optional<NotFinder> loaded_model(const std::filesystem::path& load, bool train,
                                      const std::string& without);

/// Takes the loaded model, if there is one; or trains from scratch; or, when train is false and
/// nothing differs from the book's plan, takes the shipped weights. A line on stderr says how far it
/// is, if that is a terminal; Ctrl-C stops the training and keeps what was learned.
///
/// without    "nothing" or "positions"
/// meanwhile  gets own_figure() of what was learned so far
Outcome trained_by(const std::optional<NotFinder>& loaded, bool train, std::size_t seed,
                   std::size_t steps, double learning_rate, const std::string& without,
                   const Meanwhile& meanwhile = {});

/// Writes a model's weights, under PyTorch's names, to a safetensors file.
///
/// throws  std::runtime_error  when it cannot be written
void save(const std::filesystem::path& file, NotFinder model);

/// Writes what the book's plan begins with, for PyTorch: first.safetensors, the weights, and
/// batches.npy, each sentence's ids and then its half.
///
/// throws  std::runtime_error  when a file cannot be written
void save_beginning(const std::filesystem::path& folder);

/// The first weights and batches that were given to PyTorch, and the losses that it computed.
struct Parity {
    NotFinder model;
    std::vector<NotSentences> batches;  // 20 of 16 sentences
    std::vector<double> losses;         // [20]  PyTorch 1.13 in float64
};
Parity recorded_by_pytorch();

/// Our losses over the same steps.
std::vector<double> losses_of(const Parity& parity, double learning_rate = 3e-3);

// The way back through chapter 7's sentence, in which every number can be followed by hand.

/// Rows and columns that the chapter speaks of.
inline constexpr std::size_t love = 1, person = 0, feeling = 1, action = 0;

/// The three matrices of self-attention; or the slopes in them.
struct Maps {
    Linear query, key, value;  // each [4 x 4]
};

/// Chapter 7's, made by hand.
Maps hand_made_maps();

Parameters parameters(Maps& maps);

/// All values on the way forward, and all slopes on the way back.
struct SmallWayBack {
    AttentionTrace forward;
    double loss = 0;
    Matrix d_output;  // [4 x 4]  the slope of the loss in each number of the output
    AttentionGradient attention;  // in weights, scores, queries, keys and values
    Maps maps;                    // in the three matrices
};

/// The loss says how far "love" is from carrying 2 under "person": (output(love, person) - 2)^2.
SmallWayBack way_back(const Maps& maps);

/// How wrong the measured slopes are when a number is moved by so much: the largest error among
/// the 48 slopes.
struct NudgeError {
    double nudge = 0;
    double one_way = 0;    // (loss(w + nudge) - loss(w)) / nudge
    double both_ways = 0;  // as check_gradient() measures
};

/// For steps from 1 down to 1e-13.
std::vector<NudgeError> errors_by_nudge();

// The gradient check of the whole model, put to the right way back and to the wrong ones.

/// What the check says of a way back.
struct WayCheck {
    std::string name, mistake;  // as in bugs/ways_back.hpp; the first is "right"
    std::size_t wrong = 0;      // slopes with an error above 0.01, of 2,642
    std::size_t opposite = 0;   // of these, those with the wrong sign
    double worst = 0;           // the largest error
    double cosine = 0;          // of the angle between its gradient and the measured one
    std::vector<std::size_t> wrong_in = {};  // how many of them in each of parts_on_the_way
    std::vector<double> squares_in = {};  // there, the sum of the measured slopes' squares
};

/// The model's parts in the order in which the way back reaches them.
extern const std::vector<std::string> parts_on_the_way;

/// Two sentences through the model with its first weights (seed 1), and every weight moved.
std::vector<WayCheck> check_ways();

/// How a wrong gradient lies to the right one while Adam trains by the wrong one: the cosine over
/// all slopes, of the batch of each step, until all unseen sentences are right.
struct WayAngle {
    std::string mistake;
    double start = 0;  // before the first step
    double words = 0;  // the same, over the slopes of the words alone
    double least = 1;  // of all steps
};

/// Each of the wrong ways back, from the first weights of a seed.
std::vector<WayAngle> angles_of_ways(std::uint64_t seed);

// The figures of chapter 12.

/// Two bundles of loss curves, and ln 2.
plots::Figure curves_figure(const std::vector<Curve>& with,
                            const std::vector<Curve>& without);

/// A training: its loss above the recorded ones, and what two heads attend to so far.
///
/// outcome  weights without scores are the shipped ones, whose scores are recorded
plots::Figure own_figure(const Outcome& outcome);

/// What each head attends to in a sentence: [n x n] each.
std::vector<Matrix> heads_of(const NotFinder& model, const std::vector<std::size_t>& ids);

/// Chapter 7's flow the other way: a slope in every cell.
plots::Figure way_back_figure(const SmallWayBack& back);

/// The check's error against the step: a V.
plots::Figure nudge_figure(const std::vector<NudgeError>& errors);

/// The bundle of each wrong way back above that of the right one.
plots::Figure wrong_figure(const std::vector<Curve>& curves);

// Chapter 12's detours.

/// trained  the model that the road shows
/// checks   what the gradient check says of each way back
/// seed     which first weights, split and batches
void further(Chapter& chapter, const Value<Outcome>& trained,
             const Value<std::vector<WayCheck>>& checks, const Value<std::size_t>& seed);

}  // namespace attn::chapters::ch12
