#include <cmath>
#include <utility>

#include "doctor/library/diagnosis.hpp"
#include "doctor/library/words.hpp"
#include "support/text/utf8.hpp"

namespace attn::doctor {
namespace {

std::string json_text(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : clean_utf8(text)) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "\"";
}

/// JSON has neither NaN nor infinity: they are texts.
std::string json_number(double value) {
    if (std::isnan(value)) return "\"NaN\"";
    if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
    return number_with_digits(value, 17);
}

template <class List, class Words>
std::string json_list(const List& list, const Words& words) {
    std::string text = "[";
    for (const auto& one : list) text += (text.size() > 1 ? ", " : "") + words(one);
    return text + "]";
}

std::string json_object(const std::vector<std::pair<std::string, std::string>>& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        text += (text.empty() ? "" : ", ") + json_text(name) + ": " + value;
    }
    return "{" + text + "}";
}

std::string json_texts(const std::vector<std::string>& texts) {
    return json_list(texts, json_text);
}

std::string json_array(const Array& array) {
    const auto size = [](std::size_t n) { return std::to_string(n); };
    return json_object({{"shape", json_list(array.shape, size)},
                        {"values", json_list(array.values, json_number)}});
}

/// In the order of Level.
constexpr const char* levels[] = {"mistake", "convention", "edge", "harmless"};

std::string json_finding(const Finding& finding) {
    return json_object(
        {{"name", json_text(finding.name)},
         {"sentence", json_text(finding.sentence)},
         {"chapter", std::to_string(finding.chapter)},
         {"number", std::to_string(finding.number)},
         {"seen", json_text(finding.seen)},
         {"level", json_text(levels[static_cast<std::size_t>(finding.level)])}});
}

std::string json_example(const Example& example) {
    std::vector<std::pair<std::string, std::string>> settings, arrays;
    for (const auto& [key, value] : example.probe.settings) {
        settings.emplace_back(key, json_text(value));
    }
    for (const auto& [name, array] : example.probe.arrays) {
        arrays.emplace_back(name, json_array(array));
    }
    const bool is_given = example.is_what_the_findings_give;
    return json_object({{"settings", json_object(settings)},
                        {"arrays", json_object(arrays)},
                        {"output", json_text(example.output)},
                        {"right", json_array(example.right)},
                        {"yours", json_array(example.yours)},
                        {"is_what_the_findings_give", is_given ? "true" : "false"}});
}

}  // namespace

std::string to_json(const Diagnosis& d) {
    const auto trouble = [](const Trouble& one) {
        return json_object(
            {{"probe", json_text(one.probe)}, {"words", json_text(one.words)}});
    };
    const auto law = [](const Law& one) {
        return json_object({{"name", json_text(one.name)},
                            {"counterexample", json_text(one.counterexample)}});
    };
    const auto names = [](const std::vector<Finding>& findings) {
        return json_list(findings, [](const Finding& one) { return json_text(one.name); });
    };
    return json_object({{"kind", json_text(d.kind)},
                        {"verdict", json_text(words_of(d.verdict))},
                        {"exit", std::to_string(d.exit_code())},
                        {"agree", std::to_string(d.agree)},
                        {"answered", std::to_string(d.answered)},
                        {"findings", json_list(d.findings, json_finding)},
                        {"alternatives", json_list(d.alternatives, names)},
                        {"unexplained", json_texts(d.unexplained)},
                        {"hints", json_texts(d.hints)},
                        {"skipped", json_texts(d.skipped)},
                        {"troubles", json_list(d.troubles, trouble)},
                        {"not_finite", std::to_string(d.not_finite)},
                        {"precision", json_text(d.precision)},
                        {"laws", json_list(d.laws, law)},
                        {"example", d.example ? json_example(*d.example) : "null"},
                        {"out_of_sight", json_texts(d.out_of_sight)},
                        {"tried", std::to_string(d.tried)}});
}

}  // namespace attn::doctor
