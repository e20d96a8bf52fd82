// Chapter 9, docs/09_positional_encoding.md: How does order get in?
//
// New here: the positional encoding in its two forms and two layouts, and the table that
// ends somewhere (attn/positional_encoding.hpp). From before: several heads (chapter 8) and
// "I love you all". What is tried out with positions, right and wrong, is in
// common/positions.cpp, the pictures are in figures.cpp.
//
// Try: --positions 50 --d-model 512    --base 100    --times-root    --seed 3

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/09_positional_encoding/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/positions.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::positions;
using small_example::tokens;
using small_example::x;
using std::cout;

namespace {

const Labels all_you{"I", "love", "all", "you"};

void show(const std::string& name, const Matrix& m, const Labels& rows = tokens,
          const Labels& columns = tokens, int decimals = 4) {
    cout << matrix_text(
        name, m, {.row_labels = rows, .column_labels = columns, .decimals = decimals});
}

/// How far apart two results are: digits where they say something, else that they do not.
std::string gap_text(const Matrix& a, const Matrix& b) {
    const double gap = max_abs_difference(a, b);
    return gap < 1e-12 ? "below 1e-12" : number_text(gap, 4);
}

void require_even(std::size_t d_model) {
    if (d_model % 2 == 0) return;
    throw UsageError("--d-model is " + std::to_string(d_model) +
                     "; a sine and its cosine fill two columns, so it must be even");
}

TwoSentences order_is_lost(std::size_t seed) {
    const TwoSentences two = two_sentences(false, seed);
    for (const Labels& words : {did_not, could_not}) {
        for (std::size_t i = 0; i < words.size(); ++i)
            cout << (i > 0 ? " " : "") << words[i];
        cout << "\n" << words.size() << " words\n\n";
    }
    show("mean of the outputs, without positions", two.means, {"did not", "could not"}, {});
    cout << "\nlargest difference of the two means             "
         << gap_text(row_of(two.means, 0), row_of(two.means, 1))
         << "\nlargest difference of the two outputs for “not” "
         << gap_text(row_of(two.did_not, 3), row_of(two.could_not, 10)) << "\n";
    return two;
}

void two_waves() {
    cout << "position p, d_model = 4: pair 0 has the angle p, pair 1 the angle p / 100\n\n";
    show("PE", positional_encoding(4, 4), tokens,
         {"sin p", "cos p", "sin p/100", "cos p/100"}, 5);
    cout
        << "\nexp(-ln(10000) 2i / d_model) instead of a power, 1000 x 512: largest difference "
        << gap_text(positional_encoding(1000, 512), positional_encoding_by_exp(1000, 512))
        << "\n";
}

Matrix whole_table(std::size_t n_positions, std::size_t d_model, double base) {
    const Matrix pe = positional_encoding(n_positions, d_model, base);
    const std::size_t n_pairs = d_model / 2;
    cout << "PE " << shape_text(pe) << ", " << n_pairs << " pairs of columns\n\n"
         << "pair  columns     one turn takes   at position 1\n";
    for (const std::size_t pair : pairs_to_show(n_pairs)) {
        const std::string columns =
            std::to_string(2 * pair) + ", " + std::to_string(2 * pair + 1);
        cout << std::left << std::setw(6) << pair << std::setw(10) << columns << std::right
             << std::setw(9) << number_text(positions_a_turn(pair, d_model, base), 2)
             << " words   " << number_text(pe(1, 2 * pair), 4) << " "
             << number_text(pe(1, 2 * pair + 1), 4) << "\n";
    }
    return pe;
}

MultiHeadTrace words_with_positions(double factor) {
    const Matrix h = small_sentence({0, 1, 2, 3}, factor);
    const MultiHeadTrace trace = small_example::attention(2).trace(h, h, h);
    const Labels columns = small_example::word_columns;
    show(factor == 1 ? "h = X + PE" : "h = " + number_text(factor, 0) + " X + PE", h,
         tokens, columns, 5);
    for (const auto& [name, m] :
         {std::pair<std::string, Matrix>{"Q", trace.q}, {"K", trace.k}, {"V", trace.v}}) {
        cout << "\n";
        show(name + " = h W", m, tokens, {});
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string head = "head " + std::to_string(i + 1) + ": ";
        cout << "\n";
        show(head + "scores", trace.heads[i].scores);
        cout << "\n";
        show(head + "scaled scores", trace.heads[i].scaled);
        cout << "\n";
        show(head + "weights", trace.heads[i].weights);
        cout << "\n";
        show(head + "output", trace.heads[i].output, tokens, {});
    }
    cout << "\n";
    show("concat", trace.concat, tokens, {});
    cout << "\n";
    show("attention = concat W_o", trace.output, tokens, columns);
    return trace;
}

MultiHeadTrace another_order(double factor) {
    const Matrix before = small_example::attention(2).trace(x, x, x).heads[0].weights;
    const Matrix h = small_sentence({0, 1, 3, 2}, factor);
    const MultiHeadTrace trace = small_example::attention(2).trace(h, h, h);
    show("I love all you, head 1: weights", trace.heads[0].weights, all_you, all_you);
    const Matrix same = small_sentence({0, 1, 2, 3}, factor);
    const Matrix you = small_example::attention(2).trace(same, same, same).heads[0].weights;
    cout << "\nyou, head 1, looks at       I    love     all\n";
    const auto line = [](const std::string& name, const Matrix& w, std::size_t row,
                         std::size_t all) {
        cout << std::left << std::setw(22) << name << number_text(w(row, 0), 4) << "  "
             << number_text(w(row, 1), 4) << "  " << number_text(w(row, all), 4) << "\n";
    };
    line("either, no positions", before, 2, 3);
    line("I love you all", you, 2, 3);
    line("I love all you", trace.heads[0].weights, 3, 2);
    return trace;
}

void only_distance(const Matrix& pe) {
    const std::size_t last = pe.rows() - 1;
    const double length = dot(pe.row(0), pe.row(0));
    cout << "every position's length: " << number_text(norm(pe.row(0)), 4) << " = root of "
         << pe.cols() << " / 2\n\ndistance   PE(p) . PE(p + distance)   cosine\n";
    for (const std::size_t distance : std::vector<std::size_t>{0, 1, 2, 3, 5, 10, 20, 40}) {
        if (distance > last) break;
        const double product = dot(pe.row(0), pe.row(distance));
        cout << std::right << std::setw(8) << distance << std::setw(27)
             << number_text(product, 4) << std::setw(9) << number_text(product / length, 4)
             << "\n";
    }
    double worst = 0;
    for (std::size_t distance = 0; distance <= last; ++distance) {
        const double at_start = dot(pe.row(0), pe.row(distance));
        const double at_end = dot(pe.row(last - distance), pe.row(last));
        worst = std::max(worst, std::abs(at_start - at_end) / length);
    }
    cout << "\nfrom position 0, or up to the last: the cosines differ by "
         << (worst < 1e-10 ? "less than 1e-10" : number_text(worst, 4)) << "\n";
}

void a_step_is_a_turn() {
    const Matrix r = moving_matrix(1, 4);
    show("R(1), one step on", r, {}, {});
    const Matrix pe = positional_encoding(8, 4);
    cout << "\n";
    show("PE(2)", row_of(pe, 2), {}, {});
    show("PE(2) R(1)", matmul(row_of(pe, 2), r), {}, {});
    show("PE(3)", row_of(pe, 3), {}, {});
    const Matrix far = positional_encoding(1008, 128);
    const Matrix from = select_rows(far, {0, 1, 500, 1000}),
                 to = select_rows(far, {7, 8, 507, 1007});
    cout << "\n128 columns, positions 0, 1, 500 and 1000, each times R(7), against\n"
            "positions 7, 8, 507 and 1007: largest difference "
         << (max_abs_difference(matmul(from, moving_matrix(7, 128)), to) < 1e-10
                 ? "below 1e-10"
                 : "TOO LARGE")
         << "\n";
}

void two_layouts() {
    const Matrix p = halves_permutation(4), h = small_sentence({0, 1, 2, 3});
    show("P", p, {}, {}, 0);
    cout << "\ninterleaved times P, against halves: "
         << gap_text(matmul(positional_encoding(4, 4), p),
                     positional_encoding_in_halves(4, 4))
         << "\n\n";
    MultiHeadAttention layer = small_example::attention(2);
    const Matrix right = layer.forward(h, h, h);
    const Matrix other = x + positional_encoding_in_halves(4, 4);
    cout << "attention, against the right output: largest difference\n"
         << "positions in halves, weights as they were         "
         << gap_text(layer.forward(other, other, other), right) << "\n";
    const Matrix h_halves = matmul(h, p);
    for (Linear* map : {&layer.w_q, &layer.w_k, &layer.w_v})
        map->weight = matmul(transpose(p), map->weight);
    cout << "words, positions and weights permuted             "
         << gap_text(layer.forward(h_halves, h_halves, h_halves), right) << "\n";
}

void exponent_doubled(std::size_t d_model) {
    const std::size_t n_pairs = d_model / 2;
    cout << "one turn takes, in words\n\npair           right         doubled\n";
    for (const std::size_t pair : pairs_to_show(n_pairs)) {
        const double angle = position_angle(1, pair, d_model);
        cout << std::left << std::setw(6) << pair << std::right << std::setw(14)
             << number_or_power(positions_a_turn(pair, d_model), 2) << std::setw(16)
             << number_or_power(positions_a_turn(pair, d_model) / angle, 2) << "\n";
    }
    cout << "\npairs that need more than 2 pi 10000 words when doubled: "
         << n_pairs - std::min(n_pairs, d_model / 4 + 1) << " of " << n_pairs << "\n";
}

void in_float() {
    const Matrix exact = positional_encoding(1001, 512);
    const Matrix narrow = positional_encoding_in_float(1001, 512);
    Matrix rounded = exact;
    for (std::size_t i = 0; i < rounded.rows(); ++i) {
        for (double& number : rounded.row(i))
            number = static_cast<double>(static_cast<float>(number));
    }
    cout << "positions 0 to 1000, 512 columns, against the power in double\n\n"
         << "exp, in double     " << gap_text(positional_encoding_by_exp(1001, 512), exact)
         << "\nexp, all in float  " << scientific_text(max_abs_difference(narrow, exact), 1)
         << "\nrounded at the end "
         << scientific_text(max_abs_difference(rounded, exact), 1) << "\n";
}

void loudness(double factor) {
    cout
        << "a position of 512 columns has the length " << number_text(std::sqrt(256.0), 2)
        << "\n\na word's length, entries drawn with deviation    as it is    times root 512\n";
    Random generator(1);
    const Matrix words = random_normal_matrix(100, 512, generator);
    double mean = 0;
    for (std::size_t i = 0; i < 100; ++i) mean += norm(words.row(i)) / 100;
    const double root = std::sqrt(512.0);
    cout << "1              (PyTorch's embedding)       " << std::setw(14)
         << number_text(mean, 2) << std::setw(18) << number_text(mean * root, 2)
         << "\n1 / root 512   (made for being multiplied) " << std::setw(14)
         << number_text(mean / root, 2) << std::setw(18) << number_text(mean, 2) << "\n\n";
    const Matrix once = small_sentence({0, 1, 2, 3}),
                 twice = small_sentence({0, 1, 2, 3}, 2);
    const MultiHeadAttention layer = small_example::attention(2);
    cout << "I looks at love, head 1: "
         << number_text(layer.trace(once, once, once).heads[0].weights(0, 1), 4)
         << " with X + PE, "
         << number_text(layer.trace(twice, twice, twice).heads[0].weights(0, 1), 4)
         << " with 2 X + PE\n"
         << (factor == 1 ? "This run adds the words as they are.\n"
                         : "This run multiplies the words by root 4 = 2.\n");
}

TwoSentences order_is_back(std::size_t seed) {
    const TwoSentences two = two_sentences(true, seed);
    show("mean of the outputs, with positions", two.means, {"did not", "could not"}, {});
    cout << "\nlargest difference of the two means             "
         << gap_text(row_of(two.means, 0), row_of(two.means, 1))
         << "\nlargest difference of the two outputs for “not” "
         << gap_text(row_of(two.did_not, 3), row_of(two.could_not, 10)) << "\n";
    return two;
}

void where_it_ends() {
    const PositionTable table{positional_encoding(1000, 512)};
    cout << "1000 words: " << shape_text(table.add_to(Matrix(1000, 512))) << "\n";
    try {
        table.add_to(Matrix(1001, 512));
    } catch (const std::out_of_range& error) {
        cout << error.what() << "\n";
    }
    try {
        positional_encoding(50, 127);
    } catch (const ShapeError& error) {
        cout << error.what() << "\n";
    }
}

void why_not_simpler() {
    const auto apart = [](const Matrix& pe, std::size_t p) {
        return max_abs_difference(row_of(pe, 0), row_of(pe, p));
    };
    Matrix number(50, 1), share(50, 1), slow(50, 2);
    for (std::size_t p = 0; p < 50; ++p) {
        const double place = static_cast<double>(p);
        number(p, 0) = place;
        share(p, 0) = place / 49;
        slow(p, 0) = std::sin(place / 1000);
        slow(p, 1) = std::cos(place / 1000);
    }
    const Matrix fast = positional_encoding(50, 2), all = positional_encoding(50, 128);
    cout << "largest difference between positions    0 and 1   0 and 44\n";
    for (const auto& [name, pe] :
         {std::pair<std::string, Matrix>{"the number p itself", number},
          {"p / 49, the share of 50 words", share},
          {"one fast wave, sin p and cos p", fast},
          {"one slow wave, sin and cos of p / 1000", slow},
          {"all 64 waves of 128 columns", all}}) {
        cout << std::left << std::setw(39) << name << std::right << std::setw(8)
             << number_text(apart(pe, 1), 4) << std::setw(11)
             << number_text(apart(pe, 44), 4) << "\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t n_positions = 50, d_model = 128, seed = 2;
    double base = 10000;
    bool times_root = false;
    Chapter chapter("09_positional_encoding", "How does order get in?");
    chapter.options().add("positions", n_positions, 2, 1000, "rows of the table");
    chapter.options().add("d-model", d_model, 2, 1024,
                          "columns of the table, an even number");
    chapter.options().add("base", base, 2, 1000000,
                          "the number whose powers divide a position");
    chapter.options().add_flag("times-root", times_root,
                               "multiply the small sentence's words by root d_model = 2");
    chapter.options().add("seed", seed, 0, 1000000, "of the two sentences' random weights");

    return chapter.run(argc, argv, [&] {
        require_even(d_model);
        const double factor = times_root ? 2 : 1;
        chapter.heading("Order is lost");
        const TwoSentences lost = order_is_lost(seed);
        chapter.heading("Two waves");
        two_waves();
        chapter.heading("The whole table");
        const Matrix pe = whole_table(n_positions, d_model, base);
        chapter.heading("Words with positions");
        const MultiHeadTrace trace = words_with_positions(factor);
        chapter.heading("Another order");
        const MultiHeadTrace other = another_order(factor);
        chapter.heading("Only distance counts");
        only_distance(pe);
        chapter.heading("A step is a turn");
        a_step_is_a_turn();
        chapter.heading("Interleaved and halves");
        two_layouts();
        chapter.heading("The exponent doubled");
        exponent_doubled(d_model);
        chapter.heading("In float");
        in_float();
        chapter.heading("How loud is a position");
        loudness(factor);
        chapter.heading("Order is back");
        const TwoSentences back = order_is_back(seed);
        chapter.heading("Where the table ends");
        where_it_ends();
        chapter.heading("Why not simpler");
        why_not_simpler();

        chapter.keep("pe", pe);
        chapter.keep("output", trace.output);
        chapter.draw(map_figure(pe, base));
        chapter.draw(waves_figure(n_positions, d_model, base));
        chapter.draw(order_figure(trace, other));
        chapter.draw(similarity_figure(pe));
        chapter.draw(turn_figure());
        chapter.draw(layouts_figure());
        if (d_model >= 4) {
            chapter.draw(doubled_figure(d_model));
        } else {
            chapter.leave_out("09_doubled", "one pair has no slower one");
        }
        chapter.draw(root_figure());
        chapter.draw(toefl_figure(lost, back));
    });
}
