// Chapter 5, docs/05_scaling.md: Why divide by the root of d_k?
//
// New: scaled_dot_product_attention (attn/attention.hpp) and random numbers
// (attn/random.hpp). From before: softmax and softmax_naive (2 and 3), attention without
// scaling and the small sentence (4). What is measured is in random_scores.cpp.
// Turn a knob: --d-k 512    --d-k 1    --seed 2

#include <algorithm>
#include <cmath>
#include <set>

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

namespace attn::chapters::ch05 {
namespace {

using Measurements = std::vector<Measurement>;

Measurements measured(std::size_t d_k, std::size_t draws, std::size_t seed) {
    return measure(widths_with(d_k), draws, seed);
}

/// The widths that are printed: every second power of two, and the reader's.
Measurements printed(const Measurements& all, std::size_t d_k) {
    const std::set<std::size_t> widths{1, 4, 16, 64, 256, 1024, d_k};
    Measurements some;
    for (const Measurement& m : all) {
        if (widths.contains(m.d_k)) some.push_back(m);
    }
    return some;
}

Labels width_labels(const Measurements& some) {
    Labels labels;
    for (const Measurement& m : some) labels.push_back("d_k = " + std::to_string(m.d_k));
    return labels;
}

Matrix sharpness_table(const Measurements& some, Sharpness Measurement::*which) {
    Matrix table(some.size(), 4);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Sharpness& s = some[i].*which;
        const Numbers row{s.top_weight, s.entropy, s.jacobian_norm, s.stuck};
        std::copy(row.begin(), row.end(), table.row(i).begin());
    }
    return table;
}

std::size_t outside_0_to_1(const Matrix& m) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double x : m.row(i)) count += x < 0 || x > 1;
    }
    return count;
}

void spreads(Page& page, const Measurements& all, std::size_t d_k) {
    const Measurements some = printed(all, d_k);
    Matrix table(some.size(), 3);
    for (std::size_t i = 0; i < some.size(); ++i) {
        table(i, 0) = std::sqrt(static_cast<double>(some[i].d_k));
        table(i, 1) = some[i].score_spread;
        table(i, 2) = some[i].score_spread / table(i, 0);
    }
    page.say(
        "A random query and ten random keys, many times: every entry of mean 0 and "
        "variance 1.");
    page.say("Expect spreads near the root of d_k, and near 1 once divided.");
    page.show("spread", table, width_labels(some), {"root of d_k", "of q · k", "divided"},
              2);
    page.draw(spread_figure(all, d_k));
}

void stuck(Page& page, const Measurements& all, std::size_t d_k) {
    const Measurements some = printed(all, d_k);
    const Labels rows = width_labels(some);
    const Labels columns{"top weight", "entropy", "Jacobian", "stuck"};
    page.show("not scaled", sharpness_table(some, &Measurement::plain), rows, columns, 3);
    page.show("scaled", sharpness_table(some, &Measurement::scaled), rows, columns, 3);
    page.draw(sharpness_figure(all, d_k));
    page.draw(gradient_figure(all, d_k));
}

void small_sentence(Page& page) {
    using namespace small_example;
    const AttentionTrace plain = dot_product_attention(q, k, v);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    Matrix compared(4, 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto before = plain.weights.row(i), after = trace.weights.row(i);
        compared(i, 0) = *std::max_element(before.begin(), before.end());
        compared(i, 1) = *std::max_element(after.begin(), after.end());
        compared(i, 2) = entropy(before);
        compared(i, 3) = entropy(after);
    }
    page.show("1. scores = Q K^T", trace.scores, tokens, tokens);
    page.show("2. scaled = scores / 2", trace.scaled, tokens, tokens);
    page.show("3. weights = softmax of each row", trace.weights, tokens, tokens);
    page.show("4. output = weights V", trace.output, tokens, word_columns);
    page.show("without and with scaling", compared, tokens,
              {"top before", "top after", "entropy before", "entropy after"});
    page.keep("scaled", trace.scaled);
    page.keep("weights", trace.weights);
    page.keep("output", trace.output);
    page.draw(chains_figure(plain, trace));
}

void what_it_does_not_do(Page& page) {
    using namespace small_example;
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    page.say("scores are ", shape_text(trace.scores), ", scaled ", shape_text(trace.scaled),
             ": no dimension has gone.");
    page.say("Outside 0 to 1: ", outside_0_to_1(trace.scaled), " of 16 scaled scores, ",
             outside_0_to_1(trace.weights), " of 16 weights.");
}

void real_divisors(Page& page, std::size_t seed) {
    const auto tell = [&](const char* what, double a, double b, double divisor) {
        const Numbers shares = softmax(Numbers{a / divisor, b / divisor});
        page.say(
            what, number_text(a / divisor, 6), ", ", number_text(b / divisor, 6),
            "  shares ", number_text(shares[0], 8), ", ",
            shares[1] < 1e-4 ? number_or_power(shares[1], 4) : number_text(shares[1], 6));
    };
    for (const double width : {3.0, 64.0, 512.0, 768.0}) {
        page.say("root of ", number_text(width, 0), " = ",
                 number_text(std::sqrt(width), 9));
    }
    page.gap();
    tell("99 and 9 by root of 768:   ", 99, 9, std::sqrt(768.0));
    tell("128 and 32 by root of 64:  ", 128, 32, 8);
    tell("128 and 32 by root of 768: ", 128, 32, std::sqrt(768.0));
    page.gap();

    Random generator(seed);
    const Matrix q = random_normal_matrix(1000, 768, generator);
    const Matrix k = random_normal_matrix(1000, 768, generator);
    Numbers from_768, with_other;
    double mean = 0;
    for (std::size_t i = 0; i < q.rows(); ++i) {
        mean += dot(q.row(i), q.row(i)) / 1000;
        from_768.push_back(dot(q.row(i), q.row(i)) - 768);
        with_other.push_back(dot(q.row(i), k.row(i)));
    }
    page.say("1000 random vectors, 768 wide:");
    page.say("q · q has the mean ", number_text(mean, 0), " and the spread ",
             number_text(spread(from_768), 1), " (around 768)");
    page.say("q · k has the spread ", number_text(spread(with_other), 1), " (around 0)");
}

void what_keeps_exp_safe(Page& page) {
    const double root = std::sqrt(768.0);
    const auto tell = [&](const char* what, const Numbers& scores) {
        const Numbers naive = softmax_naive(scores), stable = softmax(scores);
        page.say(what, number_text(naive[0], 2), ", ", number_text(naive[1], 2), "    ",
                 number_text(stable[0], 2), ", ", number_text(stable[1], 2));
    };
    page.say("e^768 is 10^", number_text(768 / std::log(10.0), 2), ", in a double ",
             number_text(std::exp(768.0), 0), ".");
    page.say("e^(768 / root of 768) is ", number_or_power(std::exp(768 / root), 4),
             "; float16 ends at 65504.");
    page.gap();
    page.say("99000 and 9000, shares by softmax_naive and by softmax:");
    tell("not scaled  ", {99000, 9000});
    tell("scaled      ", {99000 / root, 9000 / root});
}

void where_to_divide(Page& page, std::size_t seed) {
    Random generator(seed);
    const Matrix q = random_normal_matrix(5, 48, generator);
    const Matrix k = random_normal_matrix(7, 48, generator);
    const Matrix v = random_normal_matrix(7, 3, generator);
    const double root = std::sqrt(48.0);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    const auto tell = [&](const char* what, std::size_t divisions, const Matrix& scores) {
        page.say(what, divisions, " divisions, largest difference ",
                 number_or_noise(max_abs_difference(scores, trace.scaled), 4));
    };
    page.say("q is ", shape_text(q), ", k ", shape_text(k), ", v ", shape_text(v),
             "; output ", shape_text(trace.output));
    page.gap();
    page.say("Every entry divided by the root of 48, compared with what the library does:");
    tell("the scores      ", 5 * 7, trace.scores / root);
    tell("Q              ", 5 * 48, matmul_transpose_b(q / root, k));
    tell("K              ", 7 * 48, matmul_transpose_b(q, k / root));
    tell("Q and K, WRONG ", (5 + 7) * 48, matmul_transpose_b(q / root, k / root));
}

void dot_or_additive(Page& page) {
    const Cost dot = dot_cost(512, 512, 64);
    const Cost additive = additive_cost(512, 512, 64, 64);
    const auto line = [](const char* what, std::size_t a, std::size_t b) {
        return Labels{what, std::to_string(a), std::to_string(b)};
    };
    page.say("512 queries and keys, 64 wide; the additive score with 64 hidden numbers.");
    page.gap();
    page.out() << lines_text(
        {{"", "dot", "additive"},
         line("multiplications", dot.multiplications, additive.multiplications),
         line("tanh", dot.tanhs, additive.tanhs),
         line("numbers in between", dot.kept, additive.kept)},
        12);
}

void why_not_simpler(Page& page, const Measurements& all) {
    const Measurements some{at_width(all, 4), at_width(all, 64), at_width(all, 1024)};
    Matrix spreads(3, 4), tops(3, 4);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const auto d = static_cast<double>(some[i].d_k);
        const Numbers divisors{1, std::sqrt(d), std::sqrt(768.0), d};
        for (std::size_t j = 0; j < divisors.size(); ++j) {
            spreads(i, j) = some[i].score_spread / divisors[j];
            tops(i, j) = sharpness(some[i].scores, divisors[j]).top_weight;
        }
    }
    const Labels columns{"by nothing", "by root d_k", "by root 768", "by d_k"};
    page.say("Scores divided");
    page.show("spread", spreads, width_labels(some), columns, 2);
    page.show("top weight of ten", tops, width_labels(some), columns, 2);
    page.draw(divisor_figure(all));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("05_scaling", "Why divide by the root of d_k?");
    const auto d_k = chapter.whole("d-k", 64, 1, 1024, "how wide queries and keys are");
    const auto draws = chapter.whole("draws", 1000, 100, 2000, "how many random queries");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "of the random numbers");
    const auto all = chapter.computed(measured, d_k, draws, seed);

    chapter.section("Wide vectors, large scores", spreads, all, d_k).draws("05_spread");
    chapter.section("Large scores, a softmax that is stuck", stuck, all, d_k)
        .draws("05_sharpness", "05_gradient");
    chapter.section("I love you all", small_sentence).draws("05_chains");
    chapter.section("What dividing does not do", what_it_does_not_do);
    chapter.section("Real divisors", real_divisors, seed);
    chapter.section("What keeps exp safe", what_keeps_exp_safe);
    chapter.section("Where to divide", where_to_divide, seed);
    chapter.section("Dot or additive", dot_or_additive);
    chapter.section("Why not simpler", why_not_simpler, all).draws("05_divisor");
}

}  // namespace attn::chapters::ch05
