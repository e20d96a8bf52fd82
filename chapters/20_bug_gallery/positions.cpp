#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

namespace attn::chapters::ch20 {
namespace {

/// The encoding's mutant; its picture is one column of eight, over many positions.
Exhibit encoding_exhibit(const Words& words, std::size_t column) {
    const EncodingFunction right = right_parts().positions;
    const EncodingFunction wrong = mistakes::mutant(words.name).positions;
    constexpr std::size_t n_positions = 64, d_model = 8;
    const Matrix r = right(n_positions, d_model), w = wrong(n_positions, d_model);
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "position",
                  .y_name = "column " + std::to_string(column),
                  .least = -1,
                  .most = 1,
                  .x_ticks = {0, 16, 32, 48, 63},
                  .y_ticks = {-1, 0, 1}};
    for (std::size_t p = 0; p < n_positions; ++p) {
        curves.x.push_back(static_cast<double>(p));
        curves.right.push_back(r(p, column));
        curves.wrong.push_back(w(p, column));
    }
    return {.words = words,
            .checks =
                naive_checks([&] { return Result{wrong(8, d_model)}; }, right(8, d_model)),
            .view = curves,
            .verdicts = verdicts_of(words.name, &Parts::positions, encoding_properties())};
}

Exhibit exponent() {
    return encoding_exhibit(
        {.name = "exponent_doubled",
         .mistake = "exponent doubled",
         .caught_by = "has the paper's waves",
         .title = "With i taken for the column,\nthe second wave hardly moves",
         .subtitle = "Column 2 of 8, over 64 positions."},
        2);
}

Exhibit halves() {
    return encoding_exhibit({.name = "halves",
                             .mistake = "sines, then cosines",
                             .caught_by = "sine and cosine alternate",
                             .title = "Where the fast cosine should be, a slow sine",
                             .subtitle = "Column 1 of 8, over 64 positions."},
                            1);
}

}  // namespace

Family positions() {
    return {"positions", {exponent, halves}};
}

}  // namespace attn::chapters::ch20
