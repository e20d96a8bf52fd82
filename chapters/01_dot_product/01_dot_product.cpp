// Chapter 1, docs/01_dot_product.md: How alike are two words?
//
// New here: dot, norm, cosine, angle (attn/vector.hpp) and Matrix with its products
// (attn/matrix.hpp). The pictures are in figures.cpp.
//
// Try: --a 4,3 --b -3,4    --a 1,2,3 --b 3,2,1    --angle 120

#include <cmath>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/01_dot_product/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/show.hpp"

using namespace attn;
using namespace attn::chapters;
using std::cout;
using Vector = std::vector<double>;

namespace {

constexpr double pi = std::numbers::pi;

double in_degrees(double radians) {
    return radians * 180.0 / pi;
}

bool has_direction(const Vector& v) {
    return norm(v) > 0;
}

void require_equal_length(const Vector& a, const Vector& b) {
    if (a.size() == b.size()) return;
    throw UsageError("--a has " + std::to_string(a.size()) + " numbers and --b has " +
                     std::to_string(b.size()) + "; they must have equally many");
}

void two_vectors(const Vector& a, const Vector& b) {
    Matrix steps(a.size(), 3);
    for (std::size_t i = 0; i < a.size(); ++i) {
        steps(i, 0) = a[i];
        steps(i, 1) = b[i];
        steps(i, 2) = a[i] * b[i];
    }
    cout << matrix_text("entry by entry", steps, {.column_labels = {"a", "b", "a x b"}})
         << "\nThe last column added up is the dot product, a · b = "
         << number_text(dot(a, b), 4) << "\n\n"
         << "length of a   " << number_text(norm(a), 4) << "\n"
         << "length of b   " << number_text(norm(b), 4) << "\n";
    if (!has_direction(a) || !has_direction(b)) {
        cout << "no angle: one of them has the length 0, and so no direction\n";
        return;
    }
    cout << "cosine        " << number_or_noise(cosine(a, b), 4) << "\n"
         << "angle         " << number_text(in_degrees(angle(a, b)), 2) << " degrees\n\n"
         << "length of a x length of b x cosine = "
         << number_or_noise(norm(a) * norm(b) * cosine(a, b), 4)
         << ", the dot product again\n";
}

void show_turn(const std::string& name, double theta, const std::string& relation) {
    const Vector fixed{1, 0};
    const Vector turned{std::cos(theta), std::sin(theta)};
    cout << std::left << std::setw(14) << name << std::setw(14)
         << number_or_noise(dot(fixed, turned), 4) << relation << "\n";
}

void four_angles(double degrees) {
    cout
        << "Two arrows of length 1, one of them turned: their dot product is the cosine of\n"
           "the angle. Expect 1, 0, -1, 0, and floating point to miss both zeros by a hair.\n\n"
           "turned by     dot product\n";
    show_turn("0", 0, "same direction");
    show_turn("pi/2", pi / 2, "perpendicular");
    show_turn("pi", pi, "opposite");
    show_turn("3 pi/2", 3 * pi / 2, "perpendicular");
    show_turn(number_text(degrees, 1) + " deg", degrees * pi / 180.0, "(--angle)");
}

std::string verdict(double first, double second, const std::vector<NamedVector>& keys) {
    if (first == second) return "finds both alike";
    return "prefers " + keys[first > second ? 0 : 1].name;
}

void length_matters(const NamedVector& query, const std::vector<NamedVector>& keys) {
    cout << "query " << vector_text(query.values) << "\n\n";
    Matrix comparison(keys.size(), 4);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        names.push_back(keys[i].name + " " + vector_text(keys[i].values));
        comparison(i, 0) = norm(keys[i].values);
        comparison(i, 1) = in_degrees(angle(query.values, keys[i].values));
        comparison(i, 2) = dot(query.values, keys[i].values);
        comparison(i, 3) = cosine(query.values, keys[i].values);
    }
    cout << matrix_text("the two keys, compared", comparison,
                        {.row_labels = names,
                         .column_labels = {"length", "degrees", "dot", "cosine"},
                         .decimals = 4})
         << "\nThe dot product " << verdict(comparison(0, 2), comparison(1, 2), keys)
         << "; the cosine " << verdict(comparison(0, 3), comparison(1, 3), keys) << ".\n";
}

void zero_vector() {
    const Vector zero{0, 0};
    const Vector other{1, 2};
    cout << "(0, 0) · (1, 2) = " << number_text(dot(zero, other), 4)
         << ", like that of perpendicular arrows. But a cosine?\n";
    try {
        cosine(zero, other);
    } catch (const std::domain_error& no_direction) {
        cout << no_direction.what() << "\n";
    }
}

std::string products_text(std::span<const double> a, std::span<const double> b) {
    std::string text;
    for (std::size_t i = 0; i < a.size(); ++i) {
        text += (i == 0 ? "" : " + ") + number_text(a[i], 0) + "·" + number_text(b[i], 0);
    }
    return text + " = " + number_text(dot(a, b), 0);
}

Matrix every_pair(const std::vector<std::string>& words, const Matrix& X) {
    const Matrix scores = matmul(X, transpose(X));
    cout << matrix_text("X", X,
                        {.row_labels = words,
                         .column_labels = {"person", "verb", "noun"},
                         .decimals = 0})
         << "\nOne pair by hand: am · student = " << products_text(X.row(1), X.row(3))
         << "\n\n"
         << matrix_text("scores = X X^T", scores,
                        {.row_labels = words, .column_labels = words, .decimals = 0});
    return scores;
}

/// Every row with every row by calls of dot alone.
Matrix one_by_one(const Matrix& X) {
    Matrix scores(X.rows(), X.rows());
    for (std::size_t i = 0; i < X.rows(); ++i) {
        for (std::size_t j = 0; j < X.rows(); ++j) {
            scores(i, j) = dot(X.row(i), X.row(j));
        }
    }
    return scores;
}

void one_product_or_sixteen(Matrix X) {
    for (std::size_t i = 0; i < X.rows(); ++i) {
        for (double& value : X.row(i))
            value /= 10;  // a tenth is no double: sums are rounded
    }
    const Matrix product = matmul(X, transpose(X));
    const auto compare = [&](const Matrix& other) {
        return other == product ? "equal to the last bit\n" : "DIFFERENT\n";
    };
    cout << "With a tenth of each number, so that sums have to be rounded:\n\n"
         << "sixteen calls of dot, and one product    " << compare(one_by_one(X))
         << "transposed first, or inside the product  "
         << compare(matmul_transpose_b(X, X));
}

void why_not_simpler(const std::vector<std::string>& words) {
    const PrintStyle style{.row_labels = words, .column_labels = words, .decimals = 0};
    const Matrix ids{{0}, {1}, {2}, {3}};
    cout
        << "One number a word, its place in the dictionary:\n\n"
        << matrix_text("ids times ids", matmul(ids, transpose(ids)), style)
        << "\nI has nothing in common with itself, and am is more like student than like am.\n\n"
        << "A number of its own for each word:\n\n";
    const Matrix one_hot{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    cout << matrix_text("one-hot", matmul(one_hot, transpose(one_hot)), style)
         << "\nNo word has anything in common with another.\n";
}

void shapes_that_do_not_fit(const Matrix& X) {
    cout << "X is " << shape_text(X) << ", and X times X is not a product:\n";
    try {
        matmul(X, X);
    } catch (const ShapeError& error) {
        cout << error.what() << "\n";
    }
    cout << "X transposed is " << shape_text(transpose(X)) << ", so X X^T is "
         << shape_text(matmul(X, transpose(X))) << " and X^T X is "
         << shape_text(matmul(transpose(X), X)) << ".\n";
}

}  // namespace

int main(int argc, char** argv) {
    Vector a{4, 3};
    Vector b{1, 2};
    double degrees = 60;
    Chapter chapter("01_dot_product", "How alike are two words?");
    chapter.options().add("a", a, "the first vector");
    chapter.options().add("b", b, "the second vector, as long as the first");
    chapter.options().add("angle", degrees, 0, 360, "an angle of your own, in degrees");

    const NamedVector query{"query", {2, 1}};
    const NamedVector near{"near", {1, 0.5}};
    const NamedVector far{"far", {1, 3}};
    const std::vector<std::string> words{"I", "am", "a", "student"};
    const Matrix X{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};

    return chapter.run(argc, argv, [&] {
        require_equal_length(a, b);
        chapter.heading("Two vectors");
        two_vectors(a, b);
        chapter.heading("Four angles");
        four_angles(degrees);
        chapter.heading("Length matters");
        length_matters(query, {near, far});
        chapter.heading("The zero vector");
        zero_vector();
        chapter.heading("Every word with every word");
        const Matrix scores = every_pair(words, X);
        chapter.heading("One product or sixteen");
        one_product_or_sixteen(X);
        chapter.heading("Why not simpler");
        why_not_simpler(words);
        chapter.heading("Shapes that do not fit");
        shapes_that_do_not_fit(X);

        chapter.keep("X", X);
        chapter.keep("scores", scores);
        chapter.draw(similarity_figure(words, scores, 1, 3));
        if (has_direction(a) && has_direction(b)) {
            chapter.draw(shadow_figure(a, b));
        } else {
            chapter.leave_out("01_shadow", "a vector of length 0 has no shadow");
        }
        chapter.draw(arrows_figure(degrees));
        chapter.draw(cosine_figure(degrees));
        chapter.draw(length_figure(query, near, far));
    });
}
