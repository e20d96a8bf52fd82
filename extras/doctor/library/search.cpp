#include "doctor/library/steps.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "doctor/library/compare.hpp"

namespace attn::doctor {
namespace {

constexpr std::size_t most_sets_kept = 40;

bool has_mask(const Probe& probe) {
    return probe.setting("causal") == "1" || probe.has("mask") || probe.has("padding") ||
           probe.has("memory_padding");
}

bool is_before_masks(const std::string& stage) {
    return stage == "silent" || stage == "one head" || stage == "plain" ||
           stage == "bias" || stage == "cross";
}

bool has_a_finite_number(const Arrays& arrays) {
    for (const auto& [name, array] : arrays) {
        for (const double value : array.values) {
            if (std::isfinite(value)) return true;
        }
    }
    return false;
}

std::size_t input_size(const Probe& probe) {
    std::size_t n = 0;
    for (const auto& [name, array] : probe.arrays) n += array.values.size();
    return n;
}

/// The answers of one stage, smallest first, because most sets fail at the first.
std::vector<Answered> of_stage(const std::vector<Answered>& answers,
                               const std::string& stage) {
    std::vector<Answered> found;
    for (const Answered& answer : answers) {
        if (answer.probe.stage == stage) found.push_back(answer);
    }
    std::stable_sort(found.begin(), found.end(), [](const Answered& a, const Answered& b) {
        return input_size(a.probe) < input_size(b.probe);
    });
    return found;
}

/// The stages of probes, in the order in which they are explained: with one head a wrong split
/// does not show, so that fewer mistakes have to be looked for at once.
const std::vector<std::string>& stages() {
    static const std::vector<std::string> all = {"silent", "one head", "plain",  "bias",
                                                 "cross",  "causal",   "corner", "padding",
                                                 "both",   "long",     "edge"};
    return all;
}

/// Whether these switches give every answer.
bool fits(const Kind& kind, const Switches& switches, const std::vector<Answered>& answers,
          double tolerance) {
    // A NaN everywhere is evidence for nothing.
    const auto is_finite = [](const Answered& a) { return has_a_finite_number(a.yours); };
    if (std::none_of(answers.begin(), answers.end(), is_finite)) return answers.empty();
    return std::all_of(answers.begin(), answers.end(), [&](const Answered& answer) {
        if (is_before_masks(answer.probe.stage) && !has_mask(answer.probe) &&
            !is_finite(answer)) {
            return false;
        }
        const Arrays expected = expected_from(kind, answer.probe, switches);
        return !expected.empty() &&
               distance(answer.yours, expected) <= tolerance_at(answer.probe, tolerance);
    });
}

class Search {
public:
    Search(const Kind& kind, const std::vector<Mistake>& mistakes, SearchLimits limits)
        : kind_(kind), mistakes_(mistakes), limits_(limits) {}

    /// The smallest sets that give all these answers: a base and so many more mistakes, which are drawn
    /// from its pool; none when there are none.
    std::vector<MistakeSet> smallest(const std::vector<MistakeSet>& bases,
                                     const std::vector<std::vector<std::size_t>>& pools,
                                     const std::vector<Answered>& answers,
                                     std::size_t least, std::size_t most) {
        for (std::size_t size = least; size <= most; ++size) {
            found_.clear();
            seen_.clear();
            for (std::size_t b = 0; b < bases.size() && !is_late(); ++b) {
                extend(bases[b], pools[b], 0, size, answers);
            }
            if (!found_.empty()) return found_;
        }
        return {};
    }

    /// The mistakes that change something in these answers' probes when added to base.
    std::vector<std::size_t> that_show(const MistakeSet& base,
                                       const std::vector<Answered>& answers) const {
        std::vector<Arrays> before;
        for (const Answered& answer : answers) {
            before.push_back(
                only(expected_from(kind_, answer.probe, base.switches), answer.yours));
        }
        std::vector<std::size_t> pool;
        for (std::size_t m = 0; m < mistakes_.size(); ++m) {
            Switches both = base.switches;
            if (!put_together(both, mistakes_[m].switches)) continue;
            if (changes(before, both, answers)) pool.push_back(m);
        }
        return pool;
    }

    std::vector<std::size_t> all() const {
        std::vector<std::size_t> pool(mistakes_.size());
        for (std::size_t m = 0; m < pool.size(); ++m) pool[m] = m;
        return pool;
    }

    bool is_late() const { return std::chrono::steady_clock::now() > limits_.end; }
    std::size_t tried() const { return tried_; }

private:
    void extend(const MistakeSet& set, const std::vector<std::size_t>& pool,
                std::size_t first, std::size_t more, const std::vector<Answered>& answers) {
        if (more == 0) {
            try_out(set, answers);
            return;
        }
        for (std::size_t p = first; p + more <= pool.size(); ++p) {
            if (tried_ % 64 == 0 && is_late()) return;
            MistakeSet larger = set;
            if (!put_together(larger.switches, mistakes_[pool[p]].switches)) continue;
            larger.members.push_back(pool[p]);
            extend(larger, pool, p + 1, more - 1, answers);
        }
    }

    void try_out(MistakeSet set, const std::vector<Answered>& answers) {
        ++tried_;
        if (found_.size() >= most_sets_kept) return;
        if (!fits(kind_, set.switches, answers, limits_.tolerance)) return;
        std::sort(set.members.begin(), set.members.end());
        if (seen_.insert(set.members).second) found_.push_back(std::move(set));
    }

    bool changes(const std::vector<Arrays>& before, const Switches& after,
                 const std::vector<Answered>& answers) const {
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const Arrays with = expected_from(kind_, answers[i].probe, after);
            if (before[i].empty() || with.empty() ||
                distance(before[i], with) > limits_.tolerance)
                return true;
        }
        return false;
    }

    const Kind& kind_;
    const std::vector<Mistake>& mistakes_;
    SearchLimits limits_;
    std::size_t tried_ = 0;
    std::vector<MistakeSet> found_ = {};
    std::set<std::vector<std::size_t>> seen_ = {};
};

/// What a stage leaves: the bases that explain it, or none.
std::vector<MistakeSet> explain(Search& search, const std::vector<MistakeSet>& bases,
                                const std::vector<Answered>& now,
                                const std::vector<Answered>& so_far, std::size_t most) {
    const std::vector<std::vector<std::size_t>> all(bases.size(), search.all());
    std::vector<MistakeSet> found = search.smallest(bases, all, so_far, 0, 1);
    if (!found.empty() || most < 2) return found;
    std::vector<std::vector<std::size_t>> pools;
    for (const MistakeSet& base : bases) pools.push_back(search.that_show(base, now));
    found = search.smallest(bases, pools, so_far, 2, most);
    if (!found.empty()) return found;
    // A mistake may show only together with another: a finite fill, where a mask that is the
    // wrong way round leaves a row nothing.
    return search.smallest(bases, all, so_far, 2, 2);
}

/// The later stages of which an answer is not right.
void add_wrong_stages_after(const std::string& stage, const Kind& kind,
                            const std::vector<Answered>& answers, double tolerance,
                            SearchResult& result) {
    auto next = std::find(stages().begin(), stages().end(), stage) + 1;
    for (; next != stages().end(); ++next) {
        if (!fits(kind, {}, of_stage(answers, *next), tolerance)) {
            result.unexplained.push_back(*next);
        }
    }
}

std::vector<MistakeSet> smallest_in_size(std::vector<MistakeSet> sets) {
    std::size_t least = sets.empty() ? 0 : sets[0].members.size();
    for (const MistakeSet& set : sets) least = std::min(least, set.members.size());
    std::erase_if(sets, [&](const MistakeSet& set) { return set.members.size() > least; });
    return sets;
}

}  // namespace

SearchResult search(const Kind& kind, const std::vector<Mistake>& mistakes,
                    const std::vector<Answered>& answers, const SearchLimits& limits) {
    Search search(kind, mistakes, limits);
    SearchResult result{.sets = {MistakeSet{}}};
    std::vector<Answered> so_far;
    for (const std::string& stage : stages()) {
        const std::vector<Answered> now = of_stage(answers, stage);
        if (now.empty()) continue;
        std::vector<Answered> all = now;
        all.insert(all.end(), so_far.begin(), so_far.end());
        std::vector<MistakeSet> found =
            explain(search, result.sets, now, all, limits.most_at_once);
        if (found.empty() && !so_far.empty()) {  // the earlier stages may have misled
            found = search.smallest({MistakeSet{}}, {search.all()}, all, 0,
                                    std::min<std::size_t>(limits.most_at_once, 3));
        }
        if (found.empty()) {
            result.unexplained.push_back(stage);
            if (!is_before_masks(stage)) continue;
            add_wrong_stages_after(stage, kind, answers, limits.tolerance, result);
            break;  // what comes later cannot be explained
        }
        result.sets = smallest_in_size(std::move(found));
        so_far = std::move(all);
    }
    result.tried = search.tried();
    result.is_cut_short = search.is_late();
    return result;
}

}  // namespace attn::doctor
