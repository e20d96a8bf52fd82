#include "chapters/bugs/gallery.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "attn/activation.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/properties/attention_properties.hpp"
#include "attn/properties/causal_mask_properties.hpp"
#include "attn/properties/dropout_properties.hpp"
#include "attn/properties/encoding_properties.hpp"
#include "attn/properties/gelu_properties.hpp"
#include "attn/properties/head_properties.hpp"
#include "attn/properties/layer_properties.hpp"
#include "attn/properties/norm_properties.hpp"
#include "attn/properties/softmax_properties.hpp"
#include "attn/softmax.hpp"
#include "chapters/bugs/attention.hpp"
#include "chapters/bugs/heads.hpp"
#include "chapters/bugs/positions.hpp"
#include "chapters/bugs/sublayers.hpp"
#include "chapters/common/small_layer.hpp"

namespace attn::bugs {
namespace {

using small_example::tokens;
using small_example::word_columns;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool all_finite(const Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) {
            if (!std::isfinite(entry)) return false;
        }
    }
    return true;
}

bool all_rows_sum_to_1(const Matrix& weights) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        double sum = 0;
        for (const double weight : weights.row(i)) sum += weight;
        if (!(std::abs(sum - 1) < 1e-6)) return false;
    }
    return true;
}

/// What a function gives on an everyday input: its result, and weights where it has some.
struct Result {
    Matrix value;
    std::optional<Matrix> weights = {};
};

NaiveChecks naive_checks(const std::function<Result()>& twin, const Matrix& right) {
    NaiveChecks checks;
    try {
        const Result result = twin();
        checks.runs = true;
        checks.shape = shape_text(result.value) == shape_text(right);
        checks.finite = all_finite(result.value);
        if (result.weights) checks.sums = all_rows_sum_to_1(*result.weights);
    } catch (const std::exception&) {
        checks.runs = false;
    }
    return checks;
}

template <class Properties, class Function>
std::vector<Verdict> verdicts_of(const Properties& properties, const Function& right,
                                 const Function& wrong) {
    std::vector<Verdict> verdicts;
    for (const auto& property : properties) {
        verdicts.push_back({property.name, property.check(right), property.check(wrong)});
    }
    return verdicts;
}

/// m with the columns of more beside its own.
Matrix beside(const Matrix& m, const std::vector<double>& column) {
    Matrix wider(m.rows(), m.cols() + 1);
    for (std::size_t i = 0; i < m.rows(); ++i) {
        std::copy(m.row(i).begin(), m.row(i).end(), wider.row(i).begin());
        wider(i, m.cols()) = column[i];
    }
    return wider;
}

std::vector<double> sums_of_rows(const Matrix& m) {
    std::vector<double> sums(m.rows());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) sums[i] += entry;
    }
    return sums;
}

std::vector<double> variances_of_rows(const Matrix& m) {
    return LayerNorm{}.trace(m).variance;
}

/// m, and below it its first rows again.
Matrix rows_once_more(const Matrix& m, std::size_t n) {
    Matrix longer(m.rows() + n, m.cols());
    for (std::size_t i = 0; i < longer.rows(); ++i) {
        std::ranges::copy(m.row(i % m.rows()), longer.row(i).begin());
    }
    return longer;
}

Labels and_also(Labels labels, const std::string& last) {
    labels.push_back(last);
    return labels;
}

/// Weights of 0 become nothing where the mask forbids, as they are drawn in chapter 6.
Matrix blanked(Matrix weights, const AttentionMask& mask) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j) && weights(i, j) == 0) weights(i, j) = nan;
        }
    }
    return weights;
}

/// What attention is shown: three matrices and a mask.
struct Scene {
    Matrix q = small_example::q, k = small_example::k, v = small_example::v;
    AttentionMask mask = length_mask(4, 4, 4);  // closes nothing
};

AttentionTrace right_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                               const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, mask);
}

/// The twin on a scene; the checks on an everyday scene, which is the same if none is given.
Exhibit attention_exhibit(const Words& words, const AttentionFunction& twin,
                          const Scene& scene, const std::optional<Scene>& other = {}) {
    const Scene everyday = other.value_or(scene);
    const AttentionTrace right = right_attention(scene.q, scene.k, scene.v, scene.mask);
    const AttentionTrace wrong = twin(scene.q, scene.k, scene.v, scene.mask);
    const NaiveChecks checks = naive_checks(
        [&]() -> Result {
            const AttentionTrace trace =
                twin(everyday.q, everyday.k, everyday.v, everyday.mask);
            return {trace.output, trace.weights};
        },
        right.output);
    return {words, checks, max_abs_difference(right.output, wrong.output),
            Panels{blanked(right.weights, scene.mask), blanked(wrong.weights, scene.mask),
                   tokens, tokens, true},
            verdicts_of(attention_properties(), AttentionFunction(right_attention), twin)};
}

void show_row_sums(Exhibit& exhibit) {
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.right = beside(panels.right, sums_of_rows(panels.right));
    panels.wrong = beside(panels.wrong, sums_of_rows(panels.wrong));
    panels.columns = and_also(panels.columns, "sum");
}

Scene first_head() {
    const auto head = [](const Matrix& m) { return split_heads(m, 2)[0]; };
    Scene scene;
    scene.q = head(small_example::q);
    scene.k = head(small_example::k);
    scene.v = head(small_example::v);
    return scene;
}

Scene causal_scene() {
    Scene scene;
    scene.mask = causal_mask(4);
    return scene;
}

/// "all" stands for padding.
Scene padded_scene() {
    Scene scene;
    scene.mask = length_mask(4, 4, 3);
    return scene;
}

Exhibit softmax_axis() {
    Exhibit exhibit = attention_exhibit(
        {"softmax_axis", "softmax down the columns", "labml#146, labml#282, jadore#52",
         "rows sum to 1", "Down the columns, nobody’s shares sum to 1",
         "Weights, and the sum of each row beside them."},
        softmax_down_the_columns, {});
    show_row_sums(exhibit);
    return exhibit;
}

Exhibit exponential() {
    Exhibit exhibit =
        attention_exhibit({"no_exponential", "shares without an exponential",
                           "C++ projects from scratch, no thread", "ignores a constant",
                           "Without exp, shares fall below 0 and pass 1",
                           "Each score divided by its row’s sum: the rows still sum to 1."},
                          no_exponential, {});
    show_row_sums(exhibit);
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.are_shares = false;
    panels.limit = 2;
    return exhibit;
}

Exhibit scale_model() {
    return attention_exhibit(
        {"scale_model", "divided by the root of d_model",
         "ng-video-lecture PR 6, Machine-Learning-Collection#65, dfdx#171",
         "has unit variance", "Divided by too much, love is less sure of you",
         "Head 1 of 2: its two columns ask for √2, the twin divides by √4."},
        scaled_by_the_model, first_head());
}

Exhibit scale_twice() {
    return attention_exhibit({"scale_twice", "divided by the root twice",
                              "a C++ project from scratch, no thread", "has unit variance",
                              "Divided twice, every row is nearly a mean",
                              "Weights of one wide head: scores divided by 2, and by 4."},
                             scaled_twice, {});
}

Exhibit no_scale() {
    return attention_exhibit(
        {"no_scale", "not divided at all", "huggingface/blog PR 2893, tiny-transformers#71",
         "has unit variance", "Undivided, each row is decided too early",
         "Weights of one wide head: scores divided by 2, and by 1."},
        not_scaled, {});
}

Exhibit inverted() {
    return attention_exhibit(
        {"mask_inverted", "mask the other way round",
         "LLMs-from-scratch#1061, x-transformers#164, detr#96", "gives masked keys nothing",
         "Everybody looks at the padding, and only there",
         "“all” stands for padding. Hatched: forbidden, a weight of exactly 0."},
        mask_inverted, padded_scene());
}

Exhibit after_softmax() {
    Exhibit exhibit = attention_exhibit(
        {"mask_after_softmax", "mask after the softmax", "pytorch-image-models PR 2236",
         "rows sum to 1", "What the mask takes away is missing in the sum",
         "Causal mask. Hatched is forbidden; the sum of what is left at the right."},
        mask_after_softmax, causal_scene());
    Panels& panels = std::get<Panels>(exhibit.view);
    const Scene s = causal_scene();
    const Matrix wrong = mask_after_softmax(s.q, s.k, s.v, s.mask).weights;
    panels.right = beside(panels.right, {1, 1, 1, 1});
    panels.wrong = beside(panels.wrong, sums_of_rows(wrong));
    panels.columns = and_also(tokens, "sum");
    return exhibit;
}

Exhibit rows_closed() {
    Exhibit exhibit = attention_exhibit(
        {"mask_rows", "padding closes rows", "bentrevett#119, Kyubyong#16",
         "hides the future", "Closing rows with −1e9 changes nothing at all",
         "“all” stands for padding, and is looked at as if there were no mask."},
        mask_closes_rows, padded_scene());
    Panels& panels = std::get<Panels>(exhibit.view);
    const Scene open;
    panels.third_name = "no mask";
    panels.third = right_attention(open.q, open.k, open.v, open.mask).weights;
    return exhibit;
}

Exhibit small_fill() {
    Scene scene = causal_scene();
    scene.q = scene.q * 8;
    return attention_exhibit(
        {"fill_small", "masked with −10", "nGPT-pytorch#11", "gives masked keys nothing",
         "Behind a fill of −10, the future shines through",
         "Causal mask, queries eight times as long. Hatched: exactly 0."},
        fill_too_small, scene);
}

Exhibit clipped() {
    return attention_exhibit(
        {"clip_after_mask", "clipped after the mask",
         "a C++ project from scratch, no thread", "gives masked keys nothing",
         "Clipped to −5, a forbidden key is open again",
         "Causal mask. Hatched: exactly 0. The twin leaves no cell closed."},
        clipped_after_the_mask, causal_scene());
}

Exhibit nan_row() {
    Scene scene = causal_scene();
    scene.mask =
        scene.mask & AttentionMask::where(
                         4, 4, [](std::size_t query, std::size_t) { return query != 1; });
    Exhibit exhibit = attention_exhibit(
        {"nan_row", "a fully masked row is NaN",
         "pytorch#103963, mlx#2395, rten PR 1321, cubecl PR 1070",
         "gives zeros when all is masked", "Love may look at nobody, and gets not a number",
         "The outputs. NaN: softmax shared out nothing among nobody."},
        nan_where_all_is_masked, scene, causal_scene());
    const auto output = [&](const AttentionFunction& f) {
        return f(scene.q, scene.k, scene.v, scene.mask).output;
    };
    exhibit.view = Panels{output(right_attention), output(nan_where_all_is_masked), tokens,
                          word_columns};
    return exhibit;
}

Exhibit causal_corner() {
    const auto weights = [](const CausalMaskFunction& causal) {
        const Matrix q{{2, -1, -1, 1}, {1, 1, -2, -1}};  // you, all
        const AttentionMask mask = causal(2, 4);
        return blanked(right_attention(q, small_example::k, small_example::v, mask).weights,
                       mask);
    };
    const auto output = [](const CausalMaskFunction& causal) {
        const Matrix q{{2, -1, -1, 1}, {1, 1, -2, -1}};
        const AttentionTrace t =
            right_attention(q, small_example::k, small_example::v, causal(2, 4));
        return Result{t.output, t.weights};
    };
    const CausalMaskFunction right = [](std::size_t n_query, std::size_t n_key) {
        return causal_mask(n_query, n_key, CausalAlignment::last_sees_last);
    };
    const CausalMaskFunction wrong = causal_from_the_wrong_corner;
    return {{"causal_corner", "causal mask from the wrong corner",
             "flash-attention#517, pytorch#108108, mlx PR 2836", "continues a sentence",
             "From the wrong corner, “you” can only see “I”",
             "The last two words are asked alone; all four keys were kept."},
            naive_checks([&] { return output(wrong); }, output(right).value),
            max_abs_difference(output(right).value, output(wrong).value),
            Panels{weights(right), weights(wrong), {"you", "all"}, tokens, true},
            verdicts_of(causal_mask_properties(), right, wrong)};
}

Exhibit running_maximum() {
    const SoftmaxFunction right = [](std::span<const double> scores) {
        return softmax(scores);
    };
    const SoftmaxFunction wrong = running_maximum_from_a_number;
    const auto shares = [](const SoftmaxFunction& f, double c) {
        return f(std::vector<double>{c, c + 1, c - 1, c + 2});
    };
    const auto as_matrix = [&](const SoftmaxFunction& f, double c) {
        Matrix m(1, 4);
        std::ranges::copy(shares(f, c), m.row(0).begin());
        return m;
    };
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "added to all scores",
                  .y_name = "largest share",
                  .x_ticks = {-20000, -15000, -10000, -5000, 0},
                  .y_ticks = {0, 0.25, 0.5, 0.75, 1}};
    for (int step = 0; step <= 200; ++step) {
        curves.x.push_back(step * 100 - 20000.0);
        curves.right.push_back(shares(right, curves.x.back())[3]);
        curves.wrong.push_back(shares(wrong, curves.x.back())[3]);
    }
    return {{"running_max", "running maximum from −10000",
             "a C++ project from scratch, no thread", "ignores any constant",
             "Far below −10000 the shares are gone",
             "Row “you”, the same number added to all four scores."},
            naive_checks(
                [&] {
                    return Result{as_matrix(wrong, 0), as_matrix(wrong, 0)};
                },
                as_matrix(right, 0)),
            max_abs_difference(as_matrix(right, -20000), as_matrix(wrong, -20000)),
            curves,
            verdicts_of(softmax_properties(), right, wrong)};
}

/// The small example's two heads, cut and glued by the given functions.
Result two_heads(const HeadFunctions& heads) {
    const MultiHeadTrace right = small_example::attention(2).trace(
        small_example::x, small_example::x, small_example::x);
    const auto q = heads.split(right.q, 2), k = heads.split(right.k, 2),
               v = heads.split(right.v, 2);
    std::vector<Matrix> outputs;
    Matrix weights(8, 4);
    for (std::size_t h = 0; h < 2; ++h) {
        const AttentionTrace trace = scaled_dot_product_attention(q[h], k[h], v[h]);
        outputs.push_back(trace.output);
        for (std::size_t i = 0; i < 4; ++i) {
            std::ranges::copy(trace.weights.row(i), weights.row(4 * h + i).begin());
        }
    }
    return {matmul(heads.merge(outputs), small_example::w_o), weights};
}

Exhibit heads_exhibit(const Words& words, const HeadFunctions& wrong) {
    const HeadFunctions right{split_heads, merge_heads};
    const Result r = two_heads(right), w = two_heads(wrong);
    return {words, naive_checks([&] { return two_heads(wrong); }, r.value),
            max_abs_difference(r.value, w.value),
            Panels{r.value, w.value, tokens, word_columns},
            verdicts_of(head_properties(), right, wrong)};
}

Exhibit split_reshape() {
    return heads_exhibit({"split_reshape", "heads split without a transpose",
                          "jsbaan PR 6, FuxiCTR#30, hyunwoongko#15", "keeps tokens apart",
                          "Whole words for heads: “you” loses its feeling",
                          "The output of two heads; a wrong head holds whole words."},
                         {split_by_reshaping, merge_by_reshaping});
}

Exhibit merge_order() {
    return heads_exhibit({"merge_order", "heads merged in the wrong order",
                          "lsdefine#36, of a mask", "merging undoes splitting",
                          "Head 2 before head 1:\nperson and feeling change places",
                          "The output of two heads, both of them right."},
                         {split_heads, merge_last_head_first});
}

Exhibit encoding_exhibit(const Words& words, const EncodingFunction& wrong) {
    const EncodingFunction right = [](std::size_t n, std::size_t d) {
        return positional_encoding(n, d);
    };
    const Labels numbers{"0", "1", "2", "3", "4", "5", "6", "7"};
    return {words, naive_checks([&] { return Result{wrong(8, 8)}; }, right(8, 8)),
            max_abs_difference(right(8, 8), wrong(8, 8)),
            Panels{right(8, 8), wrong(8, 8), numbers, numbers, false, 1, 1},
            verdicts_of(encoding_properties(), right, wrong)};
}

Exhibit exponent() {
    return encoding_exhibit(
        {"exponent_doubled", "exponent doubled in the encoding",
         "C and C++ projects from scratch, no thread", "has the paper's waves",
         "With i taken for the column,\nthe second wave hardly moves",
         "Eight positions (rows) in eight columns. Look down columns 2 and 3."},
        exponent_doubled);
}

Exhibit halves() {
    Exhibit exhibit = encoding_exhibit(
        {"halves", "halves handed to weights for turns",
         "tensor2tensor#391, tensorflow#37191, allennlp#2993", "sine and cosine alternate",
         "The same waves in other columns,\nand row 0 tells them apart",
         "Eight positions (rows) in eight columns."},
        halves_for_turns);
    std::get<Panels>(exhibit.view).proof = {0, 1};
    return exhibit;
}

Exhibit unbiased() {
    const NormFunction right = [](const Matrix& x, double epsilon) {
        return LayerNorm{.epsilon = epsilon}.forward(x);
    };
    const NormFunction wrong = norm_with_unbiased_variance;
    const Matrix h = small_example::h(), r = right(h, 1e-5), w = wrong(h, 1e-5);
    return {
        {"unbiased_variance", "variance divided by d − 1", "annotated-transformer PR 119",
         "gives variance 1", "Divided by d − 1, a variance of 1 becomes 0.75",
         "Words with positions, normed; the variance of each row beside them."},
        naive_checks([&] { return Result{wrong(h, 1e-5)}; }, r),
        max_abs_difference(r, w),
        Panels{beside(r, variances_of_rows(r)), beside(w, variances_of_rows(w)), tokens,
               and_also(word_columns, "variance"), false, 2},
        verdicts_of(norm_properties(), right, wrong)};
}

Exhibit epsilon_outside() {
    const NormFunction right = [](const Matrix& x, double epsilon) {
        return LayerNorm{.epsilon = epsilon}.forward(x);
    };
    const NormFunction wrong = norm_with_epsilon_outside;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "variance of the row that comes in",
                  .y_name = "variance that goes out",
                  .x_ticks = {1e-9, 1e-7, 1e-5, 1e-3, 1e-1},
                  .y_ticks = {0, 0.25, 0.5, 0.75, 1},
                  .log_x = true};
    double difference = 0;
    for (int step = 0; step <= 80; ++step) {
        const double spread = std::pow(10.0, -4.5 + step * 0.05);
        const Matrix x{{spread, -spread, spread, -spread}};
        curves.x.push_back(spread * spread);
        curves.right.push_back(variances_of_rows(right(x, 1e-5))[0]);
        curves.wrong.push_back(variances_of_rows(wrong(x, 1e-5))[0]);
        difference =
            std::max(difference, max_abs_difference(right(x, 1e-5), wrong(x, 1e-5)));
    }
    const Matrix h = small_example::h();
    return {
        {"epsilon_outside", "epsilon outside of the root", "annotated-transformer#122",
         "adds epsilon to the variance", "Outside of the root, epsilon forgets its duty",
         "Epsilon 1e-5. Inside, a row of that variance is brought to one half."},
        naive_checks([&] { return Result{wrong(h, 1e-5)}; }, right(h, 1e-5)),
        difference,
        curves,
        verdicts_of(norm_properties(), right, wrong)};
}

Exhibit layer_exhibit(const Words& words, const LayerFunction& wrong,
                      const EncoderLayer& shown) {
    const LayerFunction right = [](const EncoderLayer& layer, const Matrix& x) {
        return layer.forward(x);
    };
    const EncoderLayer everyday = small_example::encoder_layer();
    const Matrix h = small_example::h(), r = right(shown, h), w = wrong(shown, h);
    return {words,
            naive_checks([&] { return Result{wrong(everyday, h)}; }, right(everyday, h)),
            max_abs_difference(r, w),
            Panels{beside(r, variances_of_rows(r)), beside(w, variances_of_rows(w)), tokens,
                   and_also(word_columns, "variance"), false, 4},
            verdicts_of(layer_properties(), right, wrong)};
}

Exhibit norm_place() {
    return layer_exhibit(
        {"norm_place", "norm before instead of after",
         "annotated-transformer#13, minGPT PR 52, CLIP#91", "passes on normalized rows",
         "Normed before, no row that goes on is normed",
         "One layer’s output; the variance of each row beside it."},
        norm_before, small_example::encoder_layer());
}

Exhibit residual() {
    EncoderLayer silent = small_example::encoder_layer();
    silent.feed_forward.second = {Matrix(8, 4), {}};
    return layer_exhibit(
        {"residual", "residual taken from the wrong place",
         "strutive07/transformer-tensorflow2.0#14, CapMarket#8",
         "adds the attention output", "The wrong sum forgets what attention found",
         "Feed-forward silenced. The twin hands on its own input, normed."},
        residual_from_the_input, silent);
}

Exhibit gelu() {
    const ActivationFunction right = gelu_exact, wrong = gelu_of_the_wrong_kind;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "x",
                  .y_name = "distance from x times the area, in 1/10000",
                  .least = -6,
                  .most = 6,
                  .x_ticks = {-5, -2.5, 0, 2.5, 5},
                  .y_ticks = {-4, 0, 4}};
    double difference = 0;
    for (int step = 0; step <= 200; ++step) {
        const double x = step * 0.05 - 5;
        curves.x.push_back(x);
        curves.right.push_back(0);
        const double gap = wrong(x) - right(x);
        curves.wrong.push_back(1e4 * gap);
        difference = std::max(difference, std::abs(gap));
    }
    const auto each = [](const ActivationFunction& f, Matrix m) {
        for (std::size_t i = 0; i < m.rows(); ++i) {
            for (double& entry : m.row(i)) entry = f(entry);
        }
        return m;
    };
    const Matrix h = small_example::h();
    return {{"gelu_kind", "GELU of the wrong kind",
             "keras-bert#129, candle PR 900, mlx-embeddings#81", "is x times the area",
             "Two GELUs: equal to the eye, not to a test",
             "tanh formula minus definition. Both rise from 0 to x."},
            naive_checks([&] { return Result{each(wrong, h)}; }, each(right, h)),
            difference,
            curves,
            verdicts_of(gelu_properties(), right, wrong)};
}

Exhibit dropout_on() {
    const DropoutFunction right = [](const Matrix& x, double p, Mode mode,
                                     Random& generator) {
        return dropout(x, p, mode, generator);
    };
    const DropoutFunction wrong = dropout_left_on;
    const Matrix h = small_example::h();
    Matrix three(3, 4);
    for (std::size_t i = 0; i < 3; ++i) std::ranges::copy(h.row(1), three.row(i).begin());
    Random generator(4);
    const Matrix r = right(three, 0.25, Mode::evaluation, generator);
    const Matrix w = wrong(three, 0.25, Mode::evaluation, generator);
    return {
        {"dropout_on", "dropout left on", "nanoGPT PR 240, pytorch#124464, widedeep#189",
         "does nothing in evaluation", "Asked three times, the twin answers in three ways",
         "“love” with its position goes three times through dropout of 0.25."},
        naive_checks([&] { return Result{wrong(h, 0.25, Mode::evaluation, generator)}; },
                     h),
        max_abs_difference(r, w),
        Panels{r, w, {"1st", "2nd", "3rd"}, word_columns},
        verdicts_of(dropout_properties(), right, wrong)};
}

/// The small sentence, and its beginning once more: two keys past the first block of four.
Exhibit online_blocks() {
    Scene scene;
    scene.k = rows_once_more(scene.k, 2);
    scene.v = rows_once_more(scene.v, 2);
    scene.mask = length_mask(4, 6, 6);
    Exhibit exhibit = attention_exhibit(
        {"online_blocks", "each block of keys by itself",
         "“flash attention” from scratch, no thread", "rows sum to 1",
         "Two blocks, and every row gives out twice",
         "Six keys in blocks of four and two; the sum of each row beside them."},
        each_block_by_itself, scene, Scene{});
    show_row_sums(exhibit);
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.columns = {"I", "love", "you", "all", "I", "love", "sum"};
    panels.proof = {0, 6};
    return exhibit;
}

using Builder = Exhibit (*)();

/// In the text's order.
const std::vector<std::pair<std::string, Builder>>& builders() {
    static const std::vector<std::pair<std::string, Builder>> list{
        {"softmax_axis", softmax_axis},
        {"no_exponential", exponential},
        {"scale_model", scale_model},
        {"scale_twice", scale_twice},
        {"no_scale", no_scale},
        {"running_max", running_maximum},
        {"mask_inverted", inverted},
        {"mask_after_softmax", after_softmax},
        {"mask_rows", rows_closed},
        {"fill_small", small_fill},
        {"clip_after_mask", clipped},
        {"nan_row", nan_row},
        {"causal_corner", causal_corner},
        {"split_reshape", split_reshape},
        {"merge_order", merge_order},
        {"exponent_doubled", exponent},
        {"halves", halves},
        {"unbiased_variance", unbiased},
        {"epsilon_outside", epsilon_outside},
        {"norm_place", norm_place},
        {"residual", residual},
        {"gelu_kind", gelu},
        {"dropout_on", dropout_on},
        {"online_blocks", online_blocks}};
    return list;
}

}  // namespace

std::vector<Verdict> Exhibit::caught() const {
    std::vector<Verdict> broken;
    std::ranges::copy_if(verdicts, std::back_inserter(broken),
                         [](const Verdict& v) { return v.of_wrong.has_value(); });
    return broken;
}

Counterexample Exhibit::evidence() const {
    for (const Verdict& verdict : verdicts) {
        if (verdict.property == words.caught_by) return verdict.of_wrong;
    }
    throw std::out_of_range(words.name + ": there is no property “" + words.caught_by +
                            "”");
}

Labels exhibit_names() {
    Labels names;
    for (const auto& [name, build] : builders()) names.push_back(name);
    return names;
}

Exhibit exhibit(const std::string& name) {
    for (const auto& [known, build] : builders()) {
        if (known == name) return build();
    }
    throw std::out_of_range("there is no exhibit " + name);
}

}  // namespace attn::bugs
