/// What chapters 12 and 13 score: a model's answer to each sentence, of two.
#pragma once

#include <cstddef>

#include "attn/learning/loss.hpp"
#include "attn/vector.hpp"
#include "chapters/training/curves.hpp"

namespace attn::chapters {

/// The mean loss, and how many answers are right.
///
/// answer  the member of a sentence that holds the right one: &Asked::answer
template <class Model, class Sentences, class Answer>
Score score_of_answers(const Model& model, const Sentences& sentences, Answer answer) {
    Score score;
    for (const auto& sentence : sentences) {
        const Matrix logits = model.trace(sentence.ids).logits;
        score.loss += cross_entropy(logits, {sentence.*answer});
        if (argmax(logits.row(0)) == sentence.*answer) ++score.right;
    }
    score.loss /= static_cast<double>(sentences.size());
    return score;
}

}  // namespace attn::chapters
