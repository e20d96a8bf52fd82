#include "chapters/14_translation/14_translation.hpp"

// Chapter 14, docs/14_translation.md: How does one language become another?
//
// An encoder reads Korean, a decoder writes English and looks across while it writes. New: the
// decoder (attn/decoder.hpp), cross-attention, teacher forcing, greedy decoding. From before: all
// of it. Turn a knob: --sentence "우리는 바다에 뛰어가고 싶지 않아". Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/training/bundles.hpp"
#include "chapters/training/not_sentences.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

// The task: a small grammar, in two languages.
void the_task(Page& page) {
    for (const std::size_t i : {0U, 11U, 120U, 200U, 240U, 350U}) {
        page.say(text_of(wishes()[i].korean), " = ", text_of(wishes()[i].english));
    }
    page.gap();
    const Task task = task_of(1);
    Translator model = random_translator(task, 1);
    page.say(wishes().size(), " pairs, ", task.source_words.size() - 2, " Korean and ",
             task.target_words.size() - 2, " English words, ",
             parameter_count(parameters(model)), " numbers to learn.");
    const EncoderLayer& layer = model.encoder.layers.at(0);
    page.say("One encoder layer and one decoder layer, d_model ",
             layer.feed_forward.first.weight.rows(), ", d_ff ",
             layer.feed_forward.first.weight.cols(), ", one head.");
    page.say("Learned in ", Experiment{}.plan.steps, " steps of Adam, ", batch_size,
             " pairs each.");
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
    const Matrix reading = reading_of(shipped(1), task_of(1).unseen[0]);
    page.show("weights", reading, with_end(the_sentence().english),
              with_end(the_sentence().korean), 2);
    page.keep("reading", reading);
    const plots::Figure alignment = alignment_figure(
        "14_alignment", "It wrote “sea” while it read 바다에",
        with_end(the_sentence().korean), with_end(the_sentence().english), reading, 0.05);
    page.draw(alignment);
    page.draw(moving_figure(alignment));
}

// Greedy decoding: the likeliest word, then the next.
void word_by_word(Page& page) {
    const Task task = task_of(1);
    std::vector<Labels> lines{{"written so far", "next", "p", "or", "p"}};
    for (const WritingStep& step :
         write_step_by_step(shipped(1), task, task.unseen[0].source)) {
        lines.push_back({step.so_far.empty() ? "(begin)" : text_of(step.so_far),
                         step.words[0], number_text(step.p[0], 3), step.words[1],
                         number_text(step.p[1], 3)});
    }
    page.show_words(lines);
}

// Teacher forcing: the right words before each, and the price of the right one.
void the_loss(Page& page) {
    const Task task = task_of(1);
    const Example& example = task.unseen[0];
    const Ids written = shifted(example.target);
    const Matrix p = softmax_rows(shipped(1).trace(example.source, written).logits);
    std::vector<Labels> lines{{"given", "right next", "its p", "-ln p"}};
    std::vector<double> prices;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const double of_right = p(i, example.target[i]);
        prices.push_back(-std::log(of_right));
        lines.push_back({i == 0 ? "(begin)" : "... " + task.target_words[written[i]],
                         word_of(example.target[i], task.target_words),
                         number_text(of_right, 4), number_text(prices[i], 4)});
    }
    page.show_words(lines);
    page.gap();
    page.say("Their mean, the loss: ",
             number_text(sum_of(prices) / static_cast<double>(prices.size()), 4));
    page.draw(staircase_figure(with_end(the_sentence().english), prices));
}

// Every number of a small translator.
void every_number(Page& page) {
    const Translator model = small();
    const Task task = task_of(small_experiment().plan.seed);
    Translator counted = model;
    page.say("Four numbers a word: ", parameter_count(parameters(counted)),
             " numbers to learn, ", small_experiment().plan.steps, " steps.");
    page.say(score_of(model, task.unseen).right, " of ", task.unseen.size(),
             " unseen sentences are right.");
    page.draw(wall_figure(model, task));
}

// What is computed, and what is kept.
void the_cache(Page& page) {
    const Translator model = shipped(1);
    const Task task = task_of(1);
    const Example& example = task.unseen[0];
    const Ids written = shifted(example.target);
    KvCache cache = start_decoding(model.decoder, model.read(example.source));
    const Matrix rows = model.trace(example.source, written).decoder.layers[0].input;
    std::vector<Labels> lines{
        {"step", "given", "rows without", "rows with", "keys kept", "of memory"}};
    Words given;
    std::vector<KvCache> steps;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const Matrix row = decode_next(model.decoder, row_of(rows, i), cache);
        const std::string word = i == 0 ? "(begin)" : task.target_words[written[i]];
        const LayerKvCache& layer = cache.layers[0];
        lines.push_back({std::to_string(i + 1), word, std::to_string(i + 1),
                         std::to_string(row.rows()), std::to_string(layer.keys.rows()),
                         std::to_string(layer.memory_keys.rows())});
        if (i >= 4) continue;
        given.push_back(word);
        steps.push_back(cache);
    }
    page.show_words(lines);
    page.gap();
    const auto same = std::ranges::count_if(task.unseen, [&](const Example& one) {
        return translate_with_cache(model, one.source) == translate(model, one.source);
    });
    page.say(same, " of ", task.unseen.size(),
             " unseen sentences come out the same with a cache and without.");
    page.draw(cache_figure(given, steps));
}

// Where it breaks: two parts taken away, twenty seeds each.
void one_change(Page& page) {
    const std::size_t n_unseen = wishes().size() / 5;
    std::vector<Labels> lines{{"", "seeds", "unseen sentences right", "their loss"}};
    for (const NamedDesign& design : designs()) {
        const Ends ends = chapters::ends_of(curves_of(design.without), n_unseen);
        const std::string most = std::to_string(ends.most_right),
                          least = std::to_string(ends.least_right);
        lines.push_back(
            {design.words,
             std::to_string(ends.n_all_right) + " of " + std::to_string(ends.n_seeds),
             (least == most ? "" : least + " to ") + most + " of " +
                 std::to_string(n_unseen),
             number_text(ends.least_loss, 3) + " to " + number_text(ends.most_loss, 3)});
    }
    page.show_words(lines);
    page.gap();
    // What one pays that knows the sentences by heart and reads nothing.
    const auto n = static_cast<double>(wishes().size());
    double alike = 0;
    for (const Pair& wish : wishes())
        alike += std::log(n) / static_cast<double>(wish.english.size() + 1) / n;
    page.say("Without reading, all sentences alike: ", number_text(alike, 3));
    page.say("Without reading, the best that there is: ",
             number_text(least_loss_without_reading(task_of(1)), 3));
    page.draw(changes_figure());
}

// What they write, of which the loss says nothing.
void two_of_them(Page& page) {
    page.say("Of ", text_of(the_sentence().korean), " they make");
    page.gap();
    const std::vector<End> cheats = ends_of(Without::causal_mask),
                           deaf = ends_of(Without::cross_attention);
    std::vector<Labels> lines{{"seed", "no causal mask", "no cross-attention"}};
    for (std::size_t i = 0; i < 9; ++i) {
        lines.push_back({std::to_string(cheats.at(i).seed),
                         cheats[i].text.empty() ? "(nothing)" : cheats[i].text,
                         deaf.at(i).text});
    }
    page.show_words(lines);
}

// All the words that it knows.
void its_words(Page& page) {
    page.show_words(table_of_words());
}

// Which language needs positions? Two sentences that are read without.
void who_sees_whom(Page& page) {
    const Pair pair{{"학생은", "선생님을", "봐"},
                    {"the", "student", "sees", "the", "teacher"}},
        mirror{{"선생님은", "학생을", "봐"}, {"the", "teacher", "sees", "the", "student"}};
    page.say(text_of(pair.korean), " = ", text_of(pair.english));
    page.say(text_of(mirror.korean), " = ", text_of(mirror.english));
    page.gap();
    Numbers korean, english;
    for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) {
        Task task = task_of(seed);
        for (const Words& words : {pair.korean, mirror.korean, pair.english})
            task.source_words.insert(task.source_words.end(), words.begin(), words.end());
        const Translator model = random_translator(task, seed);
        const auto logits = [&](const Words& sentence) {
            const Matrix words = model.source.forward(ids_of(sentence, task.source_words));
            return model.write({begin_id}, model.encoder.forward(words));
        };
        korean.push_back(max_abs_difference(logits(pair.korean), logits(mirror.korean)));
        english.push_back(max_abs_difference(logits(pair.english), logits(mirror.english)));
    }
    page.say("Read without positions, the logits of the two differ");
    page.say("in Korean by ", number_text(std::ranges::min(korean), 2), " or more,");
    const double most = std::ranges::max(english);
    page.say("in English by ",
             most < 1e-12 ? "less than 1e-12." : scientific_text(most, 0) + " at most.");
}

// Would another seed have drawn the picture?
void twenty_readings(Page& page) {
    const std::vector<End> ends = ends_of(Without::nothing);
    page.say(std::ranges::count(ends, meanings, &End::read), " of ", ends.size(),
             " models read I, want, go and sea most from 나는, 싶어, 가고 and 바다에.");
    page.draw(alignment_figure("14_astray", "The same sentence, read in another way",
                               with_end(the_sentence().korean),
                               with_end(the_sentence().english),
                               reading_of(shipped(3), task_of(3).unseen[0]), 0.05));
}

// Where a model that does not read the subject's word finds the subject.
void where_the_subject_is(Page& page) {
    std::vector<Labels> lines{{"", "with its own (end)", "", "with I's (end)", ""},
                              {"read", "seed 1", "seed 3", "seed 1", "seed 3"}};
    for (const Pair& wish : wishes()) {
        const Words& k = wish.korean;
        if (k.size() > 5 || k[1] != "바다에" || k[2] != "가고" || k[3] != "싶어") continue;
        Labels line{k[0]}, swapped;
        for (const std::uint64_t seed : {1U, 3U}) {
            const Task task = task_of(seed);
            const Translator model = shipped(seed);
            const Ids source = ids_of(k, task.source_words);
            const WritingStep step = write_step_by_step(model, task, source).at(0);
            const std::size_t most = argmax(step.reading);
            line.push_back(step.words[0] + ", from " + with_end(k).at(most));
            swapped.push_back(first_word_with_other_end(
                model, task, source, ids_of(the_sentence().korean, task.source_words)));
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
void own_sentence(Page& page, const Outcome<Translator>& trained, const Ids& source) {
    const Task task = task_of(trained.plan.seed);
    const std::vector<WritingStep> steps = write_step_by_step(trained.model, task, source);
    const Words typed = words_of(source, task.source_words), read = with_end(typed);
    page.say(text_of(typed), "  (", whether_shown(source, task), ")");
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
                                   read, written, reading, 0.15));
    } else {
        page.leave_out("14_sentence", "so many words do not fit side by side");
    }
}

Experiment experiment_of(const std::string& without, std::size_t seed, std::size_t steps) {
    Experiment experiment{
        .without = std::ranges::find(designs(), without, &NamedDesign::name)->without};
    experiment.plan.seed = seed;
    experiment.plan.steps = steps;
    return experiment;
}

/// The shipped weights, unless they are to be trained again or there are none: then a line on
/// stderr counts the steps.
Outcome<Translator> trained_by(bool train, const Experiment& experiment,
                               const Meanwhile& meanwhile) {
    const Plan& plan = experiment.plan;
    const bool is_shipped = experiment.without == Without::nothing &&
                            plan.steps == Experiment{}.plan.steps &&
                            (plan.seed == 1 || plan.seed == 3);
    if (is_shipped && !train) return {plan, shipped(plan.seed)};
    TrainingLine line(plan.steps);
    return learn(experiment, reader<Translator>(line, meanwhile, [&](const auto& so_far) {
                     return own_figure(experiment.without, so_far);
                 }));
}

// Take a part away yourself.
void your_training(Page& page, const Experiment& experiment,
                   const Outcome<Translator>& trained, const Path& save_to) {
    page.give("weights", save_to,
              [model = trained.model](const Path& to) { chapters::save(to, model); });
    if (trained.scores.empty()) {
        page.say("The shipped weights, as recorded; --train trains them again.");
    }
    say_scores(page, curve_of(experiment.without, trained).scores, wishes().size() / 5);
    page.draw(own_figure(experiment.without, trained));
}

const std::string own_at_the_start = "우리는 바다에 뛰어가고 싶지 않아";

/// The ids of a sentence that somebody typed.
Ids typed(const std::string& text) {
    const Words words = task_of(1).source_words;
    Ids ids = chapters::ids_of(text, {words.begin() + 2, words.end()});
    for (std::size_t& id : ids) id += 2;  // past the beginning and the end
    ids.push_back(end_id);
    return ids;
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("14_translation", "How does one language become another?");
    const auto without = chapter.choice("without", {"nothing", "causal", "cross-attention"},
                                        "what is taken away");
    const auto seed = chapter.whole("seed", 1, 0, 999999,
                                    "which first weights, unseen pairs and batches");
    const std::size_t most = Experiment{}.plan.steps;
    const auto steps = chapter.whole("steps", most, 1, most, "how many steps");
    const auto train = chapter.flag(
        "train", "train from scratch as the other knobs say; Ctrl-C stops early");
    const auto save_to = chapter.path("save", PathUse::write_file, "none",
                                      "a .safetensors file that gets the weights");
    const auto experiment = chapter.computed(experiment_of, without, seed, steps);
    const auto trained =
        chapter.computed(trained_by, train, experiment, chapter.meanwhile());
    const auto sentence = chapter.text("sentence", own_at_the_start, own_at_the_start,
                                       "a sentence of words that it knows");
    const auto source = chapter.computed(typed, sentence);
    chapter.check([](const Ids&) {}, source);

    chapter.section("What was read", what_was_read).draws("14_alignment", "14_moving");
    chapter.section("The task", the_task);
    chapter.section("One word asks", one_word_asks).draws("14_one_word_asks");
    chapter.section("Every number", every_number).draws("14_wall");
    chapter.section("Word by word", word_by_word);
    chapter.section("The loss", the_loss).draws("14_staircase");
    chapter.section("The cache", the_cache).draws("14_cache");
    chapter.section("Its words", its_words);
    chapter.section("A sentence of your own", own_sentence, trained, source)
        .draws("14_sentence");
    chapter.section("Your training", your_training, experiment, trained, save_to)
        .draws("14_own");
    chapter.section("One change at a time", one_change).draws("14_changes");
    chapter.section("Two of them", two_of_them);
    chapter.section("Who sees whom", who_sees_whom);
    chapter.section("Twenty readings", twenty_readings).draws("14_astray");
    chapter.section("Where the subject is", where_the_subject_is);
    further(chapter);
}

}  // namespace attn::chapters::ch14
