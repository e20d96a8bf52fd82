#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

#include "doctor/library/diagnosis.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

void print_head(std::ostream& out, const Diagnosis& d) {
    out << d.kind << ": " << words_of(d.verdict) << ".";
    if (d.answered > 0) out << " " << d.agree << " of " << d.answered << " probes agree";
    if (d.answered > 0 && !d.skipped.empty()) out << ", " << d.skipped.size() << " skipped";
    if (!d.precision.empty()) out << " (as far as " << d.precision << " goes)";
    if (d.answered > 0) out << ".";
    out << "\n";
}

void print_troubles(std::ostream& out, const Diagnosis& d) {
    constexpr std::size_t most = 3;
    if (d.not_finite > 0) {
        out << "  NaN or infinity in " << d.not_finite << " answers where none belongs.\n";
    }
    for (std::size_t i = 0; i < d.troubles.size() && i < most; ++i) {
        out << "  probe \"" << d.troubles[i].probe << "\": " << d.troubles[i].words << "\n";
    }
    if (d.troubles.size() > most) {
        out << "  ... and " << d.troubles.size() - most << " more like this\n";
    }
}

std::string where_seen(const Finding& finding) {
    std::string words = "chapter " + std::to_string(finding.chapter);
    if (finding.number > 0) words = "chapter 20, number " + std::to_string(finding.number);
    if (!finding.seen.empty()) words += "; seen in " + finding.seen;
    return words;
}

void print_alternatives(std::ostream& out, const Diagnosis& d) {
    constexpr std::size_t most = 3;
    const std::size_t n = d.alternatives.size();
    if (n > 0) out << "  The probes that were answered do not tell this from:\n";
    for (std::size_t i = 0; i < n && i < most; ++i) {
        std::vector<std::string> names, sentences;
        for (const Finding& finding : d.alternatives[i]) {
            names.push_back(finding.name);
            sentences.push_back(finding.sentence);
        }
        out << "  - " << joined(sentences, " ") << "\n     " << joined(names, " + ")
            << "\n";
    }
    if (n > most) out << "  ... and from " << n - most << " more\n";
}

void print_findings(std::ostream& out, const Diagnosis& d) {
    for (const std::string& hint : d.hints) out << "  " << hint << "\n";
    const std::size_t n = d.findings.size();
    if (!d.unexplained.empty() && n > 0) {
        out << "  Explained so far:\n";
    } else if (n > 1) {
        out << "  " << n << " things at once explain every answer:\n";
    }
    for (std::size_t i = 0; i < n; ++i) {
        out << "  " << (n > 1 ? std::to_string(i + 1) + ". " : "") << d.findings[i].sentence
            << "\n     " << d.findings[i].name << ": " << where_seen(d.findings[i]) << "\n";
    }
    print_alternatives(out, d);
}

void print_laws(std::ostream& out, const Diagnosis& d) {
    if (d.unexplained.empty()) return;
    out << "  No known mistake, and none of the " << d.tried
        << " combinations that were tried, gives your numbers in the probes: "
        << joined(d.unexplained, ", ") << ".\n";
    std::vector<std::string> holding;
    for (const Law& law : d.laws) {
        if (law.counterexample.empty()) {
            if (law.sees) holding.push_back(law.name);
        } else {
            out << "  Broken: " << law.name << "\n    " << law.counterexample << "\n";
        }
    }
    if (!holding.empty()) out << "  Holds: " << joined(holding, "; ") << ".\n";
}

void print_line(std::ostream& out, std::string name, const std::string& words) {
    name.resize(std::max<std::size_t>(name.size(), 8), ' ');
    out << "    " << name << " " << words << "\n";
}

/// Whether matrix [k d x d] is the identity k times, one of them perhaps with a minus.
bool is_plain(const Array& matrix) {
    const std::size_t d = matrix.shape.back();
    for (std::size_t i = 0; i < matrix.values.size(); ++i) {
        const bool diagonal = (i / d) % d == i % d;
        if (std::abs(matrix.values[i]) != (diagonal ? 1 : 0)) return false;
    }
    return true;
}

/// The input in a few lines: what a person needs to follow it.
void print_inputs(std::ostream& out, const Probe& probe) {
    const bool is_layer = probe.kind.find("_layer") != std::string::npos;
    for (const auto& [name, array] : probe.arrays) {
        if (is_layer && name != "x" && name != "past" && name != "memory" &&
            name != "padding")
            continue;
        const bool repeats = name == "key" || name == "value";
        if (repeats && array == probe.arrays.at("query")) continue;
        if (name == "in_proj_weight" && is_plain(array)) {
            const std::size_t d = array.shape[1];
            const bool minus = array.values[d * d] < 0;
            out << (minus ? "    W_q = W_v = identity, W_k = -identity\n"
                          : "    W_q = W_k = W_v = identity\n");
        } else if (name == "out_proj.weight" && is_plain(array)) {
            out << "    W_o = identity\n";
        } else {
            print_line(out, name, short_array(array));
        }
    }
    if (is_layer) out << "    and small weights (--json and --keep have them)\n";
    const std::set<std::string> told = {"n_heads", "n_kv_heads", "causal",   "eps",
                                        "norm",    "activation", "d_model",  "layout",
                                        "base",    "window",     "soft_cap", "first"};
    std::vector<std::string> settings;
    for (const auto& [key, value] : probe.settings) {
        const bool is_told = told.contains(key) || (key == "n" && probe.arrays.empty());
        if (is_told && value != "0" && value != "none") {
            settings.push_back(key + " = " + value);
        }
    }
    if (!settings.empty()) out << "    " << joined(settings, ", ") << "\n";
}

void print_example(std::ostream& out, const Example& example) {
    out << "  Smallest example"
        << (example.is_what_the_findings_give
                ? " (your program gave just what the findings give)"
                : "")
        << ":\n";
    print_inputs(out, example.probe);
    const std::string of = example.output == "output" ? "" : " " + example.output;
    print_line(out, "right" + of, short_array(example.right));
    print_line(out, "yours" + of, short_array(example.yours));
}

}  // namespace

int Diagnosis::exit_code() const {
    if (verdict == Verdict::right) return 0;
    if (verdict == Verdict::no_verdict) return 3;
    if (verdict == Verdict::right_to_few_digits) return 4;
    if (verdict == Verdict::right_where_it_ran || !unexplained.empty()) return 2;
    return 1;
}

std::string words_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::right:
            return "RIGHT";
        case Verdict::right_where_it_ran:
            return "RIGHT where it ran";
        case Verdict::right_but_at_the_edges:
            return "RIGHT, but not at the edges";
        case Verdict::another_convention:
            return "ANOTHER CONVENTION";
        case Verdict::wrong:
            return "WRONG";
        case Verdict::right_to_few_digits:
            return "RIGHT, but to few digits";
        case Verdict::no_verdict:
            return "NO VERDICT";
    }
    return "";
}

std::ostream& operator<<(std::ostream& out, const Diagnosis& d) {
    print_head(out, d);
    print_troubles(out, d);
    print_findings(out, d);
    print_laws(out, d);
    if (d.example) print_example(out, *d.example);
    if (!d.out_of_sight.empty() && d.answered > 0) {
        constexpr std::size_t most = 5;
        std::vector<std::string> names = d.out_of_sight;
        if (names.size() > most) {
            names.resize(most);
            names.push_back("and " + std::to_string(d.out_of_sight.size() - most) +
                            " more");
        }
        out << "  Not shown by the probes that it answered (nothing to do): "
            << joined(names, ", ") << ".\n";
    }
    return out;
}

}  // namespace attn::doctor
