// Chapter 5, docs/05_scaling.md: Why divide by the root of d_k?
//
// New here: scaled_dot_product_attention (attn/attention.hpp) and random numbers
// (attn/random.hpp). From before: softmax and softmax_naive (chapters 2 and 3), attention
// without scaling and the small sentence (chapter 4). What is measured is in
// random_scores.cpp, the pictures are in figures.cpp.
//
// Try: --d-k 512    --d-k 1    --seed 2

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/05_scaling/figures.hpp"
#include "chapters/05_scaling/random_scores.hpp"
#include "chapters/05_scaling/score_cost.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_example.hpp"

using namespace attn;
using namespace attn::chapters;
using std::cout;
using Labels = std::vector<std::string>;

namespace {

Matrix divided(Matrix m, double divisor) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (double& entry : m.row(i)) entry /= divisor;
    }
    return m;
}

/// The widths that are printed: every second power of two, and the reader's.
std::vector<Measurement> printed(const std::vector<Measurement>& all, std::size_t d_k) {
    const std::set<std::size_t> widths{1, 4, 16, 64, 256, 1024, d_k};
    std::vector<Measurement> some;
    for (const Measurement& m : all) {
        if (widths.contains(m.d_k)) some.push_back(m);
    }
    return some;
}

Labels width_labels(const std::vector<Measurement>& some) {
    Labels labels;
    for (const Measurement& m : some) labels.push_back("d_k = " + std::to_string(m.d_k));
    return labels;
}

void spreads(const std::vector<Measurement>& some) {
    Matrix table(some.size(), 3);
    for (std::size_t i = 0; i < some.size(); ++i) {
        table(i, 0) = std::sqrt(static_cast<double>(some[i].d_k));
        table(i, 1) = some[i].score_spread;
        table(i, 2) = some[i].score_spread / table(i, 0);
    }
    cout << "A random query and ten random keys, many times: every entry of mean 0 and "
            "variance 1.\nExpect spreads near the root of d_k, and near 1 once divided.\n\n"
         << matrix_text("spread", table,
                        {.row_labels = width_labels(some),
                         .column_labels = {"root of d_k", "of q · k", "divided"}});
}

void show_sharpness(const std::string& name, const std::vector<Measurement>& some,
                    Sharpness Measurement::*which) {
    Matrix table(some.size(), 4);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Sharpness& s = some[i].*which;
        const std::vector<double> row{s.top_weight, s.entropy, s.jacobian_norm, s.stuck};
        std::copy(row.begin(), row.end(), table.row(i).begin());
    }
    cout << matrix_text(name, table,
                        {.row_labels = width_labels(some),
                         .column_labels = {"top weight", "entropy", "Jacobian", "stuck"},
                         .decimals = 3});
}

AttentionTrace small_sentence() {
    using namespace small_example;
    const AttentionTrace plain = dot_product_attention(q, k, v);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    PrintStyle style{.row_labels = tokens, .column_labels = tokens, .decimals = 0};
    cout << matrix_text("1. scores = Q K^T", trace.scores, style) << "\n";
    style.decimals = 1;
    cout << matrix_text("2. scaled = scores / 2", trace.scaled, style) << "\n";
    style.decimals = 4;
    cout << matrix_text("3. weights = softmax of each row", trace.weights, style) << "\n";
    style.column_labels = hand_over_columns;
    cout << matrix_text("4. output = weights V", trace.output, style) << "\n";

    Matrix compared(4, 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto before = plain.weights.row(i);
        const auto after = trace.weights.row(i);
        compared(i, 0) = *std::max_element(before.begin(), before.end());
        compared(i, 1) = *std::max_element(after.begin(), after.end());
        compared(i, 2) = entropy(before);
        compared(i, 3) = entropy(after);
    }
    style.column_labels = {"top before", "top after", "entropy before", "entropy after"};
    cout << matrix_text("without and with scaling", compared, style);
    return trace;
}

void what_it_does_not_do(const AttentionTrace& trace) {
    std::size_t outside_scaled = 0, outside_weights = 0;
    const auto is_outside = [](double x) { return x < 0 || x > 1; };
    for (std::size_t i = 0; i < 4; ++i) {
        for (const double x : trace.scaled.row(i)) outside_scaled += is_outside(x);
        for (const double x : trace.weights.row(i)) outside_weights += is_outside(x);
    }
    cout << "scores are " << shape_text(trace.scores) << ", scaled "
         << shape_text(trace.scaled) << ": no dimension has gone.\n"
         << "Outside 0 to 1: " << outside_scaled << " of 16 scaled scores, "
         << outside_weights << " of 16 weights.\n";
}

void show_pair(const std::string& name, double a, double b, double divisor) {
    const std::vector<double> scaled{a / divisor, b / divisor};
    const std::vector<double> shares = softmax(scaled);
    cout << name << number_text(scaled[0], 6) << ", " << number_text(scaled[1], 6)
         << "  shares " << number_text(shares[0], 8) << ", "
         << (shares[1] < 1e-4 ? number_or_power(shares[1], 4) : number_text(shares[1], 6))
         << "\n";
}

void real_divisors(std::uint64_t seed) {
    for (const double width : {3.0, 64.0, 512.0, 768.0}) {
        cout << "root of " << number_text(width, 0) << " = "
             << number_text(std::sqrt(width), 9) << "\n";
    }
    cout << "\n";
    show_pair("99 and 9 by root of 768:   ", 99, 9, std::sqrt(768.0));
    show_pair("128 and 32 by root of 64:  ", 128, 32, 8);
    show_pair("128 and 32 by root of 768: ", 128, 32, std::sqrt(768.0));

    Random generator(seed);
    const Matrix q = random_normal_matrix(1000, 768, generator);
    const Matrix k = random_normal_matrix(1000, 768, generator);
    std::vector<double> with_itself, from_768, with_other;
    double mean = 0;
    for (std::size_t i = 0; i < q.rows(); ++i) {
        mean += dot(q.row(i), q.row(i)) / 1000;
        from_768.push_back(dot(q.row(i), q.row(i)) - 768);
        with_other.push_back(dot(q.row(i), k.row(i)));
    }
    cout << "\n1000 random vectors, 768 wide:\n"
         << "q · q has the mean " << number_text(mean, 0) << " and the spread "
         << number_text(spread(from_768), 1) << " (around 768)\n"
         << "q · k has the spread " << number_text(spread(with_other), 1)
         << " (around 0)\n";
}

std::string shares_text(const std::vector<double>& shares) {
    return number_text(shares[0], 2) + ", " + number_text(shares[1], 2);
}

void what_keeps_exp_safe() {
    const double root = std::sqrt(768.0);
    const double scaled = std::exp(768 / root);
    cout << "e^768 is 10^" << number_text(768 / std::log(10.0), 2) << ", in a double "
         << number_text(std::exp(768.0), 0) << ".\n"
         << "e^(768 / root of 768) is " << number_or_power(scaled, 4)
         << "; float16 ends at 65504.\n\n";
    const std::vector<double> scores{99000, 9000};
    const std::vector<double> smaller{99000 / root, 9000 / root};
    cout << "99000 and 9000, shares by softmax_naive and by softmax:\n"
         << "not scaled  " << shares_text(softmax_naive(scores)) << "    "
         << shares_text(softmax(scores)) << "\n"
         << "scaled      " << shares_text(softmax_naive(smaller)) << "    "
         << shares_text(softmax(smaller)) << "\n";
}

void where_to_divide(std::uint64_t seed) {
    Random generator(seed);
    const Matrix q = random_normal_matrix(5, 48, generator);
    const Matrix k = random_normal_matrix(7, 48, generator);
    const Matrix v = random_normal_matrix(7, 3, generator);
    const double root = std::sqrt(48.0);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    const auto line = [&](const std::string& what, const Matrix& scores,
                          std::size_t divisions) {
        cout << what << std::setw(4) << divisions << " divisions, largest difference "
             << number_or_noise(max_abs_difference(scores, trace.scaled), 4) << "\n";
    };
    cout << "q is " << shape_text(q) << ", k " << shape_text(k) << ", v " << shape_text(v)
         << "; output " << shape_text(trace.output)
         << "\n\nEvery entry divided by the root of 48, compared with what the library "
            "does:\n"
         << std::right;
    line("the scores    ", divided(trace.scores, root), 5 * 7);
    line("Q             ", matmul_transpose_b(divided(q, root), k), 5 * 48);
    line("K             ", matmul_transpose_b(q, divided(k, root)), 7 * 48);
    line("Q and K, WRONG", matmul_transpose_b(divided(q, root), divided(k, root)),
         (5 + 7) * 48);
}

void dot_or_additive() {
    const Cost dot = dot_cost(512, 512, 64);
    const Cost additive = additive_cost(512, 512, 64, 64);
    const auto line = [](const char* what, std::size_t a, std::size_t b) {
        cout << std::left << std::setw(20) << what << std::right << std::setw(10) << a
             << std::setw(12) << b << "\n";
    };
    cout << "512 queries and keys, 64 wide; the additive score with 64 hidden numbers.\n\n"
         << "                           dot    additive\n";
    line("multiplications", dot.multiplications, additive.multiplications);
    line("tanh", dot.tanhs, additive.tanhs);
    line("numbers in between", dot.kept, additive.kept);
}

void why_not_simpler(const std::vector<Measurement>& all) {
    const std::vector<std::size_t> widths{4, 64, 1024};
    Matrix spreads(3, 4), tops(3, 4);
    Labels labels;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const Measurement& m = at_width(all, widths[i]);
        const auto d = static_cast<double>(widths[i]);
        const std::vector<double> divisors{1, std::sqrt(d), std::sqrt(768.0), d};
        for (std::size_t j = 0; j < divisors.size(); ++j) {
            spreads(i, j) = m.score_spread / divisors[j];
            tops(i, j) = sharpness(m.scores, divisors[j]).top_weight;
        }
        labels.push_back("d_k = " + std::to_string(widths[i]));
    }
    const PrintStyle style{
        .row_labels = labels,
        .column_labels = {"by nothing", "by root d_k", "by root 768", "by d_k"}};
    cout << "Scores divided\n\n"
         << matrix_text("spread", spreads, style) << "\n"
         << matrix_text("top weight of ten", tops, style);
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t d_k = 64, draws = 1000, seed = 1;
    Chapter chapter("05_scaling", "Why divide by the root of d_k?");
    chapter.options().add("d-k", d_k, 1, 1024, "how wide queries and keys are");
    chapter.options().add("draws", draws, 100, 2000, "how many random queries");
    chapter.options().add("seed", seed, 0, 1000000, "of the random numbers");

    return chapter.run(argc, argv, [&] {
        const std::vector<Measurement> all = measure(widths_with(d_k), draws, seed);
        const std::vector<Measurement> some = printed(all, d_k);

        chapter.heading("Wide vectors, large scores");
        spreads(some);
        chapter.heading("Large scores, a softmax that is stuck");
        show_sharpness("not scaled", some, &Measurement::plain);
        cout << "\n";
        show_sharpness("scaled", some, &Measurement::scaled);
        chapter.heading("I love you all");
        const AttentionTrace trace = small_sentence();
        chapter.heading("What dividing does not do");
        what_it_does_not_do(trace);
        chapter.heading("Real divisors");
        real_divisors(seed);
        chapter.heading("What keeps exp safe");
        what_keeps_exp_safe();
        chapter.heading("Where to divide");
        where_to_divide(seed);
        chapter.heading("Dot or additive");
        dot_or_additive();
        chapter.heading("Why not simpler");
        why_not_simpler(all);

        chapter.keep("scaled", trace.scaled);
        chapter.keep("weights", trace.weights);
        chapter.keep("output", trace.output);
        chapter.draw(spread_figure(all, d_k));
        chapter.draw(chains_figure(
            dot_product_attention(small_example::q, small_example::k, small_example::v),
            trace));
        chapter.draw(sharpness_figure(all, d_k));
        chapter.draw(gradient_figure(all, d_k));
        chapter.draw(divisor_figure(all));
    });
}
