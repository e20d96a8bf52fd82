#include "doctor/library/steps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "doctor/library/block.hpp"
#include "doctor/library/compare.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

constexpr std::size_t most_inputs = 8;  // for each law

/// A law about the answers to two probes: one of the kind's, and what becomes of it.
struct Rule {
    std::string name;
    /// Makes the second probe; false when the law says nothing about this probe.
    std::function<bool(Probe& probe)> change;
    /// How far the answers are from keeping it.
    std::function<double(const Block& before, const Block& after)> gap;
    double least = 0;  // a gap that is none
};

double gap(const Block& a, const Block& b) {
    return distance(Array{{}, a.values}, Array{{}, b.values});
}

double gap_to(const Block& a, double wanted) {
    return distance(Array{{}, a.values}, {{}, std::vector(a.values.size(), wanted)});
}

void fill(Array& array, double value) {
    std::fill(array.values.begin(), array.values.end(), value);
}

Block in_reverse(const Block& x) {
    return filled(x.sentences, 1, x.rows, x.cols,
                  [&](auto s, auto, auto i, auto j) { return x(s, 0, x.rows - 1 - i, j); });
}

void reverse_rows(Array& array) {
    array.values = in_reverse(as_block(array)).values;
}

double from_reversed(const Block& a, const Block& b) {
    return gap(in_reverse(a), b);
}

/// Between the first rows of each of the first sentences.
double between_rows(const Block& a, const Block& b, std::size_t sentences,
                    std::size_t rows) {
    const auto first = [&](const Block& x) {
        return filled(sentences, 1, rows, x.cols,
                      [&](auto s, auto, auto i, auto j) { return x(s, 0, i, j); });
    };
    return gap(first(a), first(b));
}

/// The last row becomes another: the last word of the last sentence.
void change_last_row(Array& x) {
    for (std::size_t j = 0; j < x.shape.back(); ++j) {
        x.values[x.values.size() - 1 - j] += j % 2 == 0 ? 2 : -1;
    }
}

/// In every sentence.
double earlier_rows(const Block& a, const Block& b) {
    return between_rows(a, b, a.sentences, a.rows - 1);
}

bool is_open(const Probe& probe) {
    return probe.setting("causal") != "1" && !probe.has("mask") && !probe.has("padding");
}

double from_1(const Block&, const Block& b) {
    return gap_to(b, 1);
}

double below_0(const Block& a, const Block&) {
    return std::max(0.0, -*std::min_element(a.values.begin(), a.values.end()));
}

double sums_from_1(const Block& a, const Block&) {
    Block sums(1, 1, a.rows, 1);
    for (std::size_t i = 0; i < a.values.size(); ++i)
        sums.values[i / a.cols] += a.values[i];
    return gap_to(sums, 1);
}

void add(Array& array, double number) {
    for (double& value : array.values) value += number;
}

std::vector<Rule> softmax_rules() {
    const auto everyday = [](const Probe& p) {
        const std::vector<double>& scores = p.arrays.at("scores").values;
        return std::all_of(scores.begin(), scores.end(),
                           [](double score) { return std::abs(score) < 90; });
    };
    return {{"rows sum to 1", everyday, sums_from_1},
            {"no weight is below 0", everyday, below_0},
            {"a number added to all scores changes nothing",
             [=](Probe& p) {
                 add(p.arrays["scores"], 1);
                 return everyday(p);
             },
             gap},
            {"rows do not touch each other",
             [=](Probe& p) {
                 change_last_row(p.arrays["scores"]);
                 return everyday(p) && p.count("rows") > 1;
             },
             earlier_rows}};
}

std::vector<Rule> attention_rules() {
    return {
        {"weights sum to 1: values that are all 1 come out as 1",
         [](Probe& p) {
             fill(p.arrays["v"], 1);
             return is_open(p);
         },
         from_1},
        {"the order of the keys does not matter",
         [](Probe& p) {
             reverse_rows(p.arrays["k"]);
             reverse_rows(p.arrays["v"]);
             return is_open(p);
         },
         gap},
        {"the same vector added to each key changes nothing",
         [](Probe& p) {
             add(p.arrays["k"], 1);
             return is_open(p);
         },
         gap},
        {"twice the values give twice the output",
         [](Probe& p) {
             for (double& value : p.arrays["v"].values) value *= 2;
             return true;
         },
         [](const Block& a, const Block& b) { return gap(sum(a, a), b); }},
        {"queries do not touch each other",
         [](Probe& p) {
             change_last_row(p.arrays["q"]);
             return is_open(p) && p.count("n_query") > 1;
         },
         earlier_rows},
        {"a key that is masked for all may change freely",
         [](Probe& p) {
             if (!p.has("mask")) return false;
             const std::vector<double>& mask = p.arrays["mask"].values;
             const std::size_t m = p.count("n_key"), d = p.count("d_k");
             for (std::size_t i = m - 1; i < mask.size(); i += m) {
                 if (mask[i] != 0) return false;
             }
             for (std::size_t j = 0; j < d; ++j) p.arrays["k"].values[(m - 1) * d + j] += 3;
             p.arrays["v"].values.back() += 7;
             return true;
         },
         gap},
    };
}

std::size_t n_words(const Probe& probe) {
    return probe.count("n_query", probe.count("n"));
}

/// The words of a layer or of multi-head attention, changed alike wherever they go in.
void change_words(Probe& probe, const std::function<void(Array&)>& change) {
    for (const char* name : {"x", "query", "key", "value"}) {
        if (probe.has(name)) change(probe.arrays[name]);
    }
}

std::vector<Rule> layer_rules() {
    return {
        {"sentences do not touch each other",
         [](Probe& p) {
             change_words(p, change_last_row);
             return p.count("batch") > 1;
         },
         [](const Block& a, const Block& b) {
             return between_rows(a, b, a.sentences - 1, a.rows);
         }},
        {"a later word changes no earlier row",
         [](Probe& p) {
             change_words(p, change_last_row);
             return p.setting("causal") == "1" && n_words(p) > 1;
         },
         earlier_rows},
        {"padding may change freely",
         [](Probe& p) {
             change_words(p, change_last_row);
             return p.has("padding") && p.arrays["padding"].values.back() == 0;
         },
         earlier_rows},
        {"words in reverse order give rows in reverse order",
         [](Probe& p) {
             change_words(p, reverse_rows);
             return is_open(p) && !p.has("memory") && n_words(p) > 1;
         },
         from_reversed},
    };
}

void forget_weights(Probe& probe) {
    fill(probe.arrays["weight"], 1);
    if (probe.has("bias")) fill(probe.arrays["bias"], 0);
}

/// How far f of a row's values is from wanted.
double each_row(const Block& y, double wanted, double (*f)(const double*, std::size_t)) {
    Block of(1, 1, y.values.size() / y.cols, 1);
    for (std::size_t i = 0; i < of.rows; ++i)
        of(0, 0, i, 0) = f(&y.values[i * y.cols], y.cols);
    return gap_to(of, wanted);
}

double mean_square(const double* row, std::size_t n) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += row[j] * row[j];
    return sum / static_cast<double>(n);
}

double mean(const double* row, std::size_t n) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += row[j];
    return sum / static_cast<double>(n);
}

/// Rows with a spread of about 1, next to which epsilon is nothing.
bool has_spread(const Probe& probe) {
    const Block x = as_block(probe.arrays.at("x"));
    for (std::size_t at = 0; at < x.values.size(); at += x.cols) {
        const double m = mean(&x.values[at], x.cols);
        if (mean_square(&x.values[at], x.cols) - m * m < 0.1) return false;
    }
    return true;
}

std::vector<Rule> norm_rules(bool is_centred) {
    std::vector<Rule> rules = {
        {is_centred ? "each row has variance 1 (gamma 1, beta 0)"
                    : "each row's mean square is 1 (gamma 1)",
         [](Probe& p) {
             forget_weights(p);
             return has_spread(p);
         },
         [](const Block&, const Block& b) { return each_row(b, 1, mean_square); }, 1e-2},
        {"words do not touch each other",
         [](Probe& p) {
             change_last_row(p.arrays["x"]);
             return p.count("n") > 1;
         },
         earlier_rows}};
    if (!is_centred) return rules;
    rules.push_back({"each row has mean 0 (gamma 1, beta 0)",
                     [](Probe& p) {
                         forget_weights(p);
                         return true;
                     },
                     [](const Block&, const Block& b) { return each_row(b, 0, mean); },
                     1e-2});
    rules.push_back({"a number added to a row changes nothing",
                     [](Probe& p) {
                         add(p.arrays["x"], 5);
                         return true;
                     },
                     gap});
    return rules;
}

std::vector<Rule> position_rules() {
    const auto any = [](Probe&) { return true; };
    return {
        {"row 0 is 0, 1, 0, 1, ...", any,
         [](const Block& a, const Block&) {
             double most = 0;
             for (std::size_t j = 0; j < a.cols; ++j) {
                 most = std::max(most, std::abs(a(0, 0, 0, j) - (j % 2 == 0 ? 0 : 1)));
             }
             return most;
         }},
        {"each row's squares sum to d / 2", any,
         [](const Block& a, const Block&) { return each_row(a, 0.5, mean_square); }, 1e-2}};
}

std::vector<Rule> rules_of(const std::string& kind) {
    if (kind == "softmax") return softmax_rules();
    if (kind == "attention") return attention_rules();
    if (kind == "mha" || kind == "gqa" || kind.ends_with("_layer")) return layer_rules();
    if (kind == "layer_norm") return norm_rules(true);
    if (kind == "rms_norm") return norm_rules(false);
    if (kind == "positional_encoding") return position_rules();
    return {};
}

/// One law with one input: the places of its two probes in what is asked.
struct Trial {
    std::size_t rule;
    std::size_t before;
    std::size_t after;
};

std::vector<Trial> trials(const Kind& kind, const std::vector<Rule>& rules,
                          std::vector<Probe>& asked) {
    std::vector<Trial> all;
    for (std::size_t r = 0; r < rules.size(); ++r) {
        std::vector<std::pair<Probe, Probe>> can_ask;
        for (const Probe& probe : kind.small_probes) {
            Probe after = probe;
            if (rules[r].change(after)) can_ask.push_back({probe, std::move(after)});
        }
        const std::size_t n = std::min(most_inputs, can_ask.size());
        for (std::size_t i = 0; i < n; ++i) {  // from the smallest to the largest
            all.push_back({r, asked.size(), asked.size() + 1});
            auto& [before, after] = can_ask[i * can_ask.size() / n];
            asked.push_back(std::move(before));
            asked.push_back(std::move(after));
        }
    }
    for (std::size_t i = 0; i < asked.size(); ++i)
        asked[i].name = "law " + std::to_string(i);
    return all;
}

std::optional<Block> output_of(const Answer& answer, const Kind& kind, const Probe& probe) {
    const auto found = answer.outputs.find("output");
    if (found == answer.outputs.end()) return {};
    Array array = kind.reference(probe, {}).at("output");
    if (array.values.size() != found->second.values.size()) return {};
    array.values = found->second.values;
    return as_block(array);
}

std::string in_words(const Probe& probe, const Answer& before, const Answer& after,
                     bool is_changed) {
    std::string words = "with";
    if (probe.arrays.empty()) {
        for (const auto& [key, value] : probe.settings) {
            words += (words == "with" ? " " : ", ") + key + " = " + value;
        }
    }
    for (const char* name : {"scores", "q", "k", "v", "mask", "x", "query", "padding"}) {
        if (!probe.has(name)) continue;
        words += std::string(" ") + name + " " + short_array(probe.arrays.at(name));
    }
    words += " you gave " + short_array(before.outputs.at("output"));
    if (!is_changed) return words;
    return words + ", then " + short_array(after.outputs.at("output"));
}

}  // namespace

std::vector<Law> laws(const Kind& kind, const Command& command, double precision) {
    const auto is_wrong = [&](const Block& yours, const Probe& probe) {
        return !(gap(yours, as_block(kind.reference(probe, {}).at("output"))) <= precision);
    };
    const std::vector<Rule> rules = rules_of(kind.name);
    std::vector<Probe> asked;
    const std::vector<Trial> all = trials(kind, rules, asked);
    if (all.empty()) return {};
    std::vector<Answer> answers = command(asked);
    answers.resize(asked.size());
    std::vector<Law> laws;
    for (std::size_t r = 0; r < rules.size(); ++r) {
        std::size_t n = 0;
        Law law{.name = rules[r].name};
        for (const Trial& trial : all) {
            if (trial.rule != r || !law.counterexample.empty()) continue;
            const auto before = output_of(answers[trial.before], kind, asked[trial.before]);
            const auto after = output_of(answers[trial.after], kind, asked[trial.after]);
            if (!before || !after) continue;
            ++n;
            law.sees = law.sees || is_wrong(*before, asked[trial.before]) ||
                       is_wrong(*after, asked[trial.after]);
            if (rules[r].gap(*before, *after) <= std::max(rules[r].least, precision))
                continue;
            law.counterexample =
                in_words(asked[trial.after], answers[trial.before], answers[trial.after],
                         asked[trial.before].arrays != asked[trial.after].arrays);
        }
        if (n > 0) laws.push_back(std::move(law));
    }
    return laws;
}

}  // namespace attn::doctor
