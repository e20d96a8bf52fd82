#include "chapters/19_since_2017/19_since_2017.hpp"

// Chapter 19, docs/19_since_2017.md: What has changed since? And can we run one?
//
// Each change beside what it replaces, and what must hold of it; then the model that is made of
// them, with weights that somebody else trained.
// New: RmsNorm, turned, GroupedQueryAttention, GatedFeedForward, Llama (attn/llama.hpp). Nothing is
// trained. Turn a knob: --base 100    --layout halves    --kv-heads 1
// --weights FOLDER    --prompt "The dog". Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "attn/activation.hpp"
#include "attn/layer_norm.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch19 {

std::vector<double> hand(double hour) {
    const double from_12 = hour * std::numbers::pi / 6;
    return {std::sin(from_12), std::cos(from_12)};
}

std::string place_text(double place) {
    return number_text(place, place == std::floor(place) ? 0 : 1);
}

void check_places(const Numbers& places) {
    if (places.size() != 2 ||
        std::ranges::any_of(places, [](double place) { return place < 0 || place > 1000; }))
        throw UsageError(
            "--places needs two places from 0 to 1000, the query's and the key's: "
            "5,3");
}

/// The keys and values of all heads, written out: each head of a map as often as it is shared.
Linear written_out(const Linear& map, std::size_t n_kv_heads, std::size_t n_heads) {
    std::vector<Matrix> heads;
    for (const Matrix& head : split_heads(map.weight, n_kv_heads))
        heads.insert(heads.end(), n_heads / n_kv_heads, head);
    return {merge_heads(heads), {}};
}

Matrix at_once(const GroupedQueryAttention& layer, const Matrix& x) {
    GroupedKvCache cache;
    return layer.forward(x, cache);
}

Labels line_of(const std::string& name, double difference) {
    return {name, difference == 0 ? "0" : number_or_noise(difference, 4)};
}

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

namespace {

/// 1 to 12, or between: what a dial shows at that hour.
std::string on_the_dial(double hour) {
    const double left = hour - 12 * std::floor(hour / 12);
    return place_text(left == 0 ? 12 : left);
}

// A query that points to 12 by itself and a key that points to 2, each turned by an hour a place.
void two_hands(Page& page, const Numbers& places) {
    const double query = places[0], key = places[1];
    std::vector<Labels> lines{
        {"query at", "points to", "key at", "points to", "degrees", "score"}};
    for (const auto& [q, k] : {std::pair{query, key},
                               {query, key + 1},
                               {query, key + 2},
                               {query, key + 4},
                               {query + 100, key + 101}}) {
        const std::vector<double> one = hand(q), other = hand(own_hour_of_key + k);
        lines.push_back({place_text(q), on_the_dial(q), place_text(k),
                         on_the_dial(own_hour_of_key + k),
                         number_text(angle(one, other) * 180 / std::numbers::pi, 0),
                         number_text(dot(one, other), 2)});
    }
    page.show_words(lines);
    page.draw(dials_figure(query, key));
}

// One query and one key at each position, turned; and how far the positions themselves matter.
void turn_instead_of_add(Page& page, double base) {
    const Matrix query{{1, 0, 1, 0}}, key{{0, 1, 1, 0}};
    const Labels places{"0", "1", "2", "3", "4", "5"};
    const auto at_each = [&](const Matrix& row) {
        return select_rows(row, Ids(places.size(), 0));
    };
    const auto turned_scores = [&](std::size_t first) {
        return matmul_transpose_b(turned(at_each(query), first, base),
                                  turned(at_each(key), first, base));
    };
    const auto added_scores = [&](std::size_t first) {
        Ids there;
        for (std::size_t i = 0; i < places.size(); ++i) there.push_back(first + i);
        const Matrix positions =
            select_rows(positional_encoding(first + places.size(), 4, base), there);
        return matmul_transpose_b(at_each(query) + positions, at_each(key) + positions);
    };
    page.show("scores of the query's place with the key's", turned_scores(0), places,
              places, 2);
    page.gap();
    page.show_words(
        {{"1000 places later", "largest change"},
         line_of("turned", max_abs_difference(turned_scores(0), turned_scores(1000))),
         line_of("added", max_abs_difference(added_scores(0), added_scores(1000)))});
    page.keep("turned", turned_scores(0));
}

// What a cache takes, and groups beside heads that are written out.
void neighbours_share(Page& page, const std::string& kv_heads) {
    struct Size {
        std::string model;
        std::size_t layers, heads, kv_heads;
    };
    std::vector<Labels> lines{{"cache of 8192 words", "heads", "of keys", "GB in float16"}};
    for (const Size& size :
         {Size{"Llama 3 70B, if not shared", 80, 64, 64}, Size{"Llama 3 70B", 80, 64, 8}}) {
        // In double, because 32 bits cannot hold the first line's bytes.
        const double keys_and_values = 2, d_k = 128, bytes = 2;
        const auto heads = static_cast<double>(size.layers * size.kv_heads);
        const double n = keys_and_values * heads * d_k * 8192 * bytes;
        lines.push_back({size.model, std::to_string(size.heads),
                         std::to_string(size.kv_heads), number_text(n / 1e9, 2)});
    }
    page.show_words(lines);
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
    page.gap();
    page.say(n_heads, " heads of queries, ", n_kv, " of keys and values.");
    page.gap();
    page.show_words({{"written out as 4 heads", "largest change"},
                     line_of("neighbours share", max_abs_difference(in_order, right)),
                     line_of("in turn: head h has h % " + kv_heads,
                             max_abs_difference(at_once(full, x), right))});
    page.draw(groups_figure(n_kv));
}

// A row, the same with 5 added, and the first times 10.
void no_mean_taken_away(Page& page) {
    const Matrix x{{1, 1, 5}, {6, 6, 10}, {10, 10, 50}};
    page.show("x", x);
    page.show("RmsNorm", RmsNorm{{}, 0}.forward(x), {}, {}, 4);
    page.show("LayerNorm", LayerNorm{{}, {}, 0}.forward(x), {}, {}, 4);
}

// Drinks, how cold they are, and what goes through the gate.
void a_gate(Page& page) {
    std::vector<Labels> lines{{"", "gate", "through SiLU", "how cold", "the unit answers"}};
    const auto add = [&](const std::string& name, double gate, double cold) {
        lines.push_back({name, number_text(gate, 0), number_text(silu(gate), 4),
                         number_text(cold, 0), number_text(silu(gate) * cold, 4)});
    };
    add("Pepsi", 4, 3);
    add("coffee", 4, -3);
    add("kimbap, cold", -4, 3);
    page.show_words(lines);
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
    page.say("stories260K has ", parameter_count(model), " numbers.");
    page.gap();
    const GroupedQueryAttention layer = random_attention(4, 2);
    const Matrix x = random_words(), all = at_once(layer, x);
    GroupedKvCache cache;
    layer.forward(select_rows(x, {0, 1, 2, 3, 4, 5}), cache);
    const Matrix last = layer.forward(select_rows(x, {6}), cache);
    page.say("Word 7 alone with a cache of six, against its row among all seven: ",
             distance_text(last, select_rows(all, {6})));
    page.draw(layers_figure());
}

// What the model writes, or wrote once; with a mistake, what comes out of it.
void it_tells_a_story(Page& page, const StoryTeller& teller, const std::string& prompt,
                      std::size_t tokens, const Choice& choice,
                      const std::string& mistake) {
    const bool is_here = !teller.model.layers.empty();
    std::string story;
    if (!is_here)
        story = mistake.empty() ? recorded_story() : harm_of(mistake).story + " …\n";
    if (is_here) {
        const Ids ids = teller.tokens.ids_of(prompt);
        // A mistaken model reads all of its text again for each token.
        const std::size_t most =
            mistake.empty() ? tokens : std::min<std::size_t>(tokens, 100);
        story = text_of(teller.tokens,
                        go_on(teller, ids, std::min(teller.longest, ids.size() + most),
                              choice, mistake)) +
                "\n";
    }
    std::istringstream lines(story);
    for (std::string line; std::getline(lines, line);) page.say(clean_utf8(line));
    page.gap();
    if (!is_here)
        page.say("Recorded: no --weights were given.");
    else if (is_recorded_model(teller) && prompt.empty() && choice.temperature == 0 &&
             mistake.empty())
        page.say("The recorded story, to the byte: ", yes_or_no(story == recorded_story()));
}

void say_harm(Page& page, const std::string& name, std::size_t width) {
    const Harm& harm = harm_of(name);
    page.say(name, ", ", number_text(harm.extra, harm.extra < 0.01 ? 4 : 2), ": ",
             cut_to_width(harm.story, width));
}

// Three of the recorded mistakes.
void what_a_mistake_does(Page& page) {
    for (const std::string name : {"no last norm", "no causal mask", "other layout"})
        say_harm(page, name, 110);
}

// Each row of each map in fewer bits.
void fewer_bits(Page& page) {
    for (const std::string name : {"8 bits", "4 bits", "3 bits"}) say_harm(page, name, 125);
}

/// How many numbers a Llama has; its table once if it is tied.
double numbers_of_llama(double vocabulary, double d, double d_kv, double d_ff,
                        double layers, bool is_tied) {
    const double layer = 2 * d * d + 2 * d * d_kv + 3 * d * d_ff + 2 * d;
    return (is_tied ? 1 : 2) * vocabulary * d + layers * layer + d;
}

constexpr double bandwidth_of_chapter_21 = 16;  // GB a second, as its text says

// From the file of chapter 17 to a model that people chat with: sizes.
void from_here_to_the_news(Page& page) {
    const double gpt2 =
        (50257.0 + 1024) * 768 + 12 * (12.0 * 768 * 768 + 13 * 768) + 2 * 768;
    const double ours = 24641;  // as its program prints
    const double stories = numbers_of_llama(512, 64, 32, 172, 5, true);
    const double llama = numbers_of_llama(128256, 4096, 1024, 14336, 32, false);
    std::vector<Labels> lines{{"", "layers", "width", "heads", "numbers", "GB", "seconds"}};
    const auto add = [&](const Labels& sizes, double n) {
        const double gigabytes = 4 * n / 1e9;
        lines.push_back(sizes);
        for (const std::string& text :
             {number_text(n, 0), number_or_power(gigabytes, 4),
              number_or_power(gigabytes / bandwidth_of_chapter_21, 4)})
            lines.back().push_back(text);
    };
    add({"chapter 17's file", "1 + 1", "32", "1"}, ours);
    add({"stories260K", "5", "64", "8"}, stories);
    add({"GPT-2, 2019", "12", "768", "12"}, gpt2);
    add({"Llama 3 8B, 2024", "32", "4096", "32"}, llama);
    page.say("GB in float32, and seconds to read them once, at ",
             number_text(bandwidth_of_chapter_21, 0), " GB a second.");
    page.gap();
    page.show_words(lines);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("19_since_2017", "What has changed since? And can we run one?");
    const auto places = chapter.numbers("places", {5, 3}, "where query and key stand");
    const auto base =
        chapter.number("base", 10000, 2, 1e7, "how slowly the last pair turns");
    const auto layout = chapter.choice("layout", {"interleaved", "halves"},
                                       "which columns turn together in the given weights");
    const auto kv_heads = chapter.choice("kv-heads", {"1", "2", "4"},
                                         "heads of keys and values for four of queries", 1);
    const auto weights = chapter.path("weights", PathUse::read, "none",
                                      "a folder with stories260K.bin and tok512.bin");
    const auto prompt = chapter.text("prompt", "", "none", "how the story begins");
    const auto tokens = chapter.whole("tokens", 512, 1, 4096,
                                      "how many pieces of words are written at most");
    const auto temperature = chapter.number("temperature", 0, 0, 100,
                                            "how evenly they are drawn; 0: the likeliest");
    const auto p = chapter.number("top-p", 1, 0.01, 1, "draw from those of this share");
    const auto seed = chapter.whole("seed", 1, 0, 999999, "other draws");
    const auto mistake = chapter.text("mistake", "", "none", "tell it with this mistake");
    const auto teller = chapter.computed(teller_in, weights);
    const auto choice = chapter.computed(
        [](double t, double p, std::size_t seed) {
            return Choice{t, p, seed};
        },
        temperature, p, seed);
    chapter.check(check_places, places);
    chapter.check(check_mistake, mistake);
    chapter.check(check_prompt, teller, prompt);
    chapter.check(check_choice, teller, choice);

    chapter.section("Two hands", two_hands, places).draws("19_dials");
    chapter.section("Turn instead of add", turn_instead_of_add, base);
    chapter.section("Neighbours share", neighbours_share, kv_heads).draws("19_groups");
    chapter.section("No mean taken away", no_mean_taken_away);
    chapter.section("A gate", a_gate);
    chapter.section("The model", the_model).draws("19_layers");
    chapter.section("It tells a story", it_tells_a_story, teller, prompt, tokens, choice,
                    mistake);
    chapter.section("What a mistake does", what_a_mistake_does);
    chapter.section("Fewer bits", fewer_bits);
    chapter.section("From here to the news", from_here_to_the_news);
    further(chapter, teller, layout);
}

}  // namespace attn::chapters::ch19
