#include <algorithm>
#include <cmath>

#include "attn/learning/loss.hpp"
#include "chapters/16_language_model/16_language_model.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch16 {
namespace {

std::string from_to(std::size_t least, std::size_t most) {
    return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

/// The least and the most right after the last step.
std::string right_of(const std::vector<Curve>& curves) {
    std::vector<std::size_t> right;
    for (const Curve& curve : curves) right.push_back(curve.scores.back().right);
    return from_to(std::ranges::min(right), std::ranges::max(right));
}

std::string of(std::size_t some, std::size_t all) {
    return std::to_string(some) + " of " + std::to_string(all);
}

std::string perplexity_text(double loss) {
    return number_text(std::exp(loss), 2);
}

}  // namespace

std::vector<Labels> table_of_targets(const Rows& rows, const Row& row) {
    const Ids answer = targets_of(row, {}),
              everything = targets_of(row, {.pays_for_prompt = true});
    std::vector<Labels> lines{{"given", "next", "the answer", "everything"}};
    for (std::size_t i = 0; i < answer.size(); ++i) {
        lines.push_back({rows.words[row.ids[i]], rows.words[row.ids[i + 1]],
                         answer[i] == no_target ? "" : "paid",
                         everything[i] == no_target ? "" : "paid"});
    }
    return lines;
}

std::vector<Labels> table_of_steps(const Outcome& outcome) {
    std::vector<Labels> lines{{"step", "loss", "perplexity", "right"}};
    for (const Score& score : outcome.scores) {
        lines.push_back({std::to_string(score.step), number_text(score.loss, 4),
                         perplexity_text(score.loss),
                         of(score.right, outcome.rows.unseen.size())});
    }
    return lines;
}

std::vector<Labels> table_of_paying() {
    const std::size_t n = wishes_in_rows(1).unseen.size();
    std::vector<Labels> lines{
        {"20 seeds", "all right", "right", "half right at step", "all right at step"}};
    for (const std::string kind : {"answer", "everything"}) {
        std::vector<std::size_t> half, all;
        std::size_t n_all = 0;
        for (const Curve& curve : runs_of(kind)) {
            const auto first_with = [&](std::size_t some) {
                const auto found = std::ranges::find_if(
                    curve.scores, [&](const Score& score) { return score.right >= some; });
                return static_cast<std::size_t>(found - curve.scores.begin()) * curve.every;
            };
            half.push_back(first_with(n / 2));
            if (first_with(n) < curve.scores.size() * curve.every)
                all.push_back(first_with(n));
            if (curve.scores.back().right == n) ++n_all;
        }
        lines.push_back({"paid for the " + kind, std::to_string(n_all),
                         right_of(runs_of(kind)),
                         from_to(std::ranges::min(half), std::ranges::max(half)),
                         from_to(std::ranges::min(all), std::ranges::max(all))});
    }
    lines[2][0] = "paid for everything";
    return lines;
}

std::vector<Labels> table_of_losses(const Outcome& answer, const Outcome& everything) {
    const std::vector<Row>& unseen = answer.rows.unseen;
    std::vector<Labels> lines{
        {"unseen, this seed", "answers", "perplexity", "rows", "perplexity"}};
    const auto add = [&](const std::string& name, const Gpt& model) {
        const double answers = loss_of(model, unseen),
                     rows = loss_of(model, unseen, {.pays_for_prompt = true});
        lines.push_back({name, number_text(answers, 4), perplexity_text(answers),
                         number_text(rows, 4), perplexity_text(rows)});
    };
    add("untrained", random_gpt(answer.rows.words.size(), answer.plan.seed));
    add("paid for the answer", answer.model);
    add("paid for everything", everything.model);
    return lines;
}

std::vector<Labels> table_of_choices(std::span<const double> logits, const Words& words) {
    const std::vector<std::pair<std::string, Sampling>> ways{
        {"p", {}},
        {"temperature 0.5", {.temperature = 0.5}},
        {"temperature 2", {.temperature = 2}},
        {"top-k 3", {.k = 3}},
        {"top-p 0.95", {.p = 0.95}}};
    std::vector<Labels> lines{{"next"}};
    for (const auto& [name, way] : ways) lines[0].push_back(name);
    std::vector<double> left = Sampling{}.probabilities(logits);
    for (int n = 0; n < 6; ++n) {
        const std::size_t id = argmax(left);
        lines.push_back({words[id]});
        for (const auto& [name, way] : ways)
            lines.back().push_back(number_text(way.probabilities(logits)[id], 4));
        left[id] = 0;
    }
    return lines;
}

std::vector<Labels> table_of_made_up(const Outcome& answer, const Outcome& everything,
                                     const Sampling& own) {
    constexpr std::size_t n = 100;
    std::vector<Labels> lines{{"of " + std::to_string(n) + " rows", "Korean",
                               "and its English", "never shown", "different"}};
    const auto add = [&](const std::string& name, const Outcome& outcome,
                         const Sampling& sampling) {
        const MadeUp made = make_up(outcome.model, outcome.rows, sampling, n);
        lines.push_back({name, std::to_string(made.n_korean), std::to_string(made.n_right),
                         std::to_string(made.n_new), std::to_string(made.n_different)});
    };
    add("temperature 0.5", everything, {.temperature = 0.5});
    add("temperature 1", everything, {});
    add("temperature 2", everything, {.temperature = 2});
    add("temperature 2, top-k 6", everything, {.temperature = 2, .k = 6});
    add("temperature 2, top-p 0.8", everything, {.temperature = 2, .p = 0.8});
    add("as the knobs say", everything, own);
    add("the same, paid for the answer", answer, own);
    const auto range = [](std::size_t MadeUp::*count) {
        std::vector<std::size_t> counts;
        for (const End& end : book_ends()) counts.push_back(end.made_up.*count);
        return from_to(std::ranges::min(counts), std::ranges::max(counts));
    };
    lines.push_back({"temperature 1, 20 seeds", range(&MadeUp::n_korean),
                     range(&MadeUp::n_right), range(&MadeUp::n_new),
                     range(&MadeUp::n_different)});
    return lines;
}

std::vector<Labels> table_of_few(const Outcome& few) {
    std::vector<Labels> lines{{"step", "shown", "right", "unseen", "right"}};
    for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 10U, 15U}) {
        if (i >= few.scores.size()) break;
        const Score &shown = few.shown_scores.at(i), &unseen = few.scores[i];
        lines.push_back({std::to_string(unseen.step), number_text(shown.loss, 4),
                         of(shown.right, few.rows.shown.size()),
                         number_text(unseen.loss, 4),
                         of(unseen.right, few.rows.unseen.size())});
    }
    return lines;
}

std::string text_of_overfitting() {
    std::size_t n_worse = 0;
    std::vector<std::size_t> best;
    for (const Curve& curve : runs_of("eight")) {
        const auto least = std::ranges::min_element(curve.scores, {}, &Score::loss);
        best.push_back(static_cast<std::size_t>(least - curve.scores.begin()) *
                       curve.every);
        if (curve.scores.back().loss > least->loss) ++n_worse;
    }
    return "Eight pairs, 20 seeds: the unseen loss is least at step " +
           from_to(std::ranges::min(best), std::ranges::max(best)) +
           ", and higher at the end in " + std::to_string(n_worse) + ".";
}

std::vector<Labels> table_of_cuts(const std::vector<std::size_t>& n_merges) {
    std::vector<Labels> lines{
        {"merges", "kinds", "pieces a sentence", "선생님은 학생을 알아"}};
    for (const std::size_t n : n_merges) {
        const std::vector<Merge> merges = first_merges(all_merges(true), n);
        const Cut cut = cut_by(merges, true);
        lines.push_back({std::to_string(n), std::to_string(cut.n_kinds),
                         number_text(static_cast<double>(cut.n_pieces) / 280, 2),
                         ch14::text_of(pieces_of({"선생님은", "학생을", "알아"}, merges))});
    }
    return lines;
}

std::vector<Labels> table_of_bounds() {
    const std::vector<Merge> korean = all_merges(true), english = all_merges(false);
    std::vector<Labels> lines{{"merges, at most right of 280", "Korean", "English"}};
    for (const std::size_t n : {0U, 11U, 12U, 14U, 16U, 18U, 20U, 22U, 51U}) {
        lines.push_back(
            {std::to_string(n),
             std::to_string(cut_by(first_merges(korean, n), true).most_right),
             std::to_string(cut_by(first_merges(english, n), false).most_right)});
    }
    return lines;
}

std::vector<Labels> table_of_pieces() {
    const std::vector<Merge> merges = first_merges(all_merges(true), stems_and_particles);
    std::vector<std::size_t> bounds;
    std::size_t n_above = 0, n_reached = 0;
    for (const Curve& curve : runs_of("pieces/no_order")) {
        bounds.push_back(most_right_as_bags(people_in_pieces(merges, curve.seed).unseen));
        if (curve.scores.back().right > bounds.back()) ++n_above;
        if (curve.scores.back().right == bounds.back()) ++n_reached;
    }
    const auto words = [](ch14::TaskName task, const std::string& design) {
        return right_of(ch14::curves_of(task, design));
    };
    using enum ch14::TaskName;
    return {{"right of 56, 20 seeds", "with order", "without", "at most"},
            {"Korean, words", words(people_to_english, "whole"),
             words(people_to_english, "no_order"), "56"},
            {"English, words", words(people_to_korean, "whole"),
             words(people_to_korean, "no_order"), "50"},
            {"Korean, stems and particles", right_of(runs_of("pieces/order")),
             right_of(runs_of("pieces/no_order")),
             from_to(std::ranges::min(bounds), std::ranges::max(bounds))},
            {"seeds at the most that their 56 allow", "", std::to_string(n_reached), ""},
            {"seeds above it", "", std::to_string(n_above), ""}};
}

std::vector<Labels> table_of_mistakes(
    const std::vector<std::pair<std::string, const Outcome*>>& models) {
    std::vector<Labels> lines{{"", "steps", "its own loss", "right"}};
    for (const auto& [name, model] : models) {
        const std::vector<Row>& unseen = model->rows.unseen;
        lines.push_back({name, std::to_string(model->losses.size()),
                         number_text(loss_of(model->model, unseen, model->plan), 4),
                         of(score_of(model->model, unseen).right, unseen.size())});
    }
    return lines;
}

std::vector<Labels> table_of_places(const Outcome& answer) {
    std::vector<Labels> lines{
        {"the place of a written word", "right", "20 seeds", "all right"}};
    const std::vector<Row>& unseen = answer.rows.unseen;
    for (std::size_t i = 0; i < wrong_places().size(); ++i) {
        const WrongPlace& wrong = wrong_places()[i];
        std::vector<std::size_t> right;
        for (const End& end : book_ends()) right.push_back(end.right.at(i));
        lines.push_back(
            {wrong.words,
             of(right_at_places(answer.model, unseen, wrong.place), unseen.size()),
             from_to(std::ranges::min(right), std::ranges::max(right)),
             std::to_string(std::ranges::count(right, unseen.size()))});
    }
    return lines;
}

double loss_of_all_alike() {
    const Rows rows = wishes_in_rows(1);
    const auto n = static_cast<double>(rows.shown.size() + rows.unseen.size());
    double loss = 0;
    for (const auto* side : {&rows.shown, &rows.unseen}) {
        for (const Row& row : *side)
            loss += std::log(n) / static_cast<double>(row.ids.size() - 1) / n;
    }
    return loss;
}

}  // namespace attn::chapters::ch16
