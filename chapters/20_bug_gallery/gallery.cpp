#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn::chapters::ch20 {

std::vector<Verdict> Exhibit::caught() const {
    std::vector<Verdict> broken;
    for (const Verdict& verdict : verdicts)
        if (verdict.of_wrong) broken.push_back(verdict);
    return broken;
}

Counterexample Exhibit::evidence() const {
    for (const Verdict& verdict : verdicts) {
        if (verdict.property == words.caught_by) return verdict.of_wrong;
    }
    throw std::out_of_range(words.name + ": there is no property “" + words.caught_by +
                            "”");
}

std::vector<Family> families() {
    return {softmax_and_scale(), masks(),     heads(),
            positions(),         sublayers(), dropout_and_blocks()};
}

Labels exhibit_names() {
    Labels names;
    for (const mistakes::Mutant& mutant : mistakes::mutants()) names.push_back(mutant.name);
    return names;
}

bool has_own_figure(const std::string& name) {
    const Labels without{"scale_model", "scale_twice",     "no_scale",
                         "running_max", "epsilon_outside", "gelu_kind"};
    return std::ranges::find(without, name) == without.end();
}

Exhibit exhibit(const std::string& name) {
    const Labels names = exhibit_names();
    auto place = names.begin();
    for (const Family& family : families()) {
        for (const ExhibitBuilder build : family.exhibits)
            if (*place++ == name) return build();
    }
    throw std::out_of_range("there is no exhibit " + name);
}

std::vector<Exhibit> all_exhibits() {
    std::vector<Exhibit> exhibits;
    for (const std::string& name : exhibit_names()) exhibits.push_back(exhibit(name));
    return exhibits;
}

std::size_t count_with_weights(const std::vector<Exhibit>& exhibits) {
    return static_cast<std::size_t>(std::ranges::count_if(
        exhibits, [](const Exhibit& e) { return e.checks.sums.has_value(); }));
}

std::size_t count_of_unseen(const std::vector<Exhibit>& exhibits) {
    return static_cast<std::size_t>(std::ranges::count_if(
        exhibits, [](const Exhibit& e) { return e.checks.sums.value_or(false); }));
}

}  // namespace attn::chapters::ch20
