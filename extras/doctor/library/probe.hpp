/// What the doctor asks, and what it is answered. Introduced in chapter 20.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/files/npy.hpp"

namespace attn::doctor {

/// A mask is of uint8 (1: may be attended to), ids of int64. A command may answer in any type.
using Array = NpyArray;
using NumberType = NpyType;

/// Arrays by name: "q", "in_proj_weight", "output", "grad_q".
using Arrays = std::map<std::string, Array>;

/// One question: compute what the kind is called for these inputs.
struct Probe {
    std::string kind = {};
    std::string name = {};  // "causal, 2 queries of 6"
    /// What it may show: "plain", "padding", "edge". "offset": rows far from 0, of which no known
    /// mistake gives the same wrong digits twice; "offset, float64": further than float32 can go.
    std::string stage = {};
    std::vector<std::pair<std::string, std::string>> settings = {};  // "n_heads", "3"
    Arrays arrays = {};
    std::string same_as =
        {};  // the name of an earlier probe that asks the same, or nothing

    /// A setting's words, or otherwise when the probe has no such setting.
    std::string setting(const std::string& key, const std::string& otherwise = "") const;

    /// A setting's number.
    double number(const std::string& key, double otherwise = 0) const;

    /// The same for a setting that counts something.
    std::size_t count(const std::string& key, std::size_t otherwise = 0) const;

    /// Neither at the edges nor far from the first position, where few digits are too few.
    bool is_near_1() const { return stage != "edge" && stage != "long"; }

    /// Whether it has an array of this name.
    bool has(const std::string& array) const { return arrays.contains(array); }
};

/// What a command made of one probe.
struct Answer {
    enum class What {
        given,    ///< outputs holds "output", and gradients under their names
        skipped,  ///< it cannot do what was asked, and says so
        error,    ///< words says why there is no output: it raised, crashed, hung
        nothing,  ///< it ended well and left no output
    };
    What what = What::nothing;
    Arrays outputs = {};
    std::string words = {};
};

/// Thrown by a function in C++ that cannot do what it was asked: the probe is skipped.
struct Skip {};

/// Whatever answers probes: a function here, a program behind files, ... It is called with many
/// probes at once, and returns as many answers in the same order.
using Command = std::function<std::vector<Answer>(const std::vector<Probe>&)>;

}  // namespace attn::doctor
