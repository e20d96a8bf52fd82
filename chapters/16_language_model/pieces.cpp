#include <algorithm>
#include <map>
#include <set>

#include "chapters/16_language_model/16_language_model.hpp"
#include "chapters/training/loop.hpp"

namespace attn::chapters::ch16 {
namespace {

/// A word's letters; the first with _ before it, so that words can be told apart again.
Words letters_of(const std::string& word) {
    Words letters;
    for (const char byte : word) {
        const bool goes_on = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;  // UTF-8
        if (!goes_on) letters.push_back(letters.empty() ? "_" : "");
        letters.back() += byte;
    }
    return letters;
}

/// Wherever the two stand beside each other, they become one.
void apply_merge(Words& pieces, const Merge& merge) {
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
        if (pieces[i] != merge.first || pieces[i + 1] != merge.second) continue;
        pieces[i] += pieces[i + 1];
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

}  // namespace

std::vector<Merge> learn_merges(const std::vector<Words>& sentences, std::size_t n_most) {
    std::map<std::string, std::size_t> counts;
    for (const Words& sentence : sentences) {
        for (const std::string& word : sentence) ++counts[word];
    }
    std::vector<std::pair<Words, std::size_t>> words;  // cut, and how often
    for (const auto& [word, n] : counts) words.push_back({letters_of(word), n});

    std::vector<Merge> merges;
    while (merges.size() < n_most) {
        std::map<Merge, std::size_t> pairs;
        for (const auto& [pieces, n] : words) {
            for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
                pairs[{pieces[i], pieces[i + 1]}] += n;
        }
        if (pairs.empty()) break;  // every word is one piece
        const auto most = std::ranges::max_element(
            pairs, {}, [](const auto& pair) { return pair.second; });
        merges.push_back(most->first);
        for (auto& [pieces, n] : words) apply_merge(pieces, merges.back());
    }
    return merges;
}

std::vector<Merge> all_merges(bool in_korean) {
    return learn_merges(sentences_about_people(in_korean), 1000);
}

std::vector<Merge> first_merges(std::vector<Merge> merges, std::size_t n) {
    merges.resize(std::min(n, merges.size()));
    return merges;
}

Words pieces_of(const Words& sentence, const std::vector<Merge>& merges) {
    Words all;
    for (const std::string& word : sentence) {
        Words pieces = letters_of(word);
        for (const Merge& merge : merges) apply_merge(pieces, merge);
        all.insert(all.end(), pieces.begin(), pieces.end());
    }
    return all;
}

std::vector<Words> sentences_about_people(bool in_korean) {
    std::vector<Words> all;
    for (const ch14::Mirrors& mirrors : ch14::who_sees_whom()) {
        for (const ch14::Pair& pair : {mirrors.pair, mirrors.mirror})
            all.push_back(in_korean ? pair.korean : pair.english);
    }
    return all;
}

Task people_in_pieces(const std::vector<Merge>& merges, std::uint64_t seed) {
    Task task = ch14::task_of(ch14::TaskName::people_to_english, seed);
    Words pieces{task.source_words[begin_id], task.source_words[end_id]};
    for (auto* side : {&task.shown, &task.unseen}) {
        for (ch14::Example& example : *side) {
            const Words cut =
                pieces_of(ch14::words_of(example.source, task.source_words), merges);
            for (const std::string& piece : cut) {
                if (std::ranges::find(pieces, piece) == pieces.end())
                    pieces.push_back(piece);
            }
            example.source = ch14::ids_of(cut, pieces);
        }
    }
    task.source_words = pieces;
    return task;
}

std::size_t most_right_as_bags(std::span<const ch14::Example> examples) {
    std::map<std::multiset<std::size_t>, std::map<Ids, std::size_t>> bags;
    for (const ch14::Example& example : examples)
        ++bags[{example.source.begin(), example.source.end()}][example.target];
    std::size_t right = 0;
    for (const auto& [bag, targets] : bags) {
        std::size_t most = 0;  // one answer for all of them, the commonest
        for (const auto& [target, n] : targets) most = std::max(most, n);
        right += most;
    }
    return right;
}

Cut cut_by(const std::vector<Merge>& merges, bool in_korean) {
    Cut cut;
    Words kinds;
    std::vector<ch14::Example> examples;
    for (const Words& sentence : sentences_about_people(in_korean)) {
        const Words pieces = pieces_of(sentence, merges);
        for (const std::string& piece : pieces) {
            if (std::ranges::find(kinds, piece) == kinds.end()) kinds.push_back(piece);
        }
        cut.n_pieces += pieces.size();
        // No two sentences have the same translation, so a number stands for each.
        examples.push_back({ch14::ids_of(pieces, kinds), {examples.size()}});
    }
    cut.n_kinds = kinds.size();
    cut.most_right = most_right_as_bags(examples);
    return cut;
}

ch14::Outcome learn_pieces(const Task& task, const ch14::Plan& plan) {
    ch14::Outcome outcome{plan, ch14::random_translator(plan.design, task, plan.seed),
                          task};
    const auto ask = [&](const ch14::Translator& model) {
        return ch14::score_of(model, task.unseen);
    };
    train(outcome, ch14::batches_of(task, plan.seed, plan.steps), ch14::loss_and_slopes,
          ask, {}, {});
    return outcome;
}

}  // namespace attn::chapters::ch16
