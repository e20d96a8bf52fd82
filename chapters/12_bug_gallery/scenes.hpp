/// What the exhibits of all families are made with: scenes to look at, and checks.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "chapters/12_bug_gallery/12_bug_gallery.hpp"
#include "chapters/examples/small_layer.hpp"
#include "support/properties/attention_properties.hpp"

namespace attn::chapters::ch12 {

/// What a function gives on an everyday input: its result, and weights where it has some.
struct Result {
    Matrix value;
    std::optional<Matrix> weights = {};
};

NaiveChecks naive_checks(const std::function<Result()>& mutant, const Matrix& right);

template <class Properties, class Function>
std::vector<Verdict> verdicts_of(const Properties& properties, const Function& right,
                                 const Function& wrong) {
    std::vector<Verdict> verdicts;
    for (const auto& property : properties) {
        verdicts.push_back({property.name, property.check(right), property.check(wrong)});
    }
    return verdicts;
}

/// The matrix with a column more at its right.
Matrix beside(const Matrix& m, const std::vector<double>& column);

std::vector<double> sums_of_rows(const Matrix& m);
std::vector<double> variances_of_rows(const Matrix& m);

Labels and_also(Labels labels, const std::string& last);

/// What attention is shown: three matrices and a mask.
struct Scene {
    Matrix q = small_example::q, k = small_example::k, v = small_example::v;
    AttentionMask mask = length_mask(4, 4, 4);  // closes nothing
};

Scene causal_scene();

/// "all" stands for padding.
Scene padded_scene();

AttentionTrace right_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                               const AttentionMask& mask);

/// Cells that are hatched, as in chapter 6: 0 where the mask forbids and the weight is 0.
Matrix open_where(const AttentionMask& mask, const Matrix& weights);

/// The mutant on a scene; the checks on an everyday scene, which is the same if none is given.
Exhibit attention_exhibit(const Words& words, const AttentionFunction& mutant,
                          const Scene& scene, const std::optional<Scene>& other = {});

/// Gives the exhibit's panels a last column with the sums of the rows of weights.
void show_row_sums(Exhibit& exhibit);

}  // namespace attn::chapters::ch12
