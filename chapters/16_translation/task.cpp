#include "chapters/16_translation/task.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "attn/random.hpp"
#include "chapters/training/batches.hpp"

namespace attn::chapters::ch16 {
namespace {

void add_words(Words& vocabulary, const Words& sentence) {
    for (const std::string& word : sentence) {
        if (std::ranges::find(vocabulary, word) == vocabulary.end())
            vocabulary.push_back(word);
    }
}

}  // namespace

Task task_of(std::uint64_t seed, bool shows_going_to_the_sea) {
    Random generator(seed + 3000);  // the split does not depend on the first weights
    std::vector<Pair> pairs = wishes();
    Task task{{"<begin>", "<end>"}, {"<begin>", "<end>"}, {}, {}};
    for (const Pair& pair : pairs) {
        add_words(task.source_words, pair.korean);
        add_words(task.target_words, pair.english);
    }
    shuffle(pairs, generator);
    std::iter_swap(pairs.begin(), std::ranges::find(pairs, the_sentence()));
    if (!shows_going_to_the_sea) {
        std::stable_partition(pairs.begin(), pairs.end(), [](const Pair& pair) {
            return pair.korean[1] == "바다에" && pair.korean[2].starts_with("가");
        });
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        (i < pairs.size() / 5 ? task.unseen : task.shown)
            .push_back({ids_of(pairs[i].korean, task.source_words),
                        ids_of(pairs[i].english, task.target_words)});
    }
    return task;
}

Ids ids_of(const Words& sentence, const Words& vocabulary) {
    Ids ids;
    for (const std::string& word : sentence) {
        const auto found = std::ranges::find(vocabulary, word);
        if (found == vocabulary.end()) throw std::out_of_range("unknown word: " + word);
        ids.push_back(static_cast<std::size_t>(found - vocabulary.begin()));
    }
    ids.push_back(end_id);
    return ids;
}

Words words_of(const Ids& ids, const Words& vocabulary) {
    Words words;
    for (const std::size_t id : ids) {
        if (id != begin_id && id != end_id) words.push_back(vocabulary.at(id));
    }
    return words;
}

std::string word_of(std::size_t id, const Words& vocabulary) {
    return id == end_id ? "(end)" : vocabulary.at(id);
}

Ids shifted(const Ids& target) {
    Ids written{begin_id};
    written.insert(written.end(), target.begin(), target.end() - 1);
    return written;
}

std::vector<std::vector<Example>> batches_of(const Task& task, std::uint64_t seed,
                                             std::size_t steps) {
    Random generator(seed + 4000);
    std::vector<Example> order;
    std::vector<std::vector<Example>> batches(steps);
    for (std::vector<Example>& batch : batches) {
        while (batch.size() < batch_size) {
            if (order.empty()) {
                order = task.shown;
                shuffle(order, generator);
            }
            batch.push_back(order.back());
            order.pop_back();
        }
    }
    return batches;
}

double least_loss_without_reading(const Task& task) {
    // A sentence of n words costs -ln p / n. The mean is least where p is proportional to 1 / n.
    std::vector<double> shares;
    for (const auto* side : {&task.shown, &task.unseen}) {
        for (const Example& example : *side)
            shares.push_back(1 / static_cast<double>(example.target.size()));
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    double loss = 0;
    for (const double share : shares) loss += share * std::log(sum / share);
    return loss / static_cast<double>(shares.size());
}

}  // namespace attn::chapters::ch16
