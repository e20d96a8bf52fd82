#include "chapters/01_dot_product/01_dot_product.hpp"

// Chapter 1, docs/01_dot_product.md: How alike are two words?
//
// New: dot, norm, cosine, angle (attn/vector.hpp), Matrix and its product (attn/matrix.hpp).
// Turn a knob: --b -4,3    --a 1,2,3 --b 3,2,1    --angle 120    --it 4,0,2
// Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "attn/matrix.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch01 {

/// One dot product per pair: entry (i, j) says how alike the rows i and j of x are.
Matrix score_every_pair(const Matrix& x) {
    Matrix scores(x.rows(), x.rows());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.rows(); ++j) {
            scores(i, j) = dot(x.row(i), x.row(j));
        }
    }
    return scores;
}

namespace {

constexpr double degree = std::numbers::pi / 180;

/// Words of the sentence, by their rows below.
enum Word : std::size_t { animal, cross, street, it, tired };

void require_equal_length(const Numbers& a, const Numbers& b) {
    if (a.size() == b.size()) return;
    throw UsageError("--a has " + counted(a.size(), "number") + " and --b has " +
                     std::to_string(b.size()) + "; they must have equally many");
}

void require_three(const Numbers& row) {
    if (row.size() == columns.size()) return;
    throw UsageError("--it has " + counted(row.size(), "number") +
                     "; it must have three: lives, place and does");
}

Matrix with_it(const Numbers& row) {
    Matrix x = five_words;
    x.set_row(it, row);
    return x;
}

void words_as_rows(Page& page, const Matrix& x) {
    page.show("X", x, words, columns);
    page.keep("X", x);
    page.draw(words_figure(x));
}

// One arrow stands still, the other is turned; the second angle is yours.
void four_angles(Page& page, double degrees) {
    std::vector<Labels> lines{{"b turned by", "a · b"}};
    std::vector<double> turns{0, degrees, 90, 180};
    std::ranges::sort(turns);
    for (const double turn : turns) {
        const Numbers b{std::cos(turn * degree), std::sin(turn * degree)};
        lines.push_back({exact_text(turn) + "°", number_text(dot(Numbers{1, 0}, b), 4)});
    }
    page.say("Two arrows of length 1:");
    page.gap();
    page.show_words(lines);
    page.draw(arrows_figure(degrees));
}

// By hand: each product is a vote, and votes can cancel.
void votes(Page& page, const Matrix& x) {
    std::vector<Labels> lines{{"", "lives", "place", "does", "sum"}};
    const std::vector<Pair> pairs{{it, animal}, {it, street}, {cross, tired}};
    for (const Pair& pair : pairs) {
        lines.push_back({words[pair.i] + " · " + words[pair.j]});
        for (const double product : products_of(x, pair)) {
            lines.back().push_back(exact_text(product + 0.0));  // no -0
        }
        lines.back().push_back(exact_text(dot(x.row(pair.i), x.row(pair.j))));
    }
    page.show_words(lines);
    page.draw(votes_figure(x, pairs));
}

// Multiply number by number, add up, and divide the lengths out.
void two_vectors(Page& page, const Numbers& a, const Numbers& b) {
    std::vector<Labels> lines{{"number", "a", "b", "product"}};
    for (std::size_t i = 0; i < a.size(); ++i) {
        lines.push_back({std::to_string(i), number_text(a[i], 2), number_text(b[i], 2),
                         number_text(a[i] * b[i], 2)});
    }
    page.show_words(lines);
    page.gap();
    page.say("The last column added up: a · b = ", number_text(dot(a, b), 4));
    page.gap();
    page.say("length of a   ", number_text(norm(a), 4));
    page.say("length of b   ", number_text(norm(b), 4));
    try {
        page.say("shadow of b   ", number_or_noise(norm(b) * cosine(a, b), 4));
        page.say("cosine        ", number_or_noise(cosine(a, b), 4));
        page.say("angle         ", number_text(angle(a, b) / degree, 2), " degrees");
        page.gap();
        page.say("length of a x length of b x cosine = ",
                 number_or_noise(norm(a) * norm(b) * cosine(a, b), 4),
                 ", the dot product again");
        page.draw(shadow_figure(a, b));
    } catch (const std::domain_error& no_direction) {
        page.say(no_direction.what());
        page.leave_out("01_shadow", "an arrow without a direction has no shadow");
    }
}

void every_pair(Page& page, const Matrix& x) {
    const Matrix scores = score_every_pair(x);
    page.show("scores", scores, words, words);
    page.say("The matrix product X X^T is the same table: ",
             yes_or_no(matmul(x, transpose(x)) == scores));
    page.keep("scores", scores);
    if (std::ranges::all_of(scores.values(), [](double score) { return score < 1e4; })) {
        page.draw(product_figure(x, it, animal));
    } else {
        page.leave_out("01_product", "its cells have no room for scores from 10000 on");
    }
}

// Where it breaks: a long arrow beats one that points the right way.
void length_matters(Page& page, const Matrix& x) {
    std::vector<Labels> lines{{"seen by it", "length", "degrees", "a · b", "cosine"}};
    try {
        for (std::size_t j = 0; j < words.size(); ++j) {
            lines.push_back({words[j]});
            for (const double value :
                 {norm(x.row(j)), angle(x.row(it), x.row(j)) / degree,
                  dot(x.row(it), x.row(j)), cosine(x.row(it), x.row(j))}) {
                lines.back().push_back(number_text(value, 4));
            }
        }
        page.show_words(lines);
        page.draw(length_figure(x, it));
    } catch (const std::domain_error& no_direction) {
        page.say(no_direction.what());
        page.leave_out("01_length", "an arrow without a direction has no cosine");
    }
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("01_dot_product", "How alike are two words?");
    const auto a = chapter.numbers("a", {3, 4}, "the first vector");
    const auto b = chapter.numbers("b", {1, 3}, "the second vector, equally long");
    const auto degrees =
        chapter.number("angle", 60, 0, 360, "an angle of your own, in degrees");
    const auto row = chapter.numbers("it", {2, 0, 1}, "the row of it: lives, place, does");
    chapter.check(require_equal_length, a, b);
    chapter.check(require_three, row);
    const auto x = chapter.computed(with_it, row);

    chapter.section("Votes", votes, x).draws("01_votes");
    chapter.section("Five words", words_as_rows, x).draws("01_words");
    chapter.section("Four angles", four_angles, degrees).draws("01_arrows");
    chapter.section("Two vectors", two_vectors, a, b).draws("01_shadow");
    chapter.section("Every word with every word", every_pair, x).draws("01_product");
    chapter.section("Length matters", length_matters, x).draws("01_length");
    further(chapter, degrees);
}

}  // namespace attn::chapters::ch01
