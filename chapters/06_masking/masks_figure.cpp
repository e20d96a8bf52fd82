// What a mask does: the first figure of chapter 6.
#include <limits>

#include "attn/mask_conventions.hpp"
#include "chapters/06_masking/figures.hpp"
#include "chapters/common/small_example.hpp"

namespace attn::chapters {

using namespace fig;

namespace {

/// The scores that the softmax is given: -infinity where the mask forbids.
Matrix masked(Matrix scores, const AttentionMask& mask) {
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (std::size_t j = 0; j < scores.cols(); ++j) {
            if (!mask.allows(i, j)) scores(i, j) = -std::numeric_limits<double>::infinity();
        }
    }
    return scores;
}

}  // namespace

Figure masks_figure(const std::vector<AttentionMask>& masks,
                    const std::vector<Matrix>& weights, const std::string& pad) {
    using small_example::tokens;
    const Matrix scaled =
        scaled_dot_product_attention(small_example::q, small_example::k, small_example::v)
            .scaled;
    const Texts names{"padding: " + pad, "causal", "both"};
    Row scores, steps, shares;
    for (std::size_t m = 0; m < masks.size(); ++m) {
        Cells look = signed_to(2, 1);
        look.open = allowed_matrix(masks[m]);
        scores.push_back(table(names[m], masked(scaled, masks[m]), tokens, tokens, look));
        steps.push_back(Step{"softmax"});
        shares.push_back(table("", weights.at(m), tokens, tokens, {.open = look.open}));
    }
    return {"06_masks",
            "A mask closes cells; softmax shares out the rest",
            "Above: scaled scores, −∞ where the mask closes. Below: the weights.",
            {scores, steps, shares}};
}

}  // namespace attn::chapters
