// Any text as the sentence of chapters/15_one_file/transformer.cpp: refused, with a word that it
// knows where one was strange, or translated by a model that has learned nothing.
#include "one_file.hpp"

#include "fuzz/fuzz.hpp"

using namespace included_file;

namespace {

struct Made {
    Task task;
    Transformer model{task.korean.words.size(), task.english.words.size()};
};

void require_explains(const std::string& message, const Words& known) {
    if (message.starts_with("a sentence has ") ||
        message.ends_with("give it in whole syllables (NFC)"))
        return;
    const std::string_view last = "one that it knows is \"";
    const size_t at = message.rfind(last);
    fuzz::require(at != std::string::npos, "a message names a word that it knows");
    const std::string nearest = message.substr(at + last.size());
    fuzz::require(
        std::any_of(known.begin(), known.end(),
                    [&](const std::string& word) { return nearest == word + "\""; }),
        "that word is known");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Made made;
    // No argument of a program has a zero in it.
    const std::string_view bytes = fuzz::text_of(data, size);
    const std::string text(bytes.substr(0, bytes.find('\0')));
    const Words& known = made.task.korean.words;
    Ids ids;
    try {
        ids = typed(text, made.task.korean);
    } catch (const std::invalid_argument& error) {
        require_explains(error.what(), known);
        return 0;
    }
    fuzz::require(
        ids.back() == end_id && split(text_of(ids, made.task.korean)) == split(text),
        "the ids are those of the words");
    const auto [english, alignment] = translate(made.model, ids);
    fuzz::require(!english.empty() && english.size() <= most_words, "an end is found");
    for (size_t i = 0; i < alignment.rows; ++i) {
        double sum = 0;
        for (size_t j = 0; j < alignment.cols; ++j) sum += alignment(i, j);
        fuzz::require(alignment.cols == ids.size() && std::abs(sum - 1) < 1e-9,
                      "each word looks at the whole sentence");
    }
    return 0;
}
