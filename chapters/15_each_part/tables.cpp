#include "chapters/15_each_part/tables.hpp"

#include "attn/text/print.hpp"
#include "chapters/15_each_part/runs.hpp"

namespace attn::chapters::ch15 {
namespace {

using Line = std::vector<std::string>;

std::string range(std::size_t least, std::size_t most) {
    return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

Line end_of(Question question, const std::string& design) {
    const Summary s = summary_of(question, design);
    return {
        range(s.least_right, s.most_right) + " of " + std::to_string(n_unseen(question)),
        number_text(s.least_loss, 4) + " to " + number_text(s.most_loss, 4)};
}

/// How many seeds were done sooner than those of another design, and how many later.
std::string compared(Question question, const std::string& design,
                     const std::string& other) {
    if (design == other) return "";
    return std::to_string(sooner(question, design, other)) + " : " +
           std::to_string(sooner(question, other, design));
}

std::string seeds_done(const Summary& s) {
    return std::to_string(s.n_all_right) + " of " + std::to_string(s.n_seeds);
}

}  // namespace

Lines table_of_ends(const std::vector<std::string>& designs) {
    Lines lines{{"", "question", "unseen sentences right", "loss"}};
    for (const std::string& design : designs) {
        for (const Question question : {Question::place, Question::sense}) {
            const Line end = end_of(question, design);
            lines.push_back({design, name_of(question), end[0], end[1]});
        }
    }
    return lines;
}

Lines table_of_both_questions(const std::vector<NamedDesign>& designs) {
    Lines lines{{"", "place:", "", "sooner :", "sense:", "", "sooner :"},
                {"", "seeds", "step", "later", "seeds", "step", "later"}};
    for (const NamedDesign& named : designs) {
        Line line{named.words};
        for (const Question question : {Question::place, Question::sense}) {
            const Summary s = summary_of(question, named.name);
            line.push_back(seeds_done(s));
            line.push_back(s.by_step);
            line.push_back(compared(question, named.name, "whole"));
        }
        lines.push_back(line);
    }
    return lines;
}

Lines table_of_six_layers() {
    Lines lines{
        {"six layers", "all right in", "step", "sooner : later", "loss at the end"}};
    for (const NamedDesign& named : six_layers()) {
        const Summary s = summary_of(Question::place, named.name);
        lines.push_back({named.words, seeds_done(s), s.by_step,
                         compared(Question::place, named.name, "six"),
                         end_of(Question::place, named.name)[1]});
    }
    return lines;
}

}  // namespace attn::chapters::ch15
