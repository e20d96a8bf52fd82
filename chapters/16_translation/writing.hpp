/// Greedy decoding, looked at step by step.
#pragma once

#include <string>
#include <vector>

#include "chapters/16_translation/translator.hpp"

namespace attn::chapters::ch16 {

/// One step: what is written so far, and the three likeliest words to come.
struct WritingStep {
    Words so_far;
    std::vector<std::string> words = {};  // the likeliest first; "(end)" ends the sentence
    std::vector<double> p = {};
    std::vector<double> reading = {};  // the source words' weights, the mean of the heads
};

/// The first word that is written when the row of the end in memory is another sentence's.
std::string first_word_with_other_end(const Translator& model, const Task& task,
                                      const Ids& source, const Ids& other);

/// All steps until the end, or until most_words are written.
std::vector<WritingStep> write_step_by_step(const Translator& model, const Task& task,
                                            const Ids& source, std::size_t most_words = 12);

}  // namespace attn::chapters::ch16
