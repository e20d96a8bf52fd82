#include "chapters/16_translation/grammar.hpp"

#include <cstddef>
#include <iterator>
#include <sstream>

#include "chapters/printing/words.hpp"

namespace attn::chapters::ch16 {
namespace {

struct Subject {
    std::string korean, english;
    bool is_third_person;
};
const std::vector<Subject> subjects{
    {"나는", "I", false}, {"너는", "you", false},  {"우리는", "we", false},
    {"그는", "he", true}, {"그녀는", "she", true}, {"선생님은", "the teacher", true}};

/// With its particle, as Korean writes it after the word.
struct Noun {
    std::string korean, english;
};

/// Its plain form (가), its form before 싶다 (가고), and the English verb.
struct Verb {
    std::string plain, before_want, english, third_person;
};

/// What can be said of each of the nouns.
struct Group {
    std::vector<Noun> nouns;
    std::vector<Verb> verbs;
};
const std::vector<Group> groups{
    {{{"바다에", "to the sea"},
      {"집에", "to the house"},
      {"학교에", "to the school"},
      {"산에", "to the mountain"}},
     {{"가", "가고", "go", "goes"}, {"뛰어가", "뛰어가고", "run", "runs"}}},
    {{{"책을", "the book"},
      {"사과를", "the apple"},
      {"꽃을", "the flower"},
      {"편지를", "the letter"}},
     {{"사", "사고", "buy", "buys"},
      {"찾아", "찾고", "find", "finds"},
      {"봐", "보고", "see", "sees"}}}};

enum class Form { plain, want, do_not_want };

Words words_in(const std::string& sentence) {
    std::istringstream stream(sentence);
    return {std::istream_iterator<std::string>(stream), {}};
}

Pair pair_of(const Subject& subject, const Noun& noun, const Verb& verb, Form form) {
    const bool third = subject.is_third_person;
    std::string korean = verb.plain, english = third ? verb.third_person : verb.english;
    if (form == Form::want) {
        korean = verb.before_want + (third ? " 싶어 해" : " 싶어");
        english = (third ? "wants to " : "want to ") + verb.english;
    } else if (form == Form::do_not_want) {
        korean = verb.before_want + (third ? " 싶어 하지 않아" : " 싶지 않아");
        english = (third ? "does not want to " : "do not want to ") + verb.english;
    }
    return {words_in(subject.korean + " " + noun.korean + " " + korean),
            words_in(subject.english + " " + english + " " + noun.english)};
}

std::vector<Pair> make_wishes() {
    std::vector<Pair> all;
    for (const Form form : {Form::plain, Form::want, Form::do_not_want}) {
        for (const Subject& subject : subjects) {
            for (const Group& group : groups) {
                for (const Noun& noun : group.nouns) {
                    for (const Verb& verb : group.verbs)
                        all.push_back(pair_of(subject, noun, verb, form));
                }
            }
        }
    }
    return all;
}

}  // namespace

const std::vector<Pair>& wishes() {
    static const std::vector<Pair> all = make_wishes();
    return all;
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
    return joined(sentence, " ");
}

}  // namespace attn::chapters::ch16
