#include "doctor/library/examine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "doctor/library/compare.hpp"
#include "doctor/library/steps.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

using Clock = std::chrono::steady_clock;

/// At most 1e6 seconds from now; NaN is 0.
Clock::time_point in_seconds(double seconds) {
    seconds = seconds > 0 ? std::min(seconds, 1e6) : 0;
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(seconds));
}

bool all_finite(const Array& array) {
    return std::all_of(array.values.begin(), array.values.end(),
                       [](double value) { return std::isfinite(value); });
}

bool fit_into(int digits, const std::vector<Answered>& answers) {
    return std::all_of(answers.begin(), answers.end(), [&](const Answered& answer) {
        return std::all_of(answer.yours.begin(), answer.yours.end(), [&](const auto& y) {
            const std::vector<double>& values = y.second.values;
            return std::all_of(values.begin(), values.end(), [&](double value) {
                return !std::isfinite(value) || with_binary_digits(value, digits) == value;
            });
        });
    });
}

/// By which share of its largest number an answer is off.
double share_off(const Array& yours, const Array& expected) {
    double off = 0, most = 0;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        off = std::max(off, std::abs(yours.values[i] - expected.values[i]));
        most = std::max(most, std::abs(expected.values[i]));
    }
    return off / most;
}

std::vector<std::size_t> without_ones(std::vector<std::size_t> shape) {
    std::erase(shape, 1U);
    return shape;
}

const Finding lost_digits{
    .name = "one_pass_variance",
    .sentence =
        "Rows far from 0 lose their digits. Is the variance the mean of the squares "
        "less the square of the mean? Subtract the mean from the row first, then "
        "take the mean of the squares.",
    .chapter = 10,
    .seen = "onnxruntime 28463, burn 5607",
    .level = Level::edge};

const Finding padded_rows_zero{
    .name = "padded_rows_zero",
    .sentence =
        "Rows of padding come out as zeros, as PyTorch's TransformerEncoder gives them "
        "where it packs sentences (enable_nested_tensor). Nobody reads those rows.",
    .chapter = 6,
    .seen = "PyTorch 2.6 (on purpose)",
    .level = Level::convention};

/// One examination: what was asked, what was answered, and what follows.
class Examination {
public:
    Examination(const Kind& kind, const Command& command, const Options& options)
        : kind_(kind),
          command_(command),
          options_(options),
          mistakes_(kind.mistakes),
          probes_(kind.probes) {
        diagnosis_.kind = kind.name;
        const std::vector<std::string> known = mistakes(kind.name);
        for (const std::string& name : options.accept) {
            if (name.empty() || std::count(known.begin(), known.end(), name) > 0) continue;
            throw std::invalid_argument("accept: " + kind.name +
                                        " has no mistake called \"" + name + "\"");
        }
    }

    Diagnosis run() {
        ask();
        if (answers_.empty()) {
            say_that_all_was_skipped();
            return diagnosis_;
        }
        look_at_numbers();
        if (const Answered* again = another_answer()) {
            found_dropout(*again);
        } else if (are_all_right_) {
            look_at_offsets({});
            name_padded_rows();
            decide();
            say_precision();
        } else {
            explain();
        }
        if (!diagnosis_.troubles.empty() && diagnosis_.verdict == Verdict::right) {
            diagnosis_.verdict = Verdict::right_where_it_ran;
        }
        find_what_is_out_of_sight();
        return diagnosis_;
    }

private:
    /// What was found, by the values of a setting for which a program may have branches. Without
    /// branches the setting and its one value are empty.
    struct Findings {
        std::string setting = {};
        std::map<std::string, std::vector<MistakeSet>> by_value = {{"", {MistakeSet{}}}};

        Arrays gives(const Kind& kind, const Probe& probe) const {
            const auto found = by_value.find(probe.setting(setting));
            if (found == by_value.end()) return {};
            return expected_from(kind, probe, found->second.front().switches);
        }
        bool is_everywhere(std::size_t mistake) const {
            return std::all_of(by_value.begin(), by_value.end(), [&](const auto& branch) {
                const std::vector<std::size_t>& members = branch.second.front().members;
                return std::count(members.begin(), members.end(), mistake) > 0;
            });
        }
    };

    void tell(const std::string& what) const {
        if (options_.meanwhile) options_.meanwhile(what);
    }

    void ask() {
        tell("asking " + std::to_string(probes_.size()) + " probes");
        std::vector<Answer> answers = command_(probes_);
        answers.resize(probes_.size());
        for (std::size_t i = 0; i < probes_.size(); ++i) take(probes_[i], answers[i]);
    }

    void take(const Probe& probe, Answer& answer) {
        if (answer.what == Answer::What::skipped) {
            diagnosis_.skipped.push_back(probe.name);
        } else if (answer.what == Answer::What::error) {
            diagnosis_.troubles.push_back({probe.name, answer.words});
        } else if (answer.what == Answer::What::nothing || answer.outputs.empty()) {
            diagnosis_.troubles.push_back({probe.name, "no output"});
        } else if (const std::string words = unfit(probe, answer.outputs); !words.empty()) {
            diagnosis_.troubles.push_back({probe.name, words});
        } else {
            const bool is_offset = probe.stage.starts_with("offset");
            const Probe asked = as_answered(probe, answer.outputs);
            (is_offset ? offsets_ : answers_)
                .push_back({asked, std::move(answer.outputs), kind_.reference(asked, {})});
        }
    }

    void name_padded_rows() {
        if (std::any_of(answers_.begin(), answers_.end(), [](const Answered& answer) {
                return answer.probe.setting("padded_rows") == "zero";
            })) {
            diagnosis_.findings.push_back(padded_rows_zero);
        }
    }

    void say_that_all_was_skipped() {
        const std::size_t n = diagnosis_.skipped.size();
        if (n < probes_.size()) return;
        diagnosis_.hints.push_back(
            "All " + std::to_string(n) +
            " questions were skipped. A printed adapter skips every question until your "
            "function stands in it; then let it skip only what yours is not meant to do.");
    }

    /// What is wrong with the shapes of outputs or how they are filled, or nothing. Axes of
    /// size 1 may be left out.
    std::string unfit(const Probe& probe, Arrays& outputs) const {
        const Arrays right = kind_.reference(probe, {});
        for (auto& [name, array] : outputs) {
            const auto found = right.find(name);
            if (found == right.end()) return "nobody asked for " + name;
            const std::vector<std::size_t>& shape = found->second.shape;
            if (without_ones(array.shape) != without_ones(shape)) {
                return name + " is " + shape_words(array.shape) + ", and should be " +
                       shape_words(shape);
            }
            const std::size_t n = found->second.values.size();
            if (array.values.size() != n) {
                return name + " has " + std::to_string(array.values.size()) +
                       " numbers, and should have " + std::to_string(n);
            }
            array.shape = shape;
        }
        if (right.size() > 1 && outputs.size() == 1 && outputs.contains("output")) {
            return "no gradient: write " + right.begin()->first +
                   ".npy, as the explanation of " + kind_.name + " says";
        }
        return "";
    }

    void look_at_numbers() {
        bool are_all_half = true;  // else one file of float16 would loosen all the others
        for (const Answered& answer : answers_) {
            const Arrays& right = answer.right;
            for (const auto& [name, array] : answer.yours) {
                are_all_half = are_all_half && array.type == NumberType::float16;
                if (answer.probe.stage != "edge" && !all_finite(array) &&
                    all_finite(right.at(name))) {
                    ++diagnosis_.not_finite;
                }
            }
        }
        if (are_all_half) tolerance_ = tolerance::float16;
        for (const Answered& answer : answers_) {
            const double off = distance(answer.yours, answer.right);
            if (answer.probe.stage != "edge") worst_ = std::max(worst_, off);
            if (off <= tolerance_at(answer.probe, tolerance_)) ++diagnosis_.agree;
        }
        are_all_right_ = diagnosis_.agree == answers_.size();
        // What float32 or less cannot hold is no question to it.
        std::erase_if(offsets_, [&](const Answered& answer) {
            return tolerance_ == tolerance::float16 ||
                   (answer.probe.stage != "offset" && worst_ > tolerance::float64);
        });
        for (const Answered& answer : offsets_) {
            if (is_near(answer, answer.right)) ++diagnosis_.agree;
        }
        diagnosis_.answered = answers_.size() + offsets_.size();
    }

    /// Of an answer about rows far from 0: a right layer in float32 keeps two digits there.
    static bool is_near(const Answered& answer, const Arrays& expected) {
        return distance(answer.yours, expected) <= tolerance::a_few_digits;
    }

    /// How rows far from 0 lose their digits depends on the order of every sum, so no reference
    /// gives the same wrong numbers; but they are wrong, and what else was found is not why.
    void look_at_offsets(const Findings& found) {
        if (has_few_digits_ &&
            digits_of(found.by_value.begin()->second.front()) > tolerance::float32)
            return;  // they say what is wrong there, too
        for (const Answered& answer : offsets_) {
            const Arrays expected = found.gives(kind_, answer.probe);
            if (expected.empty() || is_near(answer, expected)) continue;
            diagnosis_.findings.push_back(lost_digits);
            has_few_digits_ = false;
            for (const auto& [name, yours] : answer.yours) {
                if (distance(yours, expected.at(name)) <= tolerance::a_few_digits) continue;
                diagnosis_.example =
                    Example{answer.probe, name, answer.right.at(name), yours};
            }
            return;
        }
    }

    /// With how much a law is compared: an answer of yours that is right says how exact they are.
    double precision() const {
        if (fit_into(8, answers_)) return 0.03;
        if (fit_into(11, answers_)) return 5e-3;
        if (fit_into(24, answers_)) return 1e-5;
        double least = Switches::infinity;
        for (const Answered& answer : answers_) {
            if (answer.probe.stage == "edge") continue;
            least = std::min(least, distance(answer.yours, answer.right));
        }
        if (least <= tolerance::float64) return tolerance::float64;
        return 1e-5;
    }

    void say_precision() {
        if (worst_ > tolerance::float64 && !fit_into(24, answers_)) {
            diagnosis_.hints.push_back(
                "Your numbers are doubles, and right to " + number_with_digits(worst_, 1) +
                " only: is a small number added somewhere (to a sum, under a root), or a part "
                "computed in 32 bits?");
        }
        diagnosis_.precision = worst_ <= tolerance::float64   ? "float64"
                               : worst_ <= tolerance::float32 ? "float32"
                                                              : "float16";
    }

    /// A probe that was asked twice and answered differently, or nullptr.
    const Answered* another_answer() const {
        for (const Answered& answer : answers_) {
            for (const Answered& earlier : answers_) {
                if (answer.probe.same_as.empty() ||
                    earlier.probe.name != answer.probe.same_as)
                    continue;
                if (distance(answer.yours, earlier.yours) > 1e-6) return &answer;
            }
        }
        return nullptr;
    }

    void found_dropout(const Answered& again) {
        diagnosis_.findings = {
            {.name = "dropout_on",
             .sentence = "The same question (" + again.probe.name +
                         ") got two answers. Was dropout left on (model.eval(); dropout_p "
                         "only in training)? Or is there a weight that your adapter never "
                         "sets? Nothing else was looked for.",
             .chapter = 10,
             .number = 23,
             .seen = "nanoGPT 240"}};
        decide();
    }

    SearchResult look_for(const std::vector<Answered>& answers, double tolerance,
                          std::size_t most, double seconds) {
        tell("looking for up to " + std::to_string(most) + " mistakes at once");
        const SearchResult result = search(
            kind_, mistakes_, answers,
            {.tolerance = tolerance, .most_at_once = most, .end = in_seconds(seconds)});
        diagnosis_.tried += result.tried;
        return result;
    }

    void explain() {
        SearchResult result = look_for(answers_, tolerance_, 1, options_.seconds);
        if (!result.unexplained.empty() && solve()) {
            result = look_for(answers_, tolerance_, 1, options_.seconds);
        }
        if (!result.unexplained.empty()) {
            result = look_for(answers_, tolerance_, 2, options_.seconds);
        }
        const bool are_pairs_left = result.is_cut_short;
        std::optional<Findings> found;
        for (const char* setting : {"norm", "layout"}) {
            if (!result.unexplained.empty() && !found) found = in_branches(setting);
        }
        if (found) {
            result.unexplained.clear();
        } else {
            if (!result.unexplained.empty()) result = few_digits_or_more(result);
            found = Findings{.by_value = {{"", result.sets}}};
        }
        diagnosis_.unexplained = result.unexplained;
        if (!result.unexplained.empty() && are_pairs_left) {
            diagnosis_.hints.push_back(
                "The search was ended after " + short_number(options_.seconds) +
                " s, before all pairs of known mistakes were tried.");
        }
        const bool is_explained = diagnosis_.unexplained.empty();
        if (is_explained) look_at_offsets(*found);
        name_findings(*found);
        name_padded_rows();
        decide();
        tell("looking for the smallest example");
        std::function<Arrays(const Probe&)> given;
        if (is_explained) {
            given = [&](const Probe& probe) { return found->gives(kind_, probe); };
        }
        const std::optional<Example> example =
            smallest_example(kind_, command_, answers_, given, tolerance_);
        if (example) diagnosis_.example = example;
        if (!is_explained) {
            say_which_outputs_are_right();
            say_where_it_is_right();
            tell("trying the laws");
            diagnosis_.laws = laws(kind_, command_, precision());
        }
    }

    /// Adds the mistakes whose number can be solved for, each set of answers once. False: none.
    bool solve() {
        tell("solving for a constant");
        std::vector<Mistake> some = solved(kind_, answers_, tolerance_);
        const auto gives_the_same = [&](const Mistake& a, const Mistake& b) {
            return std::all_of(
                answers_.begin(), answers_.end(), [&](const Answered& answer) {
                    const Arrays of_a = expected_from(kind_, answer.probe, a.switches);
                    const Arrays of_b = expected_from(kind_, answer.probe, b.switches);
                    return distance(only(of_a, answer.yours), of_b) <= tolerance_;
                });
        };
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (std::none_of(
                    some.begin(), some.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Mistake& m) { return gives_the_same(m, some[i]); })) {
                mistakes_.push_back(some[i]);
            }
        }
        return !some.empty();
    }

    /// Each of the setting's branches by itself: nothing when one of them stays unexplained.
    std::optional<Findings> in_branches(const std::string& setting) {
        std::map<std::string, std::vector<Answered>> branches;
        for (const Answered& answer : answers_) {
            branches[answer.probe.setting(setting)].push_back(answer);
        }
        Findings found{.setting = setting, .by_value = {}};
        if (branches.size() < 2) return {};
        for (const auto& [value, answers] : branches) {
            SearchResult result = look_for(answers, tolerance_, 2, options_.seconds / 4);
            if (!result.unexplained.empty()) return {};
            found.by_value[value] = std::move(result.sets);
        }
        return found;
    }

    /// Perhaps few digits, where the search was whole; else up to five mistakes at once.
    SearchResult few_digits_or_more(const SearchResult& so_far) {
        if (so_far.sets.front().members.empty() && !so_far.is_cut_short) {
            SearchResult coarse{.sets = {MistakeSet{}}};
            if (!looks_rounded(coarse.sets.front())) {
                std::vector<Answered> near = answers_;
                std::erase_if(near, [](const Answered& a) { return !a.probe.is_near_1(); });
                coarse = look_for(near, tolerance::a_few_digits, 1, options_.seconds / 4);
            }
            const MistakeSet& set = coarse.sets.front();
            if (coarse.unexplained.empty() && (looks_rounded(set) || loses_digits(set))) {
                tolerance_ = tolerance::a_few_digits;
                has_few_digits_ = true;
                return coarse;
            }
        }
        SearchResult result = look_for(answers_, tolerance_, 5, options_.seconds);
        return result.unexplained.size() <= so_far.unexplained.size() ? result : so_far;
    }

    /// Whether most answers are exact, and those about rows far from 0 are not.
    bool loses_digits(const MistakeSet& set) const {
        return digits_of(set) <= tolerance::float32 &&
               std::any_of(offsets_.begin(), offsets_.end(), [&](const Answered& answer) {
                   return !is_near(answer,
                                   expected_from(kind_, answer.probe, set.switches));
               });
    }

    /// Whether few digits are why the answers are not what the set gives: all numbers fit into 32
    /// bits, and each answer is off by about as much as it changes when what went in is rounded,
    /// to 11 digits or to 8. A small mistake leaves some answer exact.
    bool looks_rounded(const MistakeSet& set) const {
        constexpr double least = 0.02, most = 64;
        if (!fit_into(24, answers_)) return false;
        const int digits = fit_into(8, answers_) ? 8 : 11;
        const double unit = std::ldexp(1, -digits - 1);
        for (const Answered& answer : answers_) {
            if (!answer.probe.is_near_1()) continue;
            Probe probe = answer.probe;
            for (auto& [name, array] : probe.arrays) {
                for (double& value : array.values)
                    value = with_binary_digits(value, digits);
            }
            const Arrays expected = expected_from(kind_, answer.probe, set.switches);
            const Arrays around = expected_from(kind_, probe, set.switches);
            for (const auto& [name, yours] : answer.yours) {
                const double change = share_off(around.at(name), expected.at(name));
                const double off = share_off(yours, expected.at(name));
                const bool is_exact = off < least * unit && change > 1e-5;
                if (is_exact || off > most * std::max(change, unit)) return false;
            }
        }
        return true;
    }

    std::vector<std::string> names_of(const MistakeSet& set) const {
        std::vector<std::string> names;
        for (const std::size_t m : set.members) names.push_back(mistakes_[m].name);
        return names;
    }

    Finding finding_of(std::size_t m) const {
        const Mistake& mistake = mistakes_[m];
        return {.name = mistake.name,
                .sentence = sentence_of(mistake, where(mistake)),
                .chapter = mistake.chapter,
                .number = mistake.number,
                .seen = mistake.seen,
                .level = mistake.level};
    }

    /// The findings of all branches once, and where one is not in all of them, in which.
    void name_findings(const Findings& found) {
        std::map<std::size_t, std::string> branch_of;
        for (const auto& [value, sets] : found.by_value) {
            for (const std::size_t m : sets.front().members) {
                branch_of[m] += (branch_of[m].empty() ? "" : " or ") + value;
            }
            for (std::size_t s = 1; s < sets.size(); ++s) {
                if (names_of(sets[s]) == names_of(sets[0])) continue;
                diagnosis_.alternatives.emplace_back();
                for (const std::size_t m : sets[s].members) {
                    diagnosis_.alternatives.back().push_back(finding_of(m));
                }
            }
        }
        for (const auto& [m, branch] : branch_of) {
            diagnosis_.findings.push_back(finding_of(m));
            if (found.is_everywhere(m)) continue;
            diagnosis_.findings.back().sentence +=
                " Only where " + found.setting + " = " + branch + ".";
        }
        ask_about_masks();
        if (has_few_digits_) {
            diagnosis_.hints.push_back(
                "The numbers are right to " +
                short_number(digits_of(found.by_value.begin()->second.front())) +
                " only, edges left out: no answer is exact, each is off as by rounded inputs, and "
                "all numbers fit into 32 bits, as in half precision (bfloat16, float16) or TF32.");
        }
    }

    /// How far the answers are from what the set gives: the middle of them.
    double digits_of(const MistakeSet& set) const {
        std::vector<double> distances;
        for (const Answered& answer : answers_) {
            if (!answer.probe.is_near_1()) continue;
            distances.push_back(
                distance(answer.yours, expected_from(kind_, answer.probe, set.switches)));
        }
        std::sort(distances.begin(), distances.end());
        return distances.empty() ? 1 : distances[distances.size() / 2];
    }

    /// A mask that is read the other way round is more often the adapter's than the program's.
    void ask_about_masks() {
        const bool inverted = std::any_of(
            diagnosis_.findings.begin(), diagnosis_.findings.end(), [](const Finding& f) {
                return f.name != "causal_inverted" &&
                       f.name.find("_inverted") != std::string::npos;
            });
        if (!inverted) return;
        diagnosis_.hints.push_back(
            "First ask how your adapter hands the mask over: here a 1 means that a key may be "
            "attended to. If your program takes it the other way round, turn it round in the "
            "adapter, and ask again.");
    }

    /// Of several outputs, which are right: where no known mistake explains them.
    void say_which_outputs_are_right() {
        std::map<std::string, bool> is_right;
        for (const Answered& answer : answers_) {
            const Arrays& right = answer.right;
            for (const auto& [name, array] : answer.yours) {
                const bool fits = distance(array, right.at(name)) <= tolerance_;
                is_right[name] = fits && (!is_right.contains(name) || is_right[name]);
            }
        }
        std::vector<std::string> right, wrong;
        for (const auto& [name, fits] : is_right) (fits ? right : wrong).push_back(name);
        if (is_right.size() < 2) return;
        diagnosis_.hints.push_back(
            "Right in every probe: " + (right.empty() ? "none" : joined(right, ", ")) +
            ". Wrong: " + joined(wrong, ", ") + ".");
        if (is_right.contains("output") && !is_right["output"]) {
            diagnosis_.hints.push_back(
                "The output is wrong already, and its slopes cannot be right: ask about " +
                kind_.name.substr(0, kind_.name.find("_grad")) + " first.");
        }
    }

    /// Settings, such as n_heads = 1, that part the right answers from the wrong ones.
    void say_where_it_is_right() {
        std::map<std::string, std::set<std::string>> right, wrong;
        std::size_t n_right = 0;
        std::string left_out = "edges";
        for (const Answered& answer : answers_) {
            const std::string& stage = answer.probe.stage;
            if (stage == "silent") left_out = "edges and silent parts";
            if (stage == "edge" || stage == "silent" || !answer.probe.same_as.empty()) {
                continue;
            }
            const bool fits = distance(answer.yours, answer.right) <=
                              tolerance_at(answer.probe, tolerance_);
            n_right += fits;
            for (const auto& [key, value] : answer.probe.settings) {
                (fits ? right : wrong)[key].insert(value);
            }
        }
        if (n_right < 2) return;  // one differs from the others in much by chance
        for (const auto& [key, values] : right) {
            const std::set<std::string>& others = wrong[key];
            const bool parts =
                !others.empty() &&
                std::none_of(values.begin(), values.end(), [&](const std::string& value) {
                    return others.contains(value);
                });
            if (!parts) continue;
            diagnosis_.hints.push_back("Right in every probe with " + key + " = " +
                                       joined(values, " or ") + ", and in none with " +
                                       joined(others, " or ") + " (" + left_out +
                                       " left out).");
            return;  // another that parts them as well would say it twice
        }
    }

    /// The first answered probe in which a mistake shows.
    const Probe& where(const Mistake& mistake) const {
        for (const Answered& answer : answers_) {
            const Arrays wrong =
                only(expected_from(kind_, answer.probe, mistake.switches), answer.yours);
            if (wrong.empty()) continue;
            if (distance(wrong, answer.right) > tolerance_) {
                return answer.probe;
            }
        }
        return answers_.front().probe;
    }

    bool is_accepted(const Finding& finding) const {
        return finding.level == Level::harmless ||
               std::count(options_.accept.begin(), options_.accept.end(), finding.name) > 0;
    }

    bool every_finding_is(std::initializer_list<Level> levels) const {
        for (const Finding& finding : diagnosis_.findings) {
            if (is_accepted(finding)) continue;
            if (std::count(levels.begin(), levels.end(), finding.level) == 0) return false;
        }
        return true;
    }

    void decide() {
        diagnosis_.verdict = Verdict::wrong;
        if (!diagnosis_.unexplained.empty()) return;
        if (has_few_digits_ && every_finding_is({})) {
            diagnosis_.verdict = Verdict::right_to_few_digits;
        } else if (every_finding_is({})) {
            diagnosis_.verdict = Verdict::right;
        } else if (every_finding_is({Level::edge})) {
            diagnosis_.verdict = Verdict::right_but_at_the_edges;
        } else if (every_finding_is({Level::edge, Level::convention})) {
            diagnosis_.verdict = Verdict::another_convention;
        }
    }

    void find_what_is_out_of_sight() {
        const bool is_all =
            diagnosis_.skipped.empty() && diagnosis_.troubles.empty() &&
            std::all_of(answers_.begin(), answers_.end(), [&](const Answered& answer) {
                return answer.yours.size() == answer.right.size();
            });
        if (is_all) return;
        for (const Mistake& mistake : mistakes_) {
            const bool shows =
                std::any_of(answers_.begin(), answers_.end(), [&](const Answered& answer) {
                    const Arrays all = expected_from(kind_, answer.probe, mistake.switches);
                    const Arrays wrong = only(all, answer.yours);
                    return all.empty() || distance(wrong, answer.right) > tolerance_;
                });
            if (!shows) diagnosis_.out_of_sight.push_back(mistake.name);
        }
    }

    const Kind& kind_;
    const Command& command_;
    const Options& options_;
    std::vector<Mistake> mistakes_;  // and those that were solved for
    const std::vector<Probe>& probes_;
    std::vector<Answered> answers_ = {};
    std::vector<Answered> offsets_ = {};  // about rows far from 0
    double tolerance_ = tolerance::float32;
    double worst_ = 0;
    bool are_all_right_ = false;
    bool has_few_digits_ = false;
    Diagnosis diagnosis_ = {};
};

}  // namespace

std::vector<std::string> kinds() {
    std::vector<std::string> names;
    for (const Kind& kind : all_kinds()) names.push_back(kind.name);
    return names;
}

std::vector<Probe> probes(const std::string& kind) {
    return kind_named(kind).probes;
}

std::vector<std::string> mistakes(const std::string& kind) {
    std::vector<std::string> names;
    const Kind& of = kind_named(kind);
    for (const Mistake& mistake : of.mistakes) {
        if (names.empty() || names.back() != mistake.name) names.push_back(mistake.name);
    }
    for (const std::string& name : solvable(of)) {
        if (names.back() != name) names.push_back(name);
    }
    const bool is_asked_twice =
        std::any_of(of.probes.begin(), of.probes.end(),
                    [](const Probe& probe) { return !probe.same_as.empty(); });
    if (is_asked_twice) names.push_back("dropout_on");
    const bool is_asked_far_from_0 =
        std::any_of(of.probes.begin(), of.probes.end(),
                    [](const Probe& probe) { return probe.stage == "offset"; });
    if (is_asked_far_from_0) names.push_back(lost_digits.name);
    if (kind == "encoder_layer") names.push_back(padded_rows_zero.name);
    return names;
}

Diagnosis examine(const std::string& kind, const Command& command, const Options& options) {
    return Examination(kind_named(kind), command, options).run();
}

}  // namespace attn::doctor
