/// What the sources of chapter 17 share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch17 {

// What transformer.cpp does, step by step, for the chapter's sections and for a page. The file
// itself is compiled into one_file.cpp, in a namespace of its own.

using Words = std::vector<std::string>;

/// A step after which the sentence was translated in another way than before, or the last.
struct Milestone {
    std::size_t step = 0;
    double loss = 0;  // of that step's batch
    std::string english;
};

/// What a training left, or has so far.
struct Learned {
    Words korean, english;     // the sentence and its newest translation, with their ends
    Matrix alignment;          // [english x korean]
    std::string written = {};  // the translation as a text, without its end
    std::vector<double> losses = {};
    std::vector<Milestone> milestones = {};
    std::size_t right = 0, n_unseen = 0;  // counted at the end
};

/// A sentence that somebody typed, word by word, as main() of the file takes it.
///
/// throws  UsageError  with the file's own message
Words typed(const std::string& sentence);

/// Trains the file's model from scratch, as its main() does: a translation every five steps, and
/// after the last; here also one before the first.
///
/// watch  is called before the first step and after each with what there is so far; false ends
///        the training
Learned learn(std::size_t seed, std::size_t steps, const Words& sentence,
              const std::function<bool(const Learned& so_far)>& watch);

/// The losses of the first steps, seed 1.
std::vector<double> first_losses(std::size_t steps);

std::size_t parameter_count();

/// What it takes to find the gradient of one pair of sentences.
struct TapeCount {
    std::string korean;
    std::size_t words = 0;       // Korean and English, with their ends
    std::size_t operations = 0;  // ways back on the tape
};
std::vector<TapeCount> count_tapes();

/// What a reader's own file can be compared with: chapter 16's model with each of its numbers,
/// counted from 0 in the order in which the file draws them, set to the sine of its place.
struct NumbersToHit {
    Ids read, written;           // the ids of a sentence, and of what is written so far
    std::vector<double> memory;  // the first numbers of its last row
    std::vector<double> cross_attention;  // what the last word written reads of each word
    std::vector<double> decoder_layer;    // the first numbers of its row behind the layer
    double loss = 0, loss_after_a_step = 0;  // of writing these words and then the end
};
NumbersToHit numbers_to_hit();

/// y = x x + x at some x, on the file's tape: what went forward, and what came back.
struct ByHand {
    double x = 0, square = 0, y = 0, gradient = 0;
    std::size_t operations = 0;
    double square_gradient = 0, y_gradient = 0;
};
ByHand by_hand(double x);

/// The gradient of y = x x at x, if x is overwritten between the way there and the way back.
double gradient_of_square(double x, double overwritten);

// The figure of chapter 17.

/// A training: the loss of each batch, and what is read in the sentence.
///
/// steps  how long it is to be
plots::Figure learning_figure(const Learned& learned, std::size_t steps);

/// The tape of by_hand, forward and backward.
plots::Figure tape_figure(const ByHand& hand);

// Chapter 17, Further: the sections that run with --more.

/// Adds the detours.
void further(Chapter& chapter);

}  // namespace attn::chapters::ch17
