/// Parity: our values against another program's, stage by stage. Introduced in chapter 12.
#pragma once

#include <string>
#include <vector>

#include "attn/stages.hpp"
#include "support/files/state_dict.hpp"

namespace attn::chapters {

/// The largest difference between our stage and another program's.
struct Gap {
    std::string stage;
    double gap;
};

/// Our stages against another program's arrays: "head 1: weights" is head_1_weights. Stages for
/// which it has no array are passed over, but no array is.
///
/// throws  std::runtime_error  when an array has no stage of its name
///         ShapeError          when a stage has another shape
std::vector<Gap> gaps_to(const std::vector<Stage>& ours, const StateDict& theirs);

}  // namespace attn::chapters
