#include <algorithm>

#include "chapters/18_language_model/18_language_model.hpp"
#include "chapters/training/batches.hpp"

namespace attn::chapters::ch18 {
namespace {

/// An example as a row; the English words come after the Korean ones in the list.
Row row_of(const ch16::Example& example, std::size_t n_korean) {
    Row row{{begin_id}};
    row.ids.insert(row.ids.end(), example.source.begin(), example.source.end());
    row.n_prompt = row.ids.size();
    for (const std::size_t id : example.target)
        row.ids.push_back(id == end_id ? end_id : id - 2 + n_korean);
    return row;
}

}  // namespace

Rows wishes_in_rows(std::uint64_t seed) {
    const ch16::Task task = ch16::task_of(seed);
    Rows rows{task.source_words, {}, {}};
    rows.words[begin_id] = "(begin)";
    rows.words[end_id] = "(end)";
    rows.words.insert(rows.words.end(), task.target_words.begin() + 2,
                      task.target_words.end());
    for (const ch16::Example& example : task.shown)
        rows.shown.push_back(row_of(example, task.source_words.size()));
    for (const ch16::Example& example : task.unseen)
        rows.unseen.push_back(row_of(example, task.source_words.size()));
    return rows;
}

std::vector<Row> mostly_questions(const std::vector<Row>& shown, std::uint64_t seed) {
    std::vector<Row> text = shown, order = shown;
    Random generator(seed + 5000);
    for (int copy = 1; copy < 8; ++copy) {
        shuffle(order, generator);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Ids next = prompt_of(order[i]);
            Row row{prompt_of(shown[i]), shown[i].n_prompt};
            row.ids.insert(row.ids.end(), next.begin() + 1, next.end());
            text.push_back(row);
        }
    }
    return text;
}

std::string text_of(const Ids& ids, const Words& words) {
    std::string text;
    for (const std::size_t id : ids) text += (text.empty() ? "" : " ") + words.at(id);
    return text;
}

}  // namespace attn::chapters::ch18
