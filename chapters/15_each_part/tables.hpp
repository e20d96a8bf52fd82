/// The recorded runs in lines of words.
#pragma once

#include <string>
#include <vector>

#include "chapters/15_each_part/design.hpp"
#include "chapters/15_each_part/questions.hpp"

namespace attn::chapters::ch15 {

using Lines = std::vector<std::vector<std::string>>;

/// How the runs of each design end, question by question: the worst and the best seed.
Lines table_of_ends(const std::vector<std::string>& designs);

/// How many seeds have all right, when half of them had, and how many were sooner and later
/// than with the whole layer.
Lines table_of_both_questions(const std::vector<NamedDesign>& designs);

/// The same for six layers and "place", beside six whole ones.
Lines table_of_six_layers();

/// Six layers at several rates, with residuals and without.
Lines table_of_rates();

/// How far apart the words of a sentence are before six random layers and after each, as a share
/// of their rows' length: the least and the most of 20 seeds, with residuals and without.
Lines table_of_differences(const Ids& ids);

}  // namespace attn::chapters::ch15
