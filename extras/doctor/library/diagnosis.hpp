/// What the doctor found, as values, as a report and as JSON. Introduced in chapter 20.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "doctor/library/probe.hpp"

namespace attn::doctor {

enum class Verdict {
    right,
    right_where_it_ran,      ///< some probes have no answer, and nobody skipped them
    right_but_at_the_edges,  ///< wrong only for scores of 1000, rows far from 0 and the like
    another_convention,      ///< right for somebody else: a library that documents it
    wrong,
    right_to_few_digits,
    no_verdict,
};

/// How much a mistake matters.
enum class Level { mistake, convention, edge, harmless };

/// One known mistake that the answers show.
struct Finding {
    std::string name = {};      // "scale_model"
    std::string sentence = {};  // yours and right, with this case's numbers
    int chapter = 18;           // the chapter that teaches what is right
    int number = 0;             // in chapter 20's gallery; 0 when it is not there
    std::string seen = {};      // in which project; may be empty
    Level level = Level::mistake;
};

/// The smallest input found for which the command answers wrongly.
struct Example {
    Probe probe = {};
    std::string output = {};  // which output: "output", "grad_q"
    Array right = {};
    Array yours = {};
    bool is_what_the_findings_give = false;
};

/// A law that holds for any right program, and what broke it.
struct Law {
    std::string name = {};
    std::string counterexample = {};  // empty when it holds
    bool sees =
        false;  // whether it was asked where an answer is wrong: else it holds of itself
};

/// A probe without an answer that counts, and why.
struct Trouble {
    std::string probe = {};
    std::string words = {};
};

struct Diagnosis {
    std::string kind = {};
    Verdict verdict = Verdict::no_verdict;
    std::vector<Finding> findings = {};
    std::vector<std::vector<Finding>> alternatives = {};  // what fits as well
    std::vector<std::string> unexplained = {};            // stages
    std::vector<std::string> hints = {};                  // whole sentences
    std::size_t agree = 0;                                // answers that are right
    std::size_t answered = 0;
    std::vector<std::string> skipped = {};
    std::vector<Trouble> troubles = {};
    std::size_t not_finite = 0;  // answers with a NaN or an infinity where none belongs
    std::string precision = {};  // "float64", "float32", "float16" when it is right
    std::optional<Example> example = {};
    std::vector<Law> laws = {};  // tried where no known mistake explains the answers
    std::vector<std::string> out_of_sight = {};  // mistakes that no answered probe can show
    std::size_t tried = 0;                       // sets of mistakes

    /// Whether nothing is wrong, or only what was accepted or harms nobody.
    bool right() const { return verdict == Verdict::right; }

    /// 0 right; 1 wrong and named, or another convention; 2 not wholly named, or right where it
    /// ran; 3 no verdict; 4 right to few digits.
    int exit_code() const;
};

/// "WRONG", "RIGHT, but not at the edges", ...
std::string words_of(Verdict verdict);

/// The report: the verdict, then each finding with yours and right, the smallest example, and
/// what is out of sight.
std::ostream& operator<<(std::ostream& out, const Diagnosis& diagnosis);

/// All of it as one JSON object.
std::string to_json(const Diagnosis& diagnosis);

}  // namespace attn::doctor
