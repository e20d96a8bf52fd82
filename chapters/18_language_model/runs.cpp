#include "chapters/18_language_model/18_language_model.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch18 {

std::vector<Curve> measure_runs(const std::function<void(const std::string&)>& progress) {
    constexpr std::size_t every = 20;
    std::vector<Curve> curves;
    const std::vector<Merge> merges = first_merges(all_merges(true), stems_and_particles);
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        progress("seed " + std::to_string(seed));
        for (const bool everything : {false, true}) {
            const Outcome outcome =
                learn({.seed = seed, .pays_for_prompt = everything, .every = every});
            curves.push_back(
                {everything ? "everything" : "answer", seed, every, outcome.scores});
        }
        const Outcome eight = learn({.seed = seed, .n_shown = 8, .every = every});
        curves.push_back({"eight", seed, every, eight.scores});
        curves.push_back({"eight/shown", seed, every, eight.shown_scores});
        for (const bool order : {true, false}) {
            ch16::Plan plan{.seed = seed, .every = every};
            plan.design.source_has_positions = order;
            const ch16::Outcome outcome =
                learn_pieces(people_in_pieces(merges, seed), plan);
            curves.push_back(
                {order ? "pieces/order" : "pieces/no_order", seed, every, outcome.scores});
        }
    }
    return curves;
}

std::vector<Curve> runs_of(const std::string& kind) {
    static const std::vector<Curve> all =
        read_curves(read_whole_file(chapters_folder() / "18_language_model" / "runs.txt"));
    return curves_of(all, kind);
}

}  // namespace attn::chapters::ch18
