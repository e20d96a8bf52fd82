// Every number of one encoder layer: the first figure of chapter 11.
#include "chapters/11_encoder/figures.hpp"
#include "chapters/examples/small_layer.hpp"

namespace attn::chapters::ch11 {

using namespace plots;
using enum Paint;
using small_example::tokens;

namespace {

constexpr double limit = 8;

Plot values(const std::string& name, const Matrix& m) {
    return table(name, m, tokens, {}, signed_to(limit, 1));
}

Row head(const std::string& number, const AttentionTrace& trace) {
    return {values("Q Kᵀ, head " + number, trace.scores),
            Step{},
            values("÷ √2", trace.scaled),
            Step{},
            table("weights " + number, trace.weights, tokens, {}),
            Step{},
            values("× V, head " + number, trace.output)};
}

Matrix positions_in(const Matrix& h) {
    return h - small_example::x;
}

}  // namespace

Figure wall_figure(const EncoderLayerTrace& trace) {
    const MultiHeadTrace& a = trace.attention;
    const FeedForwardTrace& f = trace.feed_forward;
    return {
        "11_wall",
        "One encoder layer, every number on its way",
        "Rows are the words. Two heads, eight hidden units, post-norm.",
        {{values("X", small_example::x), values("+ position", positions_in(trace.input)),
          values("= h", trace.input), Nothing{}},
         {values("Q = h W_q", a.q).painted(blue), values("K = h W_k", a.k).painted(rust),
          values("V = h W_v", a.v).painted(teal),
          Words{
              "Head 1 takes the\nleft two columns\nof Q, K and V,\nhead 2 the right\ntwo."}},
         head("1", a.heads[0]),
         head("2", a.heads[1]),
         {values("concat", a.concat), Step{}, values("× W_o", a.output), Step{},
          values("sum 1", trace.attention_sum), Step{},
          values("norm 1", trace.norm1.output)},
         {values("× W_1 + b_1: eight units", f.hidden), Step{},
          values("ReLU", f.activated)},
         {values("× W_2 + b_2", f.output), Step{}, values("sum 2", trace.feed_forward_sum),
          Step{}, values("norm 2: output", trace.output),
          ColourBars{{{"values", Palette::diverging, limit}, {"weights"}}}}},
        {{"= h", "Q = h W_q"},
         {"= h", "K = h W_k"},
         {"= h", "V = h W_v"},
         {"Q = h W_q", "Q Kᵀ, head 1", "", blue},
         {"K = h W_k", "Q Kᵀ, head 1", "", rust},
         {"V = h W_v", "× V, head 1", "", teal},
         {"Q = h W_q", "Q Kᵀ, head 2", "", blue},
         {"K = h W_k", "Q Kᵀ, head 2", "", rust},
         {"V = h W_v", "× V, head 2", "", teal},
         {"× V, head 1", "concat"},
         {"× V, head 2", "concat"},
         {"= h", "sum 1", "+ h", plum},
         {"norm 1", "× W_1 + b_1: eight units"},
         {"ReLU", "× W_2 + b_2"},
         {"norm 1", "sum 2", "+ norm 1", plum}}};
}

}  // namespace attn::chapters::ch11
