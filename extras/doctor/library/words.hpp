/// Findings, numbers and arrays in words.
#pragma once

#include <string>

#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// The mistake's sentence with this probe's numbers: {d_k}, {root_d_k}, {d_model}, {n_heads} and
/// every other setting by its name.
std::string sentence_of(const Mistake& mistake, const Probe& probe);

/// Words with something between them.
template <class Words>
std::string joined(const Words& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

/// A finite number with at most so many digits, and a point in every locale.
std::string number_with_digits(double value, int digits);

/// A number with four digits, as a report shows it.
std::string short_number(double value);

/// "(1, 2) (3, 4)": a row in parentheses, sentences after semicolons.
std::string short_array(const Array& array);

}  // namespace attn::doctor
