#include "chapters/14_translation/14_translation.hpp"

// Chapter 14, docs/14_translation.md: How does one language become another?
//
// An encoder reads Korean, a decoder writes English and looks across while it writes. New: the
// decoder (attn/decoder.hpp), cross-attention, teacher forcing, greedy decoding. From before: all
// of it. Turn a knob: --sentence "우리는 바다에 뛰어가고 싶지 않아". Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "attn/attention.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/training/not_sentences.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch14 {
namespace {

// The task: a small grammar, in two languages.
void the_task(Page& page) {
    for (const std::size_t i : {0U, 11U, 120U, 200U, 240U, 350U}) {
        page.say(text_of(wishes()[i].korean), " = ", text_of(wishes()[i].english));
    }
    page.gap();
    const Task task = task_of(TaskName::wishes, 1);
    Translator model = random_translator(shipped_plan(1).design, task, 1);
    page.say(wishes().size(), " pairs, ", task.source_words.size() - 2, " Korean and ",
             task.target_words.size() - 2, " English words, ",
             parameter_count(parameters(model)), " numbers to learn.");
    const EncoderLayer& layer = model.encoder.layers.at(0);
    page.say("One encoder layer and one decoder layer, d_model ",
             layer.feed_forward.first.weight.rows(), ", d_ff ",
             layer.feed_forward.first.weight.cols(), ", one head.");
    page.say("Learned in ", run_steps, " steps of Adam, 32 pairs each.");
    page.say(task.unseen.size(), " pairs are kept apart and never shown, among them:");
    page.say(text_of(the_sentence().korean), " = ", text_of(the_sentence().english));
}

// Cross-attention by hand: the row of "sea" asks the four Korean words.
void one_word_asks(Page& page) {
    using namespace sea_sentence;
    const std::size_t sea = 7;
    const AttentionTrace all =
        dot_product_attention(english_queries, korean_keys, korean_keys);
    page.show("keys and values", korean_keys, korean, columns);
    page.show("query", row_of(english_queries, sea), {english[sea]}, columns);
    page.show("scores", row_of(all.scores, sea), {english[sea]}, korean);
    page.show("weights", row_of(all.weights, sea), {english[sea]}, korean, 4);
    page.show("what comes back", row_of(all.output, sea), {english[sea]}, columns, 4);
    page.draw(one_word_asks_figure(all));
}

// The picture for which attention was invented.
void what_was_read(Page& page) {
    const Outcome one = shipped(1);
    const Matrix reading = reading_of(one.model, one.task);
    page.show("weights", reading, with_end(the_sentence().english),
              with_end(the_sentence().korean), 2);
    page.keep("reading", reading);
    const plots::Figure alignment = alignment_figure(
        "14_alignment", "It wrote “sea” while it read 바다에",
        with_end(the_sentence().korean), with_end(the_sentence().english), reading);
    page.draw(alignment);
    page.draw(moving_figure(alignment));
}

// Greedy decoding: the likeliest word, then the next.
void word_by_word(Page& page) {
    const Outcome one = shipped(1);
    const std::vector<WritingStep> steps =
        write_step_by_step(one.model, one.task, one.task.unseen[0].source);
    std::vector<Labels> lines{{"written so far", "next", "p", "or", "p"}};
    for (const WritingStep& step : steps) {
        lines.push_back({step.so_far.empty() ? "(begin)" : text_of(step.so_far),
                         step.words[0], number_text(step.p[0], 3), step.words[1],
                         number_text(step.p[1], 3)});
    }
    page.show_words(lines);
}

// Teacher forcing: the right words before each, and the price of the right one.
void the_loss(Page& page) {
    const Outcome one = shipped(1);
    const Example& example = one.task.unseen[0];
    const Ids written = shifted(example.target);
    const Matrix p = softmax_rows(one.model.trace(example.source, written).logits);
    std::vector<Labels> lines{{"given", "right next", "its p", "-ln p"}};
    double sum = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const double of_right = p(i, example.target[i]);
        sum -= std::log(of_right);
        const bool is_end = example.target[i] == end_id;
        lines.push_back({i == 0 ? "(begin)" : "... " + one.task.target_words[written[i]],
                         is_end ? "(end)" : one.task.target_words[example.target[i]],
                         number_text(of_right, 4), number_text(-std::log(of_right), 4)});
    }
    page.show_words(lines);
    page.gap();
    page.say("Their mean, the loss: ",
             number_text(sum / static_cast<double>(written.size()), 4));
    // The same for one that knows the sentences and reads nothing.
    const auto n = static_cast<double>(wishes().size());
    double alike = 0;
    for (const Pair& wish : wishes())
        alike += std::log(n) / static_cast<double>(wish.english.size() + 1) / n;
    page.say("Without reading, all sentences alike: ", number_text(alike, 3));
    page.say("Without reading, the best that there is: ",
             number_text(least_loss_without_reading(one.task), 3));
}

// Where it breaks: one change at a time, twenty seeds each.
void one_change(Page& page) {
    page.show_words(table_of_changes());
    page.gap();
    const FixedPlaces places = places_fixed_without_order(task_of(TaskName::wishes, 1));
    page.say("Places whose next word is fixed without any order: ", places.n_fixed, " of ",
             places.n);
    page.draw(changes_figure());
}

// What they write, of which the loss says nothing.
void two_of_them(Page& page) {
    page.say("Of ", text_of(the_sentence().korean), " they make");
    page.gap();
    page.show_words(table_of_outputs());
    page.gap();
    page.say(table_of_hidden_words());
}

// All the words that it knows.
void its_words(Page& page) {
    page.show_words(table_of_words());
}

// Which language needs positions?
void who_sees_whom_both_ways(Page& page) {
    for (const std::size_t i : {0U, 22U}) {
        const Mirrors& mirrors = who_sees_whom()[i];
        page.say(text_of(mirrors.pair.korean), " = ", text_of(mirrors.pair.english));
        page.say(text_of(mirrors.mirror.korean), " = ", text_of(mirrors.mirror.english));
    }
    page.gap();
    page.show_words(table_of_directions());
    page.gap();
    page.say("English to Korean without positions, seed 1:");
    const Task task = task_of(TaskName::people_to_korean, 1);
    const End end = ends_of(TaskName::people_to_korean, "no_order").at(0);
    page.say(text_of(words_of(task.unseen[0].source, task.source_words)), " = ", end.text);
    page.say(text_of(words_of(task.unseen[1].source, task.source_words)), " = ",
             end.second);
    const auto n_of_two_nouns =
        std::ranges::count_if(task.unseen, &Example::only_order_tells);
    page.say("With mirrors shown, the first of the ", n_of_two_nouns,
             " came out as its mirror in ", count_recited(), " of ", n_seeds, " runs.");
    page.draw(directions_figure());
}

// What twenty models read, and how many of them read as we would.
void twenty_readings(Page& page) {
    const AlignmentCounts n = count_alignments();
    page.say("Of ", n.n_seeds, " one-head models, ", n.all_right,
             " have all unseen sentences right.");
    page.say(n.both,
             " of them read I, want, go and sea most from 나는, 싶어, 가고 and 바다에.");
    page.gap();
    const auto astray = static_cast<std::size_t>(first_right_seed(false));
    page.show_words(table_of_readings({first_right_seed(true), astray}));
    page.draw(readings_figure());
    page.draw(alignment_figure("14_astray", "The same sentence, read in another way",
                               with_end(the_sentence().korean),
                               with_end(the_sentence().english),
                               ends_of(TaskName::wishes, "whole").at(astray - 1).reading));
}

/// Six people, each of whom wants to go to the sea.
std::vector<Pair> wishes_for_the_sea() {
    std::vector<Pair> some;
    std::ranges::copy_if(wishes(), std::back_inserter(some), [](const Pair& wish) {
        const Words& k = wish.korean;
        return k.size() <= 5 && k[1] == "바다에" && k[2] == "가고" && k[3] == "싶어";
    });
    return some;
}

// Where a model that does not read the subject's word finds the subject.
void where_the_subject_is(Page& page) {
    const std::vector<Outcome> models{shipped(1, 1), shipped(1, first_right_seed(false))};
    std::vector<Labels> lines{{"", "with its own (end)", "", "with I's (end)", ""},
                              {"read", "seed 1", "seed 3", "seed 1", "seed 3"}};
    for (const Pair& wish : wishes_for_the_sea()) {
        Labels line{wish.korean[0]}, swapped;
        for (const Outcome& one : models) {
            const Ids source = ids_of(wish.korean, one.task.source_words);
            const WritingStep step = write_step_by_step(one.model, one.task, source).at(0);
            const std::size_t most = argmax(step.reading);
            line.push_back(step.words[0] + ", from " + with_end(wish.korean).at(most));
            swapped.push_back(first_word_with_other_end(
                one.model, one.task, source,
                ids_of(the_sentence().korean, one.task.source_words)));
        }
        line.insert(line.end(), swapped.begin(), swapped.end());
        lines.push_back(line);
    }
    page.say("The first word of the translation, by who wants to go to the sea:");
    page.gap();
    page.show_words(lines);
}

std::string whether_shown(const Ids& source, const Task& task) {
    if (std::ranges::find(task.unseen, source, &Example::source) != task.unseen.end())
        return "never shown";
    if (std::ranges::find(task.shown, source, &Example::source) != task.shown.end())
        return "among the sentences to learn from";
    return "not from the grammar";
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Outcome& trained, const Ids& source) {
    const std::vector<WritingStep> steps =
        write_step_by_step(trained.model, trained.task, source);
    const Words read = with_end(words_of(source, trained.task.source_words));
    page.say(text_of(words_of(source, trained.task.source_words)), "  (",
             whether_shown(source, trained.task), ")");
    std::vector<Labels> lines{{"written", "p", "read most", "weight"}};
    Words written;
    Matrix reading(steps.size(), read.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const WritingStep& step = steps[i];
        const std::size_t most = argmax(step.reading);
        lines.push_back({step.words[0], number_text(step.p[0], 3), read[most],
                         number_text(step.reading[most], 2)});
        written.push_back(step.words[0]);
        reading.set_row(i, step.reading);
    }
    const bool has_end = written.back() == "(end)";
    std::string text = text_of({written.begin(), written.end() - (has_end ? 1 : 0)});
    if (!has_end) {
        text += " ... (stopped after " + std::to_string(steps.size()) + " words)";
    }
    page.say(text.empty() ? "(nothing)" : text);
    page.gap();
    page.show_words(lines);
    if (fits_side_by_side(read) && fits_side_by_side(written)) {
        page.draw(alignment_figure("14_sentence",
                                   text.empty() ? "It wrote nothing" : "“" + text + "”",
                                   read, written, reading));
    } else {
        page.leave_out("14_sentence", "so many words do not fit side by side");
    }
}

// Take a part away yourself.
void your_training(Page& page, const Outcome& trained, const Path& save_to,
                   const Path& load) {
    page.give("weights", save_to,
              [model = trained.model](const Path& to) { save(to, model); });
    if (!load.empty()) {
        const Score score = score_of(trained.model, trained.task.unseen);
        page.say("The weights in ", clean_utf8(load.string()), ".");
        page.say("loss ", number_text(score.loss, 4), ", right ", score.right, " of ",
                 trained.task.unseen.size());
        page.leave_out("14_own", "it shows a training, and these weights were loaded");
        return;
    }
    if (trained.scores.empty()) {
        page.say("The shipped weights, as recorded; --train trains them again.");
    }
    say_scores(page, own_curve(trained).scores, trained.task.unseen.size());
    page.draw(own_figure(trained));
}

const std::string own_at_the_start = "우리는 바다에 뛰어가고 싶지 않아";

/// The ids of a sentence that somebody typed, in the language that the task reads; of the first
/// unseen one when nobody did, and the task is another than the wishes.
Ids typed(const std::string& text, const Plan& plan) {
    const Task task = task_of(plan.task, plan.seed);
    if (text == own_at_the_start && plan.task != TaskName::wishes)
        return task.unseen[0].source;
    Ids ids =
        chapters::ids_of(text, {task.source_words.begin() + 2, task.source_words.end()});
    for (std::size_t& id : ids) id += 2;  // past the beginning and the end
    ids.push_back(end_id);
    return ids;
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("14_translation", "How does one language become another?");
    const auto task = chapter.choice("task", task_names(), "what is translated");
    const auto without = chapter.choice("without", parts_to_take(), "what is taken away");
    const auto heads = chapter.choice("heads", {"1", "2", "4"}, "how many heads");
    const auto seed =
        chapter.whole("seed", static_cast<std::size_t>(shipped_plan(1).seed), 0, 999999,
                      "which first weights, unseen pairs and batches");
    const auto steps = chapter.whole("steps", run_steps, 1, run_steps, "how many steps");
    const auto train = chapter.flag(
        "train", "train from scratch as the other knobs say; Ctrl-C stops early");
    const auto save_to = chapter.path("save", PathUse::write_file, "none",
                                      "a .safetensors file that gets the weights");
    const auto load = chapter.path("load", PathUse::read, "the book's",
                                   "a .safetensors file with weights, for no training");
    const auto plan = chapter.computed(plan_of, task, without, heads, seed, steps);
    const auto given = chapter.computed(given_weights, load, train, plan);
    chapter.check([](const std::optional<Outcome>&) {}, given);
    const auto trained =
        chapter.computed(trained_by, given, train, plan, chapter.meanwhile());
    const auto sentence = chapter.text("sentence", own_at_the_start, own_at_the_start,
                                       "a sentence of words that it knows");
    const auto source = chapter.computed(typed, sentence, plan);
    chapter.check([](const Ids&) {}, source);

    chapter.section("The task", the_task);
    chapter.section("One word asks", one_word_asks).draws("14_one_word_asks");
    chapter.section("What was read", what_was_read).draws("14_alignment", "14_moving");
    chapter.section("Word by word", word_by_word);
    chapter.section("The loss", the_loss);
    chapter.section("One change at a time", one_change).draws("14_changes");
    chapter.section("Two of them", two_of_them);
    chapter.section("Who sees whom", who_sees_whom_both_ways).draws("14_directions");
    chapter.section("Twenty readings", twenty_readings).draws("14_readings", "14_astray");
    chapter.section("Where the subject is", where_the_subject_is);
    chapter.section("Its words", its_words);
    chapter.section("A sentence of your own", own_sentence, trained, source)
        .draws("14_sentence");
    chapter.section("Your training", your_training, trained, save_to, load).draws("14_own");
    further(chapter);
}

}  // namespace attn::chapters::ch14
