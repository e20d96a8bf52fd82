/// Chapter 12's exhibits: each mistake beside what is right, what it passes, and what catches
/// it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/properties/property.hpp"

namespace attn::bugs {

using Labels = std::vector<std::string>;

/// What a hurried test looks at, on an everyday input.
struct NaiveChecks {
    bool runs = false, shape = false, finite = false;
    std::optional<bool> sums;  // rows of weights sum to 1; none where there are no weights

    /// Whether every check that applies is passed.
    bool all() const { return runs && shape && finite && sums.value_or(true); }
};

/// Two matrices side by side.
struct Panels {
    Matrix right, wrong;  // NaN is drawn as nothing
    Labels rows = {}, columns = {};
    bool are_shares = false;
    double limit = 3;  // of the signed colours
    int decimals = 2;
    /// The cell that gets the frame; none: where wrong is farthest from right.
    std::optional<std::pair<std::size_t, std::size_t>> proof = {};
    /// What wrong is to be compared with as well.
    std::string third_name = {};
    Matrix third = {};
};

/// Two curves over the same x.
struct Curves {
    std::vector<double> x, right, wrong;
    std::string x_name, y_name;
    double least = 0, most = 1;  // of y
    std::vector<double> x_ticks = {}, y_ticks = {};
    bool log_x = false;
};

/// What one property says of the right function and of the twin.
struct Verdict {
    std::string property;
    Counterexample of_right, of_wrong;
};

struct Words {
    std::string name;       // for --bug and the figure's file
    std::string mistake;    // as the table says it
    std::string seen_in;    // the thread, as project#number
    std::string caught_by;  // the property that is named first
    std::string title, subtitle;
};

struct Exhibit {
    Words words;
    NaiveChecks checks;
    double difference = 0;  // the largest, from the right answer, in the picture's scene
    std::variant<Panels, Curves> view;
    std::vector<Verdict> verdicts;  // of all properties of its kind

    /// The properties that the twin breaks.
    std::vector<Verdict> caught() const;
    /// What the property in words.caught_by says of the twin.
    Counterexample evidence() const;
};

/// All exhibits' names, in the text's order.
Labels exhibit_names();

/// The exhibit of that name.
/// throws  std::out_of_range  when there is none
Exhibit exhibit(const std::string& name);

}  // namespace attn::bugs
