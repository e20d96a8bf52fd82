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

constexpr double until = 300;        // steps
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

/// Whether their boxes have to be slim.
bool are_many(const Words& words) {
    return breadth_of(words) > 60;
}

/// The middles of the words' boxes in a line of this width, each with room after its own.
std::vector<double> places_of(const Words& words, double width) {
    const double saved = are_many(words) ? 2 : 0;  // of each, by a slim box
    const double all = breadth_of(words) - saved * static_cast<double>(words.size());
    std::vector<double> places;
    double so_far = 0;
    for (const std::string& word : words) {
        const double breadth = breadth_of(word) - saved;
        places.push_back((so_far + breadth / 2) * width / all);
        so_far += breadth;
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

/// Two sentences facing each other, the one that is read above the one that is written; upright,
/// it stands at the left, and each word has a line.
///
/// paints  of the written words
Plot facing(const Words& read, const Words& written, const std::vector<Paint>& paints,
            const Matrix& reading, double least, double height, bool upright) {
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
            if (reading(i, j) >= least) ribbons.push_back({i, j, reading(i, j)});
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
        plot.marks.push_back(Part{to(j), read[j], ink, {}, are_many(read)});
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
        plot.marks.push_back(Part{from(i), written[i], paints[i], {}, are_many(written)});
    }
    return plot;
}

Plot facing(const Words& read, const Words& written, const std::vector<Paint>& paints,
            const Matrix& reading, double least, double height) {
    Plot plot = facing(read, written, paints, reading, least, height, false);
    plot.narrow = {facing(read, written, paints, reading, least, height, true)};
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
    return facing(read, written, paints, reading, 0.15, 2.2);
}

}  // namespace

bool fits_side_by_side(const Words& words) {
    return breadth_of(words) <= most_breadth;
}

Figure alignment_figure(const std::string& name, const std::string& title,
                        const Words& read, const Words& written, const Matrix& reading,
                        double least) {
    const std::vector<Paint> paints(written.size(), ink);
    return {name,
            title,
            "The wider a ribbon, the more a word was read; under " +
                number_label(least, 2) + " is left out.",
            {{facing(read, written, paints, reading, least, 4.2)}}};
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

Figure staircase_figure(const Words& target, const std::vector<double>& prices) {
    const std::size_t n = target.size();
    Words words{"(begin)"};
    words.insert(words.end(), target.begin(), target.end());
    Cells cells{.values = Matrix(n, n + 1), .open = Matrix(n, n + 1), .texts = Texts{}};
    std::vector<Label> paid;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= n; ++j) {
            cells.open(i, j) = j <= i + 1;
            cells.values(i, j) = j == i + 1 ? 1 : 0;
            cells.texts->push_back(words[j]);
        }
        paid.push_back({number_label(prices[i], 4)});
    }
    cells.palette = Palette::diverging;
    cells.limit = 2;
    cells.aspect = 2;
    Plot plot{.y = {.words = Texts(n), .opposite = paid, .opposite_name = "−ln p"}};
    plot.x.words = Texts(n + 1);
    plot.marks = {cells};
    plot.narrow = {plot};
    plot.narrow[0].y.words = target;  // what is asked, before its row of empty cells
    cells.texts->assign(n * (n + 1), "");
    cells.aspect = 1;
    plot.narrow[0].marks = {cells};
    return {
        "14_staircase",
        "Eight questions at once, and none sees its answer",
        "Each row is a place. Pale: given. Coloured: asked, and hidden. Hatched: hidden.",
        {{plot}}};
}

Figure cache_figure(const Words& given, const std::vector<KvCache>& steps) {
    const auto state = [&](const std::string& name, const Texts& rows, const Texts& columns,
                           std::size_t n_kept, std::size_t n_new) {
        Cells cells{.values = Matrix(rows.size(), columns.size()),
                    .palette = Palette::diverging,
                    .limit = 2,
                    .open = Matrix(rows.size(), columns.size()),
                    .texts = Texts{},
                    .aspect = 1.5};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < columns.size(); ++j) {
                const bool is_new = i >= n_kept && i < n_kept + n_new;
                cells.open(i, j) = is_new || (i < n_kept && columns[j] != "q");
                cells.values(i, j) = is_new ? 1 : 0;
                cells.texts->push_back(is_new                  ? "new"
                                       : cells.open(i, j) != 0 ? "kept"
                                                               : "");
            }
        }
        return table(name, cells.values, rows, columns, cells);
    };
    Row panels;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::size_t n = steps[i].layers[0].keys.rows();
        panels.push_back(
            state("step " + std::to_string(i + 1), given, {"q", "k", "v"}, n - 1, 1));
    }
    const Words read = with_end(the_sentence().korean);
    const std::size_t m = steps[0].layers[0].memory_keys.rows();
    return {
        "14_cache",
        "A step computes one row, and its key and value stay",
        "One head. New: computed now. Hatched: gone, or not there yet.",
        {{state("memory", read, {"k", "v"}, m, 0),
          plots::Words{"Computed before step 1,\nread in every step,\nand none is added."}},
         panels}};
}

Figure changes_figure() {
    const double least = least_loss_without_reading(task_of(1));
    std::vector<Row> rows;
    for (const NamedDesign& design : designs()) {
        const std::vector<Curve> curves = curves_of(design.without);
        Plot loss = steps_plot(design.words, "loss", 4, {0, 2, 4}),
             right = steps_plot("", "right", 72, {0, 36, 72});
        add_bundle(loss, curves, blue, until);
        add_right(right, curves, teal, Weight::thin);
        if (design.without == Without::cross_attention) {
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

Curve curve_of(Without without, const Outcome<Translator>& trained) {
    return own_curve(trained.scores, trained.plan.seed, trained.plan.every,
                     curves_of(without));
}

Figure own_figure(Without without, const Outcome<Translator>& trained) {
    const Task task = task_of(trained.plan.seed);
    const Curve own = curve_of(without, trained);
    const auto all = static_cast<double>(task.unseen.size());
    Plot loss = steps_plot("loss", "", 4, {0, 2, 4}),
         right = steps_plot("right", "", all, {0, all / 2, all});
    loss.height = right.height = 0.4;
    add_bundle(loss, curves_of(without), muted, until);
    add_right(right, curves_of(without), muted, Weight::thin);
    loss.marks.push_back(line_of(own.scores));
    add_right(right, {own}, rust, Weight::broad);
    std::vector<Row> rows;
    for (const std::size_t i : {0U, 24U, 48U}) {
        rows.push_back({own_words(trained.model, task, task.unseen[i])});
        if (i == 0) rows.push_back({loss, right});
    }
    return {
        "14_own", after_steps(own.scores.back(), task.unseen.size()),
        "Grey: " +
            (without == Without::nothing ? "the whole translator" : named(without).words) +
            ". Ribbons: unseen sentences; a wrong word has a rust box.",
        rows};
}

}  // namespace attn::chapters::ch14
