#include "chapters/13_each_part/13_each_part.hpp"

// Chapter 13, Further: what the road can do without. It runs with --more, or when its own knob
// is given: --record FILE.

#include <iostream>

#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {
namespace {

// What the shipped model says of all that it never could have seen right or wrong.
void half_a_sentence(Page& page) {
    const SentenceModel model = shipped();
    const Versions versions = all_versions()[0];
    std::vector<Labels> lines{{"sentence", "yes - no"}};
    const auto add = [&](const std::string& text) {
        const Matrix logits = model.trace(ids_of(text)).logits;
        lines.push_back({text, number_text(logits(0, 0) - logits(0, 1), 2)});
    };
    for (const Ids& ids : versions) add(text_of(ids));
    add("Even though Mina did win the award, she was satisfied.");
    add("Even though Mina did not win the award, she was satisfied.");
    add("Not indeed.");
    page.show_words(lines);
}

// Every run in a line: at which step all unseen sentences were right.
void all_runs(Page& page, const Path& record) {
    std::vector<Labels> lines{{"runs", "seeds", "step", "loss at the end"}};
    const auto add_one = [&](Question question, const NamedDesign& named) {
        const Summary s = summary_of(question, named.name);
        lines.push_back(
            {kind_of(question, named.name),
             std::to_string(s.n_all_right) + " of " + std::to_string(s.n_seeds), s.by_step,
             number_text(s.least_loss, 4) + " to " + number_text(s.most_loss, 4)});
    };
    const auto add = [&](Question question, const std::vector<NamedDesign>& designs) {
        for (const NamedDesign& named : designs) add_one(question, named);
    };
    for (const Question question : {Question::place, Question::sense}) {
        add(question, one_part_less());
        add(question, with_mistakes());
    }
    add_one(Question::place, average_bent());
    add_one(Question::sense, average_bent());
    add(Question::place, six_layers());
    page.show_words(lines);
    if (record.empty()) return;
    const auto tell = [](const std::string& what) { std::cerr << what << "\n"; };
    const std::string text = curves_text(measure_runs(tell), "13_each_part");
    page.give("runs", record, [text](const Path& to) { write_whole_file(to, text); });
}

}  // namespace

void further(Chapter& chapter) {
    const auto record =
        chapter.record("record", PathUse::write_file, "a file for all runs, trained again");
    chapter.more("Half a sentence", half_a_sentence);
    chapter.more("All runs", all_runs, record);
}

}  // namespace attn::chapters::ch13
