#include "chapters/15_each_part/15_each_part.hpp"

// Chapter 15, docs/15_each_part.md: What was each part for?
//
// Chapter 14's encoder, one part taken away at a time, and two questions about the same
// sentences. New: layer_of_parts. From before: all of the encoder, and chapter 14's way back.
// Turn a knob: --without attention --question sense. Detours, in further.cpp: --more.

#include "attn/softmax.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch15 {
namespace {

/// The sentence that the chapter shows.
const Versions& example() {
    static const Versions first = all_versions()[0];
    return first;
}

// Two questions about the same sentences.
void four_versions(Page& page) {
    for (const Ids& ids : example()) page.say(text_of(ids));
    page.gap();
    page.show_words({{"version", "where is it?", "does it make sense?"},
                     {"not ... indeed", "first half", "yes"},
                     {"indeed ... not", "second half", "yes"},
                     {"not ... not", "(not asked)", "no"},
                     {"indeed ... indeed", "(not asked)", "no"}});
    page.gap();
    page.say(all_versions().size(), " sentences in 4 versions, ", words().size(),
             " words, each sentence 12 words long.");
}

std::string range(std::size_t least, std::size_t most) {
    return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

/// How the runs of each design end, question by question: the worst and the best seed.
std::vector<Labels> table_of_ends(const Labels& designs,
                                  const std::vector<Question>& questions) {
    std::vector<Labels> lines{{"", "question", "unseen sentences right", "loss"}};
    for (const std::string& design : designs) {
        for (const Question question : questions) {
            const Ends ends = ends_of(question, design);
            lines.push_back({design_named(design).words, name_of(question),
                             range(ends.least_right, ends.most_right) + " of " +
                                 std::to_string(n_unseen(question)),
                             number_text(ends.least_loss, 4) + " to " +
                                 number_text(ends.most_loss, 4)});
        }
    }
    return lines;
}

void two_by_two(Page& page) {
    page.say("After ", run_steps, " steps, the worst and the best of ", n_seeds, " seeds.");
    page.gap();
    page.show_words(table_of_ends({"whole", "no_positions", "no_attention"},
                                  {Question::place, Question::sense}));
    page.draw(two_by_two_figure());
}

// Why attention is needed: without it the margins are sums over the words.
void only_a_sum(Page& page) {
    std::vector<Labels> lines{{"margin", "no attention, random", "whole, learned"},
                              {"not ... indeed"},
                              {"indeed ... not"},
                              {"not ... not"},
                              {"indeed ... indeed"},
                              {"the first two together"},
                              {"the last two together"}};
    const auto add = [&](const SentenceModel& model, const Design& design) {
        std::vector<double> m;
        for (const Ids& ids : example()) m.push_back(margin(model, design, ids));
        m.insert(m.end(), {m[0] + m[1], m[2] + m[3]});
        for (std::size_t i = 0; i < m.size(); ++i)
            lines[i + 1].push_back(number_text(m[i], 4));
    };
    const Design without{.has_attention = false};
    add(random_sentence_model(without, 1), without);
    add(shipped(), {});
    page.show_words(lines);
}

// What was each part for? A task that fails without it.
void tasks_for_parts(Page& page) {
    struct Task {
        std::string part, task;
        Question question;
        std::string with, without;
    };
    using enum Question;
    std::vector<Labels> lines{{"part", "task", "with it", "without"}};
    for (const Task& one :
         {Task{"positions", "place", place, "whole", "no_positions"},
          Task{"attention", "sense", sense, "whole", "no_attention"},
          Task{"feed-forward network", "place, no attention", place, "no_attention",
               "words_alone"},
          Task{"residuals", "place, six layers", place, "six", "six_no_residuals"}}) {
        lines.push_back({one.part, one.task,
                         std::to_string(ends_of(one.question, one.with).n_all_right),
                         std::to_string(ends_of(one.question, one.without).n_all_right)});
    }
    lines.push_back(
        {"... at a tenth of the rate", "place, six layers", "",
         std::to_string(ends_of(place, "six_no_residuals", slow_rate).n_all_right)});
    page.say("How many of ", n_seeds, " seeds have all unseen sentences right after ",
             run_steps, " steps (six layers");
    page.say("without residuals: after ", patient_steps, ").");
    page.gap();
    page.show_words(lines);
}

/// "20 of 20", for both questions.
std::vector<Labels> table_of_seeds(const std::vector<NamedDesign>& designs) {
    std::vector<Labels> lines{{"seeds that learned it", "place", "sense"}};
    for (const NamedDesign& named : designs) {
        lines.push_back({named.words});
        for (const Question question : {Question::place, Question::sense}) {
            const Ends ends = ends_of(question, named.name);
            lines.back().push_back(std::to_string(ends.n_all_right) + " of " +
                                   std::to_string(ends.n_seeds));
        }
    }
    return lines;
}

// One part missing, and once more from the beginning.
void one_part_less_each(Page& page) {
    page.show_words(table_of_seeds(one_part_less()));
    page.draw(parts_figure());
}

// Wrong on the way forward, right on the way back.
void mistakes(Page& page) {
    page.show_words(table_of_seeds(designs_named({"residual_from_input", "reshaped"})));
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Ids& ids) {
    const SentenceModel model = shipped();
    const Matrix p = softmax_rows(model.trace({}, ids).logits);
    page.show(text_of(ids), p, {"makes sense"}, {"yes", "no"}, 4);
    page.draw(sentence_figure(names_of(ids), average_attention(model, {}, ids), p(0, 0)));
}

Outcome<SentenceModel> trained_by(const Experiment& experiment,
                                  const Meanwhile& meanwhile) {
    TrainingLine line(experiment.plan.steps);
    return learn(experiment,
                 reader<SentenceModel>(line, meanwhile, [&](const auto& so_far) {
                     return own_figure(experiment, so_far);
                 }));
}

// Take a part away yourself.
void your_training(Page& page, const Experiment& experiment,
                   const Outcome<SentenceModel>& outcome, const Path& save_to) {
    page.give("weights", save_to,
              [model = outcome.model](const Path& to) { save(to, model); });
    say_scores(page, outcome.scores, n_unseen(experiment.question));
    page.draw(own_figure(experiment, outcome));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("15_each_part", "What was each part for?");
    const auto question = chapter.choice("question", {"sense", "place"}, "what is asked");
    const auto without = chapter.choice("without", parts_to_take(), "what is taken away");
    const auto layers = chapter.whole("layers", 1, 1, 6, "how many layers");
    const auto heads = chapter.choice("heads", {"1", "2", "4"}, "how many heads", 1);
    const auto seed =
        chapter.whole("seed", 1, 0, 999999, "which weights, sides and batches");
    const auto steps = chapter.whole("steps", run_steps, 1, run_steps, "how many steps");
    const auto rate = chapter.number("rate", book_rate, 1e-5, 1, "Adam's rate");
    const auto save_to = chapter.path("save", PathUse::write_file, "none",
                                      "a .safetensors file that gets the weights");
    const auto readout =
        chapter.choice("readout", {"linear", "relu"}, "how the average becomes logits");
    const auto experiment = chapter.computed(experiment_of, question, without, layers,
                                             heads, seed, steps, rate, readout);
    const auto trained = chapter.computed(trained_by, experiment, chapter.meanwhile());
    const std::string eleven = "Even though Mina did not win the award, she was satisfied.";
    const auto sentence =
        chapter.text("sentence", eleven, eleven, "a sentence of the 25 words");
    const auto ids = chapter.computed(ids_of, sentence);
    chapter.check([](const Ids&) {}, ids);

    chapter.section("Four versions", four_versions);
    chapter.section("Two by two", two_by_two).draws("15_two_by_two");
    chapter.section("Only a sum", only_a_sum);
    chapter.section("What each part is for", tasks_for_parts);
    chapter.section("One part missing", one_part_less_each).draws("15_parts");
    chapter.section("Two of chapter 20's bugs", mistakes);
    chapter.section("A sentence of your own", own_sentence, ids).draws("15_sentence");
    chapter.section("Your training", your_training, experiment, trained, save_to)
        .draws("15_own");
    further(chapter);
}

}  // namespace attn::chapters::ch15
