// Chapter 2, docs/02_softmax.md: How do scores become shares?
//
// New here: softmax_naive (attn/softmax.hpp), for one row of scores. From chapter 1: the
// words of "I am a student" as vectors, and the table of their scores. The pictures are in
// figures.cpp.
//
// Try: --scores 99,9    --scores -3,4    --temperature 0.5    --scores 710,0

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "chapters/02_softmax/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/show.hpp"

using namespace attn;
using namespace attn::chapters;
using std::cout;
using Vector = std::vector<double>;
using Words = std::vector<std::string>;

namespace {

double sum_of(std::span<const double> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

std::string numbers_text(const Vector& numbers) {
    std::string text;
    for (const double number : numbers) {
        const std::string digits = number_or_power(number, 4);
        text += std::string(11 - std::min<std::size_t>(digits.size(), 10), ' ') + digits;
    }
    return text;
}

/// Why has_shares is false, in words; chapter 3 computes such shares all the same.
std::string why_no_shares(const Vector& scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    const std::string power = "e^" + number_text(largest, 2);
    std::string why = "the sum of the powers is past the largest double, e^709.78";
    if (std::isinf(std::exp(largest))) {
        why = power + " is past the largest double, e^709.78";
    } else if (largest < 0) {
        why = "even " + power + " is below e^-708.40, where a double runs out of digits";
    }
    return "no shares to trust: " + why + " (chapter 3 mends it)";
}

void scores_become_shares(const Words& words, const Vector& scores) {
    cout << "scores " << vector_text(scores) << "\n\n";
    if (!has_shares(scores)) {
        cout << why_no_shares(scores) << "\n";
        return;
    }
    Vector powers;
    for (const double score : scores) powers.push_back(std::exp(score));
    const Vector shares = softmax_naive(scores);

    cout << std::left << std::setw(10) << ""
         << "     score    e^score      share\n";
    for (std::size_t i = 0; i < scores.size(); ++i) {
        cout << std::setw(9) << words[i] << std::right << std::setw(11)
             << number_or_power(scores[i], 2) << std::left
             << numbers_text({powers[i], shares[i]}) << "\n";
    }
    cout << std::setw(20) << "sum" << numbers_text({sum_of(powers), sum_of(shares)})
         << "\n\n";

    const std::set<double, std::greater<>> distinct(scores.begin(), scores.end());
    if (distinct.size() == 1) {
        cout << "All scores are equal, and so are the shares.\n";
        return;
    }
    const double lead = *distinct.begin() - *std::next(distinct.begin());
    const double factor = std::exp(lead);
    cout << "The largest score leads by " << number_or_power(lead, 2)
         << ", so its share is e^" << number_or_power(lead, 2)
         << (std::isinf(factor) ? std::string(", which no double holds,")
                                : " = " + number_or_power(factor, 4))
         << " times the next.\n";
}

void differences_count() {
    cout
        << "Expect the same shares three times, and others when the scores are doubled.\n\n"
        << "scores            shares\n";
    for (const Vector& scores : {Vector{1, 3}, {101, 103}, {-99, -97}, {2, 6}}) {
        cout << std::left << std::setw(13) << vector_text(scores)
             << numbers_text(softmax_naive(scores)) << "\n";
    }
}

void temperatures(const Words& words, const Vector& scores, double temperature) {
    cout << "Every score is divided by T before the softmax. Expect a winner where it is "
            "cold\n(small T), equal shares where it is hot.\n\n"
         << "T        ";
    for (const std::string& word : words) cout << std::right << std::setw(11) << word;
    cout << "\n";
    for (const double t : std::set<double>{0.1, 0.5, 1, 2, 5, 20, temperature}) {
        const Vector tempered = divided(scores, t);
        cout << std::left << std::setw(9) << number_text(t, 2)
             << (has_shares(tempered) ? numbers_text(softmax_naive(tempered))
                                      : "    " + why_no_shares(tempered))
             << (t == temperature && t != 1 ? "   your --temperature" : "") << "\n";
    }
}

/// Each row of the scores becomes shares of its own.
Matrix shares_along_rows(const Matrix& scores) {
    Matrix shares(scores.rows(), scores.cols());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const Vector row = softmax_naive(scores.row(i));
        std::copy(row.begin(), row.end(), shares.row(i).begin());
    }
    return shares;
}

/// WRONG, on purpose: each column becomes shares, and no row does.
Matrix shares_down_columns(const Matrix& scores) {
    return transpose(shares_along_rows(transpose(scores)));
}

void show_sums(const Matrix& m) {
    Vector row_sums, column_sums;
    const Matrix columns = transpose(m);
    for (std::size_t i = 0; i < m.rows(); ++i) row_sums.push_back(sum_of(m.row(i)));
    for (std::size_t j = 0; j < m.cols(); ++j)
        column_sums.push_back(sum_of(columns.row(j)));
    cout << "sums of the rows      " << numbers_text(row_sums) << "\n"
         << "sums of the columns   " << numbers_text(column_sums) << "\n\n";
}

void two_axes(const Words& words, const Matrix& scores, const Matrix& correct,
              const Matrix& wrong) {
    PrintStyle style{.row_labels = words, .column_labels = words, .decimals = 0};
    cout << matrix_text("scores", scores, style)
         << "\nEvery row is to be shared out. Expect rows that sum to 1, and columns that "
            "need not.\n\n";
    style.decimals = 4;
    cout << matrix_text("along the rows (correct)", correct, style) << "\n";
    show_sums(correct);
    cout << matrix_text("down the columns (WRONG)", wrong, style) << "\n";
    show_sums(wrong);

    const Matrix alone{{4, 2, 2, 5}};
    style.row_labels = {"student"};
    cout << matrix_text("the row of student alone, down the columns (WRONG)",
                        shares_down_columns(alone), style)
         << "\nA column of one score gives that score everything: the row sums to 4.\n";
}

Vector plain_fractions(const Vector& scores) {
    Vector fractions;
    for (const double score : scores) fractions.push_back(score / sum_of(scores));
    return fractions;
}

void why_not_simpler() {
    cout << "Each score divided by the sum of the scores, beside softmax:\n\n"
         << "scores            plain fraction               softmax\n";
    for (const Vector& scores :
         {Vector{99, 9}, {-3, 4}, {-4, 4}, {0, 0}, {1, 3}, {101, 103}, {2, 6}}) {
        cout << std::left << std::setw(13) << vector_text(scores)
             << numbers_text(plain_fractions(scores)) << "  "
             << numbers_text(softmax_naive(scores)) << "\n";
    }
    cout
        << "\n(-3, 4): shares of -3 and 4 are no shares. (-4, 4) and (0, 0): a division by 0.\n"
           "(1, 3) and (101, 103): the same lead, but the fraction forgets it.\n";
}

}  // namespace

int main(int argc, char** argv) {
    const Words words{"I", "am", "a", "student"};
    const Matrix X{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};
    const Matrix table = matmul_transpose_b(X, X);  // [4 x 4] chapter 1's scores
    const Vector student(table.row(3).begin(), table.row(3).end());

    Vector scores = student;
    double temperature = 1;
    Chapter chapter("02_softmax", "How do scores become shares?");
    chapter.options().add("scores", scores, "the scores to be shared out");
    chapter.options().add("temperature", temperature, 0.1, 20, "a temperature of your own");

    return chapter.run(argc, argv, [&] {
        Words names = words;
        if (scores != student) names = numbered("x", scores.size());
        chapter.heading("Scores become shares");
        scores_become_shares(names, scores);
        chapter.heading("Differences count");
        differences_count();
        chapter.heading("Temperature");
        temperatures(names, scores, temperature);
        chapter.heading("Right axis, wrong axis");
        const Matrix correct = shares_along_rows(table);
        const Matrix wrong = shares_down_columns(table);
        two_axes(words, table, correct, wrong);
        chapter.heading("Why not simpler");
        why_not_simpler();

        chapter.keep("scores", table);
        chapter.keep("shares", correct);
        if (has_shares(scores)) {
            chapter.draw(shares_figure(names, scores));
        } else {
            chapter.leave_out("02_shares", why_no_shares(scores));
        }
        if (has_shares(divided(scores, 20))) {
            chapter.draw(temperature_figure(names, scores, temperature));
        } else {
            chapter.leave_out("02_temperature",
                              "at no temperature up to 20 are there shares");
        }
        chapter.draw(axis_figure(words, correct, wrong));
        chapter.draw(fraction_figure());
    });
}
