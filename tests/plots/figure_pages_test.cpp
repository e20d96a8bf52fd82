// The book's own figures, as they stand on their pages.
#include <algorithm>
#include <string>
#include <vector>

#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/02_softmax/02_softmax.hpp"
#include "chapters/05_overflow/05_overflow.hpp"
#include "chapters/06_masking/06_masking.hpp"
#include "chapters/07_self_attention/07_self_attention.hpp"
#include "chapters/09_positional_encoding/09_positional_encoding.hpp"
#include "chapters/11_encoder/11_encoder.hpp"
#include "chapters/18_bug_gallery/18_bug_gallery.hpp"
#include "chapters/examples/small_layer.hpp"
#include "plots/clearance.hpp"
#include "plots/figure_faults.hpp"
#include "plots/narrow.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters {

using namespace attn::small_example;

namespace {

std::vector<plots::Figure> figures_of_the_book() {
    const std::vector<std::string> words{"I", "am", "a", "student"};
    const std::vector<double> scores{4, 2, 2, 5};
    const AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    const AttentionTrace causal = scaled_dot_product_attention(q, k, v, causal_mask(4));
    std::vector<plots::Figure> figures{
        ch02::weights_figure(words, scores),
        ch02::temperature_figure(words, scores, 1),
        ch02::temperature_figure(words, scores, 0.3),
        ch02::axis_figure(words, trace.weights, trace.weights),
        ch02::fraction_figure(),
        ch05::limits_figure(),
        ch06::masks_figure(causal, causal, "all"),
        ch07::flow_figure(trace),
        ch09::turn_figure(),
        ch09::similarity_figure(positional_encoding(50, 128)),
        ch11::wall_figure(encoder_layer().trace(h())),
        ch11::wall_figure(encoder_layer(NormPlacement::pre).trace(h()), false)};
    for (const std::string& name : ch18::exhibit_names()) {
        if (ch18::has_own_figure(name)) {
            figures.push_back(exhibit_figure(ch18::exhibit(name)));
        }
    }
    figures.push_back(ch18::lineup_figure());
    figures.push_back(
        ch18::losses_figure({{"right", {3, 1, 0.5}}, {"wrong", {3, 1, 0.49}}}));
    return figures;
}

std::vector<std::string> words_that_touch(const plots::Page& page) {
    std::vector<plots::Text> words;
    for (const plots::Placed& placed : page.plots) {
        words.insert(words.end(), placed.ticks.begin(), placed.ticks.end());
        words.insert(words.end(), placed.texts.begin(), placed.texts.end());
    }
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const plots::Box a = plots::box_of(words[i]);
        for (std::size_t j = 0; j < i; ++j) {
            const plots::Box b = plots::box_of(words[j]);
            if (std::max(a.left, b.left) < std::min(a.right(), b.right()) &&
                std::max(a.top, b.top) < std::min(a.bottom(), b.bottom())) {
                found.push_back(words[i].text + " and " + words[j].text);
            }
        }
    }
    return found;
}

}  // namespace

TEST_CASE("No figure of the book has words on words, or an arrow through a table",
          "[figures]") {
    for (const plots::Figure& figure : figures_of_the_book()) {
        INFO(figure.name);
        CHECK(samples::faults_of(plots::laid_out(figure)) == "");
    }
}

TEST_CASE("A phone gets every figure of the book, on a page that is narrower",
          "[figures]") {
    for (const plots::Figure& figure : figures_of_the_book()) {
        INFO(figure.name);
        const plots::Figure narrow = plots::narrowed(figure);
        const auto blocks = [](const plots::Figure& of) {
            std::size_t n = 0;
            for (const plots::Row& row : of.rows) {
                for (const plots::Block& block : row) {
                    if (std::holds_alternative<plots::Plot>(block)) ++n;
                }
            }
            return n;
        };
        CHECK(blocks(narrow) == blocks(figure));
        const auto [on_phone, width] = plots::narrow_page(figure);
        CHECK(width <= plots::page_width);
        CHECK(words_that_touch(plots::laid_out(on_phone, width)).empty());
        CHECK_NOTHROW(plots::svg_text(on_phone, width));  // no box is smaller than nothing
    }
    CHECK(
        plots::narrow_page(ch07::flow_figure(scaled_dot_product_attention(q, k, v))).width <
        plots::page_width);
}

TEST_CASE("On a phone an arrow from row to row is its words", "[figures]") {
    const plots::Plot wide = plots::table("", Matrix(4, 9), {}, {});
    const plots::Figure figure{
        "00_steps",
        "",
        "",
        {{wide, wide}, {plots::Step{"one"}, plots::Step{}}, {wide, wide}}};
    const std::vector<plots::Row> rows = plots::narrowed(figure).rows;
    REQUIRE(rows.size() == 5);
    CHECK(std::get<plots::Words>(rows[2][0]).text == "one");
}

}  // namespace attn::chapters
