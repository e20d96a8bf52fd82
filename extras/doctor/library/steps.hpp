/// The steps of an examination after the answers: which sets of known mistakes explain them, which
/// constant does, what the smallest example is, and which laws they break.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
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

/// Stage by stage: in each the smallest sets that, added to what was found before, give all the
/// answers of this stage and of the earlier ones.
SearchResult search(const Kind& kind, const std::vector<Mistake>& mistakes,
                    const std::vector<Answered>& answers, const SearchLimits& limits);

/// Mistakes whose one number, such as what the scores are divided by, is solved for from the
/// smallest wrong answer. Those that give all of the answer within tolerance.
std::vector<Mistake> solved(const Kind& kind, const std::vector<Answered>& answers,
                            double tolerance);

/// The names that these can have.
std::vector<std::string> solvable(const Kind& kind);

/// The smallest of the kind's small inputs for which command answers wrongly.
///
/// answered  only what is like these is asked: a command may do nothing but pre-norm, say
/// found     what the findings give for a probe, so that only inputs that show them are asked; empty
///           when nothing explains the answers
/// returns   nothing when command answers all of them rightly
std::optional<Example> smallest_example(const Kind& kind, const Command& command,
                                        const std::vector<Answered>& answered,
                                        const std::function<Arrays(const Probe&)>& found,
                                        double tolerance);

/// Each law of the kind, and the smallest of the kind's small inputs for which the answers break
/// it by more than precision, beside a number's size. None for a kind of which no law is known here.
///
/// They are those of chapters/properties that small whole numbers can show. The properties themselves
/// hold a function to 1e-12, which no program in float32 could keep.
std::vector<Law> laws(const Kind& kind, const Command& command, double precision = 1e-5);

}  // namespace attn::doctor
