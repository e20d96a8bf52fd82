#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>
#include <array>

#include "chapters/examples/sentences.hpp"
#include "chapters/training/bundles.hpp"
#include "plots/labels.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch14 {

using namespace plots;
using enum Paint;

namespace {

constexpr double until = run_steps;
constexpr double most_breadth = 92;  // of a line of words, in letters

/// What a word takes of a line, its box with it, in letters.
double breadth_of(const std::string& word) {
    return static_cast<double>(display_width(word)) + 4;
}

double breadth_of(const Words& words) {
    double sum = 0;
    for (const std::string& word : words) sum += breadth_of(word);
    return sum;
}

/// The middles of the words' boxes in a line of this width, each with room after its own.
std::vector<double> places_of(const Words& words, double width) {
    std::vector<double> places;
    double so_far = 0;
    for (const std::string& word : words) {
        places.push_back((so_far + breadth_of(word) / 2) * width / breadth_of(words));
        so_far += breadth_of(word);
    }
    return places;
}

constexpr double upright_width = 4;

/// The heights of the words that stand below one another, in the middle of so many lines.
std::vector<double> lines_of(std::size_t n_words, std::size_t n_lines) {
    constexpr double apart = 0.75;
    std::vector<double> heights;
    for (std::size_t i = 0; i < n_words; ++i) {
        heights.push_back(
            -apart * (static_cast<double>(i) + static_cast<double>(n_lines - n_words) / 2));
    }
    return heights;
}

Plot steps_plot(const std::string& name, const std::string& what, double last,
                const std::vector<double>& ticks) {
    return {.name = name,
            .x = {.name = "steps",
                  .first = 0,
                  .last = until,
                  .ticks = ticks_at({0, 100, 200, 300})},
            .y = {.name = what, .first = 0, .last = last, .ticks = ticks_at(ticks)},
            .height = 0.55};
}

void add_right(Plot& plot, const std::vector<Curve>& curves, Paint paint, Weight weight) {
    for (const Curve& curve : curves) {
        Line line{.points = {}, .paint = paint, .weight = weight};
        for (const Score& score : curve.scores) {
            line.points.push_back(
                {static_cast<double>(score.step), static_cast<double>(score.right)});
        }
        plot.marks.push_back(line);
    }
}

/// The design whose recorded runs stand beside a training: its own, or else the whole translator.
const NamedDesign& design_beside(const Plan& plan) {
    const NamedDesign* recorded = recorded_design(plan);
    return recorded ? *recorded : changes()[0];
}

/// Two sentences facing each other, the one that is read above the one that is written; upright,
/// it stands at the left, and each word has a line.
///
/// paints  of the written words
Plot facing(const Words& read, const Words& written, const std::vector<Paint>& paints,
            const Matrix& reading, double height, bool upright) {
    constexpr double width = 10;
    constexpr std::array colours{blue, teal, rust, plum, muted, ink};  // gold: the end
    Plot plot{.x = {.first = 0, .last = width, .hidden = true},
              .y = {.first = -0.35, .last = height + 0.35, .hidden = true},
              .plane = true};
    std::vector<double> above = places_of(read, width), below = places_of(written, width);
    if (upright) {
        const std::size_t n_lines = std::max(read.size(), written.size());
        above = lines_of(read.size(), n_lines);
        below = lines_of(written.size(), n_lines);
        plot.height = std::max(1.0, 0.16 * static_cast<double>(n_lines));
        plot.x = {.first = 0, .last = upright_width, .hidden = true};
        plot.y = {.first = std::min(above.back(), below.back()), .last = 0, .hidden = true};
    }
    const auto from = [&](std::size_t i) {
        return upright ? Point{upright_width, below[i]} : Point{below[i], 0};
    };
    const auto to = [&](std::size_t j) {
        return upright ? Point{0, above[j]} : Point{above[j], height};
    };
    struct Ribbon {
        std::size_t from, to;
        double share;
    };
    std::vector<Ribbon> ribbons;
    for (std::size_t i = 0; i < written.size(); ++i) {
        for (std::size_t j = 0; j < read.size(); ++j) {
            if (reading(i, j) >= 0.05) ribbons.push_back({i, j, reading(i, j)});
        }
    }
    std::ranges::sort(ribbons, {}, &Ribbon::share);  // the broad ones above
    for (const Ribbon& r : ribbons) {
        const bool is_end = r.to + 1 == read.size();
        plot.marks.push_back((upright ? ribbon_sideways : ribbon_upwards)(
            from(r.from), to(r.to), r.share,
            is_end ? gold : colours.at(r.to % colours.size())));
    }
    for (std::size_t j = 0; j < read.size(); ++j) {
        plot.marks.push_back(Part{to(j), read[j], ink});
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
        plot.marks.push_back(Part{from(i), written[i], paints[i]});
    }
    return plot;
}

Plot facing(const Words& read, const Words& written, const std::vector<Paint>& paints,
            const Matrix& reading, double height) {
    Plot plot = facing(read, written, paints, reading, height, false);
    plot.narrow = {facing(read, written, paints, reading, height, true)};
    return plot;
}

/// What a model writes by itself, facing what it reads. A word is rust where another is right;
/// the last words are left out where there are too many for a line, or two more than are right:
/// on a phone the jumble of a beginning would be twice as high as what it becomes.
Plot own_words(const Translator& model, const Task& task, const Example& example) {
    const Words read = with_end(words_of(example.source, task.source_words)),
                right = with_end(words_of(example.target, task.target_words));
    Words written;
    std::vector<Paint> paints;
    Matrix reading(13, read.size());  // twelve words and the end
    for (const WritingStep& step : write_step_by_step(model, task, example.source)) {
        const std::size_t i = written.size();
        written.push_back(step.words[0]);
        if (!fits_side_by_side(written) || written.size() > right.size() + 1) {
            written.pop_back();
            break;
        }
        paints.push_back(i < right.size() && written[i] == right[i] ? ink : rust);
        reading.set_row(i, step.reading);
    }
    return facing(read, written, paints, reading, 2.2);
}

}  // namespace

bool fits_side_by_side(const Words& words) {
    return breadth_of(words) <= most_breadth;
}

Figure alignment_figure(const std::string& name, const std::string& title,
                        const Words& read, const Words& written, const Matrix& reading) {
    const std::vector<Paint> paints(written.size(), ink);
    return {name,
            title,
            "The wider a ribbon, the more a word was read; under 0.05 is left out.",
            {{facing(read, written, paints, reading, 4.2)}}};
}

Figure moving_figure(const Figure& alignment) {
    constexpr double first = 0.6, step = 0.9, flows = 0.6;  // seconds
    Figure moving = alignment;
    moving.name = "14_moving";
    Plot& plot = std::get<Plot>(moving.rows.at(0).at(0));
    plot.narrow.clear();
    std::vector<double> places;  // of the written words, from left to right
    for (const Mark& mark : plot.marks) {
        const auto* part = std::get_if<Part>(&mark);
        if (part != nullptr && part->at.y == 0) places.push_back(part->at.x);
    }
    const auto moment = [&](double place) {
        return first + step * static_cast<double>(std::ranges::find(places, place) -
                                                  places.begin());
    };
    for (Mark& mark : plot.marks) {
        if (auto* line = std::get_if<Line>(&mark))
            line->after = moment(line->points.front().x);
        auto* part = std::get_if<Part>(&mark);
        if (part != nullptr && part->at.y == 0) part->after = moment(part->at.x) + flows;
    }
    return moving;
}

Figure one_word_asks_figure(const AttentionTrace& trace) {
    using namespace sea_sentence;
    const std::size_t sea = 7, to_the_sea = 1;
    const Cells whole = signed_to(6, 0);
    const auto row_of_sea = [&](const Plot& plot) {
        return plot.framed({sea, 0, 1, korean.size()});
    };
    return {
        "14_one_word_asks",
        "“sea” asks for a place, and 바다에 answers",
        "Rows are being written; columns were read: I, to the sea, go, want.",
        {{plots::Words{"the decoder asks:\na row of Q meets\nevery column of Kᵀ"},
          table("Kᵀ", transpose(korean_keys), columns, korean, whole).painted(rust),
          plots::Words{"the encoder answers:\nits rows are the keys\nand the values"}},
         {row_of_sea(table("Q", english_queries, english, columns, whole)).painted(blue),
          row_of_sea(table("scores", trace.scores, english, korean, whole))
              .made_by({"product", "Q", "Kᵀ"}),
          Step{"softmax"},
          row_of_sea(table("weights", trace.weights, english, korean))
              .made_by({"softmax", "scores"})},
         {Nothing{},
          table("V", korean_keys, korean, columns, whole)
              .framed({to_the_sea, 0, 1, columns.size()})
              .painted(teal),
          Step{},
          row_of_sea(table("output", trace.output, english, columns, signed_to(2)))
              .made_by({"product", "weights", "V"})}},
        {{.from = "weights", .to = "output"}}};
}

Figure changes_figure() {
    const double least = least_loss_without_reading(task_of(TaskName::wishes, 1));
    std::vector<Row> rows;
    for (const NamedDesign& named : changes()) {
        if (named.name == "two_heads" || named.name == "no_positions")
            continue;  // as the whole
        const std::vector<Curve> curves = curves_of(TaskName::wishes, named.name);
        Plot loss = steps_plot(named.words, "loss", 4, {0, 2, 4}),
             right = steps_plot("", "right", 72, {0, 36, 72});
        add_bundle(loss, curves, blue, until);
        add_right(right, curves, teal, Weight::thin);
        if (!named.design.has_cross_attention) {
            loss.marks.push_back(Line{.points = {{0, least}, {until, least}},
                                      .weight = Weight::thin,
                                      .dashed = true});
        }
        rows.push_back({loss, right});
    }
    return {"14_changes", "The loss can fall while the translations stay wrong",
            "72 unseen sentences, 20 seeds: their loss, and how many are right. Dashed: " +
                number_label(least, 3) + ".",
            rows};
}

Figure directions_figure() {
    const auto plot = [](const std::string& name, TaskName task, const std::string& design,
                         Paint paint) {
        Plot made = steps_plot(name, "right", 56, {0, 28, 50, 56});
        made.height = 0.8;
        add_right(made, curves_of(task, design), paint, Weight::thin);
        made.marks.push_back(
            Line{.points = {{0, 50}, {until, 50}}, .weight = Weight::thin, .dashed = true});
        return made;
    };
    return {"14_directions",
            "English needs positions, this Korean does not",
            "Right of 56 unseen, with positions and without; 20 seeds. Dashed: 50.",
            {{plot("Korean to English", TaskName::people_to_english, "whole", blue),
              plot("Korean to English, without", TaskName::people_to_english, "no_order",
                   blue)},
             {plot("English to Korean", TaskName::people_to_korean, "whole", rust),
              plot("English to Korean, without", TaskName::people_to_korean, "no_order",
                   rust)}}};
}

Figure readings_figure() {
    const std::vector<End> ends = ends_of(TaskName::wishes, "whole");
    Plot plot{.x = {.words = {}}, .y = {.opposite_name = "all four"}};
    for (const Aligned& words : aligned_words) {
        plot.x.words.push_back(the_sentence().korean[words.korean]);
    }
    Matrix own(ends.size(), aligned_words.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
        plot.y.words.push_back("seed " + std::to_string(ends[i].seed));
        const bool aligned = is_aligned(ends[i].reading);
        plot.y.opposite.push_back({aligned ? "yes" : "no", aligned ? ink : rust, false});
        for (std::size_t j = 0; j < aligned_words.size(); ++j) {
            own(i, j) = ends[i].reading(aligned_words[j].english, aligned_words[j].korean);
        }
    }
    plot.marks = {Cells{.values = own, .aspect = 2}};
    return {"14_readings",
            "All twenty translate, and not all read as we would",
            "How much I, want, go and sea read these words, and whether most of all.",
            {{plot}}};
}

Figure heads_figure(const Translator& model, const Task& task) {
    const Words read = with_end(the_sentence().korean),
                written = with_end(the_sentence().english);
    const Ids before = shifted(ids_of(the_sentence().english, task.target_words));
    const TranslatorTrace trace =
        model.trace(ids_of(the_sentence().korean, task.source_words), before);
    Row encoder, across;
    const auto& heads = trace.encoder.layers[0].attention.heads;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const std::string name = "head " + std::to_string(h + 1);
        encoder.push_back(table("encoder, " + name, heads[h].weights, read, read));
        across.push_back(table("across, " + name,
                               trace.decoder.layers[0].cross_attention.heads[h].weights,
                               written, read));
    }
    return {"14_heads",
            "Two heads share the reading",
            "A row: what one word attends to. Above: within the Korean. Below: across.",
            {encoder, across}};
}
Curve own_curve(const Outcome& trained) {
    const Plan& plan = trained.plan;
    return chapters::own_curve(trained.scores, plan.seed, plan.every,
                               curves_of(plan.task, design_beside(plan).name));
}

Figure own_figure(const Outcome& trained) {
    const Plan& plan = trained.plan;
    const NamedDesign& grey = design_beside(plan);
    const std::vector<Curve> runs = curves_of(plan.task, grey.name);
    const Curve own = own_curve(trained);
    const auto all = static_cast<double>(trained.task.unseen.size());
    Plot loss = steps_plot("loss", "", 4, {0, 2, 4}),
         right = steps_plot("right", "", all, {0, all / 2, all});
    loss.height = right.height = 0.4;
    add_bundle(loss, runs, muted, until);
    add_right(right, runs, muted, Weight::thin);
    loss.marks.push_back(line_of(own.scores));
    add_right(right, {own}, rust, Weight::broad);
    std::vector<Row> rows;
    const std::vector<Example>& unseen = trained.task.unseen;
    for (const std::size_t i : {std::size_t{0}, unseen.size() / 3, 2 * unseen.size() / 3}) {
        rows.push_back({own_words(trained.model, trained.task, unseen[i])});
        if (i == 0) rows.push_back({loss, right});
    }
    return {"14_own", after_steps(own.scores.back(), unseen.size()),
            "Grey: " + (grey.name == "whole" ? "the whole translator" : grey.words) +
                ". Ribbons: unseen sentences; a wrong word is rust.",
            rows};
}

}  // namespace attn::chapters::ch14
