#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "attn/softmax.hpp"
#include "chapters/19_since_2017/19_since_2017.hpp"
#include "chapters/mistakes/llama.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/edit_distance.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch19 {

using mistakes::llama_mistakes, mistakes::LlamaMistake, mistakes::mistaken_logits;

namespace {

/// Nats a token, over all texts.
double nats(const Llama& model, const std::vector<Ids>& texts, const std::string& mistake) {
    double sum = 0;
    std::size_t n = 0;
    for (const Ids& ids : texts) {
        const Matrix logits = mistaken_logits(model, ids, mistake);
        for (std::size_t i = 0; i + 1 < ids.size(); ++i, ++n)
            sum += log_sum_exp(logits.row(i)) - logits(i, ids[i + 1]);
    }
    return sum / static_cast<double>(n);
}

constexpr std::size_t n_compared = 64;

}  // namespace

void check_mistake(const std::string& mistake) {
    if (mistake.empty() || std::ranges::find(llama_mistakes(), mistake,
                                             &LlamaMistake::name) != llama_mistakes().end())
        return;
    std::vector<LlamaMistake> sorted = llama_mistakes();
    std::ranges::stable_sort(sorted, {}, [&](const LlamaMistake& other) {
        return edit_distance(other.name, mistake.substr(0, 100));
    });
    throw UsageError("--mistake has none of the name \"" + clean_utf8(mistake) +
                     "\"; nearest are \"" + sorted[0].name + "\" and \"" + sorted[1].name +
                     "\", and ./run 19 --only \"Every mistake\" lists all");
}

std::string zone_of(const Harm& harm) {
    const double extra = std::max(harm.extra, harm.extra_again);
    if (extra < 0.001 && harm.n_same == n_compared) return "no text shows it";
    return extra < 1 ? "less than 1 nat" : "1 nat or more";
}

std::vector<Harm> measure_harm(const StoryTeller& teller,
                               const std::function<void(const Harm&)>& progress) {
    const Llama& model = teller.model;
    std::vector<Ids> texts, again;
    for (std::size_t seed = 1; seed <= 20; ++seed)
        (seed <= 10 ? texts : again)
            .push_back(go_on(teller, {1}, 200, {.temperature = 1, .seed = seed}));
    const double right = nats(model, texts, ""), right_again = nats(model, again, "");
    const Ids story = go_on(teller, {1}, n_compared + 1);
    std::vector<Harm> all;
    for (const LlamaMistake& mistake : llama_mistakes()) {
        Harm harm{mistake.name, nats(model, texts, mistake.name) - right,
                  nats(model, again, mistake.name) - right_again};
        const Ids ids = go_on(teller, {1}, n_compared + 1, {}, mistake.name);
        while (harm.n_same + 1 < std::min(ids.size(), story.size()) &&
               ids[harm.n_same + 1] == story[harm.n_same + 1])
            ++harm.n_same;
        std::string text = text_of(teller.tokens, ids);
        std::replace(text.begin(), text.end(), '\n', ' ');
        harm.story = clean_utf8(text);
        all.push_back(harm);
        if (progress) progress(harm);
    }
    return all;
}

std::string harm_text(const std::vector<Harm>& all) {
    std::string text =
        "# What a mistake does to stories260K: nats a token more than without it, on texts that the\n"
        "# right model drew with seeds 1 to 10 and with 11 to 20; how many of the first 64 tokens of\n"
        "# the story stay; the mistake; the story. Written by: 19_since_2017 --record FILE\n";
    for (const Harm& harm : all) {
        text += number_text(harm.extra, 4) + " " + number_text(harm.extra_again, 4) + " " +
                std::to_string(harm.n_same) + "|" + harm.name + "|" + harm.story + "\n";
    }
    return text;
}

std::vector<Harm> read_harm(const std::string& text) {
    std::vector<Harm> all;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        Harm harm;
        std::istringstream words(line);
        std::string end_of_numbers;
        const bool is_read = words >> harm.extra >> harm.extra_again >> harm.n_same &&
                             std::getline(words, end_of_numbers, '|') &&
                             std::getline(words, harm.name, '|');
        if (!is_read)
            throw std::runtime_error("mistakes.txt: line " + std::to_string(number) +
                                     " cannot be read: " + line);
        std::getline(words, harm.story);
        all.push_back(harm);
    }
    return all;
}

const Harm& harm_of(const std::string& mistake) {
    const auto found = std::ranges::find(book_harm(), mistake, &Harm::name);
    if (found == book_harm().end())
        throw std::runtime_error("mistakes.txt has no line of " + mistake);
    return *found;
}

const std::vector<Harm>& book_harm() {
    static const std::vector<Harm> all =
        read_harm(read_whole_file(chapters_folder() / "19_since_2017/mistakes.txt"));
    return all;
}

}  // namespace attn::chapters::ch19
