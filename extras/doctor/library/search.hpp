/// The smallest sets of known mistakes that explain every answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// Several mistakes at once.
struct MistakeSet {
    std::vector<std::size_t> members = {};  // places in the kind's list
    Switches switches = {};
};

/// A probe that was answered, the answer, and the right one.
struct Answered {
    Probe probe;
    Arrays yours, right;
};

struct SearchLimits {
    double tolerance;
    std::size_t most_at_once;
    std::chrono::steady_clock::time_point end;
};

struct SearchResult {
    std::vector<MistakeSet> sets = {};  // all of one size; at least one, maybe empty
    std::vector<std::string> unexplained = {};  // stages
    std::size_t tried = 0;
    bool is_cut_short = false;  // the time was over before all sets were tried
};

/// The stages of probes, in the order in which they are explained: with one head a wrong split
/// does not show, so that fewer mistakes have to be looked for at once.
const std::vector<std::string>& stages();

/// Whether these switches give every answer.
bool fits(const Kind& kind, const Switches& switches, const std::vector<Answered>& answers,
          double tolerance);

/// Stage by stage: in each the smallest sets that, added to what was found before, give all the
/// answers of this stage and of the earlier ones.
SearchResult search(const Kind& kind, const std::vector<Mistake>& mistakes,
                    const std::vector<Answered>& answers, const SearchLimits& limits);

}  // namespace attn::doctor
