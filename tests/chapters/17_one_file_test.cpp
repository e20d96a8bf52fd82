// Chapter 17: transformer.cpp itself, included, beside the library that the book is made of.
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "attn/learning/activation_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/17_one_file/17_one_file.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/program/knobs.hpp"
#include "matrix_matchers.hpp"
#include "one_file.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch17 {
void contents(Chapter& chapter);
}

using namespace attn;
using namespace attn::chapters;

namespace {

namespace one_file = included_file;
using one_file::Example;
using one_file::Ids;
using one_file::operation;
using one_file::tape;
using one_file::Task;
using one_file::Training;
using one_file::Transformer;
using Number = one_file::Matrix;  // a matrix of the file

/// A task and a model of a seed, as main() makes them; the next draw is the first batch's.
struct Beginning {
    Task task;
    Transformer model;
};
Beginning begin(std::size_t seed) {
    one_file::generator.seed(3000 + seed);
    const Task task;
    one_file::parameters.clear();
    one_file::generator.seed(seed);
    const Transformer model{task.korean.words.size(), task.english.words.size()};
    one_file::generator.seed(4000 + seed);
    return {task, model};
}

Number random_numbers(std::size_t rows, std::size_t cols) {
    const Number x{rows, cols};
    for (double& value : *x.values) value = 2 * one_file::uniform() - 1;
    return x;
}

/// Something that depends on each entry of y in a way of its own.
Number weighed(const Number& y) {
    const Number left{1, y.rows}, right{y.cols, 1};
    for (std::size_t i = 0; i < y.rows; ++i)
        left(0, i) = 0.3 + 0.7 * static_cast<double>(i);
    for (std::size_t j = 0; j < y.cols; ++j)
        right(j, 0) = std::cos(1.3 * static_cast<double>(j));
    return left * y * right;
}

/// The largest difference between the gradient that comes back and what a nudge of every input
/// measures, as a share of the gradient.
double nudge_error(const std::vector<Number>& inputs, const std::function<Number()>& loss) {
    // Every way back must add to what came back before, here 1.
    for (const Number& x : inputs) std::ranges::fill(*x.gradient, 1.0);
    backward(loss());
    double largest = 0;
    for (const Number& x : inputs) {
        for (std::size_t n = 0; n < x.values->size(); ++n) {
            double& value = x.values->at(n);
            const double kept = value, nudge = 1e-5;
            value = kept + nudge;
            const double above = loss()(0, 0);
            value = kept - nudge;
            const double below = loss()(0, 0);
            value = kept;
            tape.clear();
            const double measured = (above - below) / (2 * nudge);
            const double computed = x.gradient->at(n) - 1;
            const double size = std::max({std::abs(measured), std::abs(computed), 1e-4});
            largest = std::max(largest, std::abs(measured - computed) / size);
        }
    }
    return largest;
}

// The gradient of a part of the file's model beside that of the same part of the library's.
double gap(const Number& ours, const Matrix& theirs) {
    return largest_gap(*ours.gradient, {theirs.values().begin(), theirs.values().end()});
}
double gap(const one_file::Linear& ours, const Linear& theirs) {
    return std::max(gap(ours.weight, theirs.weight),
                    largest_gap(*ours.bias.gradient, theirs.bias));
}
double gap(const one_file::LayerNorm& ours, const LayerNorm& theirs) {
    return std::max(largest_gap(*ours.gamma.gradient, theirs.gamma),
                    largest_gap(*ours.beta.gradient, theirs.beta));
}
double gap(const one_file::FeedForward& ours, const FeedForward& theirs) {
    return std::max(gap(ours.linear1, theirs.first), gap(ours.linear2, theirs.second));
}
double gap(const one_file::MultiHeadAttention& ours, const MultiHeadAttention& theirs) {
    return std::max({gap(ours.w_q, theirs.w_q), gap(ours.w_k, theirs.w_k),
                     gap(ours.w_v, theirs.w_v), gap(ours.w_o, theirs.w_o)});
}
double gap(const one_file::EncoderLayer& ours, const EncoderLayer& theirs) {
    return std::max({gap(ours.norm1, theirs.norm1), gap(ours.norm2, theirs.norm2),
                     gap(ours.self_attention, theirs.attention),
                     gap(ours.feed_forward, theirs.feed_forward)});
}
double gap(const one_file::DecoderLayer& ours, const DecoderLayer& theirs) {
    return std::max({gap(ours.norm1, theirs.norm1), gap(ours.norm2, theirs.norm2),
                     gap(ours.norm3, theirs.norm3),
                     gap(ours.self_attention, theirs.self_attention),
                     gap(ours.cross_attention, theirs.cross_attention),
                     gap(ours.feed_forward, theirs.feed_forward)});
}
double gap(const Transformer& ours, const ch16::Translator& theirs) {
    return std::max({gap(ours.source.table, theirs.source.table),
                     gap(ours.target.table, theirs.target.table),
                     gap(ours.encoder, theirs.encoder.layers.at(0)),
                     gap(ours.encoder_norm, *theirs.encoder.final_norm),
                     gap(ours.decoder, theirs.decoder.layers.at(0)),
                     gap(ours.decoder_norm, *theirs.decoder.final_norm),
                     gap(ours.to_logits, theirs.to_logits)});
}

}  // namespace

TEST_CASE("Every operation of the one file hands back what a nudge measures",
          "[chapter17]") {
    one_file::generator.seed(7);
    const Number a = random_numbers(3, 5), b = random_numbers(5, 2),
                 c = random_numbers(3, 5), row = random_numbers(1, 5),
                 table = random_numbers(7, 2);
    const auto error = [](const std::vector<Number>& inputs,
                          const std::function<Number()>& y) {
        return nudge_error(inputs, [=] { return weighed(y()); });
    };
    CHECK(error({a, b}, [&] { return a * b; }) < 1e-7);
    CHECK(error({a}, [&] { return transposed(a); }) < 1e-7);
    CHECK(error({a}, [&] { return a * transposed(a); }) < 1e-7);
    CHECK(error({a}, [&] { return softmax(a); }) < 1e-7);
    CHECK(error({a}, [&] { return a / 3.7; }) < 1e-7);
    CHECK(error({a, c}, [&] { return a + c; }) < 1e-7);
    CHECK(error({a, row}, [&] { return a + row; }) < 1e-7);
    CHECK(error({a}, [&] { return a + a; }) < 1e-7);
    CHECK(error({a}, [&] { return columns(a, 1, 3); }) < 1e-7);
    CHECK(error({a, c}, [&] { return one_file::concatenated({a, c, a}); }) < 1e-7);
    CHECK(error({table}, [&] { return rows_of(table, {4, 0, 4}); }) < 1e-7);
    CHECK(error({a}, [&] { return normalized(a); }) < 1e-7);
    CHECK(error({a, row}, [&] { return scaled(a, row); }) < 1e-7);
    CHECK(error({a}, [&] { return relu(a); }) < 1e-7);
    CHECK(nudge_error({a}, [&] { return cross_entropy(softmax(a), {4, 0, 2}); }) < 1e-7);
}

TEST_CASE("The one file's operations have the values that their names say", "[chapter17]") {
    const Number a{1, 2}, b{2, 1};
    a(0, 0) = 3, a(0, 1) = -4, b(0, 0) = 5, b(1, 0) = 7;
    CHECK((a * b)(0, 0) == -13);
    CHECK(transposed(a)(1, 0) == -4);
    CHECK((a / 2)(0, 1) == -2);
    CHECK((a + a)(0, 1) == -8);
    CHECK(scaled(a, a)(0, 1) == 16);
    CHECK(relu(a)(0, 0) == 3);
    CHECK(relu(a)(0, 1) == 0);
    CHECK(columns(a, 1, 1)(0, 0) == -4);
    CHECK(one_file::concatenated({b, b})(1, 1) == 7);
    CHECK(rows_of(b, {1, 1, 0})(1, 0) == 7);
    CHECK(std::abs(softmax(a)(0, 0) - 1 / (1 + std::exp(-7.0))) < 1e-15);
    CHECK(std::abs(normalized(a)(0, 0) - 3.5 / std::sqrt(12.25 + 1e-5)) < 1e-15);
    CHECK(std::abs(cross_entropy(softmax(a), {1})(0, 0) - std::log1p(std::exp(7.0))) <
          1e-14);
    tape.clear();
}

TEST_CASE("At exactly 0 the one file's ReLU hands nothing back, as the library's",
          "[chapter17]") {
    const Number a{1, 2};
    a(0, 1) = 3;
    backward(weighed(relu(a)));
    CHECK(a.grad(0, 0) == relu_slope(0));
    CHECK(a.grad(0, 1) != 0);
}

TEST_CASE("Twenty losses of the one file are the library's, and PyTorch's", "[chapter17]") {
    auto [task, model] = begin(1);
    CHECK(one_file::n_parameters() == 24641);
    Training training{task.shown};
    std::vector<double> losses;
    for (int step = 0; step < 20; ++step) losses.push_back(training.step(model));
    CHECK(tape.empty());
    CHECK(largest_gap(losses, ch16::losses_of(ch16::first_steps())) < 1e-9);
    CHECK(largest_gap(losses, ch16::losses_in_pytorch()) < 1e-9);
    CHECK(losses.back() < 0.6 * losses.front());
}

TEST_CASE("Nineteen steps move all but two unread words and the biases of the keys",
          "[chapter17]") {
    const auto [task, model] = begin(1);
    std::vector<std::vector<double>> before;
    for (const Number& x : one_file::parameters) before.push_back(*x.values);
    Training training{task.shown};
    for (int step = 0; step < 19; ++step) training.step(model);
    std::size_t unmoved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (std::size_t n = 0; n < before[i].size(); ++n) {
            const double now = one_file::parameters[i].values->at(n);
            unmoved += std::abs(now - before[i][n]) < 1e-9;  // by rounding, if at all
        }
    }
    CHECK(unmoved == 64 + 96);
}

TEST_CASE("The gradient of a batch is the library's, in every parameter", "[chapter17]") {
    const ch16::Beginning theirs = ch16::first_steps();
    ch16::Translator gradient = zeros_like(theirs.model);
    const double loss = loss_and_slopes(theirs.model, theirs.batches.at(0), gradient);
    const auto [task, model] = begin(1);
    double our_loss = 0;
    for (const ch16::Example& example : theirs.batches.at(0)) {
        const Number one = loss_of(model, {example.source, example.target}) / 32;
        our_loss += one(0, 0);
        backward(one);
    }
    CHECK(std::abs(our_loss - loss) < 1e-12);
    CHECK(gap(model, gradient) < 1e-12);
    CHECK(std::ranges::any_of(*model.source.table.gradient,
                              [](double g) { return g > 1e-3; }));
}

TEST_CASE("The one file's grammar and split are chapter 16's", "[chapter17]") {
    const auto text = [](const Ids& ids, const one_file::Vocabulary& vocabulary) {
        return text_of(ids, vocabulary);
    };
    for (const std::size_t seed : {1U, 5U}) {
        const Task task = begin(seed).task;
        const ch16::Task theirs = ch16::task_of(seed);
        const auto same = [&](const std::vector<Example>& ours,
                              const std::vector<ch16::Example>& expected) {
            REQUIRE(ours.size() == expected.size());
            for (std::size_t i = 0; i < ours.size(); ++i) {
                CHECK(
                    text(ours[i].korean, task.korean) ==
                    ch16::text_of(ch16::words_of(expected[i].source, theirs.source_words)));
                CHECK(
                    text(ours[i].english, task.english) ==
                    ch16::text_of(ch16::words_of(expected[i].target, theirs.target_words)));
            }
        };
        same(task.shown, theirs.shown);
        same(task.unseen, theirs.unseen);
    }
}

TEST_CASE("The file is 500 lines of code, none broader than a page", "[chapter17]") {
    std::istringstream lines(
        read_whole_file(chapters_folder() / "17_one_file/transformer.cpp"));
    std::size_t n_code = 0;
    for (std::string line; std::getline(lines, line);) {
        CHECK(display_width(line) <= 90);
        const std::size_t first = line.find_first_not_of(' ');
        n_code += first != std::string::npos && line.compare(first, 2, "//") != 0;
    }
    CHECK(n_code <= 500);
}

TEST_CASE("The numbers to hit are the library's", "[chapter17]") {
    ch16::Translator model = ch16::first_steps().model;
    double n = 0;
    const auto all = [&](std::span<double> values) {
        for (double& value : values) value = std::sin(n++);
    };
    const auto map = [&](Linear& one) { all(one.weight.values()), all(one.bias); };
    const auto norm = [&](LayerNorm& one) { all(one.gamma), all(one.beta); };
    const auto heads = [&](MultiHeadAttention& one) {
        map(one.w_q), map(one.w_k), map(one.w_v), map(one.w_o);
    };
    const auto network = [&](FeedForward& one) { map(one.first), map(one.second); };
    EncoderLayer& reads = model.encoder.layers[0];
    DecoderLayer& writes = model.decoder.layers[0];
    all(model.source.table.values()), all(model.target.table.values());
    norm(reads.norm1), norm(reads.norm2), heads(reads.attention),
        network(reads.feed_forward);
    norm(writes.norm1), norm(writes.norm2), norm(writes.norm3);
    heads(writes.self_attention), heads(writes.cross_attention),
        network(writes.feed_forward);
    norm(*model.encoder.final_norm), norm(*model.decoder.final_norm), map(model.to_logits);
    CHECK(n == 24641);

    const ch17::NumbersToHit hit = ch17::numbers_to_hit();
    const Matrix memory = model.read(hit.read);
    for (std::size_t j = 0; j < 4; ++j)
        CHECK(std::abs(memory(4, j) - hit.memory.at(j)) < 1e-9);
    const Matrix logits = model.write(hit.written, memory);
    CHECK(std::abs(cross_entropy(logits, {6, 7, 8, 1}) - hit.loss) < 1e-9);
    CHECK(hit.loss_after_a_step < hit.loss);
}

TEST_CASE("The tape is as long for a short sentence as for a long one", "[chapter17]") {
    const auto counts = ch17::count_tapes();
    REQUIRE(counts.size() == 2);
    CHECK(counts[0].words < counts[1].words);
    CHECK(counts[0].operations == counts[1].operations);
}

TEST_CASE("Translating without clearing the tape changes no loss", "[chapter17]") {
    const auto losses = [](bool leaves_notes) {
        const auto [task, model] = begin(1);
        Training training{task.shown};
        std::vector<double> all;
        for (int step = 0; step < 3; ++step) {
            all.push_back(training.step(model));
            if (leaves_notes) model.decode({0, 2}, model.encode(task.unseen[0].korean));
        }
        tape.clear();
        return all;
    };
    CHECK(losses(true) == losses(false));
}

TEST_CASE("A right word 710 below sends back NaN, 746 below costs infinitely much",
          "[chapter17]") {
    for (const double below : {709.0, 710.0, 745.0, 746.0}) {
        const Number logits{1, 2};
        logits(0, 1) = -below;
        const Number loss = cross_entropy(softmax(logits), {1});
        backward(loss);
        CHECK(std::isinf(loss(0, 0)) == (below > 745));
        CHECK(std::isnan(logits.grad(0, 1)) == (below > 709));
    }
}

TEST_CASE("A value overwritten before its way back spoils the gradient", "[chapter17]") {
    CHECK(ch17::gradient_of_square(3, 3) == 6);
    CHECK(ch17::gradient_of_square(3, 5) == 10);
    CHECK(ch17::by_hand(3).gradient == 7);
    CHECK(ch17::by_hand(3).operations == 2);
}

TEST_CASE("The chapter learns as the file's main() does, and may be stopped",
          "[chapter17]") {
    const ch17::Words sentence = ch17::typed("나는 바다에  가고 싶어 ");
    CHECK(sentence == ch17::Words{"나는", "바다에", "가고", "싶어"});
    std::size_t step = 0;
    std::vector<ch17::Words> written;
    const ch17::Learned learned =
        ch17::learn(1, 20, sentence, [&](const ch17::Learned& so_far) {
            CHECK(so_far.losses.size() == step);
            written.push_back(so_far.english);
            return step++ < 7;
        });
    CHECK_FALSE(written[0].empty());  // by the weights as they were drawn
    CHECK(written[4] == written[0]);
    CHECK(written[5] == ch17::Words{"the", "do", "see", "the", "sea", "(end)"});
    CHECK(learned.losses.size() == 7);
    CHECK(learned.milestones.back().step == 7);
    CHECK(learned.alignment.rows() == learned.english.size());
    CHECK(learned.alignment.cols() == 5);
    CHECK_THROWS_WITH(ch17::typed("나는 바다로 가"),
                      ContainsText("\"바다로\" is not a word") && ContainsText(" 바다에 "));
    CHECK_THROWS_WITH(ch17::typed("(end) (begin)"),
                      ContainsText("\"(end)\" is not a word") && !ContainsText("(begin)"));
    CHECK_THROWS_WITH(ch17::typed(""),
                      "--sentence is empty; give it words that the file learns");
    CHECK_THROWS_AS(ch17::typed("\xff"), UsageError);
}

TEST_CASE("The chapter's seed is a number from 0 to 999999", "[chapter17]") {
    Chapter chapter;
    ch17::contents(chapter);
    CHECK_NOTHROW(chapter.turn("seed", "0"));
    CHECK_NOTHROW(chapter.turn("seed", "999999"));
    CHECK_THROWS_AS(chapter.turn("seed", "1000000"), UsageError);
}

TEST_CASE("The is the commonest word that the one file has to write", "[chapter17]") {
    const Task task = begin(1).task;
    std::vector<std::size_t> counts(task.english.words.size());
    for (const Example& example : task.shown) {
        for (const std::size_t id : example.english) ++counts.at(id);
    }
    const auto most = std::ranges::max_element(counts) - counts.begin();
    CHECK(task.english.words.at(static_cast<std::size_t>(most)) == "the");
}
