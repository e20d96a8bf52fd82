#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

constexpr const char* rows_seen = "hyunwoongko/transformer 40";

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> causal_mistakes() {
    return {
        {"causal_ignored", {.causal = Causal::ignored},
         "The causal mask is ignored: words see what comes after them.", 6},
        {"causal_strict", {.causal = Causal::without_itself},
         "A word does not see itself: the causal mask is one off.", 6},
        {"causal_next", {.causal = Causal::and_next},
         "A word sees the next one: the causal mask is one off (tril's diagonal=1?).", 6},
        {"causal_future", {.causal = Causal::future},
         "A word sees itself and what comes after it, where it should see what came "
         "before: the triangle is upside down.", 6},
        {"causal_inverted", {.causal = Causal::inverted},
         "The causal mask is read the other way round: a word sees what comes after it and "
         "nothing else.", 6, 7, "LLMs-from-scratch 1061"},
        {"masks_inverted", {.causal = Causal::inverted, .given = Given::inverted},
         "Masks are read the other way round: what should be hidden is all that is seen.",
         6, 7, "LLMs-from-scratch 1061"},
        {"masks_inverted_joined",
         {.causal = Causal::inverted, .given = Given::inverted, .join = Join::either},
         "Masks are read the other way round, after they were joined: what either of them "
         "should hide is all that is seen.", 6, 7, "iZcy/transformer-numpy"},
        {"masks_transposed",
         {.causal = Causal::future, .given = Given::rows, .fill = -1e9, .fill_by = Fill::is_added},
         "Masks are transposed: they close rows where they should close columns.",
         6, 9, rows_seen},
    };
}

std::vector<Mistake> given_mistakes() {
    return {
        {"mask_inverted", {.given = Given::inverted},
         "The mask is read the other way round: what should be hidden is all that is seen.",
         6, 7, "LLMs-from-scratch 1061"},
        {"mask_ignored", {.given = Given::ignored}, "The mask is ignored.", 6},
        {"mask_rows", {.given = Given::rows, .fill = -1e9, .fill_by = Fill::is_added},
         "The mask closes rows where it should close columns, with a number that softmax "
         "takes out again.", 6, 9, rows_seen},
        {"mask_rows_inf", {.given = Given::rows},
         "The mask closes rows where it should close columns.", 6, 9, rows_seen},
        {"mask_rows_fill", {.given = Given::rows, .fill = -1e9},
         "The mask closes rows where it should close columns (filled with a huge but "
         "finite number).", 6, 9, rows_seen},
        {"mask_rows_1e4", {.given = Given::rows, .fill = -1e4},
         "The mask closes rows where it should close columns (filled with about -10000).",
         6, 9, rows_seen},
        {"mask_rows_too", {.given = Given::rows_too},
         "The padding's own rows are closed as well: only rows differ that nobody reads.",
         6, 0, "", Level::harmless},
        {"mask_rows_too_fill", {.given = Given::rows_too, .fill = -1e9},
         "The padding's own rows are closed as well (filled with a huge but finite "
         "number): only rows differ that nobody reads.",
         6, 0, "hyunwoongko/transformer 67ccbb0", Level::harmless},
        {"mask_rows_too_1e4", {.given = Given::rows_too, .fill = -1e4},
         "The padding's own rows are closed as well, which changes rows that nobody reads; "
         "and masked scores are about -10000, where minus infinity belongs.",
         6, 12, "hyunwoongko/transformer 67ccbb0", Level::edge},
        {"mask_rows_open", {.given = Given::rows_open},
         "The padding's own rows see everything, so that no row is without keys: only rows "
         "differ that nobody reads.", 6, 0, "GLM-4-Voice 182 (on purpose)", Level::harmless},
    };
}

std::vector<Mistake> fill_mistakes() {
    return {
        {"fill_zero", {.fill = 0},
         "Masked scores are set to about 0 (minus epsilon? finfo.tiny?), where minus "
         "infinity belongs: 0 is a score like any other.",
         6, 10, "hyunwoongko/transformer 10"},
        {"add_10", {.fill = -10, .fill_by = Fill::is_added},
         "The mask adds -10 to the scores, where minus infinity belongs: far, but not far "
         "enough.", 6, 10, "hyunwoongko/transformer 10"},
        {"add_1", {.fill = -1, .fill_by = Fill::is_added},
         "The mask's ones and zeros (True and False) are added to the scores as they are.",
         6},
        {"mask_after_softmax", {.mask_after_softmax = true},
         "The mask comes after softmax: forbidden weights vanish, and no other key gets "
         "them.", 6, 8, "pytorch-image-models 2236"},
        {"clip_after_mask", {.clip = 5},
         "Scores are clipped to -5 ... 5 after the mask, which opens it again.",
         6, 11, "flashinfer 350"},
        {"fill_1e4", {.fill = -1e4},
         "Masked scores are set to about -10000, where minus infinity belongs: a row in "
         "which all is masked attends to everything alike, and scores below -10000 open "
         "the mask.", 6, 12, "hyunwoongko/transformer 9c5515d", Level::edge},
        {"fill_1e9", {.fill = -1e9},
         "Masked scores are set to a huge but finite number (-1e9?): a row in which all is "
         "masked attends to everything alike, where zeros belong.", 6, 12, "", Level::edge},
        {"add_1e4", {.fill = -1e4, .fill_by = Fill::is_added},
         "-10000 is added where it is masked: a row in which all is masked is as if "
         "nothing were, and scores that far apart open the mask.", 6, 12, "", Level::edge},
        {"add_1e9", {.fill = -1e9, .fill_by = Fill::is_added},
         "A huge but finite number is added where it is masked: a row in which all is "
         "masked is as if nothing were.", 6, 12, "", Level::edge},
    };
}

// clang-format on

}  // namespace

std::vector<Mistake> mask_mistakes() {
    return joined({causal_mistakes(), given_mistakes(), fill_mistakes()});
}

}  // namespace attn::doctor
