#include <numbers>

#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> exponent_mistakes() {
    std::vector<Mistake> mistakes = {
        {"exponent_doubled", {.exponent = Exponent::doubled},
         "The exponent is doubled: the formula's i counts pairs of columns.",
         9, 16, "jadore801120 32"},
        {"exponent_own", {.exponent = Exponent::column_twice},
         "The exponent takes 2 times the column, where 2 times the pair, 2 * (i // 2), "
         "belongs.", 9, 16, "jadore801120 32"},
        {"exponent_own_once", {.exponent = Exponent::column},
         "Each column has a wave length of its own, where a cosine shares its sine's.",
         9, 0, "tommasocarraro/Transformer-from-scratch"},
        {"exponent_half", {.exponent = Exponent::half},
         "The exponent is half of what it should be (or the base is 100, where 10000 "
         "belongs).", 9},
        {"exponent_last", {.exponent = Exponent::reaches_base},
         "The exponent is divided by d - 2, where d ({d_model}) belongs: the last wave "
         "reaches 10000 exactly.", 9, 0, "tensor2tensor (on purpose)", Level::convention},
        {"times", {.power_multiplies = true},
         "Positions are multiplied by the power, where they should be divided by it.", 9},
        {"pi", {.angle_factor = std::numbers::pi}, "Angles are multiplied by pi.", 9},
        {"degrees", {.angle_factor = std::numbers::pi / 180},
         "Angles are taken for degrees; they are radians.", 9},
    };
    for (const double base : {1000.0, 1024.0, 100000.0, 1e6}) {
        const std::string words = std::to_string(static_cast<int>(base));
        mistakes.push_back({"base_" + words,
                            {.base = base},
                            "The base is " + words + ", where 10000 belongs.",
                            9});
    }
    return mistakes;
}

}  // namespace

std::vector<Mistake> position_mistakes() {
    return joined(
        {exponent_mistakes(),
         {
        {"halves", {.halves = true},
         "Sines come first and then cosines, where they should alternate.",
         9, 17, "tensor2tensor 391", Level::convention},
        {"from_1", {.first_position = 1}, "Positions begin at 1, where 0 belongs.", 9},
        {"from_minus_1", {.first_position = -1},
         "Positions begin at -1, where 0 belongs.", 9},
        {"wave_exchanged", {.waves = Waves::exchanged},
         "Sine and cosine are exchanged.", 9},
        {"wave_sin", {.waves = Waves::sines}, "There are only sines.", 9},
        {"wave_cos", {.waves = Waves::cosines}, "There are only cosines.", 9},
        {"wave_by_row", {.waves = Waves::by_row},
         "Even rows have sines and odd rows cosines, where the column should decide.", 9},
        {"row_0_zeros", {.first_row_zeros = true},
         "Row 0 is all zeros (kept for padding?), where it is 0, 1, 0, 1, ...",
         9, 0, "jadore801120, until 2019", Level::convention}}});
}

// clang-format on

}  // namespace attn::doctor
