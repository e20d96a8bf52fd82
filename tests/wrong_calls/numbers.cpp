#include <utility>

#include "attn/dropout.hpp"
#include "attn/matrix.hpp"
#include "attn/number_text.hpp"
#include "attn/sampling.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "infinity.hpp"
#include "support/precision/number_formats.hpp"
#include "support/text/print.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_numbers(Said& said) {
    using Vector = std::vector<double>;
    Random generator(1);

    said.begin("Vectors");
    WRONG(dot(Vector{1, 2, 3}, Vector{1, 2}));
    WRONG(cosine(Vector{1, 2}, Vector{1}));
    WRONG(angle(Vector{1, 2}, Vector{1}));
    WRONG(cosine(Vector{}, Vector{}));
    WRONG(cosine(Vector{0, 0}, Vector{1, 2}));
    WRONG(cosine(Vector{1, 2}, Vector{0, 0}));
    WRONG(angle(Vector{0}, Vector{1}));
    WRONG(cosine(Vector{1e200, 1}, Vector{1, 1}));
    WRONG(cosine(Vector{1, 1}, Vector{not_a_number, 1}));
    WRONG(cosine(Vector{1.6e-162, 1.6e-162}, Vector{1, 1}));

    said.begin("Matrices");
    WRONG(Matrix{{1, 2}, {3}});
    WRONG(Matrix{{}, {1}});
    LET(Matrix m(2, 3));
    WRONG(m(2, 0));
    WRONG(m(0, 3));
    WRONG(std::as_const(m)(2, 0));
    WRONG(std::as_const(m)(0, 3));
    WRONG(m.row(2));
    WRONG(std::as_const(m).row(2));
    WRONG(m.set_row(0, Vector{1, 2}));
    WRONG(m.set_row(2, Vector{1, 2, 3}));
    WRONG(matmul(Matrix(6, 4), Matrix(3, 4)));
    WRONG(matmul_transpose_a(Matrix(2, 3), Matrix(5, 7)));
    WRONG(matmul_transpose_b(Matrix(6, 4), Matrix(4, 3)));
    WRONG(m + Matrix(3, 2));
    WRONG(m - Matrix(2, 5));
    WRONG(max_abs_difference(m, Matrix(3, 2)));
    WRONG(stacked(Matrix(1, 3), Matrix(2, 4)));
    WRONG(select_rows(Matrix(3, 2), {0, 3}));
    WRONG(argmax(Vector{}));
    WRONG(argmax(Vector{1, not_a_number}));

    said.begin("Softmax");
    WRONG(softmax_naive(Vector{}));
    WRONG(softmax(Vector{}));
    WRONG(log_sum_exp(Vector{}));
    WRONG(softmax_rows(Matrix(3, 0)));

    said.begin("Random numbers and dropout");
    WRONG(generator.uniform(2, 1));
    WRONG(generator.uniform(1e-9, 0));
    WRONG(generator.uniform(0, infinity));
    WRONG(generator.uniform(not_a_number, 1));
    WRONG(generator.uniform(-1e308, 1e308));
    WRONG(dropout(m, 1, Mode::training, generator));
    WRONG(dropout(m, -0.25, Mode::evaluation, generator));
    WRONG(dropout(m, not_a_number, Mode::training, generator));

    said.begin("Sampling");
    WRONG(greedy(Vector{}));
    WRONG(greedy(Vector{not_a_number, 1}));
    WRONG(greedy(Vector{infinity, 0}));
    WRONG(greedy(Vector{-infinity, -infinity}));
    WRONG(at_temperature(Vector{}, 1));
    WRONG(at_temperature(Vector{1, not_a_number}, 1));
    WRONG(at_temperature(Vector{1, 2}, 0));
    WRONG(at_temperature(Vector{1, 2}, infinity));
    WRONG(top_k(Vector{}, 1));
    WRONG(top_k(Vector{0.5, not_a_number}, 1));
    WRONG(top_k(Vector{1}, 0));
    WRONG(top_p(Vector{}, 0.5));
    WRONG(top_p(Vector{1, -0.1}, 0.5));
    WRONG(top_p(Vector{1}, 0));
    WRONG(top_p(Vector{1}, 1.5));
    WRONG(draw(Vector{}, generator));
    WRONG(draw(Vector{0.5, not_a_number}, generator));
    WRONG(draw(Vector{0, 0}, generator));
    WRONG(draw(Vector{1e308, 1e308}, generator));

    said.begin("Numbers as text");
    WRONG(number_text(1, -1));
    WRONG(number_text(1, 101));
    WRONG(matrix_text("X", Matrix(3, 2), {.row_labels = {"I", "am"}}));
    WRONG(matrix_text("X", Matrix(3, 2), {.column_labels = {"I"}}));
    WRONG(matrix_text("X", Matrix(3, 2), {.decimals = 101}));

    said.begin("Number formats");
    WRONG(rounded(1, {"wide", 15, 64}));
    WRONG(encode16(1, {"float8", 5, 2}));
    WRONG(decode16(1, float32));
}
