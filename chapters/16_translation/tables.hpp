/// Recorded trainings and readings of chapter 16 as lines of words.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/16_translation/runs.hpp"

namespace attn::chapters::ch16 {

using Lines = std::vector<std::vector<std::string>>;

/// One thing changed at a time: how many seeds, how many sentences, the loss.
Lines table_of_changes();

/// What nine seeds make of the_sentence without a causal mask, and without cross-attention.
Lines table_of_outputs();

/// Who sees whom: both directions, with and without positions.
Lines table_of_directions();

/// How many of the one-head models translate, and how many align their words.
struct AlignmentCounts {
    std::size_t n_seeds = 0, all_right = 0, aligned = 0, both = 0;
};
AlignmentCounts count_alignments();

/// What the words of aligned_words read most, for some recorded one-head models.
Lines table_of_readings(const std::vector<std::uint64_t>& seeds);

/// What the models without a causal mask do when the words after each are hidden, in a line.
std::string table_of_hidden_words();

/// In how many runs without positions, with mirrors shown, the first unseen sentence came out
/// as its mirror.
std::size_t count_recited();

/// Every kind of run, in a line.
Lines table_of_runs();

}  // namespace attn::chapters::ch16
