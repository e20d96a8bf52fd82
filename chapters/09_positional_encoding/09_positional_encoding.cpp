// Chapter 9, docs/09_positional_encoding.md: How does order get in?
//
// Attention cannot tell in which order words stand. Here each word gets its place added to it.
// New: the positional encoding in two forms and two layouts, and the table that ends somewhere
// (attn/positional_encoding.hpp). What is tried out with it is in common/positions.cpp.
// From before: several heads (8), "I love you all".
// Turn a knob: --positions 50, --d-model 512, --base 100, --times-root, --seed 3.

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <utility>

#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/09_positional_encoding/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/positions.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"

namespace attn::chapters::ch09 {
namespace {

using namespace positions;
using small_example::tokens, small_example::word_columns, small_example::x;

/// Two heads look at words that have their positions, or that have none.
MultiHeadTrace attended(const Matrix& words) {
    return small_example::attention(2).trace(words, words, words);
}

/// "I love you all" with positions.
Matrix you_all(double factor = 1) {
    return small_sentence({0, 1, 2, 3}, factor);
}

/// "I love all you" with positions.
Matrix all_you(double factor) {
    return small_sentence({0, 1, 3, 2}, factor);
}

/// What multiplies the words before positions are added: the root of d_model = 4, or nothing.
double factor_for(bool times_root) {
    return times_root ? 2 : 1;
}

Matrix table_of_positions(std::size_t n_positions, std::size_t d_model, double base) {
    return positional_encoding(n_positions, d_model, base);
}

void require_even(std::size_t d_model) {
    if (d_model % 2 == 0) return;
    throw UsageError("--d-model is " + std::to_string(d_model) +
                     "; a sine and its cosine fill two columns, so it must be even");
}

/// What the two sentences of sixteen words have become.
void show_means(Page& page, const std::string& name, const TwoSentences& two) {
    page.show(name, two.means, {"did not", "could not"}, {}, 4);
    page.say("largest difference of the two means             ",
             distance_text(row_of(two.means, 0), row_of(two.means, 1)));
    page.say("largest difference of the two outputs for “not” ",
             distance_text(row_of(two.did_not, 3), row_of(two.could_not, 10)));
}

// The problem: two sentences that mean different things, and one mean.
void order_is_lost(Page& page, std::size_t seed) {
    for (const Labels& words : {did_not, could_not}) {
        page.say(joined(words, " "));
        page.say(words.size(), " words");
        page.gap();
    }
    show_means(page, "mean of the outputs, without positions", two_sentences(false, seed));
}

void two_waves(Page& page) {
    page.say("position p, d_model = 4: pair 0 has the angle p, pair 1 the angle p / 100");
    page.show("PE", positional_encoding(4, 4), tokens,
              {"sin p", "cos p", "sin p/100", "cos p/100"}, 5);
    page.say(
        "exp(-ln(10000) 2i / d_model) instead of a power, 1000 x 512: largest difference ",
        distance_text(positional_encoding(1000, 512),
                      positional_encoding_by_exp(1000, 512)));
}

void whole_table(Page& page, const Matrix& pe, double base) {
    const std::size_t d_model = pe.cols(), n_pairs = d_model / 2;
    page.say("PE ", shape_text(pe), ", ", n_pairs, " pairs of columns");
    page.gap();
    page.say("pair  columns     one turn takes   at position 1");
    for (const std::size_t pair : pairs_to_show(n_pairs)) {
        const std::string columns =
            std::to_string(2 * pair) + ", " + std::to_string(2 * pair + 1);
        page.out() << std::left << std::setw(6) << pair << std::setw(10) << columns
                   << std::right << std::setw(9)
                   << number_text(positions_a_turn(pair, d_model, base), 2) << " words   "
                   << number_text(pe(1, 2 * pair), 4) << " "
                   << number_text(pe(1, 2 * pair + 1), 4) << "\n";
    }
    page.keep("pe", pe);
    page.draw(map_figure(pe, base));
    page.draw(waves_figure(pe.rows(), d_model, base));
}

void words_with_positions(Page& page, double factor) {
    const Matrix h = you_all(factor);
    const MultiHeadTrace trace = attended(h);
    page.show(factor == 1 ? "h = X + PE" : "h = " + number_text(factor, 0) + " X + PE", h,
              tokens, word_columns, 5);
    page.show("Q = h W", trace.q, tokens);
    page.show("K = h W", trace.k, tokens);
    page.show("V = h W", trace.v, tokens);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string head = "head " + std::to_string(i + 1) + ": ";
        page.show(head + "scores", trace.heads[i].scores, tokens, tokens);
        page.show(head + "scaled scores", trace.heads[i].scaled, tokens, tokens);
        page.show(head + "weights", trace.heads[i].weights, tokens, tokens);
        page.show(head + "output", trace.heads[i].output, tokens);
    }
    page.show("concat", trace.concat, tokens);
    page.show("attention = concat W_o", trace.output, tokens, word_columns);
    page.keep("output", trace.output);
}

void another_order(Page& page, double factor) {
    const Labels words = in_order(tokens, {0, 1, 3, 2});
    const MultiHeadTrace before = attended(you_all(factor));
    const MultiHeadTrace other = attended(all_you(factor));
    page.show("I love all you, head 1: weights", other.heads[0].weights, words, words);
    page.gap();
    page.say("you, head 1, looks at       I    love     all");
    const auto tell = [&](const std::string& name, const MultiHeadTrace& trace,
                          std::size_t row, std::size_t all) {
        const Matrix& w = trace.heads[0].weights;
        page.out() << std::left << std::setw(22) << name << number_text(w(row, 0), 4)
                   << "  " << number_text(w(row, 1), 4) << "  "
                   << number_text(w(row, all), 4) << "\n";
    };
    tell("either, no positions", attended(x), 2, 3);
    tell("I love you all", before, 2, 3);
    tell("I love all you", other, 3, 2);
    page.draw(order_figure(before, other));
}

void only_distance(Page& page, const Matrix& pe) {
    const std::size_t last = pe.rows() - 1;
    const double length = dot(pe.row(0), pe.row(0));
    page.say("every position's length: ", number_text(norm(pe.row(0)), 4), " = root of ",
             pe.cols(), " / 2");
    page.gap();
    page.say("distance   PE(p) . PE(p + distance)   cosine");
    for (const std::size_t distance : Ids{0, 1, 2, 3, 5, 10, 20, 40}) {
        if (distance > last) break;
        const double product = dot(pe.row(0), pe.row(distance));
        page.out() << std::right << std::setw(8) << distance << std::setw(27)
                   << number_text(product, 4) << std::setw(9)
                   << number_text(product / length, 4) << "\n";
    }
    double worst = 0;
    for (std::size_t distance = 0; distance <= last; ++distance) {
        const double at_start = dot(pe.row(0), pe.row(distance));
        const double at_end = dot(pe.row(last - distance), pe.row(last));
        worst = std::max(worst, std::abs(at_start - at_end) / length);
    }
    page.gap();
    page.say("from position 0, or up to the last: the cosines differ by ",
             worst < 1e-10 ? "less than 1e-10" : number_text(worst, 4));
    page.draw(similarity_figure(pe));
}

void a_step_is_a_turn(Page& page) {
    const Matrix r = moving_matrix(1, 4), pe = positional_encoding(8, 4);
    page.show("R(1), one step on", r);
    page.gap();
    page.out() << matrix_text("PE(2)", row_of(pe, 2), {.decimals = 4})
               << matrix_text("PE(2) R(1)", matmul(row_of(pe, 2), r), {.decimals = 4})
               << matrix_text("PE(3)", row_of(pe, 3), {.decimals = 4});
    const Matrix far = positional_encoding(1008, 128);
    const Matrix from = select_rows(far, {0, 1, 500, 1000}),
                 to = select_rows(far, {7, 8, 507, 1007});
    const double gap = max_abs_difference(matmul(from, moving_matrix(7, 128)), to);
    page.gap();
    page.say("128 columns, positions 0, 1, 500 and 1000, each times R(7), against");
    page.say("positions 7, 8, 507 and 1007: largest difference ",
             gap < 1e-10 ? "below 1e-10" : "TOO LARGE");
    page.draw(turn_figure());
}

void two_layouts(Page& page) {
    const Matrix p = halves_permutation(4), h = you_all();
    page.show("P", p);
    page.say("interleaved times P, against halves: ",
             distance_text(matmul(positional_encoding(4, 4), p),
                           positional_encoding_in_halves(4, 4)));
    page.gap();
    MultiHeadAttention layer = small_example::attention(2);
    const Matrix right = layer.forward(h, h, h);
    const Matrix other = x + positional_encoding_in_halves(4, 4);
    page.say("attention, against the right output: largest difference");
    page.say("positions in halves, weights as they were         ",
             distance_text(layer.forward(other, other, other), right));
    const Matrix h_halves = matmul(h, p);
    for (Linear* map : {&layer.w_q, &layer.w_k, &layer.w_v})
        map->weight = matmul(transpose(p), map->weight);
    page.say("words, positions and weights permuted             ",
             distance_text(layer.forward(h_halves, h_halves, h_halves), right));
    page.draw(layouts_figure());
}

void exponent_doubled(Page& page, std::size_t d_model) {
    const std::size_t n_pairs = d_model / 2;
    std::vector<Labels> lines{{"pair", "right", "doubled"}};
    for (const std::size_t pair : pairs_to_show(n_pairs)) {
        const double turn = positions_a_turn(pair, d_model);
        const double angle = position_angle(1, pair, d_model);
        lines.push_back({std::to_string(pair), number_or_power(turn, 2),
                         number_or_power(turn / angle, 2)});
    }
    page.say("one turn takes, in words");
    page.gap();
    page.out() << lines_text(lines, 16);
    page.gap();
    page.say("pairs that need more than 2 pi 10000 words when doubled: ",
             n_pairs - std::min(n_pairs, d_model / 4 + 1), " of ", n_pairs);
    if (d_model >= 4) {
        page.draw(doubled_figure(d_model));
    } else {
        page.leave_out("09_doubled", "one pair has no slower one");
    }
}

void in_float(Page& page) {
    const Matrix exact = positional_encoding(1001, 512);
    const Matrix narrow = positional_encoding_in_float(1001, 512);
    Matrix rounded = exact;
    for (std::size_t i = 0; i < rounded.rows(); ++i) {
        for (double& number : rounded.row(i))
            number = static_cast<double>(static_cast<float>(number));
    }
    page.say("positions 0 to 1000, 512 columns, against the power in double");
    page.gap();
    page.say("exp, in double     ",
             distance_text(positional_encoding_by_exp(1001, 512), exact));
    page.say("exp, all in float  ", scientific_text(max_abs_difference(narrow, exact), 1));
    page.say("rounded at the end ", scientific_text(max_abs_difference(rounded, exact), 1));
}

void loudness(Page& page, double factor) {
    Random generator(1);
    const Matrix words = random_normal_matrix(100, 512, generator);
    double mean = 0;
    for (std::size_t i = 0; i < 100; ++i) mean += norm(words.row(i)) / 100;
    const double root = std::sqrt(512.0);
    page.say("a position of 512 columns has the length ", number_text(std::sqrt(256.0), 2));
    page.show_words({{"a word's length, entries drawn with deviation", "  as it is",
                      "  times root 512"},
                     {"1              (PyTorch's embedding)", number_text(mean, 2),
                      number_text(mean * root, 2)},
                     {"1 / root 512   (made for being multiplied)",
                      number_text(mean / root, 2), number_text(mean, 2)}});
    const auto share = [](double times) {
        return number_text(attended(you_all(times)).heads[0].weights(0, 1), 4);
    };
    page.say("I looks at love, head 1: ", share(1), " with X + PE, ", share(2),
             " with 2 X + PE");
    page.say(factor == 1 ? "This run adds the words as they are."
                         : "This run multiplies the words by root 4 = 2.");
    page.draw(root_figure());
}

void order_is_back(Page& page, std::size_t seed) {
    const TwoSentences back = two_sentences(true, seed);
    show_means(page, "mean of the outputs, with positions", back);
    page.draw(toefl_figure(two_sentences(false, seed), back));
}

// Where it breaks.
void where_it_ends(Page& page) {
    const PositionTable table{positional_encoding(1000, 512)};
    page.say("1000 words: ", shape_text(table.add_to(Matrix(1000, 512))));
    try {
        table.add_to(Matrix(1001, 512));
    } catch (const std::out_of_range& error) {
        page.say(error.what());
    }
    try {
        positional_encoding(50, 127);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
}

void why_not_simpler(Page& page) {
    Matrix number(50, 1), share(50, 1), slow(50, 2);
    for (std::size_t p = 0; p < 50; ++p) {
        const double place = static_cast<double>(p);
        number(p, 0) = place;
        share(p, 0) = place / 49;
        slow(p, 0) = std::sin(place / 1000);
        slow(p, 1) = std::cos(place / 1000);
    }
    const Matrix fast = positional_encoding(50, 2), all = positional_encoding(50, 128);
    const auto apart = [](const Matrix& pe, std::size_t p) {
        return number_text(max_abs_difference(row_of(pe, 0), row_of(pe, p)), 4);
    };
    std::vector<Labels> lines{
        {"largest difference between positions", "0 and 1", " 0 and 44"}};
    for (const auto& [name, pe] :
         {std::pair<std::string, Matrix>{"the number p itself", number},
          {"p / 49, the share of 50 words", share},
          {"one fast wave, sin p and cos p", fast},
          {"one slow wave, sin and cos of p / 1000", slow},
          {"all 64 waves of 128 columns", all}}) {
        lines.push_back({name, apart(pe, 1), apart(pe, 44)});
    }
    page.show_words(lines);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("09_positional_encoding", "How does order get in?");
    const auto n_positions = chapter.whole("positions", 50, 2, 1000, "rows of the table");
    const auto d_model =
        chapter.whole("d-model", 128, 2, 1024, "columns of the table, an even number");
    const auto base = chapter.number("base", 10000, 2, 1000000,
                                     "the number whose powers divide a position");
    const auto times_root = chapter.flag(
        "times-root", "multiply the small sentence's words by root d_model = 2");
    const auto seed =
        chapter.whole("seed", 2, 0, 1000000, "of the two sentences' random weights");
    chapter.check(require_even, d_model);
    const auto pe = chapter.computed(table_of_positions, n_positions, d_model, base);
    const auto factor = chapter.computed(factor_for, times_root);

    chapter.section("Order is lost", order_is_lost, seed);
    chapter.section("Two waves", two_waves);
    chapter.section("The whole table", whole_table, pe, base).draws("09_map", "09_waves");
    chapter.section("Words with positions", words_with_positions, factor);
    chapter.section("Another order", another_order, factor).draws("09_order");
    chapter.section("Only distance counts", only_distance, pe).draws("09_similarity");
    chapter.section("A step is a turn", a_step_is_a_turn).draws("09_turn");
    chapter.section("Interleaved and halves", two_layouts).draws("09_layouts");
    chapter.section("The exponent doubled", exponent_doubled, d_model).draws("09_doubled");
    chapter.section("In float", in_float);
    chapter.section("How loud is a position", loudness, factor).draws("09_root");
    chapter.section("Order is back", order_is_back, seed).draws("09_toefl");
    chapter.section("Where the table ends", where_it_ends);
    chapter.section("Why not simpler", why_not_simpler);
}

}  // namespace attn::chapters::ch09
