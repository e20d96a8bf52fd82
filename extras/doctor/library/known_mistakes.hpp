/// The known mistakes, by what they are in. A kind's list is put together from these.
#pragma once

#include <string>
#include <vector>

#include "doctor/library/kind.hpp"

namespace attn::doctor {

std::vector<Mistake> softmax_mistakes();  // in the words of a table, alone or in attention
std::vector<Mistake> score_mistakes();    // these, and scale
std::vector<Mistake> mask_mistakes();     // what is closed, and how
std::vector<Mistake> lone_head_mistakes();   // of attention alone
std::vector<Mistake> head_mistakes();        // split, merge, projections, several sentences
std::vector<Mistake> epsilon_mistakes();     // of any norm
std::vector<Mistake> norm_axis_mistakes();   // of any norm
std::vector<Mistake> layer_norm_mistakes();  // these, and more
std::vector<Mistake> rms_norm_mistakes();
Mistake gamma_plus_1();  // Gemma's
std::vector<Mistake> activation_mistakes();
std::vector<Mistake> turn_mistakes();       // of rotary positions, in a head
std::vector<Mistake> grouped_mistakes();    // of grouped heads, and what surrounds them
std::vector<Mistake> head_norm_mistakes();  // rms_norm's, of queries and keys
std::vector<Mistake> gate_mistakes();
std::vector<Mistake> layer_mistakes();  // the wiring that all layers share

/// One list after the other.
std::vector<Mistake> joined(std::initializer_list<std::vector<Mistake>> lists);

/// Those of these names.
std::vector<Mistake> named(const std::vector<Mistake>& mistakes,
                           std::initializer_list<const char*> names);

/// Without those of these names.
std::vector<Mistake> without(std::vector<Mistake> mistakes,
                             std::initializer_list<const char*> names);

/// With another level and sentence for one of them: a mistake in one kind is a convention in another.
std::vector<Mistake> judged(std::vector<Mistake> mistakes, const std::string& name,
                            Level level, const std::string& sentence);

}  // namespace attn::doctor
