#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/vector.hpp"
#include "chapters/printing/recording.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

std::string recorded(const std::string& file) {
    return read_whole_file(chapters_folder() / "14_translation" / file);
}

struct Run {
    std::string kind;
    Plan plan;
};

std::vector<Run> all_runs() {
    std::vector<Run> runs;
    const auto add = [&](TaskName task, const std::vector<NamedDesign>& designs) {
        for (const NamedDesign& named : designs) {
            for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
                runs.push_back({kind_of(task, named.name),
                                {.design = named.design,
                                 .task = task,
                                 .seed = seed,
                                 .steps = run_steps}});
            }
        }
    };
    add(TaskName::wishes, changes());
    add(TaskName::wishes, undivided_heads());
    add(TaskName::people_to_english, with_and_without_order());
    add(TaskName::people_to_korean, with_and_without_order());
    add(TaskName::mirrors_shown, with_and_without_order());
    return runs;
}

std::string translation(const Outcome& outcome, std::size_t i) {
    const Task& task = outcome.task;
    const Ids written = translate(outcome.model, task.unseen[i].source);
    return written.empty() ? "(nothing)" : text_of(words_of(written, task.target_words));
}

End end_of(const Run& run, const Outcome& outcome) {
    const Task& task = outcome.task;
    End end{.kind = run.kind,
            .seed = run.plan.seed,
            .right_by_order = right_by_order(outcome.model, task.unseen),
            .words_right = words_right(outcome.model, task.unseen),
            .n_words = word_count(task.unseen),
            .text = translation(outcome, 0),
            .second = translation(outcome, 1),
            .reading = {}};
    if (run.kind == "wishes/whole") end.reading = reading_of(outcome.model, task);
    return end;
}

End end_from(RecordedLine& line) {
    End end;
    end.kind = line.word();
    end.seed = line.after("seed").whole();
    end.right_by_order = line.after("order").whole();
    end.words_right = line.after("words").whole();
    end.n_words = line.after("of").whole();
    const std::string both = line.after(":").rest();
    const std::size_t slash = both.find(" / ");
    line.require(slash != std::string::npos);
    end.text = both.substr(0, slash);
    end.second = both.substr(slash + 3);
    return end;
}

/// Adds what a word read as the last row.
void add_row(Matrix& reading, RecordedLine& line) {
    std::vector<double> row;
    do row.push_back(line.number());
    while (!line.is_at_end());
    line.require(reading.rows() == 0 || row.size() == reading.cols());
    Matrix last(1, row.size());
    last.set_row(0, row);
    reading = stacked(reading, last);
}

}  // namespace

std::string kind_of(TaskName task, const std::string& design) {
    return text_of(task) + "/" + design;
}

Runs measure_runs(const std::function<void(const std::string&)>& progress) {
    Runs runs;
    for (const Run& run : all_runs()) {
        if (progress) progress(run.kind + ", seed " + std::to_string(run.plan.seed));
        const Outcome outcome = learn(run.plan);
        runs.curves.push_back({run.kind, run.plan.seed, run.plan.every, outcome.scores});
        runs.ends.push_back(end_of(run, outcome));
    }
    return runs;
}

std::string ends_text(const std::vector<End>& ends) {
    std::string text =
        "# What each training left. Of who sees whom: how many unseen sentences are right that\n"
        "# only order tells apart. How many of the unseen sentences' words are right, given the\n"
        "# right words before. What it makes of the first two unseen sentences. Then, of the\n"
        "# whole model's runs, what each word read. Written by: 14_translation --record FOLDER\n";
    for (const End& end : ends) {
        text += end.kind + " seed " + std::to_string(end.seed) + " order " +
                std::to_string(end.right_by_order) + " words " +
                std::to_string(end.words_right) + " of " + std::to_string(end.n_words) +
                " : " + end.text + " / " + end.second + "\n";
        for (std::size_t i = 0; i < end.reading.rows(); ++i) {
            for (const double weight : end.reading.row(i))
                text += " " + number_text(weight, 4);
            text += "\n";
        }
    }
    return text;
}

std::vector<End> read_ends(const std::string& text) {
    std::vector<End> ends;
    for (RecordedLine& line :
         recorded_lines(text,
                        "KIND seed N order N words N of N : SENTENCE / SENTENCE, or "
                        "as many weights as in the line before")) {
        if (line.is_indented()) {
            line.require(!ends.empty());
            add_row(ends.back().reading, line);
        } else {
            ends.push_back(end_from(line));
        }
    }
    return ends;
}

const Runs& book_runs() {
    static const Runs runs{read_curves(recorded("runs.txt")),
                           read_ends(recorded("ends.txt"))};
    return runs;
}

std::vector<Curve> curves_of(TaskName task, const std::string& design) {
    return chapters::curves_of(book_runs().curves, kind_of(task, design));
}

std::vector<End> ends_of(TaskName task, const std::string& design) {
    std::vector<End> found;
    for (const End& end : book_runs().ends) {
        if (end.kind == kind_of(task, design)) found.push_back(end);
    }
    return found;
}

Matrix reading_of(const Translator& model, const Task& task) {
    return reading_of(model, {ids_of(the_sentence().korean, task.source_words),
                              ids_of(the_sentence().english, task.target_words)});
}

Matrix reading_of(const Translator& model, const Example& example) {
    const Ids written = shifted(example.target);
    const std::vector<AttentionTrace> heads =
        model.trace(example.source, written).decoder.layers[0].cross_attention.heads;
    Matrix mean(written.size(), example.source.size());
    for (const AttentionTrace& head : heads) mean += head.weights;
    return mean / static_cast<double>(heads.size());
}

bool is_aligned(const Matrix& reading) {
    return std::ranges::all_of(aligned_words, [&](const Aligned& words) {
        return argmax(reading.row(words.english)) == words.korean;
    });
}

std::uint64_t first_right_seed(bool aligned) {
    const std::vector<Curve> curves = curves_of(TaskName::wishes, "whole");
    const std::vector<End> ends = ends_of(TaskName::wishes, "whole");
    const std::size_t n_unseen = wishes().size() / 5;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (curves[i].scores.back().right == n_unseen &&
            is_aligned(ends[i].reading) == aligned) {
            return ends[i].seed;
        }
    }
    throw std::runtime_error(
        "no recorded one-head run has all unseen sentences right and " +
        std::string(aligned ? "aligns" : "does not align") + " its words");
}

}  // namespace attn::chapters::ch14
