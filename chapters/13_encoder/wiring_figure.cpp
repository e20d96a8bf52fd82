// Where the norm stands: one figure of chapter 12.
#include "chapters/13_encoder/13_encoder.hpp"
#include "chapters/program/wiring.hpp"

namespace attn::chapters::ch13 {

using namespace plots;
using enum Paint;

Figure wiring_figure() {
    Plot post = wiring("post-norm: norm(x + part(x))", 9.4, {{0.4, 2.8}, {4.8, 7.5}},
                       {{{1.6, 0}, "attention"},
                        {{3.75, 1}, "norm", rust},
                        {{6.2, 0}, "feed-forward"},
                        {{8.55, 1}, "norm", rust}});
    Plot pre = wiring("pre-norm: x + part(norm(x))", 9.4, {{0.2, 3.7}, {4.6, 8.7}},
                      {{{1, 0}, "norm", rust},
                       {{2.5, 0}, "attention"},
                       {{5.35, 0}, "norm", rust},
                       {{7.2, 0}, "feed-forward"}});
    for (Plot* plot : {&post, &pre}) plot->narrow = {upright(*plot, 3)};
    return {"13_wiring",
            "Post-norm interrupts the stream, pre-norm does not",
            "The thick line is a word’s own row; parts add to it.",
            {{post}, {pre}}};
}

}  // namespace attn::chapters::ch13
