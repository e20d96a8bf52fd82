#include "chapters/14_translation/grammar.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "support/text/utf8.hpp"

namespace attn::chapters::ch14 {
namespace {

struct Subject {
    std::string korean, english;
    bool is_third_person;
};
const std::vector<Subject> subjects{{"나", "I", false},    {"너", "you", false},
                                    {"우리", "we", false}, {"그", "he", true},
                                    {"그녀", "she", true}, {"선생님", "the teacher", true}};

struct Noun {
    std::string korean, english;
};
const std::vector<Noun> places{{"바다", "the sea"},
                               {"집", "the house"},
                               {"학교", "the school"},
                               {"산", "the mountain"}};
const std::vector<Noun> things{{"책", "the book"},
                               {"사과", "the apple"},
                               {"꽃", "the flower"},
                               {"편지", "the letter"}};

/// Its plain form (가), its form before 싶다 (가고), and the English verb.
struct Verb {
    std::string plain, before_want, english, third_person;
};
const std::vector<Verb> to_places{{"가", "가고", "go", "goes"},
                                  {"뛰어가", "뛰어가고", "run", "runs"}};
const std::vector<Verb> of_things{{"사", "사고", "buy", "buys"},
                                  {"찾아", "찾고", "find", "finds"},
                                  {"봐", "보고", "see", "sees"}};

enum class Form { plain, want, do_not_want };

/// Whether a word ends in a consonant: the last syllable of the Unicode block of Hangul, whose
/// syllables come in groups of 28, the first without a final consonant.
///
/// throws  std::invalid_argument  when the word does not end in such a syllable
bool ends_in_consonant(const std::string& word) {
    const std::string last =
        word.substr(word.size() - std::min(word.size(), std::size_t{3}));
    if (last < "가" || last > "힣" || clean_utf8(word) != word) {
        throw std::invalid_argument("\"" + word + "\" gets no particle: give a word that " +
                                    "ends in a Hangul syllable, such as 바다");
    }
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(last[i]));
    };
    const unsigned syllable =
        (byte(0) & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
    return (syllable - 0xac00U) % 28 != 0;
}

void append(Words& sentence, const std::string& words) {
    std::size_t from = 0;
    while (from < words.size()) {
        const std::size_t blank = std::min(words.find(' ', from), words.size());
        sentence.push_back(words.substr(from, blank - from));
        from = blank + 1;
    }
}

Pair pair_of(const Subject& subject, const std::string& korean_noun,
             const std::string& english_noun, const Verb& verb, Form form) {
    Pair pair;
    append(pair.korean, with_topic(subject.korean));
    append(pair.korean, korean_noun);
    append(pair.english, subject.english);
    const bool third = subject.is_third_person;
    if (form == Form::plain) {
        append(pair.korean, verb.plain);
        append(pair.english, third ? verb.third_person : verb.english);
    } else if (form == Form::want) {
        append(pair.korean, verb.before_want + (third ? " 싶어 해" : " 싶어"));
        append(pair.english, (third ? "wants to " : "want to ") + verb.english);
    } else {
        append(pair.korean, verb.before_want + (third ? " 싶어 하지 않아" : " 싶지 않아"));
        append(pair.english,
               (third ? "does not want to " : "do not want to ") + verb.english);
    }
    append(pair.english, english_noun);
    return pair;
}

std::vector<Pair> make_wishes() {
    std::vector<Pair> all;
    for (const Form form : {Form::plain, Form::want, Form::do_not_want}) {
        for (const Subject& subject : subjects) {
            for (const Noun& place : places) {
                for (const Verb& verb : to_places) {
                    all.push_back(pair_of(subject, place.korean + "에",
                                          "to " + place.english, verb, form));
                }
            }
            for (const Noun& thing : things) {
                for (const Verb& verb : of_things) {
                    all.push_back(pair_of(subject, with_object(thing.korean), thing.english,
                                          verb, form));
                }
            }
        }
    }
    return all;
}

}  // namespace

std::string with_topic(const std::string& noun) {
    return noun + (ends_in_consonant(noun) ? "은" : "는");
}

std::string with_object(const std::string& noun) {
    return noun + (ends_in_consonant(noun) ? "을" : "를");
}

const std::vector<Pair>& wishes() {
    static const std::vector<Pair> all = make_wishes();
    return all;
}

std::vector<Words> table_of_words() {
    std::vector<Words> what, does, lines{{"who", "", "what", "", "does", "+ wish", ""}};
    for (const Noun& place : places)
        what.push_back({place.korean + "에", "to " + place.english});
    for (const Noun& thing : things)
        what.push_back({with_object(thing.korean), thing.english});
    for (const auto* verbs : {&to_places, &of_things}) {
        for (const Verb& verb : *verbs)
            does.push_back({verb.plain, verb.before_want, verb.english});
    }
    for (std::size_t i = 0; i < what.size(); ++i) {
        Words line{"", ""};
        if (i < subjects.size())
            line = {with_topic(subjects[i].korean), subjects[i].english};
        line.insert(line.end(), what[i].begin(), what[i].end());
        if (i < does.size()) line.insert(line.end(), does[i].begin(), does[i].end());
        lines.push_back(line);
    }
    return lines;
}

const Pair& the_sentence() {
    static const Pair pair{{"나는", "바다에", "가고", "싶어"},
                           {"I", "want", "to", "go", "to", "the", "sea"}};
    return pair;
}

Words with_end(Words sentence) {
    sentence.push_back("(end)");
    return sentence;
}

std::string text_of(const Words& sentence) {
    std::string text;
    for (const std::string& word : sentence) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace attn::chapters::ch14
