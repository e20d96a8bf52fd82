#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "attn/random.hpp"
#include "chapters/training/shuffle.hpp"

namespace attn::chapters::ch14 {
namespace {

void add_words(Words& vocabulary, const Words& sentence) {
    for (const std::string& word : sentence) {
        if (std::ranges::find(vocabulary, word) == vocabulary.end())
            vocabulary.push_back(word);
    }
}

/// Both vocabularies; the examples are still missing.
Task task_with_words(const std::vector<Pair>& pairs, bool to_english) {
    Task task{{"<begin>", "<end>"}, {"<begin>", "<end>"}, {}, {}};
    for (const Pair& pair : pairs) {
        add_words(task.source_words, to_english ? pair.korean : pair.english);
        add_words(task.target_words, to_english ? pair.english : pair.korean);
    }
    return task;
}

Example example_of(const Pair& pair, const Task& task, bool to_english) {
    return {ids_of(to_english ? pair.korean : pair.english, task.source_words),
            ids_of(to_english ? pair.english : pair.korean, task.target_words)};
}

Task wishes_task(Random& generator) {
    std::vector<Pair> pairs = wishes();
    Task task = task_with_words(pairs, true);
    shuffle(pairs, generator);
    std::iter_swap(pairs.begin(), std::ranges::find(pairs, the_sentence()));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        (i < pairs.size() / 5 ? task.unseen : task.shown)
            .push_back(example_of(pairs[i], task, true));
    }
    return task;
}

Task sees_task(TaskName name, Random& generator) {
    const bool to_english = name == TaskName::people_to_english;
    std::vector<Mirrors> nouns, others;
    std::vector<Pair> pairs;
    for (const Mirrors& mirrors : who_sees_whom()) {
        (mirrors.are_nouns ? nouns : others).push_back(mirrors);
        pairs.push_back(mirrors.pair);
        pairs.push_back(mirrors.mirror);
    }
    Task task = task_with_words(pairs, to_english);
    for (std::vector<Mirrors>* kind : {&nouns, &others}) {
        shuffle(*kind, generator);
        const bool is_parted = name == TaskName::mirrors_shown && kind == &nouns;
        const std::size_t n_unseen = kind->size() / 5 * (is_parted ? 2 : 1);
        for (std::size_t i = 0; i < kind->size(); ++i) {
            const Mirrors& mirrors = (*kind)[i];
            Example pair = example_of(mirrors.pair, task, to_english),
                    mirror = example_of(mirrors.mirror, task, to_english);
            pair.only_order_tells = mirror.only_order_tells = mirrors.are_nouns;
            (i < n_unseen ? task.unseen : task.shown).push_back(pair);
            (i < n_unseen && !is_parted ? task.unseen : task.shown).push_back(mirror);
        }
    }
    return task;
}

}  // namespace

std::string text_of(TaskName name) {
    switch (name) {
        case TaskName::wishes:
            return "wishes";
        case TaskName::people_to_english:
            return "people_to_english";
        case TaskName::people_to_korean:
            return "people_to_korean";
        case TaskName::mirrors_shown:
            return "mirrors_shown";
    }
    return {};
}

Task task_of(TaskName name, std::uint64_t seed) {
    Random generator(seed + 3000);  // the split does not depend on the first weights
    return name == TaskName::wishes ? wishes_task(generator) : sees_task(name, generator);
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

Ids shifted(const Ids& target) {
    Ids written{begin_id};
    written.insert(written.end(), target.begin(), target.end() - 1);
    return written;
}

FixedPlaces places_fixed_without_order(const Task& task) {
    using Known =
        std::tuple<std::multiset<std::size_t>, std::set<std::size_t>, std::size_t>;
    std::map<Known, std::set<std::size_t>> next_words;
    std::vector<Known> places;
    for (const auto* side : {&task.shown, &task.unseen}) {
        for (const Example& example : *side) {
            const Ids written = shifted(example.target);
            for (std::size_t i = 0; i < written.size(); ++i) {
                places.push_back({{example.source.begin(), example.source.end()},
                                  {written.begin(),
                                   written.begin() + static_cast<std::ptrdiff_t>(i) + 1},
                                  written[i]});
                next_words[places.back()].insert(example.target[i]);
            }
        }
    }
    const auto n_fixed = std::ranges::count_if(
        places, [&](const Known& known) { return next_words[known].size() == 1; });
    return {places.size(), static_cast<std::size_t>(n_fixed)};
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

}  // namespace attn::chapters::ch14
