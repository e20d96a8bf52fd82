// Chapter 8, Further: what the road can do without. It runs with --more, or when one of its own
// knobs is given: --paper-heads 64, --seed 3.

#include "chapters/08_multi_head/08_multi_head.hpp"

#include <cmath>

#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "chapters/08_multi_head/four_roles.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/multi_head_of_heads.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch08 {
namespace {

using small_example::tokens, small_example::word_columns, small_example::x;

/// What f's error says.
template <class F>
std::string refusal(F f) {
    try {
        f();
    } catch (const ShapeError& error) {
        return error.what();
    }
    return "no error";
}

/// Two heads over the sea sentence. Queries and keys are taken as they are; each head gets the
/// whole word as its value, and W_o takes the mean of the two.
MultiHeadAttention sea_layer() {
    const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Matrix twice = merge_heads({one, one});
    return {.w_q = {one},
            .w_k = {one},
            .w_v = {twice},
            .w_o = {transpose(twice) * 0.5},
            .n_heads = 2};
}

// A head divides by the root of its own width. Here it divides by the model's.
void wrong_divisor(Page& page) {
    MultiHeadAttention blunt = small_example::attention(2);
    blunt.w_q.weight = blunt.w_q.weight * (std::sqrt(2.0) / std::sqrt(4.0));
    const Matrix right = small_example::attention(2).trace(x, x, x).heads[0].weights;
    const Matrix wrong = blunt.trace(x, x, x).heads[0].weights;
    page.show("head 1, divided by the root of the head's 2", row_of(right, 1), {"love"},
              tokens);
    page.show("head 1, divided by the root of the model's 4", row_of(wrong, 1), {"love"},
              tokens);
}

void four_heads_by_hand(Page& page) {
    MultiHeadAttention layer = small_example::attention(4);
    layer.w_q.weight = four_roles::w_q;
    layer.w_k.weight = four_roles::w_k;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    const Labels names{"grammar", "meaning", "pronoun", "order"};
    page.show("Q, one column per head", trace.q, tokens, names);
    page.show("K, one column per head", trace.k, tokens, names);
    std::vector<Labels> lines{{"", "", "attends to", "weight"}};
    for (std::size_t h = 0; h < 4; ++h) {
        const four_roles::Role& role = four_roles::roles[h];
        const Matrix& weights = trace.heads[h].weights;
        lines.push_back({role.name, tokens[role.query],
                         largest_of_each_row(weights, tokens)[role.query],
                         number_text(weights(role.query, role.key), 4)});
    }
    page.show_words(lines);
}

// A study note's class: a list of heads, each with its own three maps, instead of one map that
// is cut apart.
void list_of_heads(Page& page, std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention fused = random_multi_head_attention(20, 4, generator);
    const notes::MultiHeadOfHeads list(fused);
    const Matrix sentence = random_normal_matrix(4, 20, generator);
    const Matrix output = list.forward(sentence);
    page.say("20 columns, 4 heads of ", list.heads[0].query.weight.cols(), ", output ",
             shape_text(output));
    page.say("numbers to learn, fused           ", parameter_count(fused));
    page.say("numbers to learn, list of heads   ", parameter_count(list));
    page.say("largest difference of the outputs ",
             distance_text(fused.forward(sentence, sentence, sentence), output));
    page.gap();
    page.say(refusal([&] { notes::MultiHeadOfHeads(20, 3, generator); }));
}

void cross_attention(Page& page) {
    using namespace sea_sentence;
    const MultiHeadTrace sea = sea_layer().trace(english_queries, korean_keys, korean_keys);
    page.show("head 1, who or where: weights", sea.heads[0].weights, english, korean, 2);
    page.show("head 2, motion or wish: weights", sea.heads[1].weights, english, korean, 2);
    page.draw(cross_figure(sea));
}

void batch_of_two(Page& page) {
    using namespace sea_sentence;
    const MultiHeadAttention layer = sea_layer();
    const Matrix queries = select_rows(english_queries, {0, 1, 2, 3});  // I want to go
    const Matrix keys = select_rows(korean_keys, {0, 2, 3});  // 나는 가고 싶어
    const std::vector<MultiHeadTrace> batch{
        layer.trace(english_queries, korean_keys, korean_keys),
        layer.trace(queries, keys, keys)};
    for (const MultiHeadTrace& sentence : batch) {
        page.say(sentence.heads.size(), " heads; Q ", shape_text(sentence.q), ", K ",
                 shape_text(sentence.k), ", V ", shape_text(sentence.v),
                 "; a head's weights ", shape_text(sentence.heads[0].weights),
                 ", its output ", shape_text(sentence.heads[0].output), "; output ",
                 shape_text(sentence.output));
    }
}

void word_from_outside(Page& page) {
    const MultiHeadTrace we =
        small_example::attention(2).trace(small_example::outsider, x, x);
    page.show("query", we.q, {"we"}, small_example::match_columns);
    page.show("head 1: weights", we.heads[0].weights, {"we"}, tokens);
    page.show("head 2: weights", we.heads[1].weights, {"we"}, tokens);
}

void printed_numbers(Page& page, std::size_t seed) {
    Random generator(seed);
    const notes::MultiHeadOfHeads layer(20, 4, generator);
    const Matrix ours = layer.forward(random_normal_matrix(4, 20, generator));
    const Spread in_note = spread_of(notes::printed_output), in_ours = spread_of(ours);
    page.show("standard deviation",
              {{in_note.within, in_note.between}, {in_ours.within, in_ours.between}},
              {"printed in the note", "ours, untrained too"},
              {"within a row", "from row to row"});
}

void paper_size(Page& page, std::size_t n_heads, std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention layer = random_multi_head_attention(512, n_heads, generator);
    const Matrix sentence = random_normal_matrix(5, 512, generator);
    const MultiHeadTrace trace = layer.trace(sentence, sentence, sentence);
    const AttentionTrace& head = trace.heads[0];
    page.say("input            ", shape_text(sentence));
    page.say("W_q, W_k, W_v    ", shape_text(layer.w_q.weight), " each");
    page.say("heads            ", trace.heads.size());
    page.say("weights          ", shape_text(head.weights), " in each head");
    page.say("head output      ", shape_text(head.output),
             " in each head, scores divided by the root of ", 512 / n_heads);
    page.say("concat           ", shape_text(trace.concat));
    page.say("output           ", shape_text(trace.output));
    page.say("numbers to learn ", parameter_count(layer));
    page.gap();
    page.say(refusal([&] { random_multi_head_attention(512, 7, generator); }));
}

// Seed 2: every answer is right, and each head looks away from it.
void heads_that_look_away(Page& page) {
    const TrainedHeads away = learn_two_questions(2);
    page.say("right: ", away.before_right, " and ", away.partner_right, " of ", n_answers);
    page.draw(away_figure(away));
}

void require_a_divisor_of_512(std::size_t n_heads) {
    if (512 % n_heads == 0) return;
    throw UsageError(
        "--paper-heads is " + std::to_string(n_heads) +
        "; each head gets an equal part of 512 columns, so it must divide 512");
}

}  // namespace

void further(Chapter& chapter, const Value<std::size_t>& seed) {
    const auto paper_heads = chapter.whole("paper-heads", 8, 1, 512,
                                           "heads at the paper's width: a divisor of 512");
    chapter.check(require_a_divisor_of_512, paper_heads);

    chapter.more("Heads that look away", heads_that_look_away).draws("08_away");
    chapter.more("The wrong divisor", wrong_divisor);
    chapter.more("Four heads by hand", four_heads_by_hand);
    chapter.more("Queries from another sentence", cross_attention).draws("08_cross");
    chapter.more("Two sentences at once", batch_of_two);
    chapter.more("A word from outside", word_from_outside);
    chapter.more("A list of heads", list_of_heads, seed);
    chapter.more("Weights in the study notes", printed_numbers, seed);
    chapter.more("At the paper's size", paper_size, paper_heads, seed);
}

}  // namespace attn::chapters::ch08
