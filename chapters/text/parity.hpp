/// Parity: our values against another program's, stage by stage. Introduced in chapter 11.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "attn/stages.hpp"

namespace attn::chapters {

/// The largest difference between our stage and another program's.
struct Gap {
    std::string stage;
    double gap;
};

/// Our stages against those in a folder, one .npy file for each: "head 1: weights" is in
/// head_1_weights.npy. Stages without a file are passed over.
///
/// throws  std::runtime_error  when the folder has none of them, or a file cannot be read
///         ShapeError          when a stage has another shape
std::vector<Gap> gaps_to(const std::vector<Stage>& ours,
                         const std::filesystem::path& folder);

}  // namespace attn::chapters
