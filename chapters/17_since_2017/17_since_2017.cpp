#include "chapters/17_since_2017/17_since_2017.hpp"

// Chapter 17, docs/17_since_2017.md: What has changed since? And can we run one?
//
// Each change beside what it replaces, with its law; then the model that is made of them, with
// weights that somebody else trained.
// New: RmsNorm, turned, GroupedQueryAttention, GatedFeedForward, Llama (attn/llama.hpp). Nothing is
// trained. Turn a knob: --base 500000    --layout halves    --kv-heads 1
// --weights FOLDER    --prompt "The dog". Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "attn/activation.hpp"
#include "attn/layer_norm.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch17 {

/// The keys and values of all heads, written out: each head of a map as often as it is shared.
Linear written_out(const Linear& map, std::size_t n_kv_heads, std::size_t n_heads) {
    std::vector<Matrix> heads;
    for (const Matrix& head : split_heads(map.weight, n_kv_heads))
        heads.insert(heads.end(), n_heads / n_kv_heads, head);
    return {merge_heads(heads), {}};
}

/// A map whose heads' columns turn together in the other layout.
Linear permuted(const Linear& map, std::size_t n_heads, const Matrix& permutation) {
    std::vector<Matrix> heads = split_heads(map.weight, n_heads);
    for (Matrix& head : heads) head = matmul(head, permutation);
    return {merge_heads(heads), {}};
}

/// Word by word with a cache, and every word turned as if it were the first. One head.
Matrix without_offset(const GroupedQueryAttention& layer, const Matrix& x) {
    Matrix keys, values, output;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        GroupedKvCache forgotten;
        const GroupedQueryTrace word = layer.trace(row_of(x, i), forgotten);
        keys = stacked(keys, word.k);
        values = stacked(values, word.v);
        output = stacked(output, layer.w_o.forward(attention(word.q, keys, values)));
    }
    return output;
}

namespace {

Matrix at_once(const GroupedQueryAttention& layer, const Matrix& x) {
    GroupedKvCache cache;
    return layer.forward(x, cache);
}

Labels line_of(const std::string& name, double difference) {
    return {name, difference == 0 ? "0" : number_or_noise(difference, 4)};
}

/// A random attention of 24 columns, and a text of 7 random words.
GroupedQueryAttention random_attention(std::size_t n_heads, std::size_t n_kv_heads) {
    Random generator(1);
    return random_llama({.n_vocabulary = 1,
                         .d_model = 24,
                         .n_heads = n_heads,
                         .n_kv_heads = n_kv_heads,
                         .d_ff = 1,
                         .n_layers = 1},
                        generator)
        .layers[0]
        .attention;
}
Matrix random_words() {
    Random generator(2);
    return random_normal_matrix(7, 24, generator);
}

// One row at each position, turned; and with its position added, as in chapter 9.
void turn_instead_of_add(Page& page, double base) {
    Matrix x(6, 4);
    for (std::size_t i = 0; i < 6; ++i) x(i, 0) = x(i, 2) = 1;
    const Labels places{"0", "1", "2", "3", "4", "5"};
    const auto turned_scores = [&](std::size_t first) {
        return matmul_transpose_b(turned(x, first, base), turned(x, first, base));
    };
    const auto added_scores = [&](std::size_t first) {
        const Matrix table = positional_encoding(first + 6, 4, base);
        const Matrix y = x + select_rows(table, {first, first + 1, first + 2, first + 3,
                                                 first + 4, first + 5});
        return matmul_transpose_b(y, y);
    };
    page.show("turned rows", turned(row_of(x, 0), 1, base), {"at position 1"}, {}, 4);
    page.show("scores, turned", turned_scores(0), places, places, 2);
    page.show("scores, added", added_scores(0), places, places, 2);
    page.gap();
    page.show_words(
        {{"1000 words later", "largest change"},
         line_of("turned", max_abs_difference(turned_scores(0), turned_scores(1000))),
         line_of("added", max_abs_difference(added_scores(0), added_scores(1000)))});
    page.keep("turned", turned_scores(0));
    page.draw(turned_figure(turned_scores(0), added_scores(0)));
}

// Weights that were learned in one layout, turned in the other.
void two_layouts(Page& page, const std::string& layout) {
    const bool is_halves = layout == "halves";
    GroupedQueryAttention layer = random_attention(4, 2);
    layer.layout = is_halves ? RotaryLayout::halves : RotaryLayout::interleaved;
    const Matrix x = random_words(), right = at_once(layer, x);
    GroupedQueryAttention other = layer;
    other.layout = is_halves ? RotaryLayout::interleaved : RotaryLayout::halves;
    const Matrix wrong = at_once(other, x);
    const Matrix to_halves = halves_permutation(6);
    const Matrix permutation = is_halves ? transpose(to_halves) : to_halves;
    other.w_q = permuted(layer.w_q, 4, permutation);
    other.w_k = permuted(layer.w_k, 2, permutation);
    page.say("Weights made for the layout ", layout, ".");
    page.gap();
    page.show_words(
        {{"turned in the other layout", "largest change"},
         line_of("as they are", max_abs_difference(wrong, right)),
         line_of("W_q and W_k permuted", max_abs_difference(at_once(other, x), right))});
}

// Groups beside heads that are written out, and what a cache takes.
void neighbours_share(Page& page, const std::string& kv_heads) {
    const std::size_t n_kv = std::stoul(kv_heads), n_heads = 4;
    const GroupedQueryAttention grouped = random_attention(n_heads, n_kv);
    GroupedQueryAttention full = grouped;
    full.w_k = written_out(grouped.w_k, n_kv, n_heads);
    full.w_v = written_out(grouped.w_v, n_kv, n_heads);
    full.n_kv_heads = n_heads;
    const Matrix x = random_words(), right = at_once(grouped, x);
    const Matrix in_order = at_once(full, x);
    // Head h with h % n_kv in place of its neighbours'.
    std::vector<Matrix> k, v;
    for (std::size_t h = 0; h < n_heads; ++h) {
        k.push_back(split_heads(grouped.w_k.weight, n_kv)[h % n_kv]);
        v.push_back(split_heads(grouped.w_v.weight, n_kv)[h % n_kv]);
    }
    full.w_k.weight = merge_heads(k);
    full.w_v.weight = merge_heads(v);
    page.say(n_heads, " heads of queries, ", n_kv, " of keys and values.");
    page.gap();
    page.show_words({{"written out as 4 heads", "largest change"},
                     line_of("neighbours share", max_abs_difference(in_order, right)),
                     line_of("in turn: head h has h % " + kv_heads,
                             max_abs_difference(at_once(full, x), right))});
    page.gap();
    struct Size {
        std::string model;
        std::size_t layers, heads, kv_heads;
    };
    std::vector<Labels> lines{{"cache of 8192 words", "heads", "of keys", "GB in float16"}};
    for (const Size& size :
         {Size{"Llama 2 7B", 32, 32, 32}, Size{"Llama 3 8B", 32, 32, 8},
          Size{"Llama 3 70B, if not shared", 80, 64, 64}, Size{"Llama 3 70B", 80, 64, 8}}) {
        // In double, because 32 bits cannot hold the first line's bytes.
        const double keys_and_values = 2, d_k = 128, bytes = 2;
        const auto heads = static_cast<double>(size.layers * size.kv_heads);
        const double n = keys_and_values * heads * d_k * 8192 * bytes;
        lines.push_back({size.model, std::to_string(size.heads),
                         std::to_string(size.kv_heads), number_text(n / 1e9, 2)});
    }
    page.show_words(lines);
}

// The position of a new word is how many rows the cache keeps.
void with_a_cache(Page& page) {
    const GroupedQueryAttention layer = random_attention(1, 1);
    const Matrix x = random_words(), right = at_once(layer, x);
    GroupedKvCache cache;
    Matrix one_by_one;
    for (std::size_t i = 0; i < x.rows(); ++i)
        one_by_one = stacked(one_by_one, layer.forward(row_of(x, i), cache));
    const MultiHeadAttention plain{layer.w_q, layer.w_k, layer.w_v, layer.w_o, 1};
    const Matrix no_positions = plain.forward(x, x, x, causal_mask(x.rows()));
    const Matrix forgotten = without_offset(layer, x);
    page.show_words(
        {{"one by one", "largest change"},
         line_of("against all at once", max_abs_difference(one_by_one, right)),
         line_of("each word turned as the first", max_abs_difference(forgotten, right)),
         line_of("the same, against no positions",
                 max_abs_difference(forgotten, no_positions))});
}

// Two rows: one with a mean, and one without.
void no_mean_taken_away(Page& page) {
    const Matrix x{{3, 4}, {-2, 2}};
    page.show("x", x);
    page.show("RmsNorm", RmsNorm{{}, 0}.forward(x), {}, {}, 4);
    page.show("LayerNorm", LayerNorm{{}, {}, 0}.forward(x), {}, {}, 4);
}

void a_gate(Page& page) {
    std::vector<Labels> lines{{"x", "relu", "gelu", "silu"}};
    for (const double x : {-4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0}) {
        lines.push_back({number_text(x, 0), number_text(relu(x), 4),
                         number_text(gelu_exact(x), 4), number_text(silu(x), 4)});
    }
    page.show_words(lines);
    page.gap();
    const std::size_t d = 64;
    page.say("Two maps, ", d, " to ", 4 * d, " and back: ", 2 * d * 4 * d, " weights.");
    page.say("Three maps of ", 172, " columns: ", 3 * d * 172, " weights.");
}

// stories260K, counted from its sizes.
void the_model(Page& page) {
    Random generator(1);
    Llama model = random_llama({.n_vocabulary = 512,
                                .d_model = 64,
                                .n_heads = 8,
                                .n_kv_heads = 4,
                                .d_ff = 172,
                                .n_layers = 5},
                               generator);
    std::size_t attention = 0, network = 0, norms = model.final_norm.gamma.size();
    for (LlamaLayer& layer : model.layers) {
        attention += parameter_count(layer.attention);
        network += parameter_count(layer.feed_forward);
        norms += layer.norm1.gamma.size() + layer.norm2.gamma.size();
    }
    page.show_words(
        {{"512 tokens, 64 columns, 5 layers, 8 heads", "numbers"},
         {"table, for both ends", std::to_string(model.embedding.table.values().size())},
         {"attention, 4 heads of keys", std::to_string(attention)},
         {"gated networks of 172", std::to_string(network)},
         {"norms", std::to_string(norms)},
         {"together", std::to_string(parameter_count(model))}});
}

// What the model writes, or wrote once.
void it_tells_a_story(Page& page, const StoryTeller& teller, const std::string& prompt,
                      std::size_t tokens) {
    const bool is_here = !teller.model.layers.empty();
    std::string story = recorded_story();
    if (is_here) {
        const Ids ids = teller.tokens.ids_of(prompt);
        const std::size_t most = std::min(teller.longest, ids.size() + tokens);
        story = text_of(teller.tokens, go_on(teller, ids, most)) + "\n";
    }
    std::istringstream lines(story);
    for (std::string line; std::getline(lines, line);) page.say(clean_utf8(line));
    page.gap();
    if (!is_here)
        page.say("Recorded: no --weights were given.");
    else if (prompt.empty())
        page.say("The recorded story, to the byte: ", yes_or_no(story == recorded_story()));
}

// The recorded mistakes, sorted into three zones.
void what_a_mistake_does(Page& page) {
    std::vector<Labels> lines{{"", "mistakes", "nats a token more"}};
    for (const std::string zone :
         {"no text shows it", "less than 1 nat", "1 nat or more"}) {
        double least = 100, most = -100;
        std::size_t n = 0;
        for (const Harm& harm : book_harm()) {
            if (zone_of(harm) != zone) continue;
            ++n;
            least = std::min(least, harm.extra);
            most = std::max(most, harm.extra);
        }
        lines.push_back({zone, std::to_string(n),
                         number_text(least, 4) + " to " + number_text(most, 4)});
    }
    page.show_words(lines);
    page.gap();
    for (const std::string name : {"no last norm", "no causal mask", "other layout"}) {
        const Harm& harm = *std::ranges::find(book_harm(), name, &Harm::name);
        page.say(name, ", ", number_text(harm.extra, 2), ": ",
                 cut_to_width(harm.story, 110));
    }
    page.draw(mistakes_figure(book_harm()));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("17_since_2017", "What has changed since? And can we run one?");
    const auto base =
        chapter.number("base", 10000, 2, 1e7, "how slowly the last pair turns");
    const auto layout = chapter.choice("layout", {"interleaved", "halves"},
                                       "which columns turn together in the given weights");
    const auto kv_heads = chapter.choice("kv-heads", {"1", "2", "4"},
                                         "heads of keys and values for four of queries", 1);
    const auto weights = chapter.path("weights", PathUse::read, "none",
                                      "a folder with stories260K.bin and tok512.bin");
    const auto prompt = chapter.text("prompt", "", "none", "how the story begins");
    const auto tokens = chapter.whole("tokens", 512, 1, 512,
                                      "how many pieces of words are written at most");
    const auto teller = chapter.computed(teller_in, weights);
    chapter.check(check_prompt, teller, prompt);

    chapter.section("Turn instead of add", turn_instead_of_add, base).draws("17_turned");
    chapter.section("Two layouts", two_layouts, layout);
    chapter.section("Neighbours share", neighbours_share, kv_heads);
    chapter.section("With a cache", with_a_cache);
    chapter.section("No mean taken away", no_mean_taken_away);
    chapter.section("A gate", a_gate);
    chapter.section("The model", the_model);
    chapter.section("It tells a story", it_tells_a_story, teller, prompt, tokens);
    chapter.section("What a mistake does", what_a_mistake_does).draws("17_mistakes");
    further(chapter, teller);
}

}  // namespace attn::chapters::ch17
