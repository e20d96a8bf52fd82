#include "chapters/program/attention_path.hpp"

#include "attn/matrix.hpp"
#include "plots/labels.hpp"

namespace attn::chapters {

using namespace plots;
using enum Paint;

Figure attention_path(const std::string& name, const std::string& title,
                      const std::string& subtitle, const AttentionPath& path) {
    const auto& [q, k, v, trace, queries, keys, match, carried, row, limit, output_limit,
                 left, right] = path;
    const Cells whole = signed_to(limit, 0);
    const auto framed = [from = row](const Plot& plot, std::size_t columns) {
        return plot.framed({from, 0, 1, columns});
    };
    return {
        name,
        title,
        subtitle,
        {{Words{left},
          table("Kᵀ", transpose(k), match, keys, whole)
              .framed({0, 0, match.size(), keys.size()})
              .painted(rust),
          Words{right},
          table("V", v, keys, carried, whole)
              .framed({0, 0, keys.size(), carried.size()})
              .painted(teal)},
         {framed(table("Q", q, queries, match, whole), match.size()).painted(blue),
          framed(table("scores", trace.scores, queries, keys, whole), keys.size())
              .made_by({"product", "Q", "Kᵀ"}),
          Step{},
          framed(table("weights", trace.weights, queries, keys), keys.size())
              .made_by({"softmax", "scores"}),
          framed(table("output", trace.output, queries, carried, signed_to(output_limit)),
                 carried.size())
              .made_by({"product", "weights", "V"})}}};
}

}  // namespace attn::chapters
