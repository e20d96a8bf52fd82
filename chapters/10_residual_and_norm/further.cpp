#include "chapters/10_residual_and_norm/10_residual_and_norm.hpp"

// Chapter 10, Further: what the road can do without. It runs with --more.

#include <cmath>

#include "attn/positional_encoding.hpp"
#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/10_residual_and_norm/norm_variants.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

using small_example::h, small_example::tokens, small_example::word_columns;

const Numbers nearly_flat{5, 5, 5, 5.01};

/// What the small layer computes up to its first sum. No knob changes it.
EncoderLayerTrace first_part() {
    return small_example::encoder_layer().trace(h());
}

void four_ways(Page& page) {
    constexpr double epsilon = 1e-5;
    const Matrix r1 = first_part().attention_sum;
    const auto tell = [&](const std::string& name, std::span<const double> row) {
        std::vector<Labels> lines{{name, "", "", "", "", "size"}};
        for (const NormVariant& variant : norm_variants) {
            const Numbers normed = normed_by(variant, row, epsilon);
            lines.push_back({variant.name});
            for (const double number : normed)
                lines.back().push_back(number_text(number, 4));
            lines.back().push_back(number_text(size_of(normed), 4));
        }
        page.gap();
        page.show_words(lines);
    };
    tell("row I of r1", r1.row(0));
    tell("(5, 5, 5, 5.01)", nearly_flat);
}

void what_others_set(Page& page) {
    const EncoderLayerTrace trace = first_part();
    std::vector<Labels> lines{{"epsilon", "n1, I, person", "(5, 5, 5, 5.01), last"}};
    for (const double epsilon : {1e-3, 1e-5, 1e-6, 1e-12}) {
        const LayerNorm norm{.epsilon = epsilon};
        lines.push_back({scientific_text(epsilon, 0),
                         number_text(norm.forward(trace.attention_sum)(0, 0), 4),
                         number_text(norm.forward(one_row(nearly_flat))(0, 3), 4)});
    }
    const Matrix louder = small_example::x * 2 + positional_encoding(4, 4);
    const EncoderLayerTrace loud = small_example::encoder_layer().trace(louder);
    page.show_words(lines);
    page.gap();
    page.say("h = 2 X + PE, 2 being the root of d_model:");
    page.show("n1 of 2 X + PE", loud.norm1.output, tokens, word_columns);
    page.say("I attends to love in head 1: ",
             number_text(trace.attention.heads[0].weights(0, 1), 4), ", with 2 X ",
             number_text(loud.attention.heads[0].weights(0, 1), 4), ".");
}

// What a patch makes of a row that is 1 long.
void a_patch(Page& page) {
    page.say("with a third at right angles: ", number_text(std::hypot(1, 1.0 / 3), 3));
    page.say("with a sixth at right angles: ", number_text(std::hypot(1, 1.0 / 6), 3));
    page.draw(patch_figure());
}

}  // namespace

void further(Chapter& chapter) {
    chapter.more("A patch at right angles", a_patch).draws("10_patch");
    chapter.more("Four ways to divide", four_ways);
    chapter.more("What others set", what_others_set);
}

}  // namespace attn::chapters::ch10
