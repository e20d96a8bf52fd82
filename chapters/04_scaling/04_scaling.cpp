#include "chapters/04_scaling/04_scaling.hpp"

// Chapter 4, docs/04_scaling.md: Why divide by the root of d_k?
//
// A random query meets ten random keys. None deserves to win, and one takes nearly all.
// New: scaled_dot_product_attention (attn/attention.hpp), random numbers (attn/random.hpp).
// From before: the dot product (1), softmax (2), attention and the small sentence (3).
// Turn a knob: --d-k 512    --d-k 1    --seed 2. Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch04 {

/// Scaled dot-product attention: one weighted average of v per query.
Matrix scaled_lookup(const Matrix& q, const Matrix& k, const Matrix& v) {
    const Matrix scores = matmul_transpose_b(q, k);    // 1. every query with every key
    const Matrix scaled = scores / root_of(k.cols());  // 2. divided by the root of d_k
    const Matrix weights = softmax_rows(scaled);       // 3. each row sums to 1
    return matmul(weights, v);                         // 4. average the values
}

// One query of the experiment: the largest of its weights, and one number for their slopes.
void weigh(const Matrix& scores, const Matrix& k, double divisor, Weighing& all) {
    const Matrix weights = softmax_rows(scores / divisor);
    all.largest.push_back(weights(0, argmax(weights.row(0))));
    all.slopes.push_back(matrix_norm(slopes_in_query(weights.row(0), k, divisor)));
}

// The experiment: you and ten strangers answer d_k questions at random, many times.
Measurement measure(std::size_t d_k, std::size_t draws, std::size_t seed) {
    Random generator(seed);
    Measurement m{.d_k = d_k, .scores = Matrix(draws, n_keys)};
    for (std::size_t draw = 0; draw < draws; ++draw) {
        const Matrix q = random_normal_matrix(1, d_k, generator);
        const Matrix k = random_normal_matrix(n_keys, d_k, generator);
        const Matrix scores = matmul_transpose_b(q, k);  // [1 x n_keys]
        std::copy(scores.row(0).begin(), scores.row(0).end(), m.scores.row(draw).begin());
        weigh(scores, k, 1, m.plain);
        weigh(scores, k, root_of(d_k), m.scaled);
    }
    return m;
}

// Each question adds 1 where two coins agree, and takes 1 away where they don't.
Matrix coin_walks(std::size_t seed) {
    Random generator(seed);
    const auto toss = [&] { return generator.uniform() < 0.5 ? 1.0 : -1.0; };
    Matrix walks(n_keys, n_coins + 1);
    for (std::size_t n = 1; n <= n_coins; ++n) {
        const double yours = toss();
        for (std::size_t i = 0; i < n_keys; ++i) {
            walks(i, n) = walks(i, n - 1) + yours * toss();
        }
    }
    return walks;
}

namespace {

using Measurements = std::vector<Measurement>;

// The problem: the more questions, the surer softmax is of a match that chance made.
void ten_strangers(Page& page, const Measurements& all, std::size_t d_k) {
    std::vector<Labels> lines{{"questions", "largest weight of ten"}};
    for (const Measurement& m : at_widths(all, {1, 4, 64, 512}, d_k)) {
        lines.push_back(
            {std::to_string(m.d_k), number_text(mean_largest_weight(m.scores, 1), 2)});
    }
    page.say("Random answers, nothing divided: the mean of ", all[0].scores.rows(),
             " rounds.");
    page.gap();
    page.show_words(lines);
}

// How luck adds up: ten scores after 4, 16 and 64 coins.
void ten_walks(Page& page, std::size_t seed) {
    const Matrix walks = coin_walks(seed);
    page.say("You and ten strangers toss coins. Their scores so far:");
    page.show("after so many questions", select_rows(transpose(walks), {4, 16, 64}),
              {"4", "16", "64"}, {}, 0);
    page.draw(walk_figure(walks));
    page.draw(double_figure(walks));
}

void more_questions(Page& page, const Measurements& all, std::size_t d_k) {
    const Measurements some = at_widths(all, {1, 4, 16, 64, 256, 1024}, d_k);
    const Matrix table = table_of(some, [](const Measurement& m) {
        const double root = root_of(m.d_k);
        return Numbers{root, deviation_of(m), mean_largest_weight(m.scores, 1),
                       mean_largest_weight(m.scores, root)};
    });
    page.show("standard deviation of q · k, and largest weight of ten", table,
              width_labels(some), {"root", "deviation", "largest", "if divided"}, 2);
    page.draw(spread_figure(all, d_k));
}

void small_sentence(Page& page) {
    using namespace small_example;
    const AttentionTrace plain = dot_product_attention(q, k, v);
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    page.show("scaled = scores / 2", trace.scaled, tokens, tokens);
    page.show("weights = softmax of each row", trace.weights, tokens, tokens);
    page.show("output = weights V", scaled_lookup(q, k, v), tokens, word_columns);
    page.keep("scaled", trace.scaled);
    page.keep("weights", trace.weights);
    page.keep("output", trace.output);
    page.draw(chains_figure(plain, trace));
}

// One stranger copies your whole sheet: the mean weight of that copy among ten.
double weight_of_copy(std::size_t d_k, double divisor, std::size_t draws,
                      std::size_t seed) {
    Random generator(seed);
    double sum = 0;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        const Matrix q = random_normal_matrix(1, d_k, generator);
        Matrix k = random_normal_matrix(n_keys, d_k, generator);
        k.set_row(0, q.row(0));
        sum += softmax_rows(matmul_transpose_b(q, k) / divisor)(0, 0);
    }
    return sum / static_cast<double>(draws);
}

// Where it breaks: what divides by more no longer hears a real match.
void a_copied_sheet(Page& page, std::size_t draws, std::size_t seed) {
    const std::vector<std::size_t> widths{4, 64, 1024};
    Matrix weights(widths.size(), 3);
    Labels rows;
    for (const std::size_t d_k : widths) {
        const std::size_t i = rows.size();
        rows.push_back("d_k = " + std::to_string(d_k));
        weights(i, 0) = weight_of_copy(d_k, 1, draws, seed);
        weights(i, 1) = weight_of_copy(d_k, root_of(d_k), draws, seed);
        weights(i, 2) = weight_of_copy(d_k, static_cast<double>(d_k), draws, seed);
    }
    page.say("One of the ten copies your whole sheet. Mean weight of the copy:");
    page.show("scores divided", weights, rows, {"by nothing", "by root d_k", "by d_k"}, 2);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("04_scaling", "Why divide by the root of d_k?");
    const auto d_k = chapter.whole("d-k", 64, 1, 1024, "how wide queries and keys are");
    const auto draws = chapter.whole("draws", 1000, 20, 2000, "how many random queries");
    const auto seed =
        chapter.whole("seed", 1, 0, 1000000, "where the random numbers start");
    const auto powers = chapter.computed(measure_powers, draws, seed);
    const auto all = chapter.computed(measure_also, powers, d_k, draws, seed);

    chapter.section("Ten strangers", ten_strangers, all, d_k);
    chapter.section("Ten walks", ten_walks, seed).draws("04_walk", "04_double");
    chapter.section("More questions", more_questions, all, d_k).draws("04_spread");
    chapter.section("I love you all", small_sentence).draws("04_chains");
    chapter.section("A copied sheet", a_copied_sheet, draws, seed);
    further(chapter, all, d_k, seed);
}

}  // namespace attn::chapters::ch04
