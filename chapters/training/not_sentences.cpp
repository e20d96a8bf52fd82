#include "chapters/training/not_sentences.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "chapters/printing/words.hpp"
#include "chapters/program/knobs.hpp"
#include "chapters/training/batches.hpp"
#include "support/text/edit_distance.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters {

const std::vector<std::string> not_words{
    "even",  "though", "did",   "not",   "the",       "was",   "Mina", "Jun",
    "Sora",  "Tom",    "she",   "he",    "win",       "get",   "earn", "take",
    "award", "prize",  "medal", "title", "satisfied", "happy", "glad", "proud"};

namespace {

constexpr std::size_t even = 0, though = 1, did = 2, not_ = 3, the = 4, was = 5, people = 6,
                      pronouns = 10, verbs = 12, nouns = 16, adjectives = 20;

Twins twins(std::size_t person, std::size_t verb, std::size_t noun, std::size_t adjective) {
    const std::size_t who = people + person, pronoun = pronouns + person % 2,
                      win = verbs + verb, award = nouns + noun,
                      glad = adjectives + adjective;
    return {{{even, though, who, did, not_, win, the, award, pronoun, was, glad}, 0},
            {{even, though, who, did, win, the, award, pronoun, was, not_, glad}, 1}};
}

/// Letters alone, and small.
std::string bare(const std::string& word) {
    std::string letters;
    for (const char c : word) {
        if (c == ',' || c == '.' || c == '!' || c == '?') continue;
        letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return letters;
}

/// "; the nearest is happy", or nothing where the nearest has less than half of word in common.
std::string nearest(const std::string& word, const std::vector<std::string>& words) {
    const auto distance = [&](const std::string& known) {
        return edit_distance(bare(known), word);
    };
    const std::string& best = *std::ranges::min_element(words, {}, distance);
    return 2 * distance(best) <= word.size() ? "; the nearest is " + best : "";
}

std::size_t id_of(const std::string& word, const std::vector<std::string>& words,
                  const std::string& knob) {
    const auto found = std::ranges::find(words, bare(word), bare);
    if (found != words.end()) {
        return static_cast<std::size_t>(found - words.begin());
    }
    throw UsageError(knob + " has the word '" + cut_to_width(word, 40) +
                     "', which is none of the model's words" + nearest(bare(word), words) +
                     "; it knows " + joined(words, " "));
}

}  // namespace

std::vector<Twins> all_twins() {
    std::vector<Twins> pairs;
    for (std::size_t person = 0; person < 4; ++person) {
        for (std::size_t verb = 0; verb < 4; ++verb) {
            for (std::size_t noun = 0; noun < 4; ++noun) {
                for (std::size_t adjective = 0; adjective < 4; ++adjective) {
                    pairs.push_back(twins(person, verb, noun, adjective));
                }
            }
        }
    }
    return pairs;
}

Split split_of(std::vector<Twins> pairs, Random& generator) {
    shuffle(pairs, generator);
    Split split;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        NotSentences& side = i < pairs.size() / 2 ? split.shown : split.unseen;
        side.push_back(pairs[i].first);
        side.push_back(pairs[i].second);
    }
    return split;
}

std::string text_of(const std::vector<std::size_t>& ids,
                    const std::vector<std::string>& words) {
    std::string text;
    for (const std::size_t id : ids) {
        const bool is_pronoun = id == pronouns || id == pronouns + 1;
        if (!text.empty()) text += is_pronoun ? ", " : " ";
        text += words.at(id);
    }
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text + ".";
}

std::vector<std::size_t> ids_of(const std::string& text,
                                const std::vector<std::string>& words,
                                const std::string& knob) {
    std::vector<std::size_t> ids;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) {
        if (!bare(word).empty()) ids.push_back(id_of(word, words, knob));
    }
    if (!ids.empty() && ids.size() <= most_words) return ids;
    throw UsageError(knob + " has " + std::to_string(ids.size()) + " words; 1 to " +
                     std::to_string(most_words) + " are possible, parted by blanks");
}

}  // namespace attn::chapters
