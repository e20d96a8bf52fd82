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

template <class Trace>
std::vector<std::string> names_of(const Trace& trace) {
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

TEST_CASE("A decoder layer's stages tell its two attentions apart", "[stages]") {
    using Names = std::vector<std::string>;
    const auto wanted = [](const std::vector<Names>& parts) {
        Names all;
        for (const Names& part : parts) all.insert(all.end(), part.begin(), part.end());
        return all;
    };
    const auto attention = [](const std::string& kind) {
        Names names;
        for (const char* name : {" Q", " K", " V"}) names.push_back(kind + name);
        for (const char* head : {" head 1: ", " head 2: ", " head 3: "}) {
            for (const char* part : {"scores", "scaled", "masked", "weights", "output"}) {
                names.push_back(kind + head + part);
            }
        }
        names.push_back(kind + " concat");
        names.push_back(kind + "-attention");
        return names;
    };
    const Names self = attention("self"), cross = attention("cross"),
                feed_forward{"hidden", "activated", "feed-forward"};
    Random generator(57);
    const Matrix y = random_normal_matrix(5, 6, generator),
                 memory = random_normal_matrix(4, 6, generator);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        const DecoderLayer layer = random_decoder_layer(
            {.d_model = 6, .n_heads = 3, .d_ff = 7, .placement = placement}, generator);
        const DecoderLayerTrace trace =
            layer.trace(y, memory, causal_mask(5), length_mask(5, 4, 2));
        CHECK(names_of(trace) == (placement == NormPlacement::post
                                      ? wanted({{"input", "memory"},
                                                self,
                                                {"sum 1", "norm 1"},
                                                cross,
                                                {"sum 2", "norm 2"},
                                                feed_forward,
                                                {"sum 3", "norm 3"}})
                                      : wanted({{"input", "memory", "norm 1"},
                                                self,
                                                {"sum 1", "norm 2"},
                                                cross,
                                                {"sum 2", "norm 3"},
                                                feed_forward,
                                                {"sum 3"}})));
        const std::vector<Stage> all = stages(trace);
        CHECK(all.front().value == y);
        CHECK(all[1].value == memory);
        CHECK(all.back().value == trace.output);
        for (const Stage& stage : all) {
            INFO(stage.name);
            const bool is_of_memory = stage.name == "memory" || stage.name == "cross K" ||
                                      stage.name == "cross V";
            CHECK(stage.value.rows() == (is_of_memory ? 4 : 5));
            if (stage.name == "self head 2: masked") {
                CHECK(stage.value == trace.self_attention.heads[1].masked);
            }
            if (stage.name == "cross head 2: weights") {
                CHECK(stage.value == trace.cross_attention.heads[1].weights);
            }
        }
    }
}
