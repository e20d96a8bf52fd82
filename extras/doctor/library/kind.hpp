/// A kind of part: its probes, its reference with switches, its known mistakes.
/// Introduced in chapter 20.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doctor/library/diagnosis.hpp"
#include "doctor/library/probe.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Thrown by a reference: with these sizes the mistake would crash and mislead nobody.
struct Inapplicable {};

/// A setting of switches with a name. One name may have two settings, where two programs with the
/// same mistake differ: in what becomes of a masked score, say.
struct Mistake {
    std::string name;
    Switches switches;
    std::string sentence;  // {d_k}, {root_d_k}, ... stand for this case's numbers
    int chapter = 18;
    int number = 0;         // in chapter 20's gallery
    std::string seen = {};  // in which project
    Level level = Level::mistake;
};

struct Kind {
    std::string name;
    std::vector<Probe> probes;
    std::vector<Probe> small_probes;  // for the smallest example
    Arrays (*reference)(const Probe& probe, const Switches& switches);
    std::vector<Mistake> mistakes;
};

/// throws  std::invalid_argument  when there is no such kind
const Kind& kind_named(const std::string& name);

/// All of them, in the order of the chapters.
const std::vector<Kind>& all_kinds();

/// Whole numbers from -1 to 2, for examples that a person can follow.
Array small_array(std::uint64_t seed, std::vector<std::size_t> shape);

/// Numbers that a float32 holds exactly, normally distributed.
Array random_array(std::uint64_t seed, std::vector<std::size_t> shape, double scale = 1);

// Each of them.
Kind softmax_kind();
Kind activation_kind();
Kind layer_norm_kind();
Kind rms_norm_kind();
Kind positional_encoding_kind();
Kind embedding_kind();
Kind attention_kind();
Kind mha_kind();
Kind encoder_layer_kind();
Kind decoder_layer_kind();
Kind rope_kind();
Kind gqa_kind();
Kind gated_feed_forward_kind();
Kind llama_layer_kind();
Kind softmax_grad_kind();
Kind layer_norm_grad_kind();
Kind rms_norm_grad_kind();
Kind attention_grad_kind();
Kind mha_grad_kind();
Kind encoder_layer_grad_kind();

}  // namespace attn::doctor
