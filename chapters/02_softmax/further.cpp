// Chapter 2, Further: what the road can do without. It runs with --more.

#include "chapters/02_softmax/02_softmax.hpp"

#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"

namespace attn::chapters::ch02 {
namespace {

// The fraction keeps a ratio, softmax a lead.
void plain_fraction(Page& page) {
    std::vector<Labels> lines{{"scores", "fractions", "", "softmax", ""}};
    for (const Numbers& scores :
         {Numbers{99, 9}, {-3, 4}, {-4, 4}, {0, 0}, {1, 3}, {101, 103}, {2, 6}}) {
        lines.push_back({vector_text(scores)});
        for (const double score : scores) {
            lines.back().push_back(number_or_power(score / sum_of(scores), 4));
        }
        for (const double weight : softmax_naive(scores)) {
            lines.back().push_back(number_or_power(weight, 4));
        }
    }
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter) {
    chapter.more("The plain fraction", plain_fraction);
}

}  // namespace attn::chapters::ch02
