#include "chapters/16_translation/16_translation.hpp"

// Chapter 16, docs/16_translation.md: How does one language become another?
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
#include "chapters/training/not_sentences.hpp"
#include "chapters/training/weights_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch16 {
namespace {

// The task: a small grammar, in two languages.
void the_task(Page& page) {
    for (const std::size_t i : {0U, 11U, 120U, 200U, 240U, 350U})
        page.say(text_of(wishes()[i].korean), " = ", text_of(wishes()[i].english));
    page.gap();
    const Task task = task_of(1);
    page.say(wishes().size(), " pairs, ", task.source_words.size() - 2, " Korean and ",
             task.target_words.size() - 2, " English words, ",
             parameter_count(random_translator(task, 1)), " numbers to learn.");
    page.say("One encoder layer and one decoder layer, d_model ", book_sizes.d_model,
             ", d_ff ", book_sizes.d_ff, ", one head.");
    page.say("Learned in ", Experiment{}.plan.steps, " steps of Adam, ", batch_size,
             " pairs each.");
    page.say(task.unseen.size(), " pairs are kept apart and never shown, among them:");
    page.say(text_of(the_sentence().korean), " = ", text_of(the_sentence().english));
}

// Cross-attention by hand: the row of "the", which writes "sea", asks the four Korean words.
void one_word_asks(Page& page) {
    using namespace sea_sentence;
    const std::size_t sea = 6;
    const std::string asking = standing_and_written().at(sea);
    const AttentionTrace all =
        dot_product_attention(english_queries, korean_keys, korean_keys);
    page.show("keys and values", korean_keys, korean, columns);
    page.show("query", row_of(english_queries, sea), {asking}, columns);
    page.show("scores", row_of(all.scores, sea), {asking}, korean);
    page.show("weights", row_of(all.weights, sea), {asking}, korean, 4);
    page.show("what comes back", row_of(all.output, sea), {asking}, columns, 4);
    page.draw(one_word_asks_figure(all));
}

/// How a shipped model read the book's sentence.
plots::Figure reading_figure(const std::string& name, const std::string& title,
                             const Writing& writing) {
    return alignment_figure(name, title, with_end(the_sentence().korean), writing.words,
                            writing.reading, 0.05);
}

Writing sentence_by(std::uint64_t seed) {
    const Task task = task_of(seed);
    return writing_of(shipped(seed), task, task.unseen[0].source);
}

// The picture for which attention was invented.
void what_was_read(Page& page) {
    const Writing writing = sentence_by(1);
    page.show("weights", writing.reading, writing.words, with_end(the_sentence().korean),
              2);
    const plots::Figure alignment =
        reading_figure("16_alignment", "It wrote “sea” while it read 바다에", writing);
    page.draw(alignment);
    // In the README, for people who don't read Korean.
    const Words meant{"나는: I", "바다에: to the sea", "가고: go", "싶어: want"};
    page.draw(moving_figure(alignment_figure("16_moving", alignment.title, with_end(meant),
                                             writing.words, writing.reading, 0.1)));
}

// Greedy decoding: the likeliest word, then the next.
void word_by_word(Page& page) {
    const Writing writing = sentence_by(1);
    std::vector<Labels> lines{{"written so far", "next", "p"}};
    std::string so_far;
    for (std::size_t i = 0; i < writing.words.size(); ++i) {
        lines.push_back({i == 0 ? "(begin)" : so_far, writing.words[i],
                         number_text(std::ranges::max(writing.p.row(i)), 3)});
        so_far += (i == 0 ? "" : " ") + writing.words[i];
    }
    page.show_words(lines);
    page.draw(machine_figure());
}

// Teacher forcing: the right words before each, and the price of the right one, while the model is
// still learning.
void the_loss(Page& page) {
    constexpr std::size_t steps = 35;
    const Task task = task_of(1);
    const Example& example = task.unseen[0];
    const Ids written = shifted(example.target);
    const Translator model = learn({.plan = {.steps = steps, .every = steps}}).model;
    const Matrix p = softmax_rows(model.trace(example.source, written).logits);
    page.say("After ", steps, " steps:");
    page.gap();
    std::vector<Labels> lines{{"given", "it would write", "right next", "its p", "-ln p"}};
    std::vector<double> prices;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const double of_right = p(i, example.target[i]);
        prices.push_back(-std::log(of_right));
        lines.push_back({i == 0 ? "(begin)" : "... " + task.target_words[written[i]],
                         word_of(argmax(p.row(i)), task.target_words),
                         word_of(example.target[i], task.target_words),
                         number_text(of_right, 3), number_text(prices[i], 2)});
    }
    page.show_words(lines);
    page.gap();
    page.say("Their mean, the loss: ",
             number_text(sum_of(prices) / static_cast<double>(prices.size()), 2));
    page.draw(staircase_figure(with_end(the_sentence().english), prices));
}

// Every number of a small translator.
void every_number(Page& page) {
    const Translator model = small();
    const Task task = task_of(small_experiment().plan.seed);
    page.say("Four numbers a word: ", parameter_count(model), " numbers to learn, ",
             small_experiment().plan.steps, " steps.");
    page.say(score_of(model, task.unseen).right, " of ", task.unseen.size(),
             " unseen sentences are right.");
    for (const plots::Figure& figure : wall_figures(model, task)) page.draw(figure);

    // How much "the" attends to each word so far; and that word exchanged for every other: does it
    // still say "sea"?
    const Example& example = task.unseen[0];
    const Ids right = shifted(example.target);
    const Ids given(right.begin(), right.end() - 1);
    const Matrix memory = model.read(example.source);
    const Matrix looked = model.trace(example.source, given)
                              .decoder.layers[0]
                              .self_attention.heads[0]
                              .weights;
    std::vector<Labels> lines{{"", "weight", "still sea"}};
    for (std::size_t i = 1; i < given.size(); ++i) {
        std::size_t n_others = 0, n_sea = 0;
        for (std::size_t word = end_id + 1; word < task.target_words.size(); ++word) {
            if (word == given[i]) continue;
            Ids other = given;
            other[i] = word;
            const Matrix logits = model.write(other, memory);
            const std::size_t next = argmax(logits.row(given.size() - 1));
            ++n_others;
            n_sea += task.target_words[next] == "sea";
        }
        lines.push_back({task.target_words[given[i]],
                         number_text(looked(given.size() - 1, i), 2),
                         std::to_string(n_sea) + " of " + std::to_string(n_others)});
    }
    page.gap();
    page.show_words(lines);
}

// What is computed, and what is kept.
void the_cache(Page& page) {
    const Translator model = shipped(1);
    const Task task = task_of(1);
    const Example& example = task.unseen[0];
    const Ids written = shifted(example.target);
    const Matrix rows = model.trace(example.source, written).decoder.layers[0].input;
    KvCache cache = start_decoding(model.decoder, model.read(example.source));
    Words given;
    std::vector<KvCache> steps;
    for (std::size_t i = 0; i < 4; ++i) {
        decode_next(model.decoder, row_of(rows, i), cache);
        given.push_back(i == 0 ? "(begin)" : task.target_words[written[i]]);
        steps.push_back(cache);
    }
    page.say("With a cache, ", score_of(model, task.unseen).right, " of ",
             task.unseen.size(), " unseen sentences are right.");
    page.draw(cache_figure(given, steps));
}

// Where it breaks: two parts taken away, and then some sentences; twenty seeds each.
void one_change(Page& page) {
    const std::size_t n_unseen = wishes().size() / 5;
    std::vector<Labels> lines{{"without", "seeds", "unseen sentences right", "their loss"}};
    for (const std::string& without : parts) {
        const Ends ends = chapters::ends_of(curves_of(without), n_unseen);
        const std::string most = std::to_string(ends.most_right),
                          least = std::to_string(ends.least_right);
        lines.push_back(
            {without, std::to_string(ends.n_all_right) + " of " + std::to_string(n_seeds),
             (least == most ? "" : least + " to ") + most + " of " +
                 std::to_string(n_unseen),
             number_text(ends.least_loss, 3) + " to " + number_text(ends.most_loss, 3)});
    }
    page.show_words(lines);
}

// Another seed read the same sentence in another way.
void another_reading(Page& page) {
    const Writing writing = sentence_by(3);
    page.say(text_of(writing.words));
    page.draw(
        reading_figure("16_astray", "The same sentence, read in another way", writing));
}

// Where a model that does not read the subject's word finds the subject.
void where_the_subject_is(Page& page) {
    std::vector<Labels> lines{
        {"read", "seed 1", "with I's (end)", "seed 3", "with I's (end)"}};
    for (const Pair& wish : wishes()) {
        const Words& k = wish.korean;
        if (k.size() > 5 || k[1] != "바다에" || k[2] != "가고" || k[3] != "싶어") continue;
        Labels line{k[0]};
        for (const std::uint64_t seed : {1U, 3U}) {
            const Task task = task_of(seed);
            const Translator model = shipped(seed);
            const Ids source = ids_of(k, task.source_words);
            const Writing writing = writing_of(model, task, source);
            line.push_back(writing.words[0] + ", from " +
                           with_end(k).at(argmax(writing.reading.row(0))));
            // The last row of memory is the end's; now it is that of a sentence about I.
            Matrix memory = model.read(source);
            const Matrix about_me = model.read(task.unseen[0].source);
            memory.set_row(memory.rows() - 1, about_me.row(about_me.rows() - 1));
            const Matrix logits = model.write({begin_id}, memory);
            const std::string word = word_of(argmax(logits.row(0)), task.target_words);
            line.push_back((word == writing.words[0] ? "" : "-> ") + word);
        }
        lines.push_back(line);
    }
    page.say("The first word of the translation, by who wants to go to the sea:");
    page.gap();
    page.show_words(lines);
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Experiment& experiment,
                  const Outcome<Translator>& trained, const Ids& source) {
    const bool is_closed = experiment.without == "cross-attention";
    const Task task = task_of(experiment.without, trained.plan.seed);
    Writing writing = writing_of(trained.model, task, source);
    if (is_closed) writing.reading = 0 * writing.reading;  // it leads nowhere
    const Words typed = words_of(source, task.source_words), read = with_end(typed);
    const bool was_shown = std::ranges::count(task.shown, source, &Example::source) > 0;
    page.say(text_of(typed),
             was_shown ? "  (among the sentences to learn from)" : "  (never shown)");
    std::vector<Labels> lines{{"written", "read most", "weight"}};
    for (std::size_t i = 0; i < writing.words.size(); ++i) {
        const auto reading = writing.reading.row(i);
        const std::size_t most = argmax(reading);
        lines.push_back({writing.words[i], read[most], number_text(reading[most], 2)});
    }
    std::string text =
        text_of(words_of(translate(trained.model, source), task.target_words));
    if (writing.words.back() != "(end)")
        text += " ... (stopped after " + std::to_string(writing.words.size()) + " words)";
    page.say(text.empty() ? "(nothing)" : text);
    page.gap();
    if (is_closed) {
        page.say("Nothing was read: cross-attention is closed.");
    } else {
        page.show_words(lines);
    }
    page.draw(alignment_figure("16_sentence",
                               text.empty() ? "It wrote nothing" : "“" + text + "”", read,
                               writing.words, writing.reading, 0.15));
}

Experiment experiment_of(const std::string& without, std::size_t seed, std::size_t steps) {
    Experiment experiment{.without = without};
    experiment.plan.seed = seed;
    experiment.plan.steps = steps;
    return experiment;
}

/// The shipped weights, unless they are to be trained again or there are none: then a line on
/// stderr counts the steps.
Outcome<Translator> trained_by(bool train, const Experiment& experiment,
                               const Meanwhile& meanwhile) {
    const Plan& plan = experiment.plan;
    const bool is_shipped = experiment.without == "nothing" &&
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
    if (trained.scores.empty())
        page.say("The shipped weights, as recorded; --train trains them again.");
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
    chapter.titled("16_translation", "How does one language become another?");
    const auto without = chapter.choice("without", parts, "what is taken away");
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

    chapter.section("What was read", what_was_read).draws("16_alignment", "16_moving");
    chapter.section("The task", the_task);
    chapter.section("One word asks", one_word_asks).draws("16_one_word_asks");
    chapter.section("Word by word", word_by_word).draws("16_machine");
    chapter.section("The loss", the_loss).draws("16_staircase");
    chapter.section("Every number", every_number).draws("16_inside", "16_across");
    chapter.section("The cache", the_cache).draws("16_cache");
    chapter.section("A sentence of your own", own_sentence, experiment, trained, source)
        .draws("16_sentence");
    chapter.section("Your training", your_training, experiment, trained, save_to)
        .draws("16_own");
    chapter.section("One change at a time", one_change);
    chapter.section("Another reading", another_reading).draws("16_astray");
    chapter.section("Where the subject is", where_the_subject_is);
    further(chapter);
}

}  // namespace attn::chapters::ch16
