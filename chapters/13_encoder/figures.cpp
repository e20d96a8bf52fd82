#include "chapters/13_encoder/13_encoder.hpp"

#include <algorithm>

#include "plots/labels.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch13 {

using namespace plots;
using enum Paint;

Figure sentence_figure(const std::vector<std::string>& words,
                       const MultiHeadTrace& attention, bool is_random) {
    Row heads;
    for (std::size_t h = 0; h < std::min<std::size_t>(2, attention.heads.size()); ++h) {
        heads.push_back(table("head " + std::to_string(h + 1), attention.heads[h].weights,
                              words, words));
    }
    Figure figure{
        "13_sentence",
        is_random ? "Random weights attend by chance" : "What your weights attend to",
        "The weights of the last layer. Row: query. Column: key.",
        {heads}};
    if (words.size() <= 6) return figure;
    figure.rows.clear();
    for (const Block& head : heads) figure.rows.push_back({head});
    return figure;
}

}  // namespace attn::chapters::ch13
