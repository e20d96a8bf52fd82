/// What the sources of chapter 19 share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/llama.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch19 {

// A query and a key as hands on a dial of twelve hours.

/// Where a hand points at that hour: an arrow of length 1, upwards at 12, to the right at 3.
std::vector<double> hand(double hour);

/// Where the key points by itself, before its place turns it; the query points to 12.
constexpr double own_hour_of_key = 2;

/// "5", or "5.3" between two places.
std::string place_text(double place);

/// throws  UsageError  when these are not two places from 0 to 1000
void check_places(const Numbers& places);

// The files of a model that somebody else trained, in the format of karpathy's llama2.c.

/// Seven whole numbers of four bytes (d_model, d_ff, layers, heads, key heads, vocabulary, longest
/// text), then float32: the table; of each kind of weight those of all layers, maps as
/// [out x in]; the last gamma; and cosines and sines that are not needed. A vocabulary below 0
/// says that a last map follows, which is not the table.
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
    std::string name = {};  // the model's file
};

/// Whether it is stories260K, whose story is recorded.
bool is_recorded_model(const StoryTeller& teller);

/// A model of llama2.c in a folder, and its tokens: the one file tok*.bin, and the one other that
/// ends in .bin. Without a folder an empty one.
///
/// throws  UsageError  when there are no such two files or more, when one cannot be read, or the
///                     model is larger than this machine's memory; and when stories260K.bin does
///                     not know how the recorded story begins, as where matrices are transposed
StoryTeller teller_in(const Path& folder);

/// How the next token is chosen: the likeliest one (greedy decoding, chapter 16) at a temperature
/// of 0, else drawn as in chapter 18.
struct Choice {
    double temperature = 0;
    double p = 1;
    std::size_t seed = 1;
};

/// Token after token, after a prompt, until the model ends the text or it has as many as most.
///
/// mistake  one of mistakes::llama_mistakes(), or "". With one all is read again for each token, since a cache
///          would hide some.
Ids go_on(const StoryTeller& teller, Ids ids, std::size_t most, const Choice& choice = {},
          const std::string& mistake = "");

/// ids as text.
std::string text_of(const Tokens& tokens, const Ids& ids);

/// The story that stories260K tells without a prompt, recorded: story.txt.
std::string recorded_story();

/// Eight words, each with the token whose row has the largest cosine with its own, and that cosine.
/// Words for which the model has no token are left out.
std::vector<Labels> alike_rows(const StoryTeller& teller);

/// The same of stories260K, recorded: alike.txt.
std::vector<Labels> recorded_alike_rows();

/// throws  UsageError  when prompt is no UTF-8, or longer than the model's longest text
void check_prompt(const StoryTeller& teller, const std::string& prompt);

/// throws  UsageError  when tokens are to be drawn and there is no model
void check_choice(const StoryTeller& teller, const Choice& choice);

/// throws  UsageError  when there is no such mistake; it says which have a name like it
void check_mistake(const std::string& mistake);

// What a mistake does to a trained model.

/// What a mistake does: see mistakes.txt.
struct Harm {
    std::string name;
    double extra = 0,
           extra_again = 0;  // nats a token more than without it, on two sets of texts
    std::size_t n_same = 0;  // tokens of the story's first 64 that are the same
    std::string story = {};  // how its own begins
};

/// "no text shows it" below 0.001 nats a token with all 64 tokens the same, else "less than 1 nat" or
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

/// Those of the book, chapters/19_since_2017/mistakes.txt; and one of them, which must be there.
const std::vector<Harm>& book_harm();
const Harm& harm_of(const std::string& mistake);

// A random attention of 24 columns, and what it makes of a text of 7 random words.

GroupedQueryAttention random_attention(std::size_t n_heads, std::size_t n_kv_heads);
Matrix random_words();
Matrix at_once(const GroupedQueryAttention& layer, const Matrix& x);

/// A line of a table: how far two results are apart.
Labels line_of(const std::string& name, double difference);

// The figures of chapter 19.

/// Query and key as hands at their places, with the key on the query's other side, and both a
/// hundred places later.
plots::Figure dials_figure(double query_at, double key_at);

/// Which two of eight columns turn together, in both layouts, a frame around one of them.
plots::Figure layouts_figure(RotaryLayout framed);

/// Whose keys four heads of queries ask.
plots::Figure groups_figure(std::size_t n_kv_heads);

/// Chapter 18's layer beside one of Llama, and what is new.
plots::Figure layers_figure();

/// The ten that the figure of mistakes shows, the cheapest first.
std::vector<Harm> drawn_mistakes(const std::vector<Harm>& all);

/// What ten of the mistakes cost, the plain ones in another colour.
plots::Figure mistakes_figure(const std::vector<Harm>& all);

// Chapter 19's detours.

void further(Chapter& chapter, const Value<StoryTeller>& teller,
             const Value<std::string>& layout);

}  // namespace attn::chapters::ch19
