#include "attn/stages.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using namespace attn;

namespace {

EncoderLayer layer_of(NormPlacement placement, Random& generator) {
    return random_encoder_layer(
        {.d_model = 6, .n_heads = 3, .d_ff = 7, .placement = placement}, generator);
}

std::vector<std::string> names_of(const EncoderLayerTrace& trace) {
    std::vector<std::string> names;
    for (const Stage& stage : stages(trace)) names.push_back(stage.name);
    return names;
}

}  // namespace

TEST_CASE("Stages are told in the order in which they are computed", "[stages]") {
    Random generator(56);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const EncoderLayerTrace post = layer_of(NormPlacement::post, generator).trace(x);
    std::vector<std::string> heads;
    for (const char* head : {"head 1: ", "head 2: ", "head 3: "}) {
        for (const char* part : {"scores", "scaled", "masked", "weights", "output"}) {
            heads.push_back(std::string(head) + part);
        }
    }
    const auto wanted = [&](std::vector<std::string> first,
                            const std::vector<std::string>& last) {
        for (const char* name : {"Q", "K", "V"}) first.push_back(name);
        first.insert(first.end(), heads.begin(), heads.end());
        for (const char* name : {"concat", "attention", "sum 1"}) first.push_back(name);
        first.insert(first.end(), last.begin(), last.end());
        return first;
    };
    CHECK(names_of(post) == wanted({"input"}, {"norm 1", "hidden", "activated",
                                               "feed-forward", "sum 2", "norm 2"}));
    const EncoderLayerTrace pre = layer_of(NormPlacement::pre, generator).trace(x);
    CHECK(names_of(pre) == wanted({"input", "norm 1"}, {"norm 2", "hidden", "activated",
                                                        "feed-forward", "sum 2"}));
    for (const EncoderLayerTrace& trace : {post, pre}) {
        const std::vector<Stage> all = stages(trace);
        CHECK(all.front().value == x);
        CHECK(all.back().value == trace.output);
        for (const Stage& stage : all) {
            INFO(stage.name);
            CHECK(stage.value.rows() == 5);
        }
    }
}
