// Chapter 4, Further: what the road can do without. It runs with --more.

#include "chapters/04_scaling/04_scaling.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch04 {

// Each weight gains by how much more its own score gains than all scores do on average.
Matrix slopes_in_query(std::span<const double> weights, const Matrix& k, double divisor) {
    const Matrix average = matmul(one_row(weights), k);  // [1 x d_k]
    Matrix slopes = k;
    for (std::size_t i = 0; i < k.rows(); ++i) {
        for (std::size_t e = 0; e < k.cols(); ++e) {
            slopes(i, e) = weights[i] * (k(i, e) - average(0, e)) / divisor;
        }
    }
    return slopes;
}

Matrix softmax_jacobian(std::span<const double> weights) {
    const std::size_t n = weights.size();
    Matrix slopes(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            slopes(i, j) = weights[i] * ((i == j ? 1.0 : 0.0) - weights[j]);
        }
    }
    return slopes;
}

double mean_jacobian_norm(const Matrix& scores, double divisor) {
    const Matrix weights = softmax_rows(scores / divisor);
    double sum = 0;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        sum += matrix_norm(softmax_jacobian(weights.row(i)));
    }
    return sum / static_cast<double>(weights.rows());
}

Untrained untrained_queries_and_keys(std::size_t seed, double reach) {
    constexpr std::size_t wide = 512, d_k = 64;
    Random generator(seed);
    const Matrix tokens = random_normal_matrix(400, wide, generator);
    Matrix to_query(wide, d_k), to_key = to_query;
    for (Matrix* map : {&to_query, &to_key}) {
        for (double& entry : map->values()) {
            entry = generator.uniform(-reach, reach) / root_of(wide);
        }
    }
    return {matmul(tokens, to_query), matmul(tokens, to_key)};
}

namespace {

using namespace small_example;

void nudge_the_query(Page& page, const std::vector<Measurement>& all, std::size_t d_k) {
    const std::vector<Measurement> some = at_widths(all, {8, 64, 512}, d_k);
    Matrix table(2 * some.size(), 5);
    Labels rows;
    const auto add = [&](const std::string& name, const Numbers& summary) {
        table.set_row(rows.size(), summary);
        rows.push_back(name);
    };
    for (const Measurement& m : some) {
        add("d_k = " + std::to_string(m.d_k), summary_of(m.plain));
        add("  divided", summary_of(m.scaled));
    }
    page.say("How the weights respond to a nudge of the query.");
    page.show("total slope", table, rows,
              {"at 10 %", "at 50 %", "at 90 %", "mean", "saturated"}, 3);
}

void jacobians(Page& page, const std::vector<Measurement>& all) {
    const std::vector<Measurement> some = at_widths(all, {1, 4, 16, 64, 256}, 1024);
    const Matrix norms = table_of(some, [](const Measurement& m) {
        return Numbers{mean_jacobian_norm(m.scores, 1),
                       mean_jacobian_norm(m.scores, root_of(m.d_k))};
    });
    page.show("mean norm of softmax's Jacobian", norms, width_labels(some),
              {"not divided", "divided"}, 3);
}

void before_training(Page& page, std::size_t seed) {
    std::vector<Labels> lines{{"drawn as in", "deviation", "largest of ten", "saturated"}};
    const auto tell = [&](const std::string& draw, double reach) {
        const Untrained untrained = untrained_queries_and_keys(seed, reach);
        const Matrix every = matmul_transpose_b(untrained.q, untrained.k);
        Matrix scores(every.rows(), n_keys);  // each query with the next ten tokens' keys
        for (std::size_t i = 0; i < scores.rows(); ++i) {
            for (std::size_t j = 0; j < n_keys; ++j) {
                scores(i, j) = every(i, (i + 1 + j) % every.cols());
            }
        }
        for (const double divisor : {root_of(untrained.k.cols()), 1.0}) {
            lines.push_back({divisor == 1 ? "  not divided" : draw,
                             number_text(standard_deviation(scores.values()) / divisor, 2),
                             number_text(mean_largest_weight(scores, divisor), 2),
                             number_text(saturated_part(scores, divisor), 2)});
        }
    };
    tell("nn.Linear", 1);
    tell("nn.MultiheadAttention", std::sqrt(1.5));
    tell("Xavier, one square map", std::sqrt(3.0));
    page.show_words(lines);
}

std::size_t outside_0_to_1(const Matrix& m) {
    const auto is_outside = [](double x) { return x < 0 || x > 1; };
    return static_cast<std::size_t>(
        std::count_if(m.values().begin(), m.values().end(), is_outside));
}

void what_it_does_not_do(Page& page) {
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    page.say("scores are ", shape_text(trace.scores), ", scaled ", shape_text(trace.scaled),
             ": no dimension has gone.");
    page.say("Outside 0 to 1: ", outside_0_to_1(trace.scaled), " of 16 scaled scores, ",
             outside_0_to_1(trace.weights), " of 16 weights.");
}

void real_divisors(Page& page) {
    for (const double width : {3.0, 64.0, 512.0, 768.0}) {
        page.say("root of ", number_text(width, 0), " = ",
                 number_text(std::sqrt(width), 9));
    }
    std::vector<Labels> lines{{"scores", "divided by", "scaled", "", "weights", ""}};
    const auto tell = [&](const Numbers& scores, double divisor, const char* name) {
        const Numbers scaled{scores[0] / divisor, scores[1] / divisor};
        const Numbers weights = softmax(scaled);
        lines.push_back({vector_text(scores), name, number_text(scaled[0], 6),
                         number_text(scaled[1], 6), number_text(weights[0], 8),
                         weights[1] < 1e-4 ? number_or_power(weights[1], 4)
                                           : number_text(weights[1], 6)});
    };
    tell({99, 9}, std::sqrt(768.0), "root of 768");
    tell({128, 32}, std::sqrt(64.0), "root of 64");
    tell({128, 32}, std::sqrt(768.0), "root of 768");
    page.gap();
    page.show_words(lines);
}

void what_768_is(Page& page, std::size_t seed) {
    Random generator(seed);
    const Matrix queries = random_normal_matrix(1000, 768, generator);
    const Matrix keys = random_normal_matrix(1000, 768, generator);
    Numbers own, around_768, with_other;
    for (std::size_t i = 0; i < queries.rows(); ++i) {
        own.push_back(dot(queries.row(i), queries.row(i)));
        around_768.push_back(own.back() - 768);
        with_other.push_back(dot(queries.row(i), keys.row(i)));
    }
    page.say("1000 random vectors, 768 wide:");
    page.say("q · q has the mean ", number_text(sum_of(own) / 1000, 0),
             " and the standard deviation ", number_text(standard_deviation(around_768), 1),
             " (around 768)");
    page.say("q · k has the standard deviation ",
             number_text(standard_deviation(with_other), 1), " (around 0)");
}

void where_to_divide(Page& page, std::size_t seed) {
    Random generator(seed);
    const Matrix queries = random_normal_matrix(5, 48, generator);
    const Matrix keys = random_normal_matrix(7, 48, generator);
    const Matrix values = random_normal_matrix(7, 3, generator);
    const double root = std::sqrt(48.0);
    const AttentionTrace trace = scaled_dot_product_attention(queries, keys, values);
    std::vector<Labels> lines{{"divided", "divisions", "largest difference"}};
    const auto tell = [&](const char* what, std::size_t divisions, const Matrix& scores) {
        lines.push_back({what, std::to_string(divisions),
                         number_or_noise(max_abs_difference(scores, trace.scaled), 4)});
    };
    page.say("q is ", shape_text(queries), ", k ", shape_text(keys), ", v ",
             shape_text(values), "; output ", shape_text(trace.output));
    page.gap();
    tell("the scores", 5 * 7, trace.scores / root);
    tell("Q", 5 * 48, matmul_transpose_b(queries / root, keys));
    tell("K", 7 * 48, matmul_transpose_b(queries, keys / root));
    tell("WRONG: Q and K", (5 + 7) * 48, matmul_transpose_b(queries / root, keys / root));
    page.show_words(lines);
}

void dot_or_additive(Page& page) {
    const Cost dot = dot_cost(512, 512, 64);
    const Cost additive = additive_cost(512, 512, 64, 64);
    const auto line = [](const char* what, std::size_t a, std::size_t b) {
        return Labels{what, std::to_string(a), std::to_string(b)};
    };
    page.say("512 queries and keys, 64 wide; the additive score with 64 hidden numbers.");
    page.gap();
    page.show_words({{"", "dot", "additive"},
                     line("multiplications", dot.multiplications, additive.multiplications),
                     line("tanh", dot.tanhs, additive.tanhs),
                     line("numbers in between", dot.kept, additive.kept)});
}

}  // namespace

void further(Chapter& chapter, const Value<std::vector<Measurement>>& all,
             const Value<std::size_t>& d_k, const Value<std::size_t>& seed) {
    chapter.more("Nudge the query", nudge_the_query, all, d_k);
    chapter.more("Softmax's own slopes", jacobians, all);
    chapter.more("Before training", before_training, seed);
    chapter.more("What dividing does not do", what_it_does_not_do);
    chapter.more("Real divisors", real_divisors);
    chapter.more("What 768 is", what_768_is, seed);
    chapter.more("Where to divide", where_to_divide, seed);
    chapter.more("Dot or additive", dot_or_additive);
}

}  // namespace attn::chapters::ch04
