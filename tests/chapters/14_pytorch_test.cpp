// Chapter 14's decoder layer and Transformer against what PyTorch computed.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "chapters/14_translation/14_translation.hpp"
#include "chapters/program/folders.hpp"

namespace attn::chapters {

namespace {

const std::filesystem::path data = chapters_folder() / "14_translation/pytorch";

void check_parity(const std::vector<Gap>& gaps, std::size_t n_stages) {
    CHECK(gaps.size() == n_stages);
    for (const Gap& gap : gaps) {
        INFO(gap.stage);
        CHECK(gap.gap < 1e-12);
    }
}

double gap_of(const std::vector<Gap>& gaps, const std::string& stage) {
    const auto found = std::find_if(gaps.begin(), gaps.end(),
                                    [&](const Gap& gap) { return gap.stage == stage; });
    REQUIRE(found != gaps.end());
    return found->gap;
}

}  // namespace

TEST_CASE("PyTorch has our numbers at every stage of a decoder layer", "[chapter14]") {
    const ch14::Comparison all = ch14::compare_with_pytorch(data);
    // Each attention has Q, K, V, five values in each of two heads, concat and its output; then
    // come three values of the feed-forward network, three sums and three norms.
    const std::size_t n_attention = 3 + 2 * 5 + 2, n_stages = 2 * n_attention + 3 + 3 + 3;
    for (const auto& gaps : {all.layer.post, all.layer.pre}) {
        check_parity(gaps, n_stages);
        CHECK(gap_of(gaps, "self head 2: masked") < 1e-12);
        CHECK(gap_of(gaps, "cross head 2: masked") < 1e-12);
    }
    CHECK(all.layer.post.back().stage == "norm 3");
    CHECK(all.layer.pre.back().stage == "sum 3");
}

TEST_CASE("PyTorch has our numbers after each layer of a Transformer", "[chapter14]") {
    const ch14::Comparison all = ch14::compare_with_pytorch(data);
    for (const auto& gaps : {all.transformer.post, all.transformer.pre}) {
        check_parity(gaps, 6);
        CHECK(gaps.back().stage == "output");
    }
}

}  // namespace attn::chapters
