/// What the sources of chapter 17 share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/llama.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch17 {

// The files of a model that somebody else trained, in the format of karpathy's llama2.c.

/// Seven whole numbers of four bytes (d_model, d_ff, layers, heads, key heads, vocabulary, longest
/// text), then float32: the table; of each kind of weight those of all layers, maps as
/// [out x in]; the last gamma; and cosines and sines that are not needed.
///
/// name    for messages
/// longest gets the number of tokens that a text may have
/// throws  UsageError  when bytes are no such file, are cut off, too long or not finite
Llama llama_from(std::string_view bytes, const std::string& name, std::size_t& longest);

/// Tokens: pieces of words, each with its text and a score. Token 0 is unknown, 1 begins and ends a
/// text, 3 to 258 are the bytes.
struct Tokens {
    std::vector<std::string> texts = {};
    std::vector<double> scores = {};

    /// A text as tokens, 1 first. It begins as its letters, and as bytes where there is no such
    /// letter; then the two neighbours whose union has the best score are joined, again and again.
    Ids ids_of(const std::string& text) const;

    /// What a token adds to a text after another one.
    std::string written(std::size_t before, std::size_t id) const;
};

/// A number of four bytes, then for each token its score, as float32, the number of its bytes, and
/// they.
///
/// n_tokens  that a model has
/// throws    UsageError  when bytes are no such file, or of another number of tokens
Tokens tokens_from(std::string_view bytes, const std::string& name, std::size_t n_tokens);

/// A model, its tokens, and how many of them a text may have. Without weights there are no layers.
struct StoryTeller {
    Llama model = {};
    Tokens tokens = {};
    std::size_t longest = 0;
};

/// The two files in a folder, stories260K.bin and tok512.bin; without a folder an empty one.
///
/// throws  UsageError  when a file cannot be read or is another, or when the two together do not
///                     know how the recorded story begins, as where matrices are transposed
StoryTeller teller_in(const Path& folder);

/// The likeliest token, again and again (greedy decoding, chapter 14), after a prompt, until the
/// model ends the text or it has as many as most.
Ids go_on(const StoryTeller& teller, Ids ids, std::size_t most);

/// ids as text.
std::string text_of(const Tokens& tokens, const Ids& ids);

/// The story that stories260K tells without a prompt, recorded: story.txt.
std::string recorded_story();

/// throws  UsageError  when prompt is no UTF-8, or longer than the model's longest text
void check_prompt(const StoryTeller& teller, const std::string& prompt);

// What a mistake does to a trained model.

/// The logits of a whole text, by a second way through the model that has one thing wrong, or
/// nothing: "" is as Llama::forward.
///
/// throws  std::invalid_argument  when there is no such mistake
Matrix mistaken_logits(const Llama& model, const Ids& ids, const std::string& mistake);

/// A mistake or a wrong setting: its name, and in words.
struct Mistake {
    std::string name, words;
};
const std::vector<Mistake>& mistakes();

/// What a mistake does: see mistakes.txt.
struct Harm {
    std::string name;
    double extra = 0,
           extra_again = 0;  // nats a token more than without it, on two sets of texts
    std::size_t n_same = 0;  // tokens of the story's first 69 that are the same
    std::string story = {};  // how its own begins
};

/// "no text shows it" below 0.001 nats a token with all 69 tokens the same, else "less than 1 nat" or
/// "1 nat or more".
std::string zone_of(const Harm& harm);

/// Every mistake in this model, on ten texts that the right one drew, and on ten more.
///
/// progress  is called after each
std::vector<Harm> measure_harm(const StoryTeller& teller,
                               const std::function<void(const Harm&)>& progress);

/// As lines of words, and back.
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string harm_text(const std::vector<Harm>& all);
std::vector<Harm> read_harm(const std::string& text);

/// Those of the book, chapters/17_since_2017/mistakes.txt.
const std::vector<Harm>& book_harm();

// The figures of chapter 17.

/// Scores by both positions: turned, and added.
plots::Figure turned_figure(const Matrix& turned_scores, const Matrix& added_scores);

/// What each mistake costs, in three zones.
plots::Figure mistakes_figure(const std::vector<Harm>& all);

// Chapter 17's detours.

void further(Chapter& chapter, const Value<StoryTeller>& teller);

}  // namespace attn::chapters::ch17
