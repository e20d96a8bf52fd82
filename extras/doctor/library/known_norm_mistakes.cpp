#include <limits>

#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> epsilon_mistakes() {
    return {
        {"epsilon_fixed_5", {.epsilon = 1e-5},
         "Epsilon is 1e-5, whatever was asked for ({eps}): PyTorch's default, and GPT-2's.",
         10, 0, "llm.c (on purpose)", Level::convention},
        {"epsilon_fixed_6", {.epsilon = 1e-6},
         "Epsilon is 1e-6, whatever was asked for ({eps}): Llama's, T5's and Flax's default.",
         10, 0, "", Level::convention},
        {"epsilon_fixed_3", {.epsilon = 1e-3},
         "Epsilon is 1e-3, whatever was asked for ({eps}): Keras' default.",
         10, 0, "", Level::convention},
        {"epsilon_fixed_12", {.epsilon = 1e-12},
         "Epsilon is 1e-12, whatever was asked for ({eps}): BERT's.",
         10, 0, "", Level::convention},
        {"epsilon_outside", {.epsilon_place = EpsilonPlace::outside},
         "Epsilon ({eps}) is added to the root, where it belongs under it.",
         10, 19, "burn 2185, Annotated Transformer"},
        {"epsilon_missing", {.epsilon_place = EpsilonPlace::missing},
         "Epsilon ({eps}) is missing: a row of zeros is 0/0.", 10},
        {"epsilon_squared", {.epsilon_place = EpsilonPlace::squared},
         "Epsilon ({eps}) is squared under the root.", 10},
        {"epsilon_at_least", {.epsilon_place = EpsilonPlace::at_least},
         "Epsilon ({eps}) is the least that is divided by, where it belongs under the "
         "root.", 10},
        {"epsilon_least_variance", {.epsilon_place = EpsilonPlace::least_variance},
         "Epsilon ({eps}) is the least that stands under the root, where it should be "
         "added there.", 10},
    };
}

std::vector<Mistake> norm_axis_mistakes() {
    return {
        {"norm_time", {.norm_axis = NormAxis::time},
         "The mean runs over the words of a sentence (dim=1), where it should run over a "
         "word's {d_model} numbers.", 10, 0, "jadore801120 b40c2da"},
        {"norm_batch", {.norm_axis = NormAxis::sentences},
         "The mean runs over the sentences, as in a batch norm, where it should run over a "
         "word's {d_model} numbers.", 10},
        {"norm_sentence", {.norm_axis = NormAxis::sentence},
         "The mean runs over a whole sentence, where it should run over a word's {d_model} "
         "numbers.",
         10},
        {"norm_columns", {.norm_axis = NormAxis::columns},
         "The mean runs over a column of all words and sentences, as in a batch norm, where "
         "it should run over a word's {d_model} numbers.", 10},
        {"norm_all", {.norm_axis = NormAxis::all},
         "The mean runs over the whole batch, where it should run over a word's {d_model} "
         "numbers.", 10},
    };
}

std::vector<Mistake> layer_norm_mistakes() {
    return joined(
        {epsilon_mistakes(),
         norm_axis_mistakes(),
         {
        {"unbiased_variance", {.variance = Variance::over_d_less_1},
         "The variance is divided by d - 1, where d ({d_model}) belongs: std() does that "
         "by default.", 10, 18, "allennlp 953, Annotated Transformer"},
        {"rms", {.variance = Variance::mean_square},
         "The mean is not subtracted: this is RMS norm.", 10},
        {"norm_variance", {.norm_divisor = NormDivisor::variance},
         "Rows are divided by the variance, where its root belongs.", 10},
        {"norm_no_division", {.norm_divisor = NormDivisor::nothing},
         "Rows are centred and not divided.", 10},
        {"no_gamma", {.affine = Affine::no_gamma}, "gamma (weight) is missing.", 10},
        {"no_beta", {.affine = Affine::no_beta}, "beta (bias) is missing.", 10},
        {"no_affine", {.affine = Affine::none}, "gamma and beta are missing.", 10},
        {"one_gamma", {.affine = Affine::first_number},
         "One gamma and one beta serve all columns (ones(1)?), where each has its own.",
         10},
        {"gamma_beta_exchanged", {.affine = Affine::exchanged},
         "gamma and beta are exchanged.", 10},
        {"beta_first", {.affine = Affine::beta_first},
         "beta is added before gamma multiplies, where it belongs after.", 10}}});
}

Mistake gamma_plus_1() {
    return
        {"gamma_plus_1", {.affine = Affine::gamma_plus_1},
         "gamma (weight) is taken as what is added to 1.",
         10, 0, "Gemma (on purpose)", Level::convention};
}

std::vector<Mistake> rms_norm_mistakes() {
    return joined(
        {epsilon_mistakes(),
         norm_axis_mistakes(),
         {
        {"epsilon_float32", {.epsilon = std::numeric_limits<float>::epsilon()},
         "Epsilon is 1.2e-7, whatever was asked for ({eps}): PyTorch's default for an RMS "
         "norm in float32, finfo(dtype).eps.", 10, 0, "", Level::convention},
        {"epsilon_float64", {.epsilon = std::numeric_limits<double>::epsilon()},
         "Epsilon is 2.2e-16, whatever was asked for ({eps}): PyTorch's default for an RMS "
         "norm in float64, finfo(dtype).eps.", 10, 0, "", Level::convention},
        {"layer_norm", {.square = Square::about_mean},
         "The mean is subtracted: this is a layer norm without beta, and RMS norm leaves "
         "the mean in.", 10},
        {"sum_of_squares", {.square = Square::sum},
         "Rows are divided by the root of the sum of their squares, where the root of the "
         "mean belongs: d_model is {d_model}.", 10},
        {"unit_length_divided", {.square = Square::sum_times_d},
         "Rows are brought to length 1 and then divided by the root of d_model, "
         "{root_d_model}, where they should be multiplied by it (dim**-0.5?).",
         10, 0, "zeta 180"},
        {"rms_about_mean", {.square = Square::variance},
         "Rows are divided by the root of the variance, which is about the mean, where the "
         "root of the mean square belongs.",
         10, 0, "pytorch-image-models 2380"},
        {"rms_about_mean",
         {.variance = Variance::over_d_less_1, .square = Square::variance},
         "Rows are divided by the root of the variance, which is about the mean and over "
         "d - 1 (var() does both by default), where the root of the mean square belongs.",
         10, 0, "pytorch-image-models 2380"},
        {"norm_variance", {.norm_divisor = NormDivisor::variance},
         "Rows are divided by the mean square, where its root belongs.", 10},
        {"norm_no_division", {.norm_divisor = NormDivisor::nothing},
         "Rows are not divided.", 10},
        {"no_gamma", {.affine = Affine::none}, "gamma (weight) is missing.", 10},
        {"one_gamma", {.affine = Affine::first_number},
         "One gamma serves all columns (ones(1)?), where each has its own.", 10},
          gamma_plus_1()}});
}

// clang-format on

}  // namespace attn::doctor
