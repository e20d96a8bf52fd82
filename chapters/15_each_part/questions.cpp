#include "chapters/15_each_part/questions.hpp"

#include <algorithm>

#include "chapters/training/batches.hpp"
#include "chapters/training/not_sentences.hpp"

namespace attn::chapters::ch15 {
namespace {

constexpr std::size_t not_ = 3, indeed = 24, batch_size = 16;

/// The split and the batches do not depend on the numbers that the weights take.
Random generator_of(std::uint64_t seed) {
    return Random(seed + 2000);
}

Sides sides_of(Question question, Random& generator) {
    std::vector<Versions> all = all_versions();
    shuffle(all, generator);
    Sides sides;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<Asked>& side = i < all.size() / 2 ? sides.shown : sides.unseen;
        const std::vector<Asked> asked = asked_of(question, all[i]);
        side.insert(side.end(), asked.begin(), asked.end());
    }
    return sides;
}

}  // namespace

std::string name_of(Question question) {
    return question == Question::place ? "place" : "sense";
}

std::size_t n_unseen(Question question) {
    return question == Question::place ? 256 : 512;
}

const std::vector<std::string>& words() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> with_indeed = chapters::not_words;
        with_indeed.push_back("indeed");
        return with_indeed;
    }();
    return all;
}

std::vector<Versions> all_versions() {
    std::vector<Versions> all;
    for (const chapters::Twins& twins : chapters::all_twins()) {
        // Chapter 14's first twin has "not" as word 4; the second has it as word 9.
        Ids without = twins.first.ids;
        without.erase(without.begin() + 4);
        const auto with = [&](std::size_t first, std::size_t second) {
            Ids ids = without;
            ids.insert(ids.begin() + 9, second);
            ids.insert(ids.begin() + 4, first);
            return ids;
        };
        all.push_back({with(not_, indeed), with(indeed, not_), with(not_, not_),
                       with(indeed, indeed)});
    }
    return all;
}

std::vector<Asked> asked_of(Question question, const Versions& versions) {
    if (question == Question::place) return {{versions[0], 0}, {versions[1], 1}};
    return {{versions[0], 0}, {versions[1], 0}, {versions[2], 1}, {versions[3], 1}};
}

Sides sides_of(Question question, std::uint64_t seed) {
    Random generator = generator_of(seed);
    return sides_of(question, generator);
}

std::vector<std::vector<Asked>> batches_of(Question question, std::uint64_t seed,
                                           std::size_t steps) {
    Random generator = generator_of(seed);
    return chapters::batches_of(sides_of(question, generator).shown, batch_size, steps,
                                generator);
}

std::vector<std::string> names_of(const Ids& ids) {
    std::vector<std::string> names;
    for (const std::size_t id : ids) names.push_back(words()[id]);
    return names;
}

std::string text_of(const Ids& ids) {
    return chapters::text_of(ids, words());
}

Ids ids_of(const std::string& text) {
    return chapters::ids_of(text, words());
}

}  // namespace attn::chapters::ch15
