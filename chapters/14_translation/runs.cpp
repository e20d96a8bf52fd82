#include <algorithm>

#include "attn/vector.hpp"
#include "chapters/14_translation/training.hpp"
#include "chapters/printing/recording.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch14 {
namespace {

End end_of(const NamedDesign& design, std::uint64_t seed, const Translator& model) {
    const Task task = task_of(seed);
    const Example& sentence = task.unseen[0];
    const Matrix reading = reading_of(model, sentence);
    End end{.kind = design.name, .seed = seed, .read = {}, .text = {}};
    for (const std::size_t i : meaning_words)
        end.read.push_back(with_end(the_sentence().korean).at(argmax(reading.row(i))));
    end.text = text_of(words_of(translate(model, sentence.source), task.target_words));
    return end;
}

}  // namespace

const Words meanings{"나는", "싶어", "가고", "바다에"};

Runs measure_runs(const std::function<void(const std::string&)>& progress) {
    Runs runs;
    for (const NamedDesign& design : designs()) {
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
            progress(design.name + ", seed " + std::to_string(seed));
            Experiment experiment{.without = design.without};
            experiment.plan.seed = seed;
            const Outcome<Translator> outcome = learn(experiment);
            runs.curves.push_back({design.name, seed, outcome.plan.every, outcome.scores});
            runs.ends.push_back(end_of(design, seed, outcome.model));
        }
    }
    return runs;
}

std::string ends_text(const std::vector<End>& ends) {
    std::string text =
        "# What each training left: from which words I, want, go and sea were read most, and what\n"
        "# it makes of the sentence. Written by: 14_translation --record FOLDER\n";
    for (const End& end : ends) {
        text += end.kind + " seed " + std::to_string(end.seed) + " read " +
                text_of(end.read) + " : " + end.text + "\n";
    }
    return text;
}

std::vector<End> read_ends(const std::string& text) {
    std::vector<End> ends;
    for (RecordedLine& line : recorded_lines(text, "KIND seed N read WORDS : SENTENCE")) {
        End end{.kind = line.word(),
                .seed = line.after("seed").whole(),
                .read = {},
                .text = {}};
        line.after("read");
        for (std::size_t i = 0; i < meanings.size(); ++i) end.read.push_back(line.word());
        end.text = line.after(":").rest();
        ends.push_back(end);
    }
    return ends;
}

const Runs& book_runs() {
    static const Runs runs{
        recorded_curves("14_translation"),
        read_ends(read_whole_file(chapters_folder() / "14_translation/ends.txt"))};
    return runs;
}

std::vector<Curve> curves_of(Without without) {
    return chapters::curves_of(book_runs().curves, named(without).name);
}

std::vector<End> ends_of(Without without) {
    std::vector<End> found;
    for (const End& end : book_runs().ends) {
        if (end.kind == named(without).name) found.push_back(end);
    }
    return found;
}

}  // namespace attn::chapters::ch14
