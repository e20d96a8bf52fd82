// Chapter 1, docs/01_dot_product.md: How alike are two words?
//
// New: dot, norm, cosine, angle (attn/vector.hpp) and Matrix with its products
// (attn/matrix.hpp). The pictures are in figures.cpp.
// Turn a knob: --a 4,3 --b -3,4    --a 1,2,3 --b 3,2,1    --angle 120

#include <cmath>
#include <iomanip>
#include <numbers>
#include <stdexcept>

#include "attn/matrix.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/01_dot_product/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/show.hpp"

namespace attn::chapters::ch01 {
namespace {

constexpr double pi = std::numbers::pi;

const NamedVector query{"query", {2, 1}}, near{"near", {1, 0.5}}, far{"far", {1, 3}};

const Labels words{"I", "am", "a", "student"};
const Matrix X{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};

double in_degrees(double radians) {
    return radians * 180.0 / pi;
}

bool has_direction(const Numbers& v) {
    return norm(v) > 0;
}

/// Every row with every row by calls of dot alone.
Matrix one_by_one(const Matrix& x) {
    Matrix scores(x.rows(), x.rows());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.rows(); ++j) scores(i, j) = dot(x.row(i), x.row(j));
    }
    return scores;
}

void require_equal_length(const Numbers& a, const Numbers& b) {
    if (a.size() == b.size()) return;
    throw UsageError("--a has " + std::to_string(a.size()) + " numbers and --b has " +
                     std::to_string(b.size()) + "; they must have equally many");
}

void two_vectors(Page& page, const Numbers& a, const Numbers& b) {
    Matrix steps(a.size(), 3);
    for (std::size_t i = 0; i < a.size(); ++i) {
        steps(i, 0) = a[i];
        steps(i, 1) = b[i];
        steps(i, 2) = a[i] * b[i];
    }
    page.show("entry by entry", steps, {}, {"a", "b", "a x b"}, 2);
    page.say("The last column added up is the dot product, a · b = ",
             number_text(dot(a, b), 4));
    page.gap();
    page.say("length of a   ", number_text(norm(a), 4));
    page.say("length of b   ", number_text(norm(b), 4));
    if (!has_direction(a) || !has_direction(b)) {
        page.say("no angle: one of them has the length 0, and so no direction");
        page.leave_out("01_shadow", "a vector of length 0 has no shadow");
        return;
    }
    page.say("cosine        ", number_or_noise(cosine(a, b), 4));
    page.say("angle         ", number_text(in_degrees(angle(a, b)), 2), " degrees");
    page.gap();
    page.say("length of a x length of b x cosine = ",
             number_or_noise(norm(a) * norm(b) * cosine(a, b), 4),
             ", the dot product again");
    page.draw(shadow_figure(a, b));
}

void four_angles(Page& page, double degrees) {
    const auto tell = [&](const std::string& name, double theta, const char* relation) {
        const double product =
            dot(Numbers{1, 0}, Numbers{std::cos(theta), std::sin(theta)});
        page.out() << std::left << std::setw(14) << name << std::setw(14)
                   << number_or_noise(product, 4) << relation << "\n";
    };
    page.say(
        "Two arrows of length 1, one of them turned: their dot product is the cosine of");
    page.say(
        "the angle. Expect 1, 0, -1, 0, and floating point to miss both zeros by a hair.");
    page.gap();
    page.say("turned by     dot product");
    tell("0", 0, "same direction");
    tell("pi/2", pi / 2, "perpendicular");
    tell("pi", pi, "opposite");
    tell("3 pi/2", 3 * pi / 2, "perpendicular");
    tell(number_text(degrees, 1) + " deg", degrees * pi / 180.0, "(--angle)");
    page.draw(arrows_figure(degrees));
    page.draw(cosine_figure(degrees));
}

void length_matters(Page& page) {
    Matrix compared(2, 4);
    Labels names;
    for (const NamedVector& key : {near, far}) {
        const std::size_t i = names.size();
        names.push_back(key.name + " " + vector_text(key.values));
        compared(i, 0) = norm(key.values);
        compared(i, 1) = in_degrees(angle(query.values, key.values));
        compared(i, 2) = dot(query.values, key.values);
        compared(i, 3) = cosine(query.values, key.values);
    }
    const auto verdict = [&](std::size_t column) {
        const double first = compared(0, column), second = compared(1, column);
        if (first == second) return std::string("finds both alike");
        return "prefers " + (first > second ? near : far).name;
    };
    page.say("query ", vector_text(query.values));
    page.show("the two keys, compared", compared, names,
              {"length", "degrees", "dot", "cosine"}, 4);
    page.say("The dot product ", verdict(2), "; the cosine ", verdict(3), ".");
    page.draw(length_figure(query, near, far));
}

void zero_vector(Page& page) {
    const Numbers zero{0, 0}, other{1, 2};
    page.say("(0, 0) · (1, 2) = ", number_text(dot(zero, other), 4),
             ", like that of perpendicular arrows. But a cosine?");
    try {
        cosine(zero, other);
    } catch (const std::domain_error& no_direction) {
        page.say(no_direction.what());
    }
}

void every_pair(Page& page) {
    const Matrix scores = matmul(X, transpose(X));
    Labels products;
    for (std::size_t j = 0; j < X.cols(); ++j) {
        products.push_back(number_text(X(1, j), 0) + "·" + number_text(X(3, j), 0));
    }
    page.show("X", X, words, {"person", "verb", "noun"});
    page.say("One pair by hand: am · student = ", joined(products, " + "), " = ",
             number_text(dot(X.row(1), X.row(3)), 0));
    page.show("scores = X X^T", scores, words, words);
    page.keep("X", X);
    page.keep("scores", scores);
    page.draw(similarity_figure(words, scores, 1, 3));
}

void one_product_or_sixteen(Page& page) {
    const Matrix tenths = X / 10;  // a tenth is no double: sums are rounded
    const Matrix product = matmul(tenths, transpose(tenths));
    const auto tell = [&](const char* what, const Matrix& other) {
        page.say(what, other == product ? "equal to the last bit" : "DIFFERENT");
    };
    page.say("With a tenth of each number, so that sums have to be rounded:");
    page.gap();
    tell("sixteen calls of dot, and one product    ", one_by_one(tenths));
    tell("transposed first, or inside the product  ", matmul_transpose_b(tenths, tenths));
}

void why_not_simpler(Page& page) {
    const Matrix ids{{0}, {1}, {2}, {3}};
    const Matrix one_hot{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    page.say("One number a word, its place in the dictionary:");
    page.show("ids times ids", matmul(ids, transpose(ids)), words, words);
    page.say(
        "I has nothing in common with itself, and am is more like student than like am.");
    page.gap();
    page.say("A number of its own for each word:");
    page.show("one-hot", matmul(one_hot, transpose(one_hot)), words, words);
    page.say("No word has anything in common with another.");
}

void shapes_that_do_not_fit(Page& page) {
    page.say("X is ", shape_text(X), ", and X times X is not a product:");
    try {
        matmul(X, X);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
    page.say("X transposed is ", shape_text(transpose(X)), ", so X X^T is ",
             shape_text(matmul(X, transpose(X))), " and X^T X is ",
             shape_text(matmul(transpose(X), X)), ".");
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("01_dot_product", "How alike are two words?");
    const auto a = chapter.numbers("a", {4, 3}, "the first vector");
    const auto b = chapter.numbers("b", {1, 2}, "the second vector, equally long");
    const auto degrees =
        chapter.number("angle", 60, 0, 360, "an angle of your own, in degrees");
    chapter.check(require_equal_length, a, b);

    chapter.section("Two vectors", two_vectors, a, b).draws("01_shadow");
    chapter.section("Four angles", four_angles, degrees).draws("01_arrows", "01_cosine");
    chapter.section("Length matters", length_matters).draws("01_length");
    chapter.section("The zero vector", zero_vector);
    chapter.section("Every word with every word", every_pair).draws("01_similarity");
    chapter.section("One product or sixteen", one_product_or_sixteen);
    chapter.section("Why not simpler", why_not_simpler);
    chapter.section("Shapes that do not fit", shapes_that_do_not_fit);
}

}  // namespace attn::chapters::ch01
