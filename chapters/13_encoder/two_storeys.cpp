// Too tired, too wide: two layers of attention that answer what one cannot. All maps are
// written by hand.
#include <algorithm>
#include <utility>

#include "attn/matrix.hpp"
#include "chapters/13_encoder/13_encoder.hpp"
#include "chapters/examples/sentences.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch13 {
namespace {

using namespace animal_sentence;

/// Chapter 1's three numbers of a word, and four that we add: is it a pronoun, does it say something
/// about another word, and what has it heard?
enum Column { lives, place, does, pronoun, says, heard_lives, heard_place, n_columns };

/// The animal was too tired, or the street too wide.
Matrix animal_rows(bool is_wide) {
    const Matrix& described = is_wide ? vectors_if_wide : vectors;
    Matrix x(words.size(), n_columns);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t j = 0; j < columns.size(); ++j) x(i, j) = described(i, j);
    }
    // Chapter 1 had put the answer into "it".
    for (const Column column : {lives, place, does}) x(it, column) = 0;
    x(it, pronoun) = 1;
    x(words.size() - 1, says) = 1;
    return x;
}

/// A map whose column k reads one column of a word's row, so many times.
Matrix reads(const std::vector<Column>& from, double times) {
    Matrix map(n_columns, from.size());
    for (std::size_t k = 0; k < from.size(); ++k) map(from[k], k) = times;
    return map;
}

}  // namespace

TwoStoreys two_storeys(bool is_wide) {
    const Matrix x = animal_rows(is_wide);
    Matrix w_v(n_columns, n_columns);
    w_v(lives, heard_lives) = w_v(place, heard_place) = 1;
    const AttentionTrace first = scaled_dot_product_attention(
        matmul(x, reads({pronoun}, 8)), matmul(x, reads({says}, 1)), matmul(x, w_v));
    const Matrix r = x + first.output;
    const auto second_layer = [](const Matrix& rows) {
        return scaled_dot_product_attention(
            matmul(rows, reads({heard_lives, heard_place}, 2)),
            matmul(rows, reads({lives, place}, 1)), rows);
    };
    const AttentionTrace second = second_layer(r);
    const Matrix end = r + second.output;
    return {.first = first,
            .second = second,
            .second_alone = second_layer(x),
            .heard_lives = r(it, heard_lives),
            .heard_place = r(it, heard_place),
            .lives = end(it, lives),
            .place = end(it, place),
            .does = end(it, does)};
}

namespace {

using namespace plots;
using enum Paint;

/// Some words of the sentence on two levels, and what "it" attends to from one to the next.
Plot storeys_of(const TwoStoreys& trace, const Texts& sentence,
                const std::vector<std::size_t>& shown, double rise) {
    Plot plot{.name = "… too " + sentence.back(), .plane = true};
    const auto asks =
        static_cast<std::size_t>(std::ranges::find(shown, it) - shown.begin());
    const auto at = [&](std::size_t k, double level) {
        return Point{static_cast<double>(k), level * rise};
    };
    plot.x = {.first = -0.5, .last = static_cast<double>(shown.size()) - 0.5};
    plot.y = {.first = -0.3, .last = 2 * rise + 0.35};
    Dots words{.points = {}, .paint = axis};
    plot.marks.push_back(Line{
        .points = {at(asks, 0), at(asks, 2)}, .paint = axis, .name = "", .dashed = true});
    for (std::size_t k = 0; k < shown.size(); ++k) {
        plot.marks.push_back(
            Note{{at(k, 0).x, -0.12}, sentence[shown[k]], Side::below, ink, true});
        for (const double level : {0.0, 1.0}) {
            words.points.push_back(at(k, level));
            const double weight =
                (level == 0 ? trace.first : trace.second).weights(it, shown[k]);
            if (weight < 0.1) continue;
            plot.marks.push_back(ribbon_upwards(at(k, level), at(asks, level + 1),
                                                weight / 3, level == 0 ? teal : blue));
            plot.marks.push_back(level == 1 ? Note{{at(k, 1).x - 0.06, at(k, 1).y + 0.1},
                                                   number_label(weight, 3),
                                                   Side::left}
                                            : Note{{at(k, 0).x + 0.08, at(k, 0).y + 0.16},
                                                   number_label(weight, 3)});
        }
    }
    plot.marks.push_back(Note{{-0.4, 0.35 * rise}, "layer 1", Side::right, teal, true});
    plot.marks.push_back(Note{{-0.4, 1.62 * rise}, "layer 2", Side::right, blue, true});
    const std::string heard = "it has heard (" + number_label(trace.heard_lives, 0) + ", " +
                              number_label(trace.heard_place, 0) + ")";
    plot.marks.push_back(
        Note{{at(asks, 1).x + 0.12, at(asks, 1).y + 0.2}, heard, Side::right, teal, true});
    words.points.push_back(at(asks, 2));
    plot.marks.push_back(words);
    plot.marks.push_back(
        Note{{at(asks, 2).x, at(asks, 2).y + 0.1}, "it", Side::above, ink, true});
    return plot;
}

}  // namespace

Figure tired_figure(const TwoStoreys& tired, const TwoStoreys& wide) {
    std::vector<Row> rows;
    for (const auto& [trace, end] : {std::pair{tired, "tired"}, std::pair{wide, "wide"}}) {
        Texts sentence = words;
        sentence.back() = end;
        const std::size_t cross = 3, too = 9, last = words.size() - 1;
        Plot plot =
            storeys_of(trace, sentence, {animal, cross, street, it, too, last}, 0.9);
        plot.narrow = {storeys_of(trace, sentence, {animal, street, it, last}, 1)};
        rows.push_back({plot});
    }
    return {
        "13_tired", "In the second layer “it” asks with what it has heard",
        "What “it” attends to, layer by layer; five words are left out. Dashed: its residual.",
        rows};
}

}  // namespace attn::chapters::ch13
