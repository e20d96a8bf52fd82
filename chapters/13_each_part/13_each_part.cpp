#include "chapters/13_each_part/13_each_part.hpp"

// Chapter 13, docs/13_each_part.md: What was each part for?
//
// Chapter 12's encoder, one part taken away at a time, and two questions about the same
// sentences. New: layer_of_parts. From before: all of the encoder, and chapter 12's way back.
// Turn a knob: --without attention --question sense. Detours, in further.cpp: --more.

#include "attn/softmax.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {
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

void two_by_two(Page& page) {
    page.say("After ", run_steps, " steps, the worst and the best of ", n_seeds, " seeds.");
    page.gap();
    page.show_words(table_of_ends({"whole", "no_positions", "no_attention"}));
    page.draw(two_by_two_figure());
}

/// Logit of "yes" minus logit of "no".
double margin(const SentenceModel& model, const Ids& ids) {
    const Matrix logits = model.trace(ids).logits;
    return logits(0, 0) - logits(0, 1);
}

// Why attention is needed: without it the margins are sums over the words.
void only_a_sum(Page& page) {
    std::vector<Labels> lines{
        {"margins", "n i", "i n", "n n", "i i", "n i + i n", "n n + i i", "loss"}};
    const auto add = [&](const std::string& name, const SentenceModel& model) {
        Labels line{name};
        std::vector<double> m;
        for (const Ids& ids : example()) {
            m.push_back(margin(model, ids));
            line.push_back(number_text(m.back(), 3));
        }
        line.push_back(number_text(m[0] + m[1], 3));
        line.push_back(number_text(m[2] + m[3], 3));
        line.push_back(
            number_text(score_of(model, asked_of(Question::sense, example())).loss, 4));
        lines.push_back(line);
    };
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        add("no attention, " + std::to_string(seed),
            random_sentence_model({.has_attention = false}, seed));
    }
    add("whole, learned", shipped());
    page.say("n: not, i: indeed, in the first half and in the second.");
    page.gap();
    page.show_words(lines);
}

// What the theorem rests on: bend the average, and no attention is needed.
void average_bent_too(Page& page) {
    page.show_words(table_of_ends({average_bent().name}));
}

// One part missing, and once more from the beginning.
void one_part_less_each(Page& page) {
    page.show_words(table_of_both_questions(one_part_less()));
    page.draw(parts_figure());
}

void six(Page& page) {
    page.show_words(table_of_six_layers());
    page.draw(depth_figure());
}

// The same six layers, slower and faster.
void other_rates(Page& page) {
    page.show_words(table_of_rates());
}

// What a sentence becomes on its way through layers that have learned nothing.
void apart(Page& page) {
    page.say("Length of the rows minus their mean, over the rows' own; ", n_seeds,
             " seeds.");
    page.gap();
    page.show_words(table_of_differences(example()[0]));
}

// Wrong on the way forward, right on the way back.
void mistakes(Page& page) {
    page.show_words(table_of_both_questions(with_mistakes()));
    page.draw(mistakes_figure());
}

void the_heads(Page& page) {
    Labels names = names_of(example()[0]);
    names[4] = names[10] = "?";
    const std::vector<Matrix> before = average_attention(
                                  random_sentence_model({}, shipped_plan().seed),
                                  example()),
                              after = average_attention(shipped(), example());
    std::vector<Labels> lines{{"after learning", "to the 5th word", "to the 11th word"}};
    const Labels names_of_versions{"not ... indeed", "indeed ... not", "not ... not",
                                   "indeed ... indeed"};
    for (std::size_t h = 0; h < after.size(); ++h) {
        for (std::size_t v = 0; v < example().size(); ++v) {
            lines.push_back({"head " + std::to_string(h + 1) + ", " + names_of_versions[v],
                             number_text(after[h](v, 4), 2),
                             number_text(after[h](v, 10), 2)});
        }
    }
    page.show_words(lines);
    page.draw(heads_figure(names, before, after));
}

// A sentence of the reader's own: every word must be known.
void own_sentence(Page& page, const Ids& ids) {
    const SentenceModel model = shipped();
    const Matrix p = softmax_rows(model.trace(ids).logits);
    page.show(text_of(ids), p, {"makes sense"}, {"yes", "no"}, 4);
    page.draw(sentence_figure(names_of(ids), average_attention(model, ids), p(0, 0)));
}

// Take a part away yourself.
void your_training(Page& page, const Outcome& outcome, const Path& save_to) {
    page.give("weights", save_to,
              [model = outcome.model](const Path& to) { save(to, model); });
    if (outcome.scores.empty()) {
        page.say("The shipped weights, as recorded; --train trains them again.");
    }
    say_scores(page, own_curve(outcome), outcome.unseen.size());
    page.draw(own_figure(outcome));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("13_each_part", "What was each part for?");
    const auto question = chapter.choice("question", {"sense", "place"}, "what is asked");
    const auto without = chapter.choice("without", parts_to_take(), "what is taken away");
    const auto layers = chapter.whole("layers", 1, 1, 6, "how many layers");
    const auto heads = chapter.choice("heads", {"1", "2", "4"}, "how many heads", 1);
    const auto norm = chapter.choice("norm", {"pre", "post"}, "where the norms are");
    const auto seed =
        chapter.whole("seed", 1, 0, 999999, "which weights, sides and batches");
    const auto steps = chapter.whole("steps", run_steps, 1, run_steps, "how many steps");
    const auto rate = chapter.number("rate", book_rate, 1e-5, 1, "Adam's rate");
    const auto train = chapter.flag(
        "train", "train from scratch as the other knobs say; Ctrl-C stops early");
    const auto save_to = chapter.path("save", PathUse::write_file, "none",
                                      "a .safetensors file that gets the weights");
    const auto readout =
        chapter.choice("readout", {"linear", "relu"}, "how the average becomes logits");
    const auto plan = chapter.computed(plan_of, question, without, layers, heads, norm,
                                       seed, steps, rate, readout);
    const auto trained = chapter.computed(trained_by, train, plan, chapter.meanwhile());
    const std::string eleven = "Even though Mina did not win the award, she was satisfied.";
    const auto sentence =
        chapter.text("sentence", eleven, eleven, "a sentence of the 25 words");
    const auto ids = chapter.computed(ids_of, sentence);
    chapter.check([](const Ids&) {}, ids);

    chapter.section("Four versions", four_versions);
    chapter.section("Two by two", two_by_two).draws("13_two_by_two");
    chapter.section("Only a sum", only_a_sum);
    chapter.section("A bent average", average_bent_too);
    chapter.section("One part missing", one_part_less_each).draws("13_parts");
    chapter.section("Six layers", six).draws("13_depth");
    chapter.section("Six layers at other rates", other_rates);
    chapter.section("How far apart", apart);
    chapter.section("Chapter 18's bugs", mistakes).draws("13_mistakes");
    chapter.section("The heads", the_heads).draws("13_heads");
    chapter.section("A sentence of your own", own_sentence, ids).draws("13_sentence");
    chapter.section("Your training", your_training, trained, save_to).draws("13_own");
    further(chapter);
}

}  // namespace attn::chapters::ch13
