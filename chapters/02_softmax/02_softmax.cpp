// Chapter 2, docs/02_softmax.md: How do scores become shares?
//
// New: softmax_naive (attn/softmax.hpp), for one row of scores. From before: the words of
// "I am a student" and the table of their scores (1). The pictures are in figures.cpp.
// Turn a knob: --scores 99,9    --scores -3,4    --temperature 0.5    --scores 710,0

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iterator>
#include <numeric>
#include <set>
#include <span>

#include "attn/matrix.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "chapters/02_softmax/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/show.hpp"

namespace attn::chapters::ch02 {
namespace {

const Labels words{"I", "am", "a", "student"};
const Matrix X{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};
const Matrix table = matmul_transpose_b(X, X);  // [4 x 4] chapter 1's scores
const Numbers student(table.row(3).begin(), table.row(3).end());

/// Each row of the scores becomes shares of its own.
Matrix shares_along_rows(const Matrix& scores) {
    Matrix shares(scores.rows(), scores.cols());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const Numbers row = softmax_naive(scores.row(i));
        std::copy(row.begin(), row.end(), shares.row(i).begin());
    }
    return shares;
}

/// WRONG, on purpose: each column becomes shares, and no row does.
Matrix shares_down_columns(const Matrix& scores) {
    return transpose(shares_along_rows(transpose(scores)));
}

double sum_of(std::span<const double> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

Numbers plain_fractions(const Numbers& scores) {
    Numbers fractions;
    for (const double score : scores) fractions.push_back(score / sum_of(scores));
    return fractions;
}

Numbers row_sums(const Matrix& m) {
    Numbers sums;
    for (std::size_t i = 0; i < m.rows(); ++i) sums.push_back(sum_of(m.row(i)));
    return sums;
}

Labels names_of(const Numbers& scores) {
    return scores == student ? words : numbered("x", scores.size());
}

std::string numbers_text(const Numbers& numbers) {
    std::string text;
    for (const double number : numbers) {
        const std::string digits = number_or_power(number, 4);
        text += std::string(11 - std::min<std::size_t>(digits.size(), 10), ' ') + digits;
    }
    return text;
}

/// Why has_shares is false, in words; chapter 3 computes such shares all the same.
std::string why_no_shares(const Numbers& scores) {
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

void tell_lead(Page& page, const Numbers& scores) {
    const std::set<double, std::greater<>> distinct(scores.begin(), scores.end());
    if (distinct.size() == 1) {
        page.say("All scores are equal, and so are the shares.");
        return;
    }
    const double lead = *distinct.begin() - *std::next(distinct.begin());
    const double factor = std::exp(lead);
    page.say("The largest score leads by ", number_or_power(lead, 2),
             ", so its share is e^", number_or_power(lead, 2),
             std::isinf(factor) ? ", which no double holds,"
                                : " = " + number_or_power(factor, 4),
             " times the next.");
}

void scores_become_shares(Page& page, const Numbers& scores) {
    page.say("scores ", vector_text(scores));
    page.gap();
    if (!has_shares(scores)) {
        page.say(why_no_shares(scores));
        page.leave_out("02_shares", why_no_shares(scores));
        return;
    }
    const Labels names = names_of(scores);
    const Numbers shares = softmax_naive(scores);
    Numbers powers;
    for (const double score : scores) powers.push_back(std::exp(score));

    page.say("               score    e^score      share");
    for (std::size_t i = 0; i < scores.size(); ++i) {
        page.out() << std::left << std::setw(9) << names[i] << std::right << std::setw(11)
                   << number_or_power(scores[i], 2) << numbers_text({powers[i], shares[i]})
                   << "\n";
    }
    page.say("sum                 ", numbers_text({sum_of(powers), sum_of(shares)}));
    page.gap();
    tell_lead(page, scores);
    page.draw(shares_figure(names, scores));
}

void differences_count(Page& page) {
    page.say("Expect the same shares three times, and others when the scores are doubled.");
    page.gap();
    page.say("scores            shares");
    for (const Numbers& scores : {Numbers{1, 3}, {101, 103}, {-99, -97}, {2, 6}}) {
        page.out() << std::left << std::setw(13) << vector_text(scores)
                   << numbers_text(softmax_naive(scores)) << "\n";
    }
}

void temperatures(Page& page, const Numbers& scores, double temperature) {
    page.say(
        "Every score is divided by T before the softmax. Expect a winner where it is cold");
    page.say("(small T), equal shares where it is hot.");
    page.gap();
    page.out() << "T        ";
    for (const std::string& name : names_of(scores)) {
        page.out() << std::right << std::setw(11) << name;
    }
    page.say();
    for (const double t : std::set<double>{0.1, 0.5, 1, 2, 5, 20, temperature}) {
        const Numbers tempered = divided(scores, t);
        page.out() << std::left << std::setw(9) << number_text(t, 2)
                   << (has_shares(tempered) ? numbers_text(softmax_naive(tempered))
                                            : "    " + why_no_shares(tempered))
                   << (t == temperature && t != 1 ? "   your --temperature" : "") << "\n";
    }
    if (has_shares(divided(scores, 20))) {
        page.draw(temperature_figure(names_of(scores), scores, temperature));
    } else {
        page.leave_out("02_temperature", "at no temperature up to 20 are there shares");
    }
}

void two_axes(Page& page) {
    const Matrix correct = shares_along_rows(table);
    const Matrix wrong = shares_down_columns(table);
    const auto show = [&](const std::string& name, const Matrix& shares) {
        page.show(name, shares, words, words);
        page.say("sums of the rows      ", numbers_text(row_sums(shares)));
        page.say("sums of the columns   ", numbers_text(row_sums(transpose(shares))));
    };
    page.show("scores", table, words, words);
    page.say(
        "Every row is to be shared out. Expect rows that sum to 1, and columns that need "
        "not.");
    show("along the rows (correct)", correct);
    show("down the columns (WRONG)", wrong);
    page.show("the row of student alone, down the columns (WRONG)",
              shares_down_columns(select_rows(table, {3})), {"student"}, words, 4);
    page.say("A column of one score gives that score everything: the row sums to 4.");
    page.keep("scores", table);
    page.keep("shares", correct);
    page.draw(axis_figure(words, correct, wrong));
}

void why_not_simpler(Page& page) {
    page.say("Each score divided by the sum of the scores, beside softmax:");
    page.gap();
    page.say("scores            plain fraction               softmax");
    for (const Numbers& scores :
         {Numbers{99, 9}, {-3, 4}, {-4, 4}, {0, 0}, {1, 3}, {101, 103}, {2, 6}}) {
        page.out() << std::left << std::setw(13) << vector_text(scores)
                   << numbers_text(plain_fractions(scores)) << "  "
                   << numbers_text(softmax_naive(scores)) << "\n";
    }
    page.gap();
    page.say(
        "(-3, 4): shares of -3 and 4 are no shares. (-4, 4) and (0, 0): a division by 0.");
    page.say("(1, 3) and (101, 103): the same lead, but the fraction forgets it.");
    page.draw(fraction_figure());
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("02_softmax", "How do scores become shares?");
    const auto scores = chapter.numbers("scores", student, "the scores to be shared out");
    const auto temperature =
        chapter.number("temperature", 1, 0.1, 20, "a temperature of your own");

    chapter.section("Scores become shares", scores_become_shares, scores)
        .draws("02_shares");
    chapter.section("Differences count", differences_count);
    chapter.section("Temperature", temperatures, scores, temperature)
        .draws("02_temperature");
    chapter.section("Right axis, wrong axis", two_axes).draws("02_axis");
    chapter.section("Why not simpler", why_not_simpler).draws("02_fraction");
}

}  // namespace attn::chapters::ch02
