/// What the sources of chapter 20 share.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/mutants.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch20 {

// Chapter 20's exhibits: each mistake beside what is right, what it passes, and what catches it.
// Where it was seen says docs/gallery.md.

/// What a hurried test looks at, on an everyday input.
struct NaiveChecks {
    bool runs = false, shape = false, finite = false;
    std::optional<bool> sums;  // rows of weights sum to 1; none where there are no weights
};

/// Two matrices side by side. A NaN is a number that is missing, unless the cell is masked.
struct Panels {
    Matrix right, wrong;
    Labels rows = {}, columns = {};
    bool are_weights = false;
    double limit = 3;  // of the signed colours
    int decimals = 2;
    /// Beside each row, and what it is: a sum or a variance, which should be 1.
    std::string beside = {};
    std::vector<double> right_beside = {}, wrong_beside = {};
    /// What wrong is to be compared with as well.
    std::string third_name = {};
    Matrix third = {};
    /// 0 where a cell is masked; empty: none is.
    Matrix right_open = {}, wrong_open = {};
};

/// Two curves over the same x.
struct Curves {
    std::vector<double> x, right, wrong;
    std::string x_name, y_name;
    double least = 0, most = 1;  // of y
    std::vector<double> x_ticks = {}, y_ticks = {};
};

/// What one property says of the right function and of the mutant.
struct Verdict {
    std::string property;
    Counterexample of_right, of_wrong;
};

struct Words {
    std::string name;                       // for --bug and the figure's file
    std::string mistake;                    // as the section says it
    std::string caught_by;                  // the property that is named first
    std::string title = {}, subtitle = {};  // of its own figure, if it has one
};

struct Exhibit {
    Words words;
    NaiveChecks checks;
    std::variant<Panels, Curves> view;
    std::vector<Verdict> verdicts;  // of all properties of its kind

    /// The properties that the mutant breaks.
    std::vector<Verdict> caught() const;
    /// What the property in words.caught_by says of the mutant.
    Counterexample evidence() const;
};

using ExhibitBuilder = Exhibit (*)();

/// Mistakes in the same part of the model.
struct Family {
    std::string name;
    std::vector<ExhibitBuilder> exhibits;
};

Family softmax_and_scale();
Family masks();
Family heads();
Family positions();
Family sublayers();
Family dropout_and_blocks();

/// The six, in the text's order.
std::vector<Family> families();

/// All exhibits' names, in the text's order.
Labels exhibit_names();

/// Whether the exhibit has a figure of its own. The wrong divisors and the maximum are told in
/// words, and chapters 10 and 11 show epsilon and the two GELUs.
bool has_own_figure(const std::string& name);

/// The exhibit of that name.
/// throws  std::out_of_range  when there is none
Exhibit exhibit(const std::string& name);

/// All of them, in the text's order.
std::vector<Exhibit> all_exhibits();

/// How many exhibits have weights, so that their sums can be checked.
std::size_t count_with_weights(const std::vector<Exhibit>& exhibits);

/// How many of these have rows that sum to 1, in their scenes.
std::size_t count_of_unseen(const std::vector<Exhibit>& exhibits);

// What the exhibits of all families are made with: scenes to look at, and checks.

/// What a function gives on an everyday input: its result, and weights where it has some.
struct Result {
    Matrix value;
    std::optional<Matrix> weights = {};
};

NaiveChecks naive_checks(const std::function<Result()>& mutant, const Matrix& right);

/// Of the right part and of the mutant's.
template <class Function>
std::vector<Verdict> verdicts_of(const std::string& mutant, Function Parts::*part,
                                 const std::vector<Property<Function>>& properties) {
    const Function right = right_parts().*part, wrong = mistakes::mutant(mutant).*part;
    std::vector<Verdict> verdicts;
    for (const auto& property : properties) {
        verdicts.push_back({property.name, property.check(right), property.check(wrong)});
    }
    return verdicts;
}

std::vector<double> sums_of_rows(const Matrix& m);
std::vector<double> variances_of_rows(const Matrix& m);

/// What attention is shown: three matrices and a mask.
struct Scene {
    Matrix q = small_example::q, k = small_example::k, v = small_example::v;
    AttentionMask mask = length_mask(4, 4, 4);  // closes nothing
};

Scene causal_scene();

/// "all" stands for padding.
Scene padded_scene();

/// The small sentence, and its beginning once more: two keys past a block of four.
Scene scene_of_six_keys();

/// Cells that are hatched, as in chapter 6: 0 where the mask forbids and the weight is 0.
Matrix open_where(const AttentionMask& mask, const Matrix& weights);

/// The mutant on a scene; the checks on an everyday scene, which is the same if none is given.
Exhibit attention_exhibit(const Words& words, const Scene& scene,
                          const std::optional<Scene>& other = {});

/// Shows the sums of the rows of weights beside them.
void show_row_sums(Exhibit& exhibit);

// The figures of chapter 20.

/// The families that have weights, one below the other: whose rows sum to 1, and which property
/// catches each.
plots::Figure lineup_figure();

/// Right beside wrong, or the cause where that says more. Not every exhibit has one: see
/// has_own_figure.
plots::Figure exhibit_figure(const ch20::Exhibit& exhibit);

// Chapter 20's detours: each mistake with all that is known of it.

/// What --bug can be: none, or a mistake's name.
Labels words_of_bug();

void further(Chapter& chapter, const Value<std::string>& bug);

}  // namespace attn::chapters::ch20
