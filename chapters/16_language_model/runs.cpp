#include "chapters/16_language_model/16_language_model.hpp"
#include "chapters/printing/recording.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch16 {
namespace {

std::string recorded(const std::string& file) {
    return read_whole_file(chapters_folder() / "16_language_model" / file);
}

End end_of(const Outcome& answer, const Outcome& everything) {
    End end{answer.plan.seed, make_up(everything.model, everything.rows, {}, 100), {}};
    for (const WrongPlace& wrong : wrong_places())
        end.right.push_back(right_at_places(answer.model, answer.rows.unseen, wrong.place));
    return end;
}

}  // namespace

const std::vector<WrongPlace>& wrong_places() {
    static const std::vector<WrongPlace> all{
        {"its own", [](std::size_t i, std::size_t) { return i; }},
        {"one too far", [](std::size_t i, std::size_t) { return i + 1; }},
        {"from 0 again", [](std::size_t i, std::size_t n) { return i - n; }},
        {"always 0", [](std::size_t, std::size_t) { return std::size_t{0}; }}};
    return all;
}

Runs measure_runs(const std::function<void(const std::string&)>& progress) {
    constexpr std::size_t every = 20;
    Runs runs;
    std::vector<Curve>& curves = runs.curves;
    const std::vector<Merge> merges = first_merges(all_merges(true), stems_and_particles);
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        progress("seed " + std::to_string(seed));
        const Outcome answer = learn({.seed = seed, .every = every}),
                      everything =
                          learn({.seed = seed, .pays_for_prompt = true, .every = every});
        curves.push_back({"answer", seed, every, answer.scores});
        curves.push_back({"everything", seed, every, everything.scores});
        runs.ends.push_back(end_of(answer, everything));
        const Outcome eight = learn({.seed = seed, .n_shown = 8, .every = every});
        curves.push_back({"eight", seed, every, eight.scores});
        curves.push_back({"eight/shown", seed, every, eight.shown_scores});
        for (const bool order : {true, false}) {
            ch14::Plan plan{.seed = seed, .every = every};
            plan.design.source_has_positions = order;
            const ch14::Outcome outcome =
                learn_pieces(people_in_pieces(merges, seed), plan);
            curves.push_back(
                {order ? "pieces/order" : "pieces/no_order", seed, every, outcome.scores});
        }
    }
    return runs;
}

std::string ends_text(const std::vector<End>& ends) {
    std::string text =
        "# Of 100 rows that a seed's model makes up: how many are Korean of the grammar, are\n"
        "# translated right, were never shown, and are different. Then how many unseen rows\n"
        "# come out right with written words at their own place, one too far, from 0 again,\n"
        "# and always 0. Written by: 16_language_model --record FOLDER\n";
    for (const End& end : ends) {
        const MadeUp& made = end.made_up;
        text += "seed " + std::to_string(end.seed) + " made_up";
        for (const std::size_t n :
             {made.n_korean, made.n_right, made.n_new, made.n_different})
            text += " " + std::to_string(n);
        text += " right";
        for (const std::size_t n : end.right) text += " " + std::to_string(n);
        text += "\n";
    }
    return text;
}

std::vector<End> read_ends(const std::string& text) {
    std::vector<End> ends;
    for (RecordedLine& line :
         recorded_lines(text, "seed N made_up N N N N right N N N N")) {
        End end;
        end.seed = line.after("seed").whole();
        end.made_up.n_korean = line.after("made_up").whole();
        end.made_up.n_right = line.whole();
        end.made_up.n_new = line.whole();
        end.made_up.n_different = line.whole();
        line.after("right");
        for (std::size_t i = 0; i < wrong_places().size(); ++i)
            end.right.push_back(line.whole());
        line.require(line.is_at_end());
        ends.push_back(end);
    }
    return ends;
}

std::vector<Curve> runs_of(const std::string& kind) {
    static const std::vector<Curve> all = read_curves(recorded("runs.txt"));
    return curves_of(all, kind);
}

const std::vector<End>& book_ends() {
    static const std::vector<End> all = read_ends(recorded("ends.txt"));
    return all;
}

}  // namespace attn::chapters::ch16
