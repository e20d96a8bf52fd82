#include "chapters/19_since_2017/19_since_2017.hpp"

#include <iostream>

#include "attn/multi_head_attention.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/program/chapter.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch19 {
namespace {

/// A map whose heads' columns turn together in the other layout.
Linear permuted(const Linear& map, std::size_t n_heads, const Matrix& permutation) {
    std::vector<Matrix> heads = split_heads(map.weight, n_heads);
    for (Matrix& head : heads) head = matmul(head, permutation);
    return {merge_heads(heads), {}};
}

// Weights that were learned in one layout, turned in the other.
void two_layouts(Page& page, const std::string& layout) {
    const bool is_halves = layout == "halves";
    GroupedQueryAttention layer = random_attention(4, 2);
    layer.layout = is_halves ? RotaryLayout::halves : RotaryLayout::interleaved;
    const Matrix x = random_words(), right = at_once(layer, x);
    GroupedQueryAttention other = layer;
    other.layout = is_halves ? RotaryLayout::interleaved : RotaryLayout::halves;
    const Matrix wrong = at_once(other, x);
    const Matrix to_halves = halves_permutation(6);
    const Matrix permutation = is_halves ? transpose(to_halves) : to_halves;
    other.w_q = permuted(layer.w_q, 4, permutation);
    other.w_k = permuted(layer.w_k, 2, permutation);
    page.say("Weights made for the layout ", layout, ".");
    page.gap();
    page.show_words(
        {{"turned in the other layout", "largest change"},
         line_of("as they are", max_abs_difference(wrong, right)),
         line_of("W_q and W_k permuted", max_abs_difference(at_once(other, x), right))});
    page.draw(layouts_figure(layer.layout));
}

// Which rows of the table are alike, as the model has learned them; chapter 1 shows it.
void rows_that_learned(Page& page, const StoryTeller& teller) {
    std::vector<Labels> lines =
        teller.model.layers.empty() ? recorded_alike_rows() : alike_rows(teller);
    lines.insert(lines.begin(), {"row of", "most like that of", "cosine"});
    page.show_words(lines);
}

Labels harm_line(const Harm& harm) {
    return {harm.name, number_text(harm.extra, 4), number_text(harm.extra_again, 4),
            std::to_string(harm.n_same), zone_of(harm)};
}

const Labels harm_head{"", "nats more", "again", "of 64 same", "it is"};

// Those of the figure.
void ten_of_them(Page& page) {
    std::vector<Labels> lines{harm_head};
    for (const Harm& harm : drawn_mistakes(book_harm())) lines.push_back(harm_line(harm));
    page.show_words(lines);
}

// Each mistake in a line, measured again where a model is given.
void every_mistake(Page& page, const StoryTeller& teller, const Path& record) {
    if (!record.empty()) {
        if (teller.model.layers.empty())
            throw UsageError(
                "--record needs a model to make mistakes in; give --weights "
                "FOLDER too");
        const auto all =
            measure_harm(teller, [](const Harm& harm) { std::cerr << harm.name << "\n"; });
        page.give("mistakes", record,
                  [text = harm_text(all)](const Path& to) { write_whole_file(to, text); });
    }
    std::vector<Labels> lines{harm_head};
    for (const Harm& harm : book_harm()) lines.push_back(harm_line(harm));
    page.show_words(lines);
    page.draw(mistakes_figure(book_harm()));
}

}  // namespace

void further(Chapter& chapter, const Value<StoryTeller>& teller,
             const Value<std::string>& layout) {
    const auto record =
        chapter.record("record", PathUse::write_file,
                       "a file for every mistake, measured again in --weights");
    chapter.more("Rows that learned", rows_that_learned, teller);
    chapter.more("Two layouts", two_layouts, layout).draws("19_layouts");
    chapter.more("Ten mistakes", ten_of_them);
    chapter.more("Every mistake", every_mistake, teller, record).draws("19_mistakes");
}

}  // namespace attn::chapters::ch19
