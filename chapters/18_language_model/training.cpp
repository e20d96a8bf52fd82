#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "attn/learning/loss.hpp"
#include "attn/sampling.hpp"
#include "chapters/18_language_model/18_language_model.hpp"
#include "chapters/training/batches.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch18 {
namespace {

constexpr std::size_t n_wishes_shown = 288;

}  // namespace

Gpt random_gpt(std::size_t n_words, std::uint64_t seed) {
    Random generator(seed);
    const TransformerConfig config{.d_model = 32,
                                   .n_heads = 4,
                                   .d_ff = 64,
                                   .n_layers = 1,
                                   .placement = NormPlacement::pre,
                                   .has_final_norm = true};
    Gpt model;
    model.words = random_embedding(n_words, config.d_model, generator);
    model.layers = random_encoder(config, generator);
    model.to_logits = random_linear(config.d_model, n_words, generator);
    return model;
}

Parameters parameters(Gpt& model) {
    return attn::parameters(model.words, "words.") +
           attn::parameters(model.layers, "layers.") +
           attn::parameters(model.to_logits, "to_logits.");
}

Ids prompt_of(const Row& row) {
    return {row.ids.begin(), row.ids.begin() + static_cast<std::ptrdiff_t>(row.n_prompt)};
}

double loss_of(const Gpt& model, std::span<const Row> rows, const Targets& targets) {
    double loss = 0;
    for (const Row& row : rows) {
        const Ids ids(row.ids.begin(), row.ids.end() - 1);
        loss += cross_entropy(model.forward(ids), targets_of(row, targets));
    }
    return loss / static_cast<double>(rows.size());
}

Score score_of(const Gpt& model, std::span<const Row> rows) {
    Score score{.loss = loss_of(model, rows)};
    for (const Row& row : rows) {
        if (continued(model, prompt_of(row), greedy) == row.ids) ++score.right;
    }
    return score;
}

Trained learn_from(Rows rows, const Plan& plan, const Targets& targets,
                   const Onlooker<Gpt>& onlooker, const Gpt* first) {
    Trained trained;
    trained.targets = targets;
    trained.rows = std::move(rows);
    const std::vector<Row>& shown = trained.rows.shown;
    const std::size_t n_batch = std::min<std::size_t>(32, shown.size());
    if (n_batch == 0 || shown.size() % n_batch != 0) {
        throw std::invalid_argument("learn: n_shown is " + std::to_string(shown.size()) +
                                    "; it must be 1 to 32, or a multiple of 32");
    }
    const bool are_few = shown.size() < n_wishes_shown;
    Random generator(plan.seed + 4000);
    const auto slopes = [&](const Gpt& model, const std::vector<Row>& batch,
                            Gpt& gradient) {
        return loss_and_slopes(model, batch, targets, gradient);
    };
    const auto ask = [&](const Gpt& model) {
        if (are_few) trained.shown_scores.push_back(score_of(model, shown));
        return score_of(model, trained.rows.unseen);
    };
    static_cast<Outcome<Gpt>&>(trained) = chapters::learn(
        plan, first ? *first : random_gpt(trained.rows.words.size(), plan.seed),
        batches_of(shown, n_batch, plan.steps, generator), slopes, ask, onlooker);
    return trained;
}

Trained learn(const Plan& plan, const Targets& targets, std::size_t n_shown,
              const Onlooker<Gpt>& onlooker, const Gpt* first) {
    Rows rows = wishes_in_rows(plan.seed);
    if (n_shown > rows.shown.size()) {
        throw std::invalid_argument("learn: n_shown is " + std::to_string(n_shown) +
                                    "; there are " + std::to_string(rows.shown.size()));
    }
    rows.shown.resize(n_shown);
    return learn_from(std::move(rows), plan, targets, onlooker, first);
}

const std::vector<WrongPlace>& wrong_places() {
    static const std::vector<WrongPlace> all{
        {"its own", [](std::size_t i, std::size_t) { return i; }},
        {"one too far", [](std::size_t i, std::size_t) { return i + 1; }},
        {"from 0 again", [](std::size_t i, std::size_t n) { return i - n; }},
        {"always 0", [](std::size_t, std::size_t) { return std::size_t{0}; }}};
    return all;
}

std::size_t right_at_places(
    const Gpt& model, std::span<const Row> rows,
    const std::function<std::size_t(std::size_t i, std::size_t n)>& place) {
    std::size_t n_right = 0;
    for (const Row& row : rows) {
        Ids ids = prompt_of(row), places;
        while (ids.size() < row.ids.size()) {
            while (places.size() < ids.size()) {
                const std::size_t i = places.size();
                places.push_back(i < row.n_prompt ? i : place(i, row.n_prompt));
            }
            const Matrix logits = model.forward(ids, places);
            ids.push_back(greedy(logits.row(ids.size() - 1)));
        }
        if (ids == row.ids) ++n_right;
    }
    return n_right;
}

std::vector<double> Sampling::probabilities(std::span<const double> logits) const {
    return top_p(top_k(at_temperature(logits, temperature), k), p);
}

Ids made_up(const Gpt& model, const Sampling& sampling, Random& generator) {
    const auto choose = [&](std::span<const double> logits) {
        return draw(sampling.probabilities(logits), generator);
    };
    return continued(model, continued(model, {begin_id}, choose), choose);
}

MadeUp make_up(const Gpt& model, const Rows& rows, const Sampling& sampling,
               std::size_t n) {
    std::map<Ids, Ids> shown, unseen;  // from the Korean to the whole row
    for (const Row& row : rows.shown) shown[prompt_of(row)] = row.ids;
    for (const Row& row : rows.unseen) unseen[prompt_of(row)] = row.ids;
    Random generator(1);
    std::set<Ids> different;
    MadeUp made;
    for (std::size_t i = 0; i < n; ++i) {
        const Ids ids = made_up(model, sampling, generator);
        different.insert(ids);
        const auto end = std::ranges::find(ids, end_id);
        const Ids korean(ids.begin(), end == ids.end() ? end : end + 1);
        for (const auto* side : {&shown, &unseen}) {
            const auto found = side->find(korean);
            if (found == side->end()) continue;
            ++made.n_korean;
            if (found->second != ids) continue;
            ++made.n_right;
            if (side == &unseen) ++made.n_new;
        }
    }
    made.n_different = different.size();
    return made;
}

}  // namespace attn::chapters::ch18
