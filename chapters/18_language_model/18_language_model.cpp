#include "chapters/18_language_model/18_language_model.hpp"

// Chapter 18, docs/18_language_model.md: What is left when nothing is translated?
//
// An encoder under a causal mask goes on writing. It translates all the same, learns eight pairs by
// heart, and makes sentences up; and words are cut into pieces.
// New: greedy, at_temperature, top_k, top_p, draw (attn/sampling.hpp). Chapter 16's sentences.
// Trains for some seconds. Turn a knob: --seed 2
// --prompt 나는    --temperature 2    --pairs 16    --merges 20.

#include <algorithm>
#include <numeric>

#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/sampling.hpp"
#include "attn/shape_error.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/training/not_sentences.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch18 {
namespace {

Ids first_places(std::size_t n) {
    Ids places(n);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

}  // namespace

Matrix Gpt::rows(const Ids& ids, const Ids& places) const {
    require(!places.empty(), "Gpt: there are no words; give at least the beginning");
    const std::size_t last = *std::ranges::max_element(places);
    const Matrix x = words.forward(ids);
    return x + select_rows(positional_encoding(last + 1, x.cols()), places);
}

Matrix Gpt::forward(const Ids& ids, const Ids& places) const {
    return to_logits.forward(layers.forward(rows(ids, places), causal_mask(ids.size())));
}

Matrix Gpt::forward(const Ids& ids) const {
    return forward(ids, first_places(ids.size()));
}

Ids targets_of(const Row& row, const Targets& targets) {
    Ids next;
    for (std::size_t i = 0; i + 1 < row.ids.size(); ++i) {
        const bool is_prompt = i + 1 < row.n_prompt;
        next.push_back(is_prompt && !targets.with_prompt ? no_target
                                                         : row.ids[i + targets.ahead]);
    }
    return next;
}

EncoderTrace Gpt::trace(const Ids& ids) const {
    return layers.trace(rows(ids, first_places(ids.size())), causal_mask(ids.size()));
}

double loss_and_slopes(const Gpt& model, std::span<const Row> batch, const Targets& targets,
                       Gpt& gradient) {
    const auto n = static_cast<double>(batch.size());
    double loss = 0;
    for (const Row& row : batch) {
        const Ids ids(row.ids.begin(), row.ids.end() - 1), next = targets_of(row, targets);
        const EncoderTrace trace = model.trace(ids);
        const Matrix logits = model.to_logits.forward(trace.output);
        loss += cross_entropy(logits, next) / n;

        Matrix d = cross_entropy_backward(logits, next) / n;
        d = backward(model.to_logits, trace.output, d, gradient.to_logits);
        d = backward(model.layers, trace, d, gradient.layers);
        backward(model.words, ids, d, gradient.words);
    }
    return loss;
}

Ids continued(const Gpt& model, Ids ids, const Choose& choose, std::size_t most) {
    for (std::size_t n = 0; n < most; ++n) {
        const Matrix logits = model.forward(ids);
        ids.push_back(choose(logits.row(ids.size() - 1)));
        if (ids.back() == end_id) break;
    }
    return ids;
}

namespace {

/// The model of the road that pays for the answer, or the one that pays for everything.
Trained trained(std::size_t seed, std::size_t steps, bool everything,
                const Meanwhile& meanwhile) {
    TrainingLine line(steps);
    const Rows rows = wishes_in_rows(seed);
    return learn({.seed = seed, .steps = steps, .every = 20}, {.with_prompt = everything},
                 288, reader<Gpt>(line, meanwhile, [&](const Outcome<Gpt>& so_far) {
                     return attention_figure(so_far.model, rows);
                 }));
}

Sampling sampling_of(double temperature, std::size_t k, double p) {
    return {temperature, k, p};
}

/// The ids of words that somebody typed, after the beginning.
Ids typed(const std::string& text) {
    const Words words = wishes_in_rows(1).words;
    Ids ids{begin_id};
    for (const std::size_t id :
         chapters::ids_of(text, {words.begin() + 2, words.end()}, "--prompt"))
        ids.push_back(id + 2);
    return ids;
}

// What is given, what is to be predicted, and what of it is paid for.
void one_row(Page& page) {
    const Rows rows = wishes_in_rows(1);
    page.show_words(table_of_targets(rows, rows.unseen[0]));
    page.gap();
    const ch16::Task task = ch16::task_of(1);
    page.say(rows.words.size(), " words, ",
             parameter_count(random_gpt(rows.words.size(), 1)),
             " numbers to learn. Chapter 16's translator has ",
             parameter_count(ch16::random_translator(task, 1)), ".");
}

// The translator again, by continuing.
void it_continues(Page& page, const Trained& answer) {
    page.show_words(table_of_steps(answer));
    page.gap();
    const Words& words = answer.rows.words;
    const Ids prompt = prompt_of(answer.rows.unseen[0]);
    page.say("prompt:    ", text_of(prompt, words));
    page.say("continued: ", text_of(continued(answer.model, prompt, greedy), words));
    constexpr std::size_t the = 11, sea = 2;  // places in this row
    const auto trace = answer.model.trace(answer.rows.unseen[0].ids);
    std::string read;
    for (const AttentionTrace& head : trace.layers[0].attention.heads)
        read += " " + number_text(head.weights(the, sea), 2);
    page.say("\"the\" reads 바다에, head by head:", read);
    Ids other = answer.rows.unseen[0].ids;
    const auto after_the = [&] {
        const Matrix logits = answer.model.forward(other);
        return words[greedy(logits.row(the))];
    };
    const std::string as_it_was = after_the();
    other[sea] = typed("산에").back();
    page.say("and writes ", as_it_was, "; with 산에 in its place, ", after_the());
    page.draw(attention_figure(answer.model, answer.rows));
}

// What changes when the prompt is paid for too.
void what_is_paid_for(Page& page, const Trained& answer, const Trained& everything) {
    page.show_words(
        table_of_losses(answer.rows.unseen, {{"paid for the answer", &answer.model},
                                             {"paid for everything", &everything.model}}));
    page.gap();
    page.say("Rows, when all 360 are alike: ", number_text(loss_of_all_alike(), 3));
}

// A writer that has met few answers, and what a short tuning makes of it.
void tuning(Page& page, const Trained& writer) {
    const std::size_t steps = (writer.plan.steps + 4) / 5;
    const Plan plan{.seed = writer.plan.seed, .steps = steps, .every = steps};
    const Trained tuned = learn(plan, {}, 288, {}, &writer.model),
                  same = learn_from(writer.rows, plan, writer.targets, {}, &writer.model);
    const Ids prompt = prompt_of(writer.rows.unseen[0]);
    const auto goes_on = [&](const Gpt& model) {
        return text_of(continued(model, prompt, greedy), writer.rows.words);
    };
    page.say("the writer: ", goes_on(writer.model));
    page.say("tuned:      ", goes_on(tuned.model));
    page.gap();
    page.show_words(table_of_tuning(writer, tuned, same));
}

// One place where several words are right, and what each way to choose makes of it.
void what_may_follow(Page& page, const Trained& everything) {
    const Ids ids = typed("나는 바다에");
    const Matrix logits = everything.model.forward(ids);
    const std::span<const double> last = logits.row(ids.size() - 1);
    page.say(text_of(ids, everything.rows.words), " ...");
    page.gap();
    page.show_words(table_of_choices(last, everything.rows.words));
}

// Rows that nobody wrote.
void made_up_rows(Page& page, const Trained& answer, const Trained& everything,
                  const Sampling& own) {
    page.show_words(table_of_made_up(answer, everything, own));
    page.gap();
    Random generator(1), again(1);
    for (int i = 0; i < 3; ++i) {
        page.say(text_of(made_up(everything.model, own, generator), everything.rows.words));
    }
    page.say("Paid for the answer only:");
    page.say(text_of(made_up(answer.model, own, again), answer.rows.words));
}

// A beginning of the reader's own.
void your_prompt(Page& page, const Trained& everything, const Ids& prompt,
                 const Sampling& own) {
    const Gpt& model = everything.model;
    const auto goes_on = [&](const Choose& choose) {
        const Ids ids = continued(model, continued(model, prompt, choose), choose);
        page.say(text_of(ids, everything.rows.words));
    };
    page.say("Greedy:");
    goes_on(greedy);
    page.say("Drawn:");
    Random generator(1);
    for (int i = 0; i < 3; ++i) {
        goes_on([&](std::span<const double> logits) {
            return draw(own.probabilities(logits), generator);
        });
    }
}

// By heart: the shown get better, and the unseen worse.
void few_pairs(Page& page, const Trained& few, const Trained& all) {
    page.show_words(table_of_few(few));
    page.draw(few_figure(few, all));
}

// Three merges, small enough for a pencil, and a word that was never met.
void three_merges(Page& page) {
    const std::vector<Words> text{
        {"walk", "walk", "walk", "walks", "walks", "talks", "talks"}};
    const std::vector<Merge> merges = learn_merges(text, 3);
    const auto cut = [](const std::string& word, const std::vector<Merge>& by) {
        return ch16::text_of(pieces_of({word}, by));
    };
    std::vector<Labels> lines{
        {"joined", "met", "walk (3)", "walks (2)", "talks (2)", "talk (never)"}};
    for (std::size_t n = 0; n <= merges.size(); ++n) {
        const std::vector<Merge> so_far = first_merges(merges, n);
        lines.push_back({"", "", cut("walk", so_far), cut("walks", so_far),
                         cut("talks", so_far), cut("talk", so_far)});
        if (n == 0) continue;
        const Merge& merge = merges[n - 1];
        lines.back()[0] = merge.first + " " + merge.second;
        lines.back()[1] =
            std::to_string(times_met(merge, text, first_merges(merges, n - 1)));
    }
    page.show_words(lines);
}

// Words are cut into letters, and put together where they are often neighbours.
void pieces_of_words(Page& page, std::size_t n) {
    const std::vector<Merge> all = all_merges(), some = first_merges(all, n);
    std::string pairs;
    for (const Merge& merge : some) pairs += " " + merge.first + "+" + merge.second;
    page.say("The first ", some.size(), " of ", all.size(), " merges:", pairs);
    page.gap();
    page.show_words(table_of_cuts({0, n, all.size()}));
}

// Mistakes that run.
void where_it_breaks(Page& page, const Trained& answer) {
    const std::size_t steps = (answer.plan.steps + 2) / 3;
    const Trained off_by_one =
        learn({.seed = answer.plan.seed, .steps = steps, .every = steps}, {.ahead = 0});
    page.show_words(table_of_mistakes(
        {{"as it should be", &answer}, {"each word is its own target", &off_by_one}}));
    page.gap();
    page.say("Its own target: ",
             text_of(continued(off_by_one.model, prompt_of(answer.rows.unseen[0]), greedy),
                     answer.rows.words));
    page.gap();
    page.show_words(table_of_places(answer));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("18_language_model", "What is left when nothing is translated?");
    const auto seed = chapter.whole("seed", 1, 0, 999999,
                                    "which first weights, unseen pairs and batches");
    const auto temperature =
        chapter.number("temperature", 1, 0.01, 100, "how evenly words are drawn");
    const auto k = chapter.whole("top-k", 62, 1, 62, "draw from so many words; 62 is all");
    const auto p = chapter.number("top-p", 1, 0.01, 1, "draw from words of this share");
    const auto prompt = chapter.text("prompt", "나는", "나는", "words to go on from");
    const auto pairs = chapter.choice("pairs", {"4", "8", "16", "32", "64", "128"},
                                      "how many pairs are shown", 1);
    const auto merges = chapter.whole("merges", stems_and_particles, 0, 27,
                                      "how often two pieces become one");
    const auto steps = chapter.whole("steps", 300, 1, 300, "how many steps of Adam");
    const auto model_of = [&](bool everything) {
        return chapter.computed(
            [everything](std::size_t seed, std::size_t n, const Meanwhile& meanwhile) {
                return trained(seed, n, everything, meanwhile);
            },
            seed, steps, chapter.meanwhile());
    };
    const auto answer = model_of(false), everything = model_of(true);
    const auto writer = chapter.computed(
        [](std::size_t seed, std::size_t n) {
            TrainingLine line(n);
            Rows rows = wishes_in_rows(seed);
            rows.shown = mostly_questions(rows.shown, seed);
            return learn_from(std::move(rows), {.seed = seed, .steps = n, .every = n},
                              {.with_prompt = true}, {.go_on = line.until_interrupted()});
        },
        seed, steps);
    const auto few = chapter.computed(
        [](std::size_t seed, std::size_t n, const std::string& pairs) {
            TrainingLine line(n);
            return learn({.seed = seed, .steps = n, .every = 20}, {}, std::stoul(pairs),
                         {.go_on = line.until_interrupted()});
        },
        seed, steps, pairs);
    const auto own = chapter.computed(sampling_of, temperature, k, p);
    const auto ids = chapter.computed(typed, prompt);
    chapter.check([](const Ids&) {}, ids);

    chapter.section("One row", one_row);
    chapter.section("It continues", it_continues, answer).draws("18_row");
    chapter.section("A few pairs", few_pairs, few, answer).draws("18_few");
    chapter.section("What is paid for", what_is_paid_for, answer, everything);
    chapter.section("A tuning", tuning, writer);
    chapter.section("Where it breaks", where_it_breaks, answer);
    chapter.section("What may follow", what_may_follow, everything);
    chapter.section("Made up", made_up_rows, answer, everything, own);
    chapter.section("Three merges", three_merges);
    chapter.section("Pieces of words", pieces_of_words, merges);
    chapter.section("Your prompt", your_prompt, everything, ids, own);
}

}  // namespace attn::chapters::ch18
