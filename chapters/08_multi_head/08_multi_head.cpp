#include "chapters/08_multi_head/08_multi_head.hpp"

// Chapter 8, docs/08_multi_head.md: Why look several times at once?
//
// The weights of a row sum to 1, so one head can be sure of one word. Two can be of two.
// New: split_heads, merge_heads, MultiHeadAttention (attn/multi_head_attention.hpp). From
// before: scaled_dot_product_attention (4), Linear (7), the sentence (3).
// Turn a knob: --heads 4, --word all. Detours, in further.cpp: --more.

#include <algorithm>
#include <numeric>

#include "attn/softmax.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch08 {
namespace {

using namespace small_example;  // tokens, x, w_q, w_k, w_v, one_wire, and names of columns

/// Chapter 7's three maps, and one in which the heads meet.
struct Maps {
    Linear query, key, value, output;
};

/// Multi-head self-attention: each head attends with columns of its own.
///
/// x        [n x d_model]  one row per word
/// returns  each head's values, their outputs side by side (concat), and the output
MultiHeadTrace multi_head_attention(const Matrix& x, const Maps& maps,
                                    std::size_t n_heads) {
    const std::vector<Matrix> q = split_heads(maps.query.forward(x), n_heads);
    const std::vector<Matrix> k = split_heads(maps.key.forward(x), n_heads);
    const std::vector<Matrix> v = split_heads(maps.value.forward(x), n_heads);
    MultiHeadTrace trace;
    std::vector<Matrix> outputs;
    for (std::size_t i = 0; i < n_heads; ++i) {
        trace.heads.push_back(scaled_dot_product_attention(q[i], k[i], v[i]));
        outputs.push_back(trace.heads[i].output);
    }
    trace.concat = merge_heads(outputs);
    trace.output = maps.output.forward(trace.concat);
    return trace;
}

// We made these numbers up, so that each of them can be read.
const Maps hand_made{{w_q}, {w_k}, {w_v}, {one_wire}};

/// The same four maps in the library's layer.
MultiHeadAttention library_layer(std::size_t n_heads) {
    MultiHeadAttention layer = attention(n_heads);
    layer.w_o.weight = one_wire;
    return layer;
}

constexpr std::size_t love = 1;  // a row of every table

void row_of_love(Page& page, std::size_t n_heads, std::size_t word) {
    const MultiHeadTrace trace = multi_head_attention(x, hand_made, n_heads);
    const AttentionTrace wide = multi_head_attention(x, hand_made, 1).heads[0];
    std::vector<Matrix> tables;
    Labels names;
    for (const AttentionTrace& head : trace.heads) {
        tables.push_back(head.weights);
        names.push_back("head " + std::to_string(tables.size()));
    }
    tables.push_back(wide.weights);
    names.push_back("one wide head");
    page.show("row " + tokens[word], row_of_each(tables, word), names, tokens);
    page.draw(heads_figure(trace, wide, word));
}

// Why several heads: a wide head's scores are the sum of theirs.
void added_or_kept_apart(Page& page, std::size_t n_heads, std::size_t word) {
    const MultiHeadTrace trace = multi_head_attention(x, hand_made, n_heads);
    const AttentionTrace wide = multi_head_attention(x, hand_made, 1).heads[0];
    std::vector<Matrix> scores;
    Labels names;
    Matrix sum(x.rows(), x.rows());
    for (const AttentionTrace& head : trace.heads) {
        scores.push_back(head.scores);
        sum += head.scores;
        names.push_back("head " + std::to_string(scores.size()));
    }
    scores.push_back(wide.scores);
    names.push_back("one wide head");
    page.show("row " + tokens[word] + ", scores", row_of_each(scores, word), names, tokens);
    page.say("The heads' scores add up to the wide head's: ",
             yes_or_no(max_abs_difference(sum, wide.scores) < 1e-12));
}

void merged_and_projected(Page& page, std::size_t n_heads) {
    const MultiHeadTrace trace = multi_head_attention(x, hand_made, n_heads);
    page.show("concat, the outputs side by side", trace.concat, tokens, word_columns);
    page.show("output = concat W_o", trace.output, tokens, word_columns);
    page.say("Equal to the library's MultiHeadAttention, to the last bit: ",
             yes_or_no(trace.output == library_layer(n_heads).forward(x, x, x)));
    page.keep("concat", trace.concat);
    page.keep("output", trace.output);
}

// The output once more, as a sum: each head's table through its own band of W_o.
void bands(Page& page, std::size_t n_heads, std::size_t word) {
    const MultiHeadTrace trace = multi_head_attention(x, hand_made, n_heads);
    const std::size_t width = x.cols() / n_heads;
    Labels from = word_columns;
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] += ", head " + std::to_string(i / width + 1);
    }
    page.show("W_o", one_wire, from, word_columns);
    std::vector<Matrix> tables;
    Labels names;
    Matrix sum(x.rows(), x.cols());
    for (const AttentionTrace& head : trace.heads) {
        std::vector<std::size_t> band(width);
        std::iota(band.begin(), band.end(), tables.size() * width);
        tables.push_back(matmul(head.output, select_rows(one_wire, band)));
        sum += tables.back();
        names.push_back("head " + std::to_string(tables.size()) + " through its band");
    }
    tables.push_back(sum);
    names.push_back("sum, the output");
    page.show("row " + tokens[word], row_of_each(tables, word), names, word_columns);
    page.say("Largest difference from concat W_o, in all rows: ",
             distance_text(sum, trace.output));
    page.draw(flow_figure(library_layer(n_heads).trace(x, x, x), word));
}

// Where it breaks: a slip that leaves every shape as it is.
void wrong_and_running(Page& page) {
    const auto right = [](const Matrix& words) {
        return multi_head_attention(words, hand_made, 2).output;
    };
    const auto reshaped = [](const Matrix& words) {
        const auto part = [&](const Linear& map, std::size_t head) {
            return mistakes::split_by_reshaping(map.forward(words), 2)[head];
        };
        std::vector<Matrix> outputs;
        for (const std::size_t i : {0u, 1u})
            outputs.push_back(scaled_dot_product_attention(part(hand_made.query, i),
                                                           part(hand_made.key, i),
                                                           part(hand_made.value, i))
                                  .output);
        return hand_made.output.forward(mistakes::merge_by_reshaping(outputs));
    };
    page.show("row love of the output", row_of_each({right(x), reshaped(x)}, love),
              {"right", "split by reshaping"}, word_columns);
    page.draw(split_figure());
    page.draw(wrong_figure(reach(right, x), reach(reshaped, x)));
}

// Nobody assigns jobs to these two: two questions, and each head starts from random numbers. One
// head of all columns gets as long.
void two_heads_that_learned(Page& page, std::size_t seed) {
    const TrainedHeads trained = learn_two_questions(seed),
                       alone = learn_two_questions(seed, 1);
    const auto right = [](const std::string& question, std::size_t two, std::size_t one) {
        return Labels{question, std::to_string(two), std::to_string(one)};
    };
    page.show_words(
        {{"of " + std::to_string(n_answers) + " answers right", "two heads", "one head"},
         right("Which word stands before me?", trained.before_right, alone.before_right),
         right("Where does my partner stand?", trained.partner_right,
               alone.partner_right)});
    page.draw(trained_figure(trained, alone));
}

// One seed proves little: twelve trainings, kept as numbers because they take seconds.
void twelve_trainings(Page& page) {
    const auto learned_both = [](const std::vector<std::size_t>& worse) {
        return std::to_string(std::ranges::count(worse, n_answers));
    };
    std::vector<Labels> lines{
        {"of 12 seeds learned both questions", "two heads", "one head"}};
    const auto tell = [&](const std::string& name, const WorseQuestion& seeds) {
        lines.push_back(
            {name, learned_both(seeds.two_heads), learned_both(seeds.one_head)});
    };
    tell("in 400 steps", in_400_steps);
    tell("in 1600 steps", in_1600_steps);
    page.show_words(lines);
}

void require_a_divisor_of_4(std::size_t n_heads) {
    if (4 % n_heads == 0) return;
    throw UsageError("--heads is " + std::to_string(n_heads) +
                     "; each head gets an equal part of 4 columns, so it must divide 4");
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("08_multi_head", "Why look several times at once?");
    const auto heads =
        chapter.whole("heads", 2, 1, 4, "how many heads share the four columns; 3 cannot");
    chapter.check(require_a_divisor_of_4, heads);
    const auto word =
        chapter.computed(place_of, chapter.choice("word", tokens, "which word asks", love));
    const auto seed = chapter.whole("seed", 3, 0, 1000000, "which random weights");

    chapter.section("Twelve seeds", twelve_trainings);
    chapter.section("Head by head", row_of_love, heads, word).draws("08_heads");
    chapter.section("Added up or kept apart", added_or_kept_apart, heads, word);
    chapter.section("Merged and projected", merged_and_projected, heads);
    chapter.section("Band by band", bands, heads, word).draws("08_flow");
    chapter.section("Two heads that learned", two_heads_that_learned, seed)
        .draws("08_trained");
    chapter.section("Wrong and still running", wrong_and_running)
        .draws("08_split", "08_wrong");
    further(chapter, seed);
}

}  // namespace attn::chapters::ch08
