#include "tools/reference_cases.hpp"

#include <functional>
#include <sstream>

#include "attn/matrix.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"
#include "tools/case_copy.hpp"

namespace reference {

namespace fs = std::filesystem;

namespace {

/// Changes an array in a case's file.
void change(const fs::path& folder, const std::string& name,
            const std::function<void(std::vector<double>&)>& change_values) {
    Arrays arrays = attn::read_safetensors(folder / "case.safetensors");
    change_values(arrays.at(name).values);
    attn::write_safetensors(folder / "case.safetensors", arrays);
}

}  // namespace

TEST_CASE("All committed cases of other systems pass", "[reference]") {
    std::ostringstream out;
    CHECK(check_all({committed}, false, out) == 0);
    CHECK_THAT(out.str(), ContainsText("sdpa            12 cases, 12 passed"));
    CHECK_THAT(out.str(), ContainsText("mha             8 cases, 8 passed"));
    CHECK_THAT(out.str(), ContainsText("encoder_layer   11 cases, 11 passed"));
    CHECK_THAT(out.str(), ContainsText("encoder_stack   3 cases, 3 passed"));
    CHECK_THAT(out.str(), ContainsText("layer_norm      9 cases, 9 passed"));
    CHECK_THAT(out.str(), ContainsText("grad            13 cases, 13 passed"));
    CHECK_THAT(out.str(), ContainsText("decoder_layer   2 cases, 2 passed"));
    CHECK_THAT(out.str(), ContainsText("transformer     2 cases, 2 passed"));
    CHECK_THAT(out.str(), ContainsText("llama           2 cases, 2 passed"));
    CHECK(cases_under(committed).size() == 90);
}

TEST_CASE("The fast encoder passes the committed cases in float32", "[reference][fast]") {
    std::ostringstream out;
    CHECK(check_all({committed}, true, out, Library::fast) == 0);
    CHECK_THAT(out.str(), ContainsText("encoder_layer   11 cases, 11 passed"));
    CHECK_THAT(out.str(), ContainsText("encoder_stack   3 cases, 3 passed"));
    CHECK_THAT(out.str(),
               ContainsText("matmul          6 cases, 0 passed, 6 not known here"));
    Case given =
        read_case(committed / "encoder_layer" / "d8_h2_ff16_s5_b1_post_relu_causal");
    CHECK(check_case(given, Library::fast).failure.empty());
    given.outputs.at("output").values.at(11) += 1e-4;
    CHECK_THAT(check_case(given, Library::fast).failure,
               ContainsText("output (0, 1, 3) is "));
}

TEST_CASE("An error is measured in tolerances", "[reference]") {
    CHECK(error_over_tolerance(3, 3, {0, 0}) == 0);
    CHECK(error_over_tolerance(3.5, 3, {0, 0}) == infinity);
    CHECK(error_over_tolerance(-3.5, -4, {0.25, 0}) == 2);
    CHECK(error_over_tolerance(-3, -4, {1, 0.25}) == 0.5);
    CHECK(error_over_tolerance(not_a_number, not_a_number, {0, 0}) == 0);
    CHECK(error_over_tolerance(not_a_number, 1, {10, 10}) == infinity);
    CHECK(error_over_tolerance(1, not_a_number, {10, 10}) == infinity);
    CHECK(error_over_tolerance(infinity, infinity, {0, 0}) == 0);
    CHECK(error_over_tolerance(-infinity, infinity, {10, 10}) == infinity);
    CHECK(error_over_tolerance(1e308, infinity, {10, 10}) == infinity);
}

TEST_CASE("A case is read as it stands", "[reference]") {
    const Case given = read_case(committed / "sdpa" / "additive_bias_alibi");
    CHECK(given.name == "additive_bias_alibi");
    CHECK(given.family == "sdpa");
    CHECK(given.op == "ScaledDotProductAttention");
    CHECK(given.number("scale", 0) == 0.5);
    CHECK(given.number("no_such", 7) == 7);
    CHECK(given.inputs.at("k").shape == std::vector<std::size_t>{6, 4});
    CHECK(given.masks.count("additive") == 1);
    CHECK(given.outputs.size() == 2);
    CHECK(given.observed.size() == 1);
    REQUIRE(given.tolerance);
    CHECK(given.tolerance->absolute == 1.01e-14);
    CHECK(given.tolerance->relative == 0);
    const Case tiny = read_case(committed / "softmax" / "seed_99_9");
    CHECK(tiny.tolerance->absolute == 9.88e-323);
    CHECK(read_case(committed / "embedding" / "vocab10_d6_pad0").gradients.size() == 1);
}

TEST_CASE("A case may lie in .npy files, one for each array", "[reference]") {
    for (const char* name : {"sdpa/fully_masked_row_bool", "grad/sdpa_causal_5_d4"}) {
        const TemporaryFolder folder;
        const std::string place = "case.safetensors:";
        std::string lines = attn::read_whole_file(committed / name / "case.txt");
        for (const auto& [array_name, array] :
             attn::read_safetensors(committed / name / "case.safetensors")) {
            attn::write_whole_file(folder.path / (array_name + ".npy"),
                                   attn::npy_bytes(array));
            const std::size_t begin = lines.find(place + array_name + " ");
            REQUIRE(begin != lines.npos);
            lines.replace(begin, place.size() + array_name.size(), array_name + ".npy");
        }
        CHECK(lines.find("safetensors") == lines.npos);
        attn::write_whole_file(folder.path / "case.txt", lines);
        const Case in_one = read_case(committed / name), in_many = read_case(folder.path);
        CHECK(in_many.inputs.at("q").values == in_one.inputs.at("q").values);
        CHECK(in_many.masks.at("allowed").type == attn::NpyType::boolean);
        CHECK(in_many.outputs.size() == in_one.outputs.size());
        CHECK(in_many.gradients.size() == in_one.gradients.size());
        CHECK(check_case(in_many).failure.empty());
    }
}

TEST_CASE("A decoder's masks, and only known ones, are put to it", "[reference]") {
    const fs::path folder = committed / "decoder_layer/d6_h2_ff11_pre_relu";
    for (const char* mask :
         {"tgt_mask", "tgt_key_padding_mask", "memory_key_padding_mask"}) {
        Case given = read_case(folder);
        CHECK(check_case(given).failure.empty());
        given.masks.erase(mask);
        CHECK_THAT(check_case(given).failure, ContainsText(", wanted "));
    }
    Case given = read_case(folder);
    given.masks["sideways"] = given.masks.at("tgt_mask");
    CHECK_THROWS_WITH(check_case(given), ContainsText("the mask sideways is not known"));
    given = read_case(folder);
    given.inputs.at("tgt").shape = {1, 7, 6};
    CHECK_THROWS_WITH(check_case(given), ContainsText("tgt is a batch"));
    given = read_case(committed / "transformer/layers2_d6_h2_ff11_post_relu");
    given.intermediates.at("encoder_layer_1").values.at(6) += 1e-9;
    CHECK_THAT(check_case(given).failure, ContainsText("encoder_layer_1 (1, 0) is "));
    given = read_case(committed / "grad/decoder_stack2_d6_h3_ff7_pre_relu");
    given.gradients.at("memory").values.at(1) += 1e-9;
    CHECK_THAT(check_case(given).failure, ContainsText("gradient of memory (0, 1) is "));
}

TEST_CASE("A wrong number is found and named", "[reference]") {
    CaseCopy copy("matmul/integer_exact_8x9x10");
    CHECK_THAT(copy.run(), ContainsText("matmul          1 cases, 1 passed"));
    change(copy.folder.path, "b", [](std::vector<double>& b) { b.at(34) += 1; });
    const std::string said = copy.run();
    CHECK(copy.status == 1);
    CHECK_THAT(said, ContainsText("FAILED " + copy.folder.path.string() + ": y ("));
    CHECK_THAT(said, ContainsText("1 cases, 0 passed, worst error inf of its tolerance"));
}

TEST_CASE("A missed tolerance is found", "[reference]") {
    CaseCopy copy("sdpa/random_6x9_d8_dv3");
    copy.replace("attr scale float 0.353553390", "attr scale float 0.353553391");
    const std::string said = copy.run();
    CHECK(copy.status == 1);
    CHECK_THAT(said, ContainsText(", wanted "));
}

TEST_CASE("A forgotten or reversed mask is found", "[reference]") {
    for (const char* name : {"mask additive case.safetensors:additive float32 2 4 5\n",
                             "mask allowed case.safetensors:allowed bool 2 4 5\n"}) {
        CaseCopy both("sdpa/fully_masked_row_bool");
        both.replace(name, "");
        CHECK_THAT(both.run(),
                   ContainsText("1 cases, 1 passed"));  // the other one tells all
    }
    CaseCopy none("sdpa/additive_neg_inf");
    none.replace("mask additive case.safetensors:additive float32 2 4 5\n", "");
    none.run();
    CHECK(none.status == 1);
    CaseCopy reversed("mha/self_padding_d8_h4_b2");
    reversed.replace("mask allowed case.safetensors:allowed bool 3 2 5 5\n", "");
    CHECK_THAT(reversed.run(), ContainsText("1 cases, 1 passed"));
    change(reversed.folder.path, "key_padding_mask", [](std::vector<double>& mask) {
        for (double& truth : mask) truth = 1 - truth;
    });
    reversed.run();
    CHECK(reversed.status == 1);
}

TEST_CASE("Values inside a layer are compared too, and its choices matter", "[reference]") {
    // Cases, and the weights to which they point.
    const TemporaryFolder root;
    fs::create_directory(root.path / "encoder_layer");
    fs::copy(committed / "_weights", root.path / "_weights", fs::copy_options::recursive);
    const auto copy_of = [&root](const std::string& name) {
        const fs::path folder = root.path / "encoder_layer" / name;
        fs::copy(committed / "encoder_layer" / name, folder, fs::copy_options::recursive);
        return folder;
    };
    const auto verdict_of = [](const fs::path& folder, const std::string& old_text,
                               const std::string& new_text) {
        replace_in_case(folder, old_text, new_text);
        return check_case(read_case(folder));
    };
    const fs::path post = copy_of("d8_h2_ff16_s5_b1_post_relu_padding");
    CHECK(verdict_of(post, "note", "note").failure.empty());
    for (const char* slot : {"self_attn", "norm1", "linear1", "linear2", "norm2"}) {
        const fs::path file = post / "case.safetensors";
        const std::string right = attn::read_whole_file(file);
        change(post, slot, [](std::vector<double>& values) { values.at(3) += 1e-6; });
        CHECK_THAT(check_case(read_case(post)).failure,
                   ContainsText(std::string(slot) + " (0, 0, 3) is "));
        attn::write_whole_file(file, right);
    }
    CHECK_THAT(verdict_of(post, "norm_first int 0", "norm_first int 1").failure,
               ContainsText(", wanted "));
    const fs::path gelu = copy_of("d8_h2_ff16_s5_b1_pre_gelu_none");
    CHECK_THAT(verdict_of(gelu, "layer_norm_eps float 1e-05", "layer_norm_eps float 1e-06")
                   .failure,
               ContainsText(", wanted "));
    CHECK_THAT(verdict_of(gelu, "nhead int 2", "nhead int 3").failure,
               ContainsText("the library says encoder_layer_from: d_model is 8"));
    CHECK_THROWS_WITH(verdict_of(gelu, "activation string gelu", "activation string elu"),
                      ContainsText("the activation elu is not known"));
    const fs::path causal = copy_of("d8_h2_ff16_s5_b1_post_relu_causal");
    CHECK_THROWS_WITH(verdict_of(causal, "intermediate norm1", "intermediate norm3"),
                      ContainsText("the intermediate norm3 is not known"));
    CHECK_THROWS_WITH(verdict_of(causal, "d_model int 8", "d_model int 8.5"),
                      ContainsText("the attribute d_model is not a size"));
}

TEST_CASE("Batches of heads are loops over matrices", "[reference][S0-13][S0-20][S0-21]") {
    // [batch 2 x heads 3 x length x depth] with 5 queries and 7 keys; the mask stands once
    // for each sentence, as [2 x 1 x 1 x 7], and is stretched over heads and queries.
    const std::size_t batch = 2, heads = 3, n_query = 5, n_key = 7, d = 2;
    Case given;
    given.family = "sdpa";
    given.op = "ScaledDotProductAttention";
    const auto numbers = [](std::vector<std::size_t> shape, std::size_t n) {
        attn::NpyArray array{.shape = shape};
        for (std::size_t i = 0; i < n; ++i) {
            array.values.push_back(static_cast<double>(i * 7919 % 101) / 50.0 - 1);
        }
        return array;
    };
    given.inputs["q"] = numbers({batch, heads, n_query, d}, 60);
    given.inputs["k"] = numbers({batch, heads, n_key, d}, 84);
    given.inputs["v"] = numbers({batch, heads, n_key, d}, 84);
    given.masks["allowed"] = {{batch, 1, 1, n_key},
                              {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0},
                              attn::NpyType::boolean};
    const std::vector<Arrays> results = families().at("sdpa")(given);
    REQUIRE(results.size() == 1);
    for (const Arrays& result : results) {
        const attn::NpyArray& y = result.at("y");
        const attn::NpyArray& weights = result.at("weights");
        CHECK(y.shape == std::vector<std::size_t>{batch, heads, n_query, d});
        REQUIRE(weights.shape == std::vector<std::size_t>{batch, heads, n_query, n_key});
        for (std::size_t row = 0; row < batch * heads * n_query; ++row) {
            const std::size_t n_real = row < heads * n_query ? 5 : 3;
            for (std::size_t j = 0; j < n_key; ++j) {
                const double weight = weights.values[row * n_key + j];
                CHECK((j < n_real ? weight > 0 : weight == 0));
            }
        }
    }
    given.inputs["k"].shape = {4, 3, 7, 1};
    CHECK_THROWS_AS(families().at("sdpa")(given), UnknownCase);
}

TEST_CASE("A mask for each head, in PyTorch's layout and in another", "[reference]") {
    // Two sentences, two heads, three tokens: PyTorch stacks the masks as [2 * 2 x 3 x 3].
    Case given = read_case(committed / "mha/self_d8_h2");
    const auto query = given.inputs.at("query");
    const std::size_t n = query.shape.at(1), batch = query.shape.at(0), heads = 2;
    given.masks.clear();
    attn::NpyArray mask{.shape = {batch * heads, n, n}};
    for (std::size_t entry = 0; entry < batch * heads * n * n; ++entry) {
        mask.values.push_back(static_cast<double>(entry * 7919 % 101) / 50.0 - 1);
    }
    given.masks["attn_mask"] = mask;
    const Arrays stacked = families().at("mha")(given).at(0);
    given.masks["attn_mask"].shape = {batch, heads, n, n};
    CHECK(families().at("mha")(given).at(0).at("weights").values ==
          stacked.at("weights").values);
    // Only head 1's mask moves head 1's weights.
    for (std::size_t entry = 0; entry < n; ++entry) {
        given.masks["attn_mask"].values.at(entry) += static_cast<double>(entry);
    }
    const Arrays moved = families().at("mha")(given).at(0);
    for (std::size_t place = 0; place < stacked.at("weights").values.size(); ++place) {
        const bool same =
            moved.at("weights").values.at(place) == stacked.at("weights").values.at(place);
        CHECK(same == (place >= n));
    }
    given.masks["attn_mask"].shape = {batch * heads * n, 1, n};
    CHECK_THROWS_AS(families().at("mha")(given), UnknownCase);
}

TEST_CASE("Encoders whose heads have one mask, told for each, are as with one for all",
          "[reference]") {
    for (const std::string name : {"encoder_layer/d8_h2_ff16_s5_b1_post_relu_causal",
                                   "encoder_layer/d8_h2_ff16_s5_b1_pre_gelu_causal",
                                   "encoder_stack/stack3_pre_relu_d8_causal"}) {
        Case given = read_case(committed / name);
        given.masks.erase("allowed");
        attn::NpyArray& mask = given.masks.at("src_mask");
        mask.shape.insert(mask.shape.begin(), 2);  // one sentence, two heads
        const auto first_head = mask.values;
        mask.values.insert(mask.values.end(), first_head.begin(), first_head.end());
        const auto family = families().at(given.family);
        CHECK(family(given).at(0).at("output").values ==
              family(read_case(committed / name)).at(0).at("output").values);
        mask.values.at(mask.values.size() - 2) = 3;  // of head 2 alone
        CHECK(family(given).at(0).at("output").values !=
              family(read_case(committed / name)).at(0).at("output").values);
        CHECK_THROWS_AS(fast_families().at(given.family)(given), UnknownCase);
    }
}

TEST_CASE("What is not known is said, or skipped when told to", "[reference]") {
    CaseCopy family("linear/linear_4x20_40");
    family.replace("family linear", "family nonlinear");
    CHECK_THAT(family.run(), ContainsText("the family nonlinear is not known"));
    CHECK(family.status == 1);
    CHECK(family.run(true) == "nonlinear       1 cases, 0 passed, 1 not known here\n");
    CHECK(family.status == 0);
    CaseCopy op("linear/linear_4x20_40");
    op.replace("op Linear", "op Bilinear");
    CHECK_THAT(op.run(), ContainsText("the op Bilinear is not known"));
    CHECK(op.status == 1);
    CaseCopy output("linear/linear_4x20_40");
    output.replace("output y", "output z");
    CHECK_THAT(output.run(), ContainsText("the output z is not known"));
    CaseCopy mask("sdpa/causal_5_d8");
    mask.replace("mask allowed", "mask sideways");
    CHECK_THAT(mask.run(), ContainsText("the mask sideways is not known"));
    CaseCopy none("softmax/float64_random");
    none.replace("tol f64 atol 9.88e-323 rtol 1.26e-13", "tol f64 none");
    CHECK(none.run() ==
          "softmax         1 cases, 0 passed, 1 not to be compared in double\n");
    CHECK(none.status == 0);
}

TEST_CASE("A broken case is named, even when unknown ones are skipped", "[reference]") {
    const auto why = [](const std::string& old_text, const std::string& new_text) {
        CaseCopy copy("linear/linear_4x20_40");
        copy.replace(old_text, new_text);
        const std::string said = copy.run(true);
        CHECK(copy.status == 2);
        CHECK_THAT(said,
                   ContainsText("BROKEN ") && ContainsText(copy.folder.path.string()));
        return said;
    };
    CHECK_THAT(
        why("case.safetensors:x float32 2 4 20", "case.safetensors:x float32 2 20 4"),
        ContainsText("case.safetensors:x has another type or shape than case.txt says"));
    CHECK_THAT(why("safetensors:x float32", "safetensors:x float64"),
               ContainsText("another type"));
    CHECK_THAT(why("safetensors:x", "safetensors:no"),
               ContainsText("there is no array case.safetensors:no"));
    CHECK_THAT(why("case.safetensors", "no.safetensors"),
               ContainsText("no.safetensors: No such file or directory"));
    CHECK_THAT(why("case.safetensors:x", "no.npy"),
               ContainsText("no.npy: No such file or directory"));
    CHECK_THAT(why("case.safetensors:x", "case.txt"),
               ContainsText("case.txt: it does not begin as a .npy file"));
    CHECK_THAT(why("family linear\n", ""), ContainsText("must name the case, its family"));
    CHECK_THAT(why("output y", "put y"), ContainsText("case.txt names no output"));
    CHECK_THAT(why("tol f64 atol 1e-12", "tol f64 atol tiny"),
               ContainsText("a line of 'tol' should say"));
    CHECK_THAT(why("input x case.safetensors:x float32 2 4 20", "input x"),
               ContainsText("too short"));
    CHECK_THAT(why("weight weight", "weight height"), ContainsText("it has no weight"));
    std::ostringstream out;
    const TemporaryFolder empty;
    CHECK(check_all({empty.path, committed / "linear"}, true, out) == 2);
    CHECK_THAT(out.str(), ContainsText("there is no case.txt in or under this folder"));
    CHECK_THAT(out.str(), ContainsText("linear          1 cases, 1 passed"));
    CHECK(check_all({"/no/such/folder"}, true, out) == 2);
}

}  // namespace reference
