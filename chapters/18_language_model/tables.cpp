#include <algorithm>
#include <cmath>

#include "attn/learning/loss.hpp"
#include "attn/sampling.hpp"
#include "chapters/18_language_model/18_language_model.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch18 {
namespace {

std::string of(std::size_t some, std::size_t all) {
    return std::to_string(some) + " of " + std::to_string(all);
}

std::string perplexity_text(double loss) {
    return number_text(std::exp(loss), 2);
}

}  // namespace

std::vector<Labels> table_of_targets(const Rows& rows, const Row& row) {
    const Ids answer = targets_of(row), everything = targets_of(row, {.with_prompt = true});
    std::vector<Labels> lines{{"given", "next", "the answer", "everything"}};
    for (std::size_t i = 0; i < answer.size(); ++i) {
        lines.push_back({rows.words[row.ids[i]], rows.words[row.ids[i + 1]],
                         answer[i] == no_target ? "" : "paid",
                         everything[i] == no_target ? "" : "paid"});
    }
    return lines;
}

std::vector<Labels> table_of_steps(const Trained& outcome) {
    std::vector<Labels> lines{{"step", "loss", "perplexity", "right"}};
    for (std::size_t i = 0; i < outcome.scores.size(); ++i) {
        const Score& score = outcome.scores[i];
        if (i % 3 != 0 && i + 1 != outcome.scores.size()) continue;
        lines.push_back({std::to_string(score.step), number_text(score.loss, 4),
                         perplexity_text(score.loss),
                         of(score.right, outcome.rows.unseen.size())});
    }
    return lines;
}

std::vector<Labels> table_of_losses(
    const std::vector<Row>& unseen,
    const std::vector<std::pair<std::string, const Gpt*>>& models) {
    std::vector<Labels> lines{{"loss of the unseen", "answers", "right", "rows"}};
    for (const auto& [name, model] : models) {
        const Score score = score_of(*model, unseen);
        lines.push_back({name, number_text(score.loss, 4), of(score.right, unseen.size()),
                         number_text(loss_of(*model, unseen, {.with_prompt = true}), 4)});
    }
    return lines;
}

std::vector<Labels> table_of_tuning(const Trained& writer, const Trained& tuned,
                                    const Trained& same) {
    const std::vector<Row>& unseen = writer.rows.unseen;
    std::vector<Labels> lines{{"unseen questions", "answered in English", "right"}};
    const auto add = [&](const std::string& name, const Gpt& model) {
        std::size_t n_english = 0;
        for (const Row& row : unseen) {
            const Ids ids = continued(model, prompt_of(row), greedy);
            const std::string& first = writer.rows.words[ids[row.n_prompt]];
            if (first[0] >= 'A' && first[0] <= 'z') ++n_english;
        }
        lines.push_back({name, of(n_english, unseen.size()),
                         of(score_of(model, unseen).right, unseen.size())});
    };
    add("the writer", writer.model);
    add("... then for answers", tuned.model);
    add("... then more of the same", same.model);
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

std::vector<Labels> table_of_made_up(const Trained& answer, const Trained& everything,
                                     const Sampling& own) {
    constexpr std::size_t n = 100;
    std::vector<Labels> lines{{"of " + std::to_string(n) + " rows", "proper Korean",
                               "and right English", "of these new"}};
    const auto add = [&](const std::string& name, const Trained& outcome,
                         const Sampling& sampling) {
        const MadeUp made = make_up(outcome.model, outcome.rows, sampling, n);
        lines.push_back({name, std::to_string(made.n_korean), std::to_string(made.n_right),
                         std::to_string(made.n_new)});
    };
    add("temperature 0.5", everything, {.temperature = 0.5});
    add("temperature 1", everything, {});
    add("temperature 2", everything, {.temperature = 2});
    add("temperature 2, top-k 6", everything, {.temperature = 2, .k = 6});
    add("temperature 2, top-p 0.8", everything, {.temperature = 2, .p = 0.8});
    const bool is_new = own.temperature != 1 || own.k < Sampling{}.k || own.p < 1;
    if (is_new) add("yours", everything, own);
    add("temperature 1, paid for answers", answer, {});
    return lines;
}

std::vector<Labels> table_of_few(const Trained& few) {
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

std::vector<Labels> table_of_cuts(const std::vector<std::size_t>& n_merges) {
    std::vector<Labels> lines{
        {"merges", "kinds", "pieces a sentence", "선생님은 학생을 알아"}};
    for (const std::size_t n : n_merges) {
        const std::vector<Merge> merges = first_merges(all_merges(), n);
        const Cut cut = cut_by(merges);
        lines.push_back({std::to_string(n), std::to_string(cut.n_kinds),
                         number_text(static_cast<double>(cut.n_pieces) / 280, 2),
                         ch16::text_of(pieces_of({"선생님은", "학생을", "알아"}, merges))});
    }
    return lines;
}

std::vector<Labels> table_of_mistakes(
    const std::vector<std::pair<std::string, const Trained*>>& models) {
    std::vector<Labels> lines{{"", "steps", "its own loss", "right"}};
    for (const auto& [name, model] : models) {
        const std::vector<Row>& unseen = model->rows.unseen;
        lines.push_back({name, std::to_string(model->losses.size()),
                         number_text(loss_of(model->model, unseen, model->targets), 4),
                         of(score_of(model->model, unseen).right, unseen.size())});
    }
    return lines;
}

std::vector<Labels> table_of_places(const Trained& answer) {
    std::vector<Labels> lines{{"the place of a written word", "right"}};
    const std::vector<Row>& unseen = answer.rows.unseen;
    for (const WrongPlace& wrong : wrong_places())
        lines.push_back({wrong.words, of(right_at_places(answer.model, unseen, wrong.place),
                                         unseen.size())});
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

}  // namespace attn::chapters::ch18
