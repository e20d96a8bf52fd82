#include "chapters/11_encoder/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "attn/embedding.hpp"
#include "attn/files/npy.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/stages.hpp"
#include "attn/text/utf8.hpp"
#include "chapters/common/own_sentence.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/notes/sae.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;
using small_example::word_columns;

HeatMap signed_map(const Matrix& values, double limit, const Labels& rows = {},
                   const Labels& columns = {}) {
    return {.values = values,
            .row_labels = rows,
            .column_labels = columns,
            .row_axis = "",
            .column_axis = "",
            .palette = Palette::diverging,
            .limit = limit,
            .decimals = 1};
}

std::string file_name(const std::string& stage) {
    std::string name = stage;
    std::erase(name, ':');
    std::replace(name.begin(), name.end(), ' ', '_');
    return name + ".npy";
}

// ---------------------------------------------------------------- other helpers

/// The weights, blank where the mask forbids.
Matrix blanked(Matrix weights, const AttentionMask& mask) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j))
                weights(i, j) = std::numeric_limits<double>::quiet_NaN();
        }
    }
    return weights;
}

Axis layers_axis(std::size_t n) {
    std::vector<double> ticks;
    for (std::size_t i = 0; i <= 4; ++i)
        ticks.push_back(std::round(static_cast<double>(n * i) / 4));
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    return {0, static_cast<double>(n), ticks_at(ticks), "layers"};
}

std::vector<Point> curve_of(const std::vector<double>& sizes) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        points.push_back({static_cast<double>(i), sizes[i]});
    }
    return points;
}

void draw_sizes(Chart& chart, const Sizes& sizes) {
    chart.curve(curve_of(sizes.bare), {.colour = rust});
    chart.curve(curve_of(sizes.pre), {.colour = teal});
    chart.curve(curve_of(sizes.post), {.colour = blue});
    chart.label_ends({{sizes.bare.back(), "no norm", rust},
                      {sizes.pre.back(), "pre-norm", teal},
                      {sizes.post.back(), "post-norm", blue}});
}

Table table_of(const Sizes& sizes) {
    Table table{{"layers", "post", "pre", "bare"}, {}};
    for (std::size_t i = 0; i < sizes.post.size(); ++i) {
        table.rows.push_back({std::to_string(i), exact_text(sizes.post[i]),
                              exact_text(sizes.pre[i]), exact_text(sizes.bare[i])});
    }
    return table;
}

/// Where a difference stands on the log scale from 1e-14 to 1; what is below 1e-12 is
/// rounding noise, and all of it stands at one place.
double place_of(double gap, const Box& box) {
    const double exponent = gap < 1e-12 ? -13 : std::log10(std::min(gap, 1.0));
    return box.left + box.width * (exponent + 14) / 14;
}

void draw_gap_scale(Canvas& canvas, const Box& box) {
    canvas.add(Hatch{{box.left, box.top, box.width / 7, box.height}});
    for (const int exponent : {-12, -9, -6, -3, 0}) {
        const double x = box.left + box.width * (exponent + 14) / 14;
        canvas.line({x, box.top}, {x, box.bottom()}, {.colour = grid, .width = 1});
        canvas.text({x, box.bottom() + 20},
                    exponent == 0 ? "1" : "1e" + with_real_minus(std::to_string(exponent)),
                    {.colour = muted, .align = Align::centre});
    }
    canvas.text({box.left + box.width / 14, box.top - 14}, "noise",
                {.colour = muted, .align = Align::centre});
    canvas.text({box.right(), box.bottom() + 46}, "largest difference (log scale)",
                {.colour = muted, .align = Align::right});
}

double largest_of(const std::vector<Gap>& gaps) {
    double largest = 0;
    for (const Gap& gap : gaps) largest = std::max(largest, gap.gap);
    return largest;
}

Labels words_of(const notes::Ids& ids) {
    Labels words;
    for (const std::size_t id : ids) words.push_back(id < 4 ? tokens[id] : "<pad>");
    return words;
}

/// The wide cells of few words, narrow ones of many; two maps beside or below each other.
struct SentenceLayout {
    double pitch;
    bool is_beside;
};

SentenceLayout layout_for(std::size_t n) {
    if (n <= 4) return {64, true};
    if (n <= 6) return {40, true};
    return {44, false};
}

/// Who gives whom the largest share of all.
std::string title_of(const Labels& words, const Matrix& weights) {
    std::size_t query = 0;
    const auto largest = [&](std::size_t i) { return weights(i, argmax(weights.row(i))); };
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (largest(i) > largest(query)) query = i;
    }
    const auto quoted = [](const std::string& word) {
        return "“" + cut_to_width(word, 10) + "”";
    };
    return "Head 1: " + quoted(words[query]) + " looks most at " +
           quoted(words[argmax(weights.row(query))]);
}

}  // namespace

double root_mean_square(const Matrix& m) {
    double sum = 0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double value : m.row(i)) sum += value * value;
    }
    return std::sqrt(sum / static_cast<double>(m.rows() * m.cols()));
}

Matrix forward_without_norms(const EncoderLayer& layer, const Matrix& x) {
    const Matrix attended = x + layer.attention.forward(x, x, x);
    return attended + layer.feed_forward.forward(attended);
}

Sizes sizes_by_depth(const std::vector<EncoderLayer>& layers, const Matrix& x) {
    Sizes sizes{.post = {root_mean_square(x)},
                .pre = {root_mean_square(x)},
                .bare = {root_mean_square(x)}};
    Matrix post = x, pre = x, bare = x;
    for (EncoderLayer layer : layers) {
        layer.placement = NormPlacement::post;
        post = layer.forward(post);
        layer.placement = NormPlacement::pre;
        pre = layer.forward(pre);
        bare = forward_without_norms(layer, bare);
        sizes.post.push_back(root_mean_square(post));
        sizes.pre.push_back(root_mean_square(pre));
        sizes.bare.push_back(root_mean_square(bare));
    }
    sizes.pre_and_final = root_mean_square(untrained_layer_norm(x.cols()).forward(pre));
    return sizes;
}

std::vector<Gap> gaps_to(const EncoderLayerTrace& trace,
                         const std::filesystem::path& folder) {
    std::vector<Gap> gaps;
    for (const Stage& stage : stages(trace)) {
        const std::filesystem::path file = folder / file_name(stage.name);
        if (!std::filesystem::exists(file)) continue;
        gaps.push_back(
            {stage.name, max_abs_difference(stage.value, as_matrix(read_npy(file)))});
    }
    if (!gaps.empty()) return gaps;
    throw std::runtime_error("there is no stage's .npy file in " + folder.string());
}

std::vector<Gap> gaps_between(const EncoderLayerTrace& ours, const EncoderLayerTrace& other,
                              const std::vector<Gap>& wanted) {
    const std::vector<Stage> a = stages(ours), b = stages(other);
    std::vector<Gap> gaps;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const bool is_wanted =
            std::any_of(wanted.begin(), wanted.end(),
                        [&](const Gap& gap) { return gap.stage == a[i].name; });
        if (is_wanted)
            gaps.push_back({a[i].name, max_abs_difference(a[i].value, b[i].value)});
    }
    return gaps;
}

Comparison compare_with_pytorch(const std::filesystem::path& data) {
    const Matrix input = as_matrix(read_npy(data / "input.npy"));
    EncoderLayer layer = encoder_in(data / "weights", 2).layers.at(0);
    const EncoderLayerTrace ours = layer.trace(input);
    const std::vector<Gap> float64 = gaps_to(ours, data / "float64");
    layer.norm1.epsilon = 1e-12;
    return {.float64 = float64,
            .float32 = gaps_to(ours, data / "float32"),
            .slip = gaps_between(ours, layer.trace(input), float64)};
}

Matrix output_in_order(const EncoderLayer& layer, const std::vector<std::size_t>& order,
                       bool has_positions) {
    Matrix x = select_rows(small_example::x, order);
    if (has_positions) x += positional_encoding(order.size(), 4);
    const Matrix y = layer.forward(x);
    Matrix sorted = y;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::copy(y.row(i).begin(), y.row(i).end(), sorted.row(order[i]).begin());
    }
    return sorted;
}

std::vector<PaddedSentence> padded_batch(double fill) {
    constexpr std::size_t pad = 4;
    const EncoderLayer layer = small_example::encoder_layer();
    const PositionTable positions{positional_encoding(4, 4)};
    const Embedding zeros =
        with_padding({select_rows(small_example::x, {0, 1, 2, 3, 0})}, pad);
    Embedding filled = zeros;
    std::fill(filled.table.row(pad).begin(), filled.table.row(pad).end(), fill);
    const notes::Batch sentences{{0, 1, 2, 3}, {0, 1, 2}, {0, 1}};
    std::vector<PaddedSentence> batch;
    for (const notes::Ids& alone : sentences) {
        notes::Ids ids = alone;
        ids.resize(4, pad);
        const AttentionMask mask = padding_mask(4, ids, pad);
        const Matrix x = zeros.forward(ids), h = positions.add_to(x);
        const EncoderLayerTrace trace = layer.trace(h, mask);
        batch.push_back(
            {.words = words_of(ids),
             .mask = mask,
             .before = x,
             .after = h,
             .weights = trace.attention.heads[0].weights,
             .alone = layer.forward(positions.add_to(zeros.forward(alone))),
             .zeros = trace.output,
             .filled = layer.forward(positions.add_to(filled.forward(ids)), mask),
             .unmasked = layer.forward(h)});
    }
    return batch;
}

std::string changed_rows(const Labels& words, const Matrix& a, const Matrix& b) {
    std::string names;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        if (row_of(a, i) != row_of(b, i)) names += (names.empty() ? "" : ", ") + words[i];
    }
    return names.empty() ? "none" : names;
}

Figure in_out_figure(const EncoderLayerTrace& trace) {
    const bool is_post = trace.placement == NormPlacement::post;
    const Matrix& between = is_post ? trace.norm1.output : trace.attention_sum;
    Figure figure{.name = "11_in_out",
                  .title = "In the output each word’s own mark is the largest",
                  .subtitle = "The marks: I side, love feeling, you person, all many.",
                  .height = 434,
                  .table = {{"stage", "word", "person", "feeling", "side", "many"}, {}}};
    const std::vector<Stage> panels{{"h, what goes in", trace.input},
                                    {is_post ? "after norm 1" : "after attention", between},
                                    {"what comes out", trace.output}};
    for (std::size_t i = 0; i < panels.size(); ++i) {
        draw_panel(
            figure.canvas, {72 + 212 * static_cast<double>(i), 220}, 46, panels[i].name, 98,
            signed_map(panels[i].value, 3, i == 0 ? tokens : Labels{}, word_columns));
        add_rows(figure.table, panels[i].name, tokens, panels[i].value);
    }
    return figure;
}

Figure padded_figure(const std::vector<PaddedSentence>& batch, double fill) {
    Figure figure{
        .name = "11_padded",
        .title = "Padding closes columns; the rows of words stay",
        .subtitle = "Above: weights of head 1. Below: “I love you”, out of the layer.",
        .height = 678,
        .table = {{"table", "word", "0", "1", "2", "3"}, {}}};
    for (std::size_t s = 0; s < batch.size(); ++s) {
        const PaddedSentence& sentence = batch[s];
        draw_panel(figure.canvas, {78 + 224 * static_cast<double>(s), 220}, 38,
                   std::to_string(sentence.alone.rows()) + " words", 96,
                   shares_panel(blanked(sentence.weights, sentence.mask), sentence.words,
                                sentence.words));
        add_rows(figure.table, "weights " + std::to_string(s + 1), sentence.words,
                 sentence.weights);
    }
    const PaddedSentence& one = batch[1];
    const std::vector<Stage> outputs{{"alone", one.alone},
                                     {"<pad> of zeros", one.zeros},
                                     {"<pad> of " + short_label(fill), one.filled}};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Labels rows(
            one.words.begin(),
            one.words.begin() + static_cast<std::ptrdiff_t>(outputs[i].value.rows()));
        draw_panel(figure.canvas, {78 + 224 * static_cast<double>(i), 498}, 38,
                   outputs[i].name, 98,
                   signed_map(outputs[i].value, 3, rows, word_columns));
        add_rows(figure.table, outputs[i].name, rows, outputs[i].value);
    }
    return figure;
}

Figure depth_figure(const Sizes& sizes) {
    Figure figure{
        .name = "11_depth",
        .title = "Post-norm holds the rows at 1;\npre-norm lets them add up",
        .subtitle = "Root mean square of the rows. Random weights, the same for all three.",
        .height = 514,
        .table = table_of(sizes)};
    const double most = std::ceil(std::max({2.0, sizes.bare.back(), sizes.pre.back()}));
    std::vector<double> ticks;
    for (int i = 0; i <= 4; ++i) ticks.push_back(most * i / 4);
    Chart chart(figure.canvas, {76, 168, 520, 270}, layers_axis(sizes.post.size() - 1),
                {0, most, ticks_at(ticks), "size of the rows"});
    draw_sizes(chart, sizes);
    return figure;
}

Figure without_norms_figure(const Sizes& sizes) {
    Figure figure{
        .name = "11_without_norms",
        .title = "Without norms, every layer multiplies the rows",
        .subtitle = "The small layer on top of itself; root mean square of the rows.",
        .height = 486,
        .table = table_of(sizes)};
    const double largest = *std::max_element(sizes.bare.begin(), sizes.bare.end());
    const double exponent = std::max(4.0, 4 * std::ceil(std::log10(largest) / 4));
    std::vector<Tick> ticks;
    for (int i = 0; i <= 4; ++i) {
        const double power = exponent * i / 4;
        ticks.push_back(
            {std::pow(10.0, power), i == 0 ? "1" : "1e" + label_text(power, 0)});
    }
    Chart chart(figure.canvas, {76, 140, 520, 270}, layers_axis(sizes.post.size() - 1),
                {0.5, std::pow(10.0, exponent), ticks, "size (log scale)", true});
    draw_sizes(chart, sizes);
    return figure;
}

Figure pytorch_figure(const Comparison& gaps) {
    const auto& [float64, float32, slip] = gaps;
    const double count = static_cast<double>(float64.size());
    const bool is_noise = largest_of(float64) < 1e-12;
    const Box box{176, 132, 500, 30 * count};
    Figure figure{
        .name = "11_pytorch",
        .title = is_noise ? "At every stage, PyTorch’s numbers are ours"
                          : "Some stages differ from PyTorch’s",
        .subtitle = "One layer, the same weights and input. Dots: largest difference.",
        .height = box.bottom() + 158,
        .table = {{"stage", "float64", "float32", "slip"}, {}}};
    Canvas& canvas = figure.canvas;
    draw_gap_scale(canvas, box);
    for (std::size_t i = 0; i < float64.size(); ++i) {
        const double y = box.top + 30 * (static_cast<double>(i) + 0.5);
        canvas.text({box.left - 14, y}, float64[i].stage, {.align = Align::right});
        canvas.add(Dot{{place_of(slip[i].gap, box), y}, rust, 1.3});
        canvas.add(Dot{{place_of(float32[i].gap, box), y}, teal, 1.1});
        canvas.add(Dot{{place_of(float64[i].gap, box), y}, blue, 0.8});
        const std::string noise = number_or_noise(float64[i].gap, 12);
        figure.table.rows.push_back(
            {float64[i].stage, noise, scientific_text(float32[i].gap, 2),
             slip[i].gap < 1e-12 ? "below 1e-12" : scientific_text(slip[i].gap, 2)});
    }
    const double y = box.bottom() + 78;
    const std::vector<std::pair<Colour, std::string>> legend{
        {blue, "PyTorch in float64: rounding noise"},
        {teal, "PyTorch in float32: its seven digits"},
        {rust, "a slip: norm 1 with an epsilon of 1e−12, not 1e−5"}};
    for (std::size_t i = 0; i < legend.size(); ++i) {
        const double at = y + 26 * static_cast<double>(i);
        canvas.add(Dot{{box.left + 6, at}, legend[i].first, 1.1});
        canvas.text({box.left + 20, at}, legend[i].second, {.colour = legend[i].first});
    }
    return figure;
}

Figure sentence_figure(const Labels& words, const MultiHeadTrace& attention) {
    const auto [pitch, is_beside] = layout_for(words.size());
    const std::size_t n_shown = std::min<std::size_t>(2, attention.heads.size());
    Figure figure{.name = "11_sentence",
                  .title = title_of(words, attention.heads[0].weights),
                  .subtitle = "The last layer. Rows look, columns are looked at.",
                  .table = {{"head", "query"}, {}}};
    figure.table.columns.insert(figure.table.columns.end(), words.begin(), words.end());
    const double width = pitch * static_cast<double>(words.size());
    const bool upright = column_labels_stand_upright(
        shares_panel(attention.heads[0].weights, words, words), pitch);
    const double name_height = upright ? 114 : 56, top = upright ? 234 : 176;
    Point corner{is_beside ? 112.0 : 140.0, top};
    for (std::size_t h = 0; h < n_shown; ++h) {
        if (h > 0 && is_beside) corner.x += width + 44;
        if (h > 0 && !is_beside) corner.y += width + name_height + 44;
        const bool has_rows = h == 0 || !is_beside;
        const std::string name = "head " + std::to_string(h + 1);
        draw_panel(
            figure.canvas, corner, pitch, name, name_height,
            shares_panel(attention.heads[h].weights, has_rows ? words : Labels{}, words));
        add_rows(figure.table, name, words, attention.heads[h].weights);
    }
    figure.height = corner.y + width + margin;
    return figure;
}

}  // namespace attn::chapters
