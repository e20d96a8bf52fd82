/// The 24 mistakes of chapter 20, each in a model that is right everywhere else, and what a
/// property says of them.
#pragma once

#include <string>
#include <vector>

#include "chapters/properties/attention_properties.hpp"
#include "chapters/properties/part_properties.hpp"

namespace attn {

/// A Transformer's parts as functions, so that any of them can be wrong.
struct Parts {
    SoftmaxFunction softmax;
    AttentionFunction attention;
    CausalMaskFunction causal_mask;
    HeadFunctions heads;  // split and merge
    EncodingFunction positions;
    NormFunction norm;
    LayerFunction layer;  // post-norm
    ActivationFunction gelu;
    DropoutFunction dropout;
};

Parts right_parts();

namespace mistakes {

/// A model with one wrong part. The others are right and do not call the wrong one.
struct Mutant {
    std::string name;  // the gallery's
    Parts parts;
};

/// All 24, in the gallery's order.
std::vector<Mutant> mutants();

/// The parts of the mutant of that name.
/// throws  std::out_of_range  when there is none
Parts mutant(const std::string& name);

/// Puts a property of any part to all 24.
///
/// returns  for each mutant nothing when the property holds for it, else the counterexample.
///          A mutant that throws a std::exception breaks the property.
std::vector<Counterexample> put_to_the_mutants(
    const std::function<Counterexample(const Parts&)>& property);

}  // namespace mistakes
}  // namespace attn
