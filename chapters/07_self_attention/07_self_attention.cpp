// Chapter 7, docs/07_self_attention.md: Where do Q, K and V come from?
//
// New here: Linear and Embedding (attn/linear.hpp, attn/embedding.hpp). From before:
// scaled_dot_product_attention (chapter 5), the small sentence (chapter 4). A study note's
// class and its two languages are in notes/, the pictures in figures.cpp.
//
// Try: --seed 8    --order 3,2,1,0    --steps 5    --rate 0.35

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "attn/text/print.hpp"
#include "chapters/07_self_attention/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_example.hpp"
#include "chapters/notes/self_attention.hpp"
#include "chapters/notes/two_languages.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::notes;
using small_example::tokens;
using std::cout;
using Ids = std::vector<std::size_t>;

namespace {

void show(const std::string& name, const Matrix& m, const Labels& columns, int decimals,
          const Labels& rows = tokens) {
    cout << matrix_text(
                name, m,
                {.row_labels = rows, .column_labels = columns, .decimals = decimals})
         << "\n";
}

Labels favourites(const Matrix& weights, const Labels& words) {
    Labels names;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        names.push_back(words[argmax(weights.row(i))]);
    }
    return names;
}

std::string distance_text(const Matrix& a, const Matrix& b) {
    const double distance = max_abs_difference(a, b);
    return distance < 1e-12 ? "below 1e-12" : number_text(distance, 4);
}

/// The words whose rows differ, by more than rounding.
std::string changed_rows(const Matrix& a, const Matrix& b) {
    std::string names;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        double distance = 0;
        for (std::size_t j = 0; j < a.cols(); ++j) {
            distance = std::max(distance, std::abs(a(i, j) - b(i, j)));
        }
        if (distance > 1e-12) names += (names.empty() ? "" : ", ") + tokens[i];
    }
    return names.empty() ? "no row" : names;
}

void three_maps() {
    using namespace small_example;
    show("X, what each word is", x, word_columns, 0);
    show("W_q", w_q, seek_columns, 1, word_columns);
    show("W_k", w_k, seek_columns, 1, word_columns);
    show("W_v", w_v, hand_over_columns, 1, word_columns);
    const Matrix queries = Linear{w_q}.forward(x);
    cout << "Row I of X W_q: person + side - many\n"
         << "  (2, 0.5, -1, 0) + (0.5, 2, -1, -1.5) - (0.5, 0.5, -1, -0.5) = "
         << vector_text(queries.row(0)) << "\n";
}

AttentionTrace six_stages() {
    using namespace small_example;
    const Matrix queries = Linear{w_q}.forward(x);
    const Matrix keys = Linear{w_k}.forward(x);
    const Matrix values = Linear{w_v}.forward(x);
    const AttentionTrace trace = scaled_dot_product_attention(queries, keys, values);
    cout << "Stage 1 is X, above. Expect chapter 4's tables and chapter 5's weights.\n\n";
    show("2a  Q = X W_q", queries, seek_columns, 0);
    show("2b  K = X W_k", keys, seek_columns, 0);
    show("2c  V = X W_v", values, hand_over_columns, 0);
    show("3  scores = Q K^T", trace.scores, tokens, 0);
    show("4  scaled = scores / 2", trace.scaled, tokens, 1);
    show("5  weights = softmax of each row", trace.weights, tokens, 4);
    show("6  output = weights V", trace.output, hand_over_columns, 4);
    cout << "Q, K and V against chapter 4's: "
         << (queries == q && keys == k && values == v ? "equal to the last bit"
                                                      : "DIFFERENT")
         << "\n";
    return trace;
}

void three_roles(const AttentionTrace& before) {
    using namespace small_example;
    cout << "One row is changed: that of all. Which rows notice?\n\n";
    const auto tell = [&](const std::string& what, const Matrix& queries,
                          const Matrix& keys, const Matrix& values) {
        const AttentionTrace after = scaled_dot_product_attention(queries, keys, values);
        cout << what << "\n  weights: " << changed_rows(before.weights, after.weights)
             << "\n  output:  " << changed_rows(before.output, after.output) << "\n";
    };
    const auto with_twos = [](Matrix m) {
        std::fill(m.row(3).begin(), m.row(3).end(), 2.0);
        return m;
    };
    tell("Q: all seeks something else", with_twos(q), k, v);
    tell("K: all is found as something else", q, with_twos(k), v);
    tell("V: all hands over something else", q, k, with_twos(v));
}

void who_is_it() {
    using namespace animal_sentence;
    const Linear lives_and_does{Matrix{{1, 0}, {0, 0}, {0, 1}}};  // [3 x 2]: no place
    const Matrix narrow = lives_and_does.forward(vectors);
    const AttentionTrace trace = scaled_dot_product_attention(narrow, narrow, vectors);
    Matrix row(1, words.size());
    std::copy(trace.weights.row(it).begin(), trace.weights.row(it).end(),
              row.row(0).begin());
    cout << "X is " << shape_text(vectors) << ", Q and K " << shape_text(narrow)
         << ", weights " << shape_text(trace.weights) << ", output "
         << shape_text(trace.output) << "\n\n";
    show("weights of it", row, words, 2, {"it"});
    cout << "it looks at " << words[argmax(row.row(0))] << " most.\n";
}

void paper_sizes() {
    Random generator(1);
    const Embedding embedding = random_embedding(4, 512, generator);
    const Linear map{Matrix(512, 64)};
    const Matrix x = embedding.forward({0, 1, 2, 3});
    cout << "X is " << shape_text(x) << ", W_q " << shape_text(map.weight) << ", Q "
         << shape_text(map.forward(x)) << "\nW_q, W_k and W_v hold "
         << 3 * map.parameter_count()
         << " numbers to learn, however long the sentence is.\n";
}

void untrained_class(std::size_t seed) {
    Random generator(seed);
    const Embedding embedding = random_embedding(vocabulary.size(), 20, generator);
    const SelfAttention attention(20, 5, generator);
    const Matrix x = embedding.forward({0, 1, 2, 3});
    const OutputAndWeights result = attention.forward(x);
    const auto batch = [](const Matrix& m) {
        return "(1, " + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + ")";
    };
    cout << "input (1, 4), embedded " << batch(x) << ", output " << batch(result.output)
         << ", weights " << batch(result.weights) << "\nscale "
         << number_text(std::sqrt(5.0), 6) << ", numbers to learn in the three maps "
         << attention.query.parameter_count() + attention.key.parameter_count() +
                attention.value.parameter_count()
         << "\n\n";
    show("weights, seed " + std::to_string(seed), result.weights, vocabulary, 4);
    show("output", result.output, {}, 4);
    const std::vector<double> entropies = row_entropies(result.weights);
    cout << "Entropies from "
         << number_text(*std::min_element(entropies.begin(), entropies.end()), 3) << " to "
         << number_text(*std::max_element(entropies.begin(), entropies.end()), 3)
         << ", of at most ln 4 = " << number_text(std::log(4.0), 3) << ".\n";
}

void printed() {
    show("the note's weights", printed_weights, vocabulary, 8, vocabulary);
    const Labels most = favourites(printed_weights, vocabulary);
    const std::vector<double> entropies = row_entropies(printed_weights);
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0;
        for (const double share : printed_weights.row(i)) sum += share;
        cout << vocabulary[i] << " -> " << most[i] << "   sum " << number_text(sum, 8)
             << "   entropy " << number_text(entropies[i], 3) << "\n";
    }
}

/// Attention of the small sentence with its words in another order; row i is word order[i].
AttentionTrace in_order(const Ids& order) {
    using namespace small_example;
    const Matrix words = Embedding{x}.forward(order);
    return scaled_dot_product_attention(
        Linear{w_q}.forward(words), Linear{w_k}.forward(words), Linear{w_v}.forward(words));
}

AttentionTrace another_order(const Ids& order, const AttentionTrace& before) {
    Labels words;
    for (const std::size_t id : order) words.push_back(tokens[id]);
    const AttentionTrace after = in_order(order);
    show("weights", after.weights, words, 4, words);
    show("output", after.output, small_example::hand_over_columns, 4, words);
    cout << "Against the rows of I love you all, in this order: "
         << distance_text(after.output, Embedding{before.output}.forward(order)) << "\n";
    return after;
}

Learning two_languages(std::size_t steps, double rate) {
    const Ids known{0, 1, 2};
    const Matrix korean = Embedding{korean_vectors}.forward(known);
    const Matrix english = Embedding{english_vectors}.forward(known);
    const Learning learning =
        learn_map(korean, english, Matrix{{1, 0}, {0, 1}}, steps, rate);
    for (std::size_t i = 0; i < 4; ++i) {
        cout << korean_words[i] << " " << vector_text(korean_vectors.row(i)) << "  "
             << english_words[i] << " " << vector_text(english_vectors.row(i))
             << (i == 3 ? "  (never shown)\n\n" : "\n");
    }
    for (std::size_t step = 0; step <= steps; ++step) {
        const bool is_told = step <= 3 || step % 10 == 0 || step == steps;
        const double loss = learning.loss[step];
        if (!is_told) continue;
        cout << "step " << step << "  loss "
             << (loss < 1e-12 ? "below 1e-12" : number_or_power(loss, 4)) << "\n";
    }
    cout << "\n"
         << matrix_text("W, learnt", learning.w.back(), {.decimals = 4})
         << matrix_text("W, the true turn", true_turn, {.decimals = 4})
         << "\nriver should be (0.9, 1.2):\n"
         << matrix_text("강 W", matmul({{1.5, 0}}, learning.w.back()), {.decimals = 4});
    return learning;
}

AttentionTrace without_maps() {
    const Matrix& x = small_example::x;
    const AttentionTrace mirror = scaled_dot_product_attention(x, x, x);
    show("scores = X X^T", mirror.scores, tokens, 0);
    show("weights = softmax(X X^T / 2)", mirror.weights, tokens, 4);
    cout << "A mirror: " << (mirror.scores == transpose(mirror.scores) ? "yes" : "NO")
         << ". Each word looks at itself most.\n";
    return mirror;
}

/// Four different numbers from 0 to 3.
Ids order_from(const std::vector<double>& given) {
    Ids order;
    for (std::size_t id = 0; id < 4; ++id) {
        if (given.size() != 4 ||
            std::find(given.begin(), given.end(), static_cast<double>(id)) == given.end()) {
            throw UsageError(
                "--order must hold each of 0, 1, 2 and 3 once, such as 0,1,3,2");
        }
    }
    for (const double id : given) order.push_back(static_cast<std::size_t>(id));
    return order;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t seed = 7;
    std::vector<double> order{0, 1, 3, 2};
    std::size_t steps = 50;
    double rate = 0.1;
    Chapter chapter("07_self_attention", "Where do Q, K and V come from?");
    chapter.options().add("seed", seed, 0, 999999, "the weights that nobody trained");
    chapter.options().add("order", order,
                          "another order of I (0), love (1), you (2), all (3)");
    chapter.options().add("steps", steps, 0, 200, "steps of learning the map");
    chapter.options().add("rate", rate, 0.001, 0.5, "how far each step goes");

    return chapter.run(argc, argv, [&] {
        const Ids ids = order_from(order);
        chapter.heading("Three maps");
        three_maps();
        chapter.heading("Six stages");
        const AttentionTrace trace = six_stages();
        chapter.heading("Three roles");
        three_roles(trace);
        chapter.heading("Who is it");
        who_is_it();
        chapter.heading("In the paper's size");
        paper_sizes();
        chapter.heading("A class that nobody trained");
        untrained_class(seed);
        chapter.heading("The note's own numbers");
        printed();
        chapter.heading("Another order");
        const AttentionTrace moved = another_order(ids, trace);
        chapter.heading("Two languages");
        const Learning learning = two_languages(steps, rate);
        chapter.heading("Why not simpler");
        const AttentionTrace mirror = without_maps();

        chapter.keep("weights", trace.weights);
        chapter.keep("output", trace.output);
        chapter.draw(flow_figure(trace));
        chapter.draw(printed_weights_figure());
        chapter.draw(order_figure(ids, trace, moved));
        chapter.draw(languages_figure(learning));
        chapter.draw(mirror_figure(mirror, trace));
    });
}
