// Chapter 12, Further: what the road can do without. It runs with --more.

#include "attn/encoder.hpp"
#include "attn/stages.hpp"
#include "chapters/12_encoder_layer/12_encoder_layer.hpp"
#include "chapters/examples/small_layer.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch12 {
namespace {

using small_example::encoder_layer, small_example::h, small_example::tokens;

bool is_about_keys(const std::string& stage) {
    return stage.ends_with("scores") || stage.ends_with("scaled") ||
           stage.ends_with("weights");
}

void every_value(Page& page, const std::string& norm) {
    const EncoderLayer layer =
        encoder_layer(norm == "post" ? NormPlacement::post : NormPlacement::pre);
    for (const auto& [name, value] : stages(layer.trace(h()))) {
        if (name.ends_with("masked")) continue;  // no mask: these are the scaled scores
        page.show(name, value, tokens, is_about_keys(name) ? tokens : Labels{},
                  name == "input" ? 5 : 4);
    }
}

// Rounding, or a slip? Layer A against PyTorch in float, and layer A with another epsilon.
void small_differences(Page& page, const Comparison& gaps) {
    page.show_words({differences_head, where_it_differs("layer D", gaps.float32),
                     where_it_differs("layer E", gaps.slip)});
}

void count_parameters(Page& page) {
    std::vector<Labels> lines{
        {"", "attention", "norms", "feed-forward", "layer", "deep", "all"}};
    const auto tell = [&](const std::string& name, const TransformerConfig& config,
                          bool has_bias) {
        const std::size_t d = config.d_model, d_ff = config.d_ff;
        const std::size_t attention = 4 * (d * d + (has_bias ? d : 0));
        const std::size_t norms = 2 * (d + d), feed_forward = 2 * d * d_ff + d_ff + d;
        const std::size_t layer = attention + norms + feed_forward;
        lines.push_back({name});
        for (const std::size_t count : {attention, norms, feed_forward, layer,
                                        config.n_layers, layer * config.n_layers})
            lines.back().push_back(std::to_string(count));
    };
    tell("the small layer", {.d_model = 4, .d_ff = 8, .n_layers = 1}, false);
    tell("a study note's encoder", {.n_layers = 1}, true);
    tell("the paper's base model", {}, true);
    tell("  no bias in attention", {}, false);  // as in the paper's own projections
    tell("a tutorial's model", {.d_model = 128, .d_ff = 512, .n_layers = 4}, true);
    page.show_words(lines);
    page.gap();
    page.say("The tutorial's vocabulary of 9000 words, 128 numbers each: ", 9000 * 128,
             " more");
}

}  // namespace

void further(Chapter& chapter, const Value<std::string>& norm,
             const Value<Comparison>& gaps) {
    chapter.more("Small differences", small_differences, gaps);
    chapter.more("Every value of one layer", every_value, norm);
    chapter.more("How many numbers", count_parameters);
}

}  // namespace attn::chapters::ch12
