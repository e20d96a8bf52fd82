#include "chapters/15_one_file/15_one_file.hpp"

#include <sstream>
#include <stdexcept>

#include "chapters/14_translation/14_translation.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch15 {
namespace {

/// The lines of a text that are neither blank nor a comment, each with its number.
template <class Read>
void for_each_line(const std::string& name, const std::string& text, Read read) {
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        if (!read(words)) {
            throw std::runtime_error(name + ": line " + std::to_string(number) +
                                     " cannot be read: " + line);
        }
    }
}

}  // namespace

SeedRecord measure_seed(std::size_t seed) {
    const Learned learned = learn(seed, ch14::run_steps, ch14::the_sentence().korean, {});
    const Words& english = learned.english;
    const bool is_right =
        Words(english.begin(), english.end() - 1) == ch14::the_sentence().english;
    return {seed,
            learned.right,
            learned.n_unseen,
            learned.losses.back(),
            is_right && ch14::is_aligned(learned.alignment),
            joined({english.begin(), english.end() - 1}, " ")};
}

std::vector<SeedRecord> measure_seeds(
    const std::function<void(const SeedRecord&)>& progress) {
    std::vector<SeedRecord> records;
    for (std::size_t seed = 1; seed <= ch14::n_seeds; ++seed) {
        records.push_back(measure_seed(seed));
        if (progress) progress(records.back());
    }
    return records;
}

std::string seeds_text(const std::vector<SeedRecord>& records) {
    std::string text =
        "# What a training of transformer.cpp left: seed, right, of how many unseen, the\n"
        "# last batch's loss, whether its words are aligned, and what it made of the first\n"
        "# unseen sentence. Written by: 15_one_file --record FILE\n";
    for (const SeedRecord& record : records) {
        text += std::to_string(record.seed) + " " + std::to_string(record.right) + " " +
                std::to_string(record.n_unseen) + " " + number_text(record.last_loss, 4) +
                (record.is_aligned ? " aligned " : " astray ") + record.english + "\n";
    }
    return text;
}

std::vector<SeedRecord> read_seeds(const std::string& text) {
    std::vector<SeedRecord> records;
    for_each_line("seeds.txt", text, [&](std::istringstream& words) {
        SeedRecord record;
        std::string aligned;
        words >> record.seed >> record.right >> record.n_unseen >> record.last_loss >>
            aligned >> std::ws;
        std::getline(words, record.english);
        record.is_aligned = aligned == "aligned";
        records.push_back(record);
        return !words.fail() && (aligned == "aligned" || aligned == "astray");
    });
    return records;
}

const std::vector<SeedRecord>& book_seeds() {
    static const std::vector<SeedRecord> records =
        read_seeds(read_whole_file(chapters_folder() / "15_one_file/seeds.txt"));
    return records;
}

Costs read_costs(const std::string& text) {
    Costs costs;
    const std::string mark = "# Machine: ";
    if (const std::size_t at = text.find(mark); at != std::string::npos) {
        const std::size_t from = at + mark.size();
        costs.machine = text.substr(from, text.find('\n', from) - from);
    }
    for_each_line("costs.txt", text, [&](std::istringstream& words) {
        Cost cost;
        words >> cost.lines >> cost.milliseconds >> std::ws;
        std::getline(words, cost.name);
        costs.programs.push_back(cost);
        return !words.fail();
    });
    return costs;
}

const Costs& book_costs() {
    static const Costs costs =
        read_costs(read_whole_file(chapters_folder() / "15_one_file/costs.txt"));
    return costs;
}

}  // namespace attn::chapters::ch15
