#include "tools/reference_gradients.hpp"

#include <algorithm>
#include <cmath>

#include "attn/random.hpp"
#include "catch.hpp"
#include "tools/case_copy.hpp"

namespace reference {

namespace fs = std::filesystem;

namespace {

const attn::NpyArray& output_of(const Arrays& result) {
    return result.contains("y") ? result.at("y") : result.at("output");
}

/// The loss of each source of the masks.
std::vector<double> losses_of(const Case& given) {
    std::vector<double> losses;
    const std::vector<double>& d_y = given.inputs.at("grad_output").values;
    for (const Arrays& result : families_by_op().at(given.op)(given)) {
        const std::vector<double>& y = output_of(result).values;
        losses.push_back(0);
        for (std::size_t i = 0; i < y.size(); ++i) losses.back() += y[i] * d_y.at(i);
    }
    return losses;
}

/// A case of another family with a gradient of random numbers for its output.
Case with_upstream(const fs::path& folder) {
    Case given = read_case(folder);
    given.inputs.erase("grad_y");
    given.attributes.erase("padding_idx");  // its row has a slope, and gets none
    if (given.attributes["attention"] == "self") {
        given.inputs.erase("key");
        given.inputs.erase("value");
    }
    attn::Random generator(190);
    attn::NpyArray d_y = output_of(families_by_op().at(given.op)(given).at(0));
    for (double& value : d_y.values) value = generator.normal();
    given.inputs["grad_output"] = d_y;
    return given;
}

attn::NpyArray& array_of(Case& given, const std::string& slot) {
    return given.weights.contains(slot) ? given.weights.at(slot) : given.inputs.at(slot);
}

/// Compares some of the slopes in a slot with those that are measured.
void check_slot(Case& given, const std::string& slot, const std::vector<Arrays>& slopes) {
    const std::size_t n_values = array_of(given, slot).values.size();
    for (std::size_t i = 0; i < n_values; i += 1 + n_values / 5) {
        double& value = array_of(given, slot).values[i];
        const double before = value, step = 1e-5;
        value = before + step;
        const std::vector<double> above = losses_of(given);
        value = before - step;
        const std::vector<double> below = losses_of(given);
        value = before;
        for (std::size_t source = 0; source < slopes.size(); ++source) {
            INFO(given.folder << " " << slot << " " << i);
            const double measured = (above[source] - below[source]) / (2 * step);
            const double computed = slopes[source].at(slot).values.at(i);
            CHECK(std::abs(computed - measured) < 1e-6 * std::max(1.0, std::abs(measured)));
        }
    }
}

bool is_smooth(const Case& given) {
    if (!families_by_op().contains(given.op)) return false;  // no gradients
    for (const auto& [slot, array] : given.inputs) {
        for (const double value : array.values) {
            if (!(std::abs(value) < 50))
                return false;  // NaN, or too large to be moved by 1e-5
        }
    }
    return given.op != "ReLU" &&
           given.op != "LayerNorm";  // a corner at 0; rows of equal numbers
}

/// A copy of a committed gradient case that may be spoilt, and what the runner says of it.
struct GradientCopy : CaseCopy {
    explicit GradientCopy(const std::string& name) : CaseCopy("grad/" + name) {}
    std::string run(const std::string& old_text, const std::string& new_text) {
        replace(old_text, new_text);
        return CaseCopy::run();
    }
};

}  // namespace

TEST_CASE("The gradients of every op, option and mask are those that are measured",
          "[reference][learning]") {
    std::size_t n_cases = 0;
    for (const fs::path& folder : cases_under(committed)) {
        if (folder.parent_path().filename() == "grad" || !is_smooth(read_case(folder)))
            continue;
        Case given = with_upstream(folder);
        const std::vector<Arrays> slopes = gradients_of(given);
        ++n_cases;
        for (const auto& [slot, array] : slopes.at(0)) {
            CHECK(array.shape == array_of(given, slot).shape);
            check_slot(given, slot, slopes);
        }
    }
    CHECK(n_cases > 40);
}

TEST_CASE("PyTorch's gradients agree to 1e-12 of the largest slope of their array",
          "[reference][learning]") {
    for (const fs::path& folder : cases_under(committed / "grad")) {
        const Case given = read_case(folder);
        for (const Arrays& slopes : gradients_of(given)) {
            for (const auto& [slot, wanted] : given.gradients) {
                INFO(folder << " " << slot);
                double largest = 0, worst = 0;
                for (std::size_t i = 0; i < wanted.values.size(); ++i) {
                    largest = std::max(largest, std::abs(wanted.values[i]));
                    worst = std::max(
                        worst, std::abs(slopes.at(slot).values.at(i) - wanted.values[i]));
                }
                CHECK(worst < 1e-12 * largest);
            }
        }
    }
}

TEST_CASE("An array that a batch shares gets the sum of its slopes",
          "[reference][learning]") {
    Case given;
    given.op = "MatMul";
    given.inputs["a"] = {.shape = {2, 1, 2}, .values = {1, 2, 3, 4}};
    given.inputs["b"] = {.shape = {2, 1}, .values = {5, 6}};
    given.inputs["grad_output"] = {.shape = {2, 1, 1}, .values = {1, 10}};
    const Arrays slopes = gradients_of(given).at(0);
    CHECK(slopes.at("a").values == std::vector<double>{5, 6, 50, 60});
    CHECK(slopes.at("b").values == std::vector<double>{31, 42});
    CHECK(slopes.at("b").shape == std::vector<std::size_t>{2, 1});
}

TEST_CASE("A wrong gradient is found and named", "[reference][learning]") {
    const std::string name = "encoder_d8_h2_ff16_s5_b1_post_relu_none";
    Case given = read_case(committed / "grad" / name);
    CHECK(check_case(given).failure.empty());
    given.gradients.at("self_attn.in_proj_bias").values.at(9) += 1e-9;  // the keys' bias: 0
    CHECK_THAT(check_case(given).failure,
               ContainsText("gradient of self_attn.in_proj_bias (9) is "));
    given = read_case(committed / "grad" / "linear_4x5_3");
    given.outputs.at("loss").values.at(0) += 1e-9;
    CHECK_THAT(check_case(given).failure, ContainsText("loss (0) is "));
    given = read_case(committed / "embedding" / "vocab10_d6_pad0");
    CHECK(check_case(given).failure.empty());
    given.attributes.erase("padding_idx");
    CHECK_THAT(check_case(given).failure, ContainsText("gradient of weight (0, 0) is "));
    CHECK_THAT(GradientCopy("gelu_exact_grid").run("string none", "string tanh"),
               ContainsText("FAILED "));
    CHECK_THAT(GradientCopy("sdpa_causal_5_d4")
                   .run("family grad", "attr scale float 0.4\nfamily grad"),
               ContainsText("FAILED "));
}

TEST_CASE("Self-attention's input gets one total, or three parts when asked for",
          "[reference][learning]") {
    Case given = read_case(committed / "grad" / "mha_self_d8_h2");
    const Arrays total = gradients_of(given).at(0);
    given.inputs["key"] = given.inputs["value"] = given.inputs["query"];
    CHECK(gradients_of(given).at(0).at("query").values == total.at("query").values);
    given.gradients["key"] = given.gradients["value"] = given.gradients["query"];
    const Arrays parts = gradients_of(given).at(0);
    for (std::size_t i = 0; i < total.at("query").values.size(); ++i) {
        const double sum = parts.at("query").values[i] + parts.at("key").values[i] +
                           parts.at("value").values[i];
        CHECK(std::abs(sum - total.at("query").values[i]) < 1e-14);
        CHECK(parts.at("key").values[i] != 0);
    }
    given.inputs.erase("key");
    given.attributes["attention"] = "cross";
    CHECK_THROWS_WITH(gradients_of(given), ContainsText("it has no key"));
}

TEST_CASE("A gradient case that is broken, or of another kind, is named",
          "[reference][learning]") {
    GradientCopy no_upstream("linear_4x5_3");
    CHECK_THAT(no_upstream.run("input grad_output", "input other"),
               ContainsText("BROKEN ") && ContainsText("it has no grad_output"));
    CHECK(no_upstream.status == 2);
    GradientCopy misshapen("linear_4x5_3");
    CHECK_THAT(misshapen.run("safetensors:grad_output float64 2 4 3",
                             "safetensors:x float64 2 4 5"),
               ContainsText("the gradient of the output output has another shape than it"));
    GradientCopy none("softmax_3x7");
    CHECK_THAT(none.run("grad x", "note x"),
               ContainsText("a case of the family grad needs a 'grad'"));
    CHECK(none.status == 2);
    GradientCopy slot("softmax_3x7");
    CHECK_THAT(slot.run("grad x", "grad z"),
               ContainsText("UNKNOWN ") && ContainsText("the gradient of z is not known"));
    CHECK(slot.status == 1);
    GradientCopy op("softmax_3x7");
    CHECK_THAT(op.run("op Softmax", "op Softmin"),
               ContainsText("the gradients of the op Softmin are not known"));
    GradientCopy file("softmax_3x7");
    CHECK_THAT(file.run("safetensors:grad.x float64 2 3 7", "safetensors:x float64 2 7 3"),
               ContainsText("case.safetensors:x has another type or shape"));
    GradientCopy shape("layer_norm_5x8");
    CHECK_THAT(
        shape.run("safetensors:grad.bias float64 1 8", "safetensors:x float64 2 5 8"),
        ContainsText("gradient of bias has the shape (8), wanted (5, 8)"));
}

}  // namespace reference
