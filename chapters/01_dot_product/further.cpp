// Chapter 1, Further: what the road can do without. It runs with --more.

#include "chapters/01_dot_product/01_dot_product.hpp"

#include <cmath>
#include <numbers>

#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/show.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch01 {
namespace {

// Floating point misses both zeros by a hair.
void quarter_turns(Page& page, double degrees) {
    constexpr double pi = std::numbers::pi;
    const auto line = [](const std::string& name, double theta, const char* relation) {
        const Numbers b{std::cos(theta), std::sin(theta)};
        return Labels{name, number_or_noise(dot(Numbers{1, 0}, b), 4), relation};
    };
    page.show_words({{"b turned by", "a · b", "b and a"},
                     line("0", 0, "same direction"),
                     line("pi/2", pi / 2, "perpendicular"),
                     line("pi", pi, "opposite"),
                     line("3 pi/2", 3 * pi / 2, "perpendicular")});
    page.draw(cosine_figure(degrees));
}

// The words of a study note: person, verb and noun, by hand.
const Labels note_words{"I", "am", "a", "student"};
const Matrix note_rows{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};

void i_am_a_student(Page& page) {
    page.say("person, verb, noun: am is ", vector_text(note_rows.row(1)), ", student ",
             vector_text(note_rows.row(3)));
    page.say("row am, column student: ",
             exact_text(dot(note_rows.row(1), note_rows.row(3))));
    page.show("scores", score_every_pair(note_rows), note_words, note_words);
}

void one_product_or_many(Page& page) {
    const Matrix tenths = five_words / 10;  // a tenth is no double: sums are rounded
    const Matrix product = matmul(tenths, transpose(tenths));
    const auto tell = [&](const char* what, const Matrix& other) {
        page.say(what, other == product ? "equal to the last bit" : "DIFFERENT");
    };
    page.say("With a tenth of each number, so that sums have to be rounded:");
    page.gap();
    tell("25 calls of dot, and one product         ", score_every_pair(tenths));
    tell("transposed first, or inside the product  ", matmul_transpose_b(tenths, tenths));
}

void why_not_simpler(Page& page) {
    const Matrix ids{{0}, {1}, {2}, {3}, {4}};
    const Matrix one_hot{{1, 0, 0, 0, 0},
                         {0, 1, 0, 0, 0},
                         {0, 0, 1, 0, 0},
                         {0, 0, 0, 1, 0},
                         {0, 0, 0, 0, 1}};
    page.say("One number per word, its place in the list:");
    page.show("number times number", score_every_pair(ids), words, words);
    page.gap();
    page.say("A column of its own for each word:");
    page.show("one-hot", score_every_pair(one_hot), words, words);
}

void shapes_that_do_not_fit(Page& page) {
    const Matrix& X = five_words;
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

void further(Chapter& chapter, const Value<double>& degrees) {
    chapter.more("Why not simpler", why_not_simpler);
    chapter.more("Quarter turns", quarter_turns, degrees).draws("01_cosine");
    chapter.more("One product or many", one_product_or_many);
    chapter.more("I am a student", i_am_a_student);
    chapter.more("Shapes that do not fit", shapes_that_do_not_fit);
}

}  // namespace attn::chapters::ch01
