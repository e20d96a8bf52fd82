/// What the sources of chapter 18 share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "chapters/16_translation/translator.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/page.hpp"
#include "chapters/training/experiment.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch18 {

using ch16::begin_id;
using ch16::end_id;
using ch16::Words;

// Chapter 16's sentences as rows of words.

/// A Korean sentence and its translation in one row of words.
struct Row {
    Ids ids;                   // the beginning, the Korean, the end, the English, the end
    std::size_t n_prompt = 0;  // how many of them are given: up to the end of the Korean
};

/// What is learned from, what is never shown, and the words of both languages in one list.
struct Rows {
    Words words;
    std::vector<Row> shown, unseen;
};

/// The wishes of chapter 16, with its split of this seed.
Rows wishes_in_rows(std::uint64_t seed);

/// A text in which one row of eight is a question with its answer. In the seven others a Korean
/// sentence is followed by another Korean one.
///
/// shown    Korean sentences with their translations
/// returns  eight times as many rows, the answered ones first
std::vector<Row> mostly_questions(const std::vector<Row>& shown, std::uint64_t seed);

/// The words of ids with blanks between them, (begin) and (end) among them.
std::string text_of(const Ids& ids, const Words& words);

// The model.

/// A language model: an embedding, an encoder, and a last map from its rows to a logit for each
/// word. What makes it one is the causal mask.
struct Gpt {
    Embedding words;
    Encoder layers;
    Linear to_logits;

    /// The rows of words, each with the encoding of its place added.
    ///
    /// throws  ShapeError  when there are no words, or not a place for each
    Matrix rows(const Ids& ids, const Ids& places) const;

    /// ids      [n]            the words so far
    /// returns  [n x n_words]  row i: the logits of the word that follows word i
    Matrix forward(const Ids& ids) const;

    /// The same with other places than 0 to n - 1.
    Matrix forward(const Ids& ids, const Ids& places) const;

    /// The way of ids through the layers, every value kept.
    EncoderTrace trace(const Ids& ids) const;
};

/// A model that has learned nothing: d_model 32, 4 heads, d_ff 64, one pre-norm layer.
Gpt random_gpt(std::size_t n_words, std::uint64_t seed);

Parameters parameters(Gpt& model);

/// What is to be predicted in a row.
struct Targets {
    bool with_prompt = false;  // the prompt, too, is paid for
    std::size_t ahead = 1;     // the target of a word is so many words on; 0 is a mistake
};

/// For each word of a row but the last, the word to be predicted from it, or no_target where that
/// is part of the prompt and not paid for.
Ids targets_of(const Row& row, const Targets& targets = {});

/// The mean loss over a batch, and every weight's slope.
///
/// gradient  gets the slopes; start with zeros
double loss_and_slopes(const Gpt& model, std::span<const Row> batch, const Targets& targets,
                       Gpt& gradient);

/// The mean loss of the answers, or of these targets.
double loss_of(const Gpt& model, std::span<const Row> rows, const Targets& targets = {});

/// The mean loss of the answers, and how many of them the model writes by itself.
Score score_of(const Gpt& model, std::span<const Row> rows);

/// What happened, to which rows.
struct Trained : Outcome<Gpt> {
    Targets targets;
    Rows rows;
    std::vector<Score> shown_scores = {};  // of the shown, where these are fewer than 288
};

/// Trains with 32 rows a step, or all where there are fewer.
///
/// first    the model to go on from; none begins with random weights
/// throws   std::invalid_argument  when the shown rows fill no whole batches
Trained learn_from(Rows rows, const Plan& plan, const Targets& targets = {},
                   const Onlooker<Gpt>& onlooker = {}, const Gpt* first = nullptr);

/// The same with the wishes of this seed.
///
/// n_shown  so many rows are shown: up to 32, or a multiple of 32
/// throws   std::invalid_argument  also when there are fewer
Trained learn(const Plan& plan, const Targets& targets = {}, std::size_t n_shown = 288,
              const Onlooker<Gpt>& onlooker = {}, const Gpt* first = nullptr);

/// Chooses the next word from the last row of logits.
using Choose = std::function<std::size_t(std::span<const double> logits)>;

/// Goes on writing until the end, or for so many words.
///
/// ids      the words so far
/// returns  they and what follows, with the end
Ids continued(const Gpt& model, Ids ids, const Choose& choose, std::size_t most = 12);

/// The part of a row that is given.
Ids prompt_of(const Row& row);

/// How many answers come out right when a written word is told another place than its own, as by
/// a cache that counts wrongly.
///
/// place  of the word number i, from 0, in a row with a prompt of n words
std::size_t right_at_places(
    const Gpt& model, std::span<const Row> rows,
    const std::function<std::size_t(std::size_t i, std::size_t n)>& place);

/// How a model chooses.
struct Sampling {
    double temperature = 1;
    std::size_t k = 62;  // all the words
    double p = 1;

    /// The probabilities from which it draws.
    std::vector<double> probabilities(std::span<const double> logits) const;
};

/// A whole row that the model makes up: it goes on from the beginning to the first end, and from
/// there to the second.
Ids made_up(const Gpt& model, const Sampling& sampling, Random& generator);

/// What became of rows that were made up.
struct MadeUp {
    std::size_t n = 0, n_korean = 0;  // how many, and how many have Korean of the grammar
    std::size_t n_right = 0, n_new = 0;  // with its translation; of these, never shown
    std::size_t n_different = 0;
};
MadeUp make_up(const Gpt& model, const Rows& rows, const Sampling& sampling, std::size_t n);

// Pieces of words.

/// Two pieces that stand beside each other in a word and become one.
using Merge = std::pair<std::string, std::string>;

/// Byte-pair encoding. Every word begins as its letters, and the pair of neighbours that is met
/// most often becomes one piece, again and again; of equally many, the first in the alphabet.
///
/// returns  at most n_most merges, in order; fewer when every word has become one piece
std::vector<Merge> learn_merges(const std::vector<Words>& sentences, std::size_t n_most);

/// All merges of chapter 16's Korean sentences of who sees whom, until every word is one piece; and
/// the first n of some.
std::vector<Merge> all_merges();
std::vector<Merge> first_merges(std::vector<Merge> merges, std::size_t n);

/// A sentence cut into pieces by these merges, one after the other. A word's first piece begins
/// with _.
Words pieces_of(const Words& sentence, const std::vector<Merge>& merges);

/// How often a pair of neighbours is met in sentences, once these merges are made.
std::size_t times_met(const Merge& pair, const std::vector<Words>& sentences,
                      const std::vector<Merge>& merges);

/// Chapter 16's 280 Korean sentences of who sees whom.
std::vector<Words> sentences_about_people();

/// How many different pieces these have, and how many pieces in all.
struct Cut {
    std::size_t n_kinds = 0, n_pieces = 0;
};
Cut cut_by(const std::vector<Merge>& merges);

/// After so many merges the Korean of who sees whom is in stems and particles.
inline constexpr std::size_t stems_and_particles = 11;

/// Where a written word may be told to stand: its own place, and three others.
struct WrongPlace {
    std::string words;
    std::function<std::size_t(std::size_t i, std::size_t n)> place;  // see right_at_places
};
const std::vector<WrongPlace>& wrong_places();

// What is printed, in lines of words.

/// What is given in a row, what is next, and whether it is paid for.
std::vector<Labels> table_of_targets(const Rows& rows, const Row& row);

/// A training's scores, with e to the loss.
std::vector<Labels> table_of_steps(const Trained& trained);

/// What models lose on unseen answers, how many they write right, and what they lose on unseen rows.
std::vector<Labels> table_of_losses(
    const std::vector<Row>& unseen,
    const std::vector<std::pair<std::string, const Gpt*>>& models);

/// What a writer does with unseen questions that has met few answers; then after its tuning, and
/// after the same number of further steps without one.
std::vector<Labels> table_of_tuning(const Trained& writer, const Trained& tuned,
                                    const Trained& same);

/// The mean loss over all 360 rows, each word paid for, of one who knows them all and takes each
/// for as likely as the next.
double loss_of_all_alike();

/// The likeliest next words, and their probability in five ways to choose.
std::vector<Labels> table_of_choices(std::span<const double> logits, const Words& words);

/// What became of 100 rows each, made up in several ways, and as own says where that is none of
/// them.
std::vector<Labels> table_of_made_up(const Trained& answer, const Trained& everything,
                                     const Sampling& own);

/// Scores of the shown and of the unseen.
std::vector<Labels> table_of_few(const Trained& few);

/// A sentence after so many merges.
std::vector<Labels> table_of_cuts(const std::vector<std::size_t>& n_merges);

/// What models lose by their own plan, and how many unseen rows they continue right.
std::vector<Labels> table_of_mistakes(
    const std::vector<std::pair<std::string, const Trained*>>& models);

/// How many come out right when written words are told wrong places.
std::vector<Labels> table_of_places(const Trained& answer);

// The figures.

/// Who attends to whom in the first unseen row, the mean of the heads.
plots::Figure attention_figure(const Gpt& model, const Rows& rows);

/// A training on few pairs beside one on all: the loss of the shown and of the unseen.
plots::Figure few_figure(const Trained& few, const Trained& all);

}  // namespace attn::chapters::ch18
