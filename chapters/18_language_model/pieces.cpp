#include <algorithm>
#include <map>
#include <set>

#include "chapters/18_language_model/18_language_model.hpp"
#include "chapters/training/experiment.hpp"

namespace attn::chapters::ch18 {
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

std::size_t times_met(const Merge& pair, const std::vector<Words>& sentences,
                      const std::vector<Merge>& merges) {
    std::size_t n = 0;
    for (const Words& sentence : sentences) {
        const Words pieces = pieces_of(sentence, merges);
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
            n += pieces[i] == pair.first && pieces[i + 1] == pair.second;
    }
    return n;
}

std::vector<Merge> all_merges() {
    return learn_merges(sentences_about_people(), 1000);
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

std::vector<Words> sentences_about_people() {
    struct Person {
        std::string topic, object;
    };
    const std::vector<Person> people{{"나는", "나를"},     {"너는", "너를"},
                                     {"그는", "그를"},     {"그녀는", "그녀를"},
                                     {"학생은", "학생을"}, {"선생님은", "선생님을"},
                                     {"의사는", "의사를"}, {"아이는", "아이를"}};
    std::vector<Words> all;
    for (const char* verb : {"봐", "불러", "알아", "믿어", "좋아해"}) {
        for (std::size_t a = 0; a < people.size(); ++a) {
            for (std::size_t b = a + 1; b < people.size(); ++b) {
                all.push_back({people[a].topic, people[b].object, verb});
                all.push_back({people[b].topic, people[a].object, verb});
            }
        }
    }
    return all;
}

Cut cut_by(const std::vector<Merge>& merges) {
    Cut cut;
    std::set<std::string> kinds;
    for (const Words& sentence : sentences_about_people()) {
        const Words pieces = pieces_of(sentence, merges);
        kinds.insert(pieces.begin(), pieces.end());
        cut.n_pieces += pieces.size();
    }
    cut.n_kinds = kinds.size();
    return cut;
}

}  // namespace attn::chapters::ch18
