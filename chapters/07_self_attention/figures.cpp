#include "chapters/07_self_attention/07_self_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/self_attention.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch07 {

using namespace plots;
using enum Paint;
using small_example::tokens;

static bool has_each_word_once(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> sorted = order, each(tokens.size());
    std::ranges::sort(sorted);
    std::iota(each.begin(), each.end(), 0);
    return sorted == each;
}

Figure order_figure(const std::vector<std::size_t>& order, const Matrix& before,
                    const Matrix& after) {
    const Texts words = in_order(tokens, order);
    const auto place = [&](std::size_t id) {
        return static_cast<std::size_t>(std::ranges::find(order, id) - order.begin());
    };
    const std::size_t you = 2, all = 3;
    Plot first = table(joined(tokens, " "), before, tokens, tokens);
    Plot second = table(joined(words, " "), after, words, words);
    second.x.knob = "order";
    if (!has_each_word_once(order)) {
        return {"07_order",
                "Other words: other weights",
                "A word came twice, or is missing. Each row still adds up to 1.",
                {{first, second}}};
    }
    return {"07_order",
            words == tokens ? "Words in the same order: the same weights"
                            : "Words in another order: the same weights, moved",
            "Framed: how much “you” attends to “all”. No number is new.",
            {{first.framed({you, all}), second.framed({place(you), place(all)})}}};
}

Figure mirror_figure(const Matrix& alone, const Matrix& mapped) {
    const Cells look = signed_to(4, 0);
    return {"07_mirror",
            "Without the maps, the scores mirror each other",
            "Row: who asks. Column: who is asked. Fold along the diagonal.",
            {{table("X Xᵀ", alone, tokens, tokens, look),
              table("Q Kᵀ", mapped, tokens, tokens, look)}}};
}

}  // namespace attn::chapters::ch07
