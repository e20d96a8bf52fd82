// Any text as the sentence of chapters/17_one_file/transformer.cpp: refused where a word is strange,
// or translated by a model that has learned nothing.
#include "one_file.hpp"

#include "fuzz/fuzz.hpp"

using namespace included_file;

namespace {

struct Made {
    Task task;
    Transformer model{task.korean.words.size(), task.english.words.size()};
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Made made;
    // No argument of a program has a zero in it.
    const std::string_view bytes = fuzz::text_of(data, size);
    const std::string text(bytes.substr(0, bytes.find('\0')));
    Ids ids;
    try {
        ids = typed(text, made.task.korean);
    } catch (const std::runtime_error& error) {
        fuzz::require(
            std::string_view(error.what()).find(" 바다에 ") != std::string_view::npos,
            "a message names the words that it knows");
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
