#include "chapters/16_translation/16_translation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "chapters/examples/sentences.hpp"
#include "chapters/program/attention_path.hpp"
#include "chapters/training/curves.hpp"
#include "plots/labels.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch16 {

using namespace plots;
using enum Paint;

namespace {

constexpr double until = 300;  // steps
/// What words take of a line, in letters.
///
/// room  of each word's box beside it
double breadth_of(const Words& words, double room = 4) {
    double sum = 0;
    for (const std::string& word : words)
        sum += static_cast<double>(display_width(word)) + room;
    return sum;
}

/// Whether their boxes have to be slim.
bool are_many(const Words& words) {
    return breadth_of(words) > 60;
}

/// The middles of the words' boxes in a line of this width, each with room after its own.
std::vector<double> places_of(const Words& words, double width) {
    const double room = are_many(words) ? 2 : 4, all = breadth_of(words, room);
    std::vector<double> places;
    double so_far = 0;
    for (const std::string& word : words) {
        const double breadth = breadth_of({word}, room);
        places.push_back((so_far + breadth / 2) * width / all);
        so_far += breadth;
    }
    return places;
}

constexpr double upright_width = 4;

/// The heights of the words that stand below one another, in the middle of so many lines.
std::vector<double> lines_of(std::size_t n_words, std::size_t n_lines) {
    std::vector<double> heights;
    for (std::size_t i = 0; i < n_words; ++i)
        heights.push_back(-0.375 * static_cast<double>(2 * i + n_lines - n_words));
    return heights;
}

/// Two sentences facing each other, the one that is read above the one that is written. On a
/// narrow page, and where so many words do not fit, it stands at the left, and each word has a line.
///
/// paints  of the written words
Plot facing(const Words& read, const Words& written, const std::vector<Paint>& paints,
            const Matrix& reading, double least, double height, bool is_narrow = false) {
    const bool upright = is_narrow || breadth_of(read) > 92 || breadth_of(written) > 92;
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
        double share, aside;  // of the middle of its word
    };
    std::vector<Ribbon> ribbons;
    for (std::size_t i = 0; i < written.size(); ++i) {
        double drawn = 0;
        for (const double share : reading.row(i)) drawn += share >= least ? share : 0;
        double foot = -drawn / 2;  // where ribbons arrive, they stand side by side
        for (std::size_t j = 0; j < read.size(); ++j) {
            if (reading(i, j) < least) continue;
            ribbons.push_back({i, j, reading(i, j), foot + reading(i, j) / 2});
            foot += reading(i, j);
        }
    }
    std::ranges::sort(ribbons, {}, &Ribbon::share);  // the broad ones above
    for (const Ribbon& r : ribbons) {
        const bool is_end = r.to + 1 == read.size();
        constexpr double breadth =
            0.47;  // of the broadest ribbon, on a page of usual width
        Point foot = from(r.from);
        if (!upright) foot.x += breadth * r.aside;
        plot.marks.push_back((upright ? ribbon_sideways : ribbon_upwards)(
            foot, to(r.to), r.share, is_end ? gold : colours.at(r.to % colours.size())));
    }
    for (std::size_t j = 0; j < read.size(); ++j)
        plot.marks.push_back(Part{to(j), read[j], ink, {}, are_many(read)});
    for (std::size_t i = 0; i < written.size(); ++i)
        plot.marks.push_back(Part{from(i), written[i], paints[i], {}, are_many(written)});
    if (!is_narrow)
        plot.narrow = {facing(read, written, paints, reading, least, height, true)};
    return plot;
}

/// What a model writes by itself, facing what it reads. A word is rust where another is right; past
/// one more than are right it is left out: on a phone the jumble of a beginning would be twice as
/// high as what it becomes.
Plot own_words(const Translator& model, const Task& task, const Example& example,
               bool is_closed) {
    const Words read = with_end(words_of(example.source, task.source_words)),
                right = with_end(words_of(example.target, task.target_words));
    Writing writing = writing_of(model, task, example.source);
    if (is_closed) writing.reading = 0 * writing.reading;  // it leads nowhere
    Words& written = writing.words;
    written.resize(std::min(written.size(), right.size() + 1));
    std::vector<Paint> paints;
    for (std::size_t i = 0; i < written.size(); ++i)
        paints.push_back(i < right.size() && written[i] == right[i] ? ink : rust);
    return facing(read, written, paints, writing.reading, 0.15, 2.2);
}

}  // namespace

Figure alignment_figure(const std::string& name, const std::string& title,
                        const Words& read, const Words& written, const Matrix& reading,
                        double least) {
    return {name,
            title,
            "The wider a ribbon, the more a word was read; under " +
                number_label(least, 2) + " is left out.",
            {{facing(read, written, std::vector<Paint>(written.size(), ink), reading, least,
                     4.2)}}};
}

Figure moving_figure(const Figure& alignment) {
    constexpr double first = 0.6, pace = 0.75, flows = 0.6;  // seconds
    Figure moving = alignment;
    moving.name = "16_moving";
    Plot& plot = std::get<Plot>(moving.rows.at(0).at(0));
    plot.narrow.clear();
    for (Mark& mark : plot.marks) {
        auto* part = std::get_if<Part>(&mark);
        if (auto* line = std::get_if<Line>(&mark))
            line->after = first + pace * line->points.front().x;
        else if (part->at.y == 0)
            part->after = first + pace * part->at.x + flows;
    }
    return moving;
}

Words standing_and_written() {
    using sea_sentence::english;
    Words rows{"(begin) → " + english[0]};
    for (std::size_t i = 1; i < english.size(); ++i)
        rows.push_back(english[i - 1] + " → " + english[i]);
    return rows;
}

Figure one_word_asks_figure(const AttentionTrace& trace) {
    using namespace sea_sentence;
    return attention_path(
        "16_one_word_asks", "“the” asks for a place, and 바다에 answers",
        "A row: a word that was written → the next. Columns were read: I, to the sea, go, want.",
        {.q = english_queries,
         .k = korean_keys,
         .v = korean_keys,
         .trace = trace,
         .queries = standing_and_written(),
         .keys = korean,
         .match_columns = columns,
         .value_columns = columns,
         .row = 6,
         .limit = 6,
         .output_limit = 2,
         .left = "the decoder\nasks with\na row of Q",
         .right = "the encoder\nanswers:\nkeys, values"});
}

namespace {

/// The two streams, one above the other; on a narrow page they go downwards, one after the other.
Plot machine(bool is_narrow = false) {
    const double korean = is_narrow ? 0 : 4.2,        // the height of its stream
        away = is_narrow ? 10 : 0,                    // where the English one begins
        side = is_narrow ? -1.15 : 1,                 // where its parts stand
        turn = is_narrow ? -2.5 : 2.1, loop = -side,  // the ways of memory and of the word
        near_cross = is_narrow ? -2.15 : 1.3,         // where arrows end, at a box
        near_word = loop * (is_narrow ? 0.54 : 0.36);
    Plot plot{.plane = true, .aside = 40};
    const auto line = [&](const std::vector<Point>& points, Paint paint) {
        plot.marks.push_back(
            Line{.points = points, .paint = paint, .weight = Weight::hair});
    };
    const auto arrow = [&](Point from, Point to, Paint paint, Weight weight) {
        plot.marks.push_back(
            Arrow{.from = from, .to = to, .paint = paint, .weight = weight});
    };
    // A part takes from the stream at one place, and adds to it at another.
    const auto part = [&](const std::string& name, double from, double to, double stream,
                          double height, Paint taken = muted) {
        const double middle = (from + to) / 2;
        line({{from, stream}, {from, height}, {middle, height}}, taken);
        line({{middle, height}, {to, height}}, muted);
        arrow({to, height}, {to, stream}, muted, Weight::hair);
        plot.marks.push_back(Part{{middle, height}, name, ink});
    };
    arrow({1, korean}, {7, korean}, plum, Weight::broad);
    arrow({away + 1, 0}, {away + 10.6, 0}, plum, Weight::broad);
    part("self-attention", 1.2, 3.8, korean, korean - std::abs(side));
    part("feed-forward", 4.2, 6.6, korean, korean - std::abs(side));
    part("self-attention", away + 1.2, away + 3.8, 0, side);
    part("cross-attention", away + 4.2, away + 6.8, 0, side, blue);
    part("feed-forward", away + 7.2, away + 9.6, 0, side);
    line({{7.7, korean}, {7.7, turn}, {away + 5.5, turn}}, rust);
    arrow({away + 5.5, turn}, {away + 5.5, near_cross}, rust, Weight::hair);
    line({{away + 11.3, 0}, {away + 11.3, loop}, {away, loop}}, ink);
    arrow({away, loop}, {away, near_word}, ink, Weight::hair);
    for (const auto& [at, text] : {std::pair{Point{0, korean}, "Korean"},
                                   {Point{7.7, korean}, "memory"},
                                   {Point{away, 0}, "English"},
                                   {Point{away + 11.3, 0}, "logits"}})
        plot.marks.push_back(Part{at, text, ink});
    plot.marks.push_back(is_narrow ? Note{{9, turn}, "keys, values", Side::above, rust}
                                   : Note{{7.7, turn}, "keys, values", Side::right, rust});
    plot.marks.push_back(is_narrow ? Note{{away + 4.4, side}, "queries", Side::below, blue}
                                   : Note{{4.2, 0.45}, "queries", Side::right, blue});
    plot.marks.push_back(is_narrow ? Note{{away + 11.9, loop / 2}, "next word", Side::right}
                                   : Note{{5.6, loop}, "next word", Side::below});
    if (!is_narrow) return plot;
    Plot narrow = upright(plot, 2.7);
    narrow.height = 3.6;
    return narrow;
}

}  // namespace

Figure machine_figure() {
    Plot plot = machine();
    plot.narrow = {machine(true)};
    return {"16_machine",
            "Read once, and looked at before each word",
            "Thick: a word’s own row, to which parts add. Norms are left out.",
            {{plot}}};
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
        paid.push_back({number_label(prices[i], 2)});
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
        "16_staircase",
        "Eight questions at once, and none sees its answer",
        "Each row is a place. Pale: given. Coloured: asked, and hidden. Hatched: hidden.",
        {{plot}}};
}

Figure cache_figure(const Words& given, const std::vector<KvCache>& steps) {
    const auto state = [](const std::string& name, const Texts& rows, const Texts& columns,
                          const Texts& texts) {
        Cells cells{.values = Matrix(rows.size(), columns.size()),
                    .palette = Palette::diverging,
                    .limit = 2,
                    .open = Matrix(rows.size(), columns.size()),
                    .texts = texts,
                    .aspect = 1.5};
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::size_t row = i / columns.size(), column = i % columns.size();
            cells.values(row, column) = texts[i] == "new" ? 1 : 0;
            cells.open(row, column) = texts[i].empty() ? 0 : 1;
        }
        return table(name, cells.values, rows, columns, cells);
    };
    Row panels;
    for (const KvCache& step : steps) {
        Texts texts;
        for (std::size_t i = 1; i < step.layers[0].keys.rows(); ++i)
            texts.insert(texts.end(), {"", "kept", "kept"});
        texts.insert(texts.end(), {"new", "new", "new"});
        texts.resize(3 * given.size());
        panels.push_back(state("step " + std::to_string(panels.size() + 1), given,
                               {"q", "k", "v"}, texts));
    }
    return {
        "16_cache",
        "A step computes one row, and its key and value stay",
        "One head. New: computed now. Hatched: gone, or not there yet.",
        {{state("memory", with_end(the_sentence().korean), {"k", "v"},
                Texts(2 * steps[0].layers[0].memory_keys.rows(), "kept")),
          plots::Words{"Computed before step 1,\nread in every step,\nand none is added."}},
         panels}};
}

Curve curve_of(const std::string& without, const Outcome<Translator>& trained) {
    return own_curve(trained.scores, trained.plan.seed, trained.plan.every,
                     curves_of(without));
}

Figure own_figure(const std::string& without, const Outcome<Translator>& trained) {
    const Task task = task_of(without, trained.plan.seed);
    const Curve own = curve_of(without, trained);
    Plot loss{.x = {.name = "steps",
                    .first = 0,
                    .last = until,
                    .ticks = ticks_at({0, 100, 200, 300})},
              .y = {.name = "loss",
                    .first = 0.001,
                    .last = 10,
                    .ticks = ticks_at({0.01, 0.1, 1}),
                    .log = true},
              .height = 0.5};
    add_bundle(loss, curves_of(without), muted, until);
    loss.marks.push_back(line_of(own.scores));
    const auto words = [&](std::size_t i) {
        return own_words(trained.model, task, task.unseen[i], without == "cross-attention");
    };
    return {
        "16_own",
        after_steps(own.scores.back(), task.unseen.size()),
        "Grey: " + (without == "nothing" ? "the whole translator" : "without " + without) +
            ", 20 seeds. Ribbons: unseen sentences; a wrong word has a rust box.",
        {{words(0)}, {loss}, {words(24)}}};
}

}  // namespace attn::chapters::ch16
