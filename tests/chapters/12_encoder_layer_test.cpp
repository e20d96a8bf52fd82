// The numbers of chapter 12 that are no library function's own.

#include <filesystem>

#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "attn/stages.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/12_encoder_layer/12_encoder_layer.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/sublayers.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/folders.hpp"
#include "matrix_matchers.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters::ch12 {

using Catch::Matchers::WithinAbs;

namespace {

const std::filesystem::path data = chapters_folder() / "12_encoder_layer/data";

EncoderLayerTrace small_trace() {
    return small_example::encoder_layer().trace(small_example::h());
}

std::vector<std::string> names_of(const std::vector<Gap>& gaps) {
    std::vector<std::string> names;
    for (const Gap& gap : gaps) names.push_back(gap.stage);
    return names;
}

}  // namespace

TEST_CASE("Both layers of the opening look right, and B is chapter 20's bug",
          "[chapter12]") {
    const EncoderLayer layer = small_example::encoder_layer();
    const Matrix h = small_example::h();
    const Matrix a = layer.forward(h), b = layer_b(layer, h).output;
    CHECK(b == mistakes::residual_from_the_input(layer, h));
    for (const Matrix& output : {a, b}) {
        const LayerNormTrace rows = LayerNorm{}.trace(output);
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK_THAT(rows.mean[i], WithinAbs(0, 1e-12));
            CHECK_THAT(rows.variance[i], WithinAbs(1, 0.0001));
        }
        const std::size_t largest[] = {1, 0, 3};  // love feeling, you person, all many
        for (std::size_t i = 0; i < 3; ++i) CHECK(argmax(output.row(i + 1)) == largest[i]);
    }
}

TEST_CASE("With the network switched off, A returns n1, and B the norm of its input",
          "[chapter12]") {
    EncoderLayer off = small_example::encoder_layer();
    off.feed_forward.second = {Matrix(8, 4), std::vector<double>(4)};
    const Matrix h = small_example::h();
    const Matrix n1 = small_trace().norm1.output;
    CHECK_THAT(off.forward(h), IsCloseTo(off.norm2.forward(n1), 1e-12));
    CHECK_THAT(off.forward(h), IsCloseTo(n1, 1e-4));
    CHECK_THAT(layer_b(off, h).output, IsCloseTo(LayerNorm{}.forward(h), 1e-15));
    CHECK(max_abs_difference(off.forward(h), layer_b(off, h).output) > 0.5);
    off.attention.w_o.weight = Matrix(4, 4);
    const Matrix normed = off.norm2.forward(off.norm1.forward(h));
    CHECK_THAT(off.forward(h), IsCloseTo(normed, 1e-12));
    off.placement = NormPlacement::pre;
    CHECK(max_abs_difference(off.forward(h), normed) > 0.5);
}

TEST_CASE("A pre-norm layer's rows need not sum to 0", "[chapter12]") {
    const Matrix h = small_example::h();
    const Matrix pre = small_example::encoder_layer(NormPlacement::pre).forward(h);
    const Matrix post = small_example::encoder_layer().forward(h);
    CHECK_THAT(sum_of(pre.row(0)), WithinAbs(1.953, 0.0005));  // typed in an answer
    CHECK_THAT(sum_of(post.row(0)), WithinAbs(0, 1e-12));
}

TEST_CASE("Where 156 numbers come from, and 3,152,384", "[chapter12][S1-36][W-10]") {
    const EncoderLayer small = small_example::encoder_layer();
    CHECK(parameter_count(small.attention) == 64);
    CHECK(parameter_count(small.feed_forward) == 76);
    CHECK(parameter_count(small.norm1) + parameter_count(small.norm2) == 16);
    CHECK(parameter_count(small) == 156);
    EncoderLayer wider = small;  // exercise: 16 hidden units, then 4 heads
    wider.feed_forward = {.first = {Matrix(4, 16), std::vector<double>(16)},
                          .second = {Matrix(16, 4), std::vector<double>(4)}};
    CHECK(parameter_count(wider.feed_forward) == 148);
    CHECK(parameter_count(wider) == 228);
    EncoderLayer more_heads = small;
    more_heads.attention = small_example::attention(4);
    CHECK(parameter_count(more_heads) == 156);
    Random generator(1);
    const EncoderLayer wide = random_encoder_layer({}, generator);
    CHECK(parameter_count(wide.attention) == 1050624);
    CHECK(parameter_count(wide.feed_forward) == 2099712);
    CHECK(parameter_count(wide.norm1) == 1024);
    CHECK(parameter_count(wide.norm2) == 1024);
    CHECK(parameter_count(wide) == 3152384);
}

TEST_CASE("The weights and the input for PyTorch are the small layer's", "[chapter12]") {
    const StateDict ours = state_dict(small_example::encoder_layer());
    const StateDict theirs = read_state_dict(data / "weights.safetensors");
    REQUIRE(theirs.size() == ours.size());
    for (const auto& [name, array] : ours) {
        INFO(name);
        REQUIRE(theirs.count(name) == 1);
        CHECK(theirs.at(name).shape == array.shape);
        CHECK(theirs.at(name).values == array.values);
    }
    CHECK_THAT(as_matrix(read_state_dict(data / "float64.safetensors").at("input")),
               IsCloseTo(small_example::h(), 1e-15));
}

TEST_CASE("PyTorch has our numbers at every stage", "[chapter12]") {
    const std::vector<Stage> ours = stages(small_trace());
    const std::vector<Gap> gaps =
        gaps_to(ours, read_state_dict(data / "float64.safetensors"));
    CHECK(names_of(gaps) == std::vector<std::string>{
                                "input", "Q", "K", "V", "head 1: weights",
                                "head 2: weights", "attention", "sum 1", "norm 1", "hidden",
                                "activated", "feed-forward", "sum 2", "norm 2"});
    for (const Gap& gap : gaps) CHECK(gap.gap < 1e-12);
    const std::vector<Gap> floats =
        gaps_to(ours, read_state_dict(data / "float32.safetensors"));
    CHECK(names_of(floats) == names_of(gaps));
    for (const Gap& gap : floats) {
        INFO(gap.stage);
        CHECK(gap.gap > 1e-8);
        CHECK(gap.gap < 1e-6);
    }
    StateDict one_more = read_state_dict(data / "float64.safetensors");
    one_more["sum_3"] = one_more.at("sum_2");
    CHECK_THROWS_AS(gaps_to(ours, one_more), std::runtime_error);
}

TEST_CASE("Exchanged norms show in no stage until one has a gamma", "[chapter12]") {
    const std::vector<Gap> gaps = compare_with_pytorch(data).exchanged;
    CHECK(gaps.size() == 14);
    for (const Gap& gap : gaps) CHECK(gap.gap < 1e-12);
    EncoderLayer layer = small_example::encoder_layer(), other = layer;
    layer.norm1.gamma = other.norm2.gamma = {1, 2, 1, 1};
    const Matrix h = small_example::h();
    CHECK(max_abs_difference(layer.forward(h), other.forward(h)) > 0.1);
}

TEST_CASE("Exchanged norms show where their gammas differ, from the first norm on",
          "[chapter12]") {
    const Comparison gaps = compare_with_pytorch(data);
    for (const Gap& gap : gaps.unequal) CHECK(gap.gap < 1e-12);
    for (const Gap& gap : gaps.unequal_exchanged)
        CHECK((gap.gap > 0.1) == (gap.stage.starts_with("norm") || gap.stage == "hidden" ||
                                  gap.stage == "activated" || gap.stage == "feed-forward" ||
                                  gap.stage == "sum 2"));
}

TEST_CASE("A slip shows from the stage on in which it is made", "[chapter12]") {
    const Comparison all = compare_with_pytorch(data);
    REQUIRE(names_of(all.slip) == names_of(all.float64));
    REQUIRE(all.slip.size() == 14);
    for (std::size_t i = 0; i < all.slip.size(); ++i) {
        const Gap& gap = all.slip[i];
        INFO(gap.stage);
        CHECK(all.float64[i].gap < 1e-12);
        CHECK(all.float32[i].gap > 1e-8);
        if (i < 8) CHECK(gap.gap < 1e-12);
        if (i >= 8) CHECK(gap.gap > 4e-6);
        if (i >= 8) CHECK(gap.gap < 3e-5);
    }
    CHECK(all.slip[8].stage == "norm 1");
}

TEST_CASE("Layer B leaves PyTorch at the second sum", "[chapter12]") {
    const std::vector<Gap> gaps = compare_with_pytorch(data).layer_b;
    REQUIRE(gaps.size() == 14);
    for (std::size_t i = 0; i < 12; ++i) CHECK(gaps[i].gap < 1e-12);
    CHECK(gaps[12].stage == "sum 2");
    // It adds the layer's input where the normalized row belongs.
    const EncoderLayerTrace trace = small_trace();
    CHECK_THAT(gaps[12].gap,
               WithinAbs(max_abs_difference(trace.input, trace.norm1.output), 1e-12));
    CHECK(gaps[13].gap > 1);
    using Line = std::vector<std::string>;
    CHECK(where_it_differs("B", gaps) == Line{"B", "sum 2", "1.7831", "1.7831"});
    CHECK(where_it_differs("", {{"a", 1e-13}, {"b", 2e-12}, {"c", 0.5}, {"d", 0.25}}) ==
          Line{"", "b", "2.0e-12", "0.5000"});
    CHECK(where_it_differs("", {{"a", 1e-13}}) == Line{"", "none", "", "below 1e-12"});
}

TEST_CASE("Maps that were not transposed show at Q, and by more than a little",
          "[chapter12]") {
    EncoderLayer layer = small_example::encoder_layer();
    for (Linear* map : {&layer.attention.w_q, &layer.attention.w_k, &layer.attention.w_v,
                        &layer.attention.w_o})
        map->weight = transpose(map->weight);
    const std::vector<Gap> gaps = gaps_to(stages(layer.trace(small_example::h())),
                                          read_state_dict(data / "float64.safetensors"));
    CHECK(gaps[0].gap < 1e-12);
    for (std::size_t i = 1; i < gaps.size(); ++i) CHECK(gaps[i].gap > 0.1);
    CHECK(gaps[1].gap > 1);
}

}  // namespace attn::chapters::ch12
