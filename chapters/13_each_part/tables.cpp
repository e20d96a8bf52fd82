#include "chapters/13_each_part/13_each_part.hpp"

#include <algorithm>

#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {
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

Lines table_of_rates() {
    Lines lines{{"", "with residuals:", "", "without:", "", ""},
                {"rate", "seeds", "step", "seeds", "step", "loss at the end"}};
    for (const double rate : depth_rates) {
        const Summary with = summary_of(Question::place, six_whole().name, rate),
                      without =
                          summary_of(Question::place, six_without_residuals().name, rate);
        lines.push_back({plots::short_label(rate), seeds_done(with), with.by_step,
                         seeds_done(without), without.by_step,
                         number_text(without.least_loss, 4) + " to " +
                             number_text(without.most_loss, 4)});
    }
    return lines;
}

namespace {

/// "0.82", "5e-3", and "noise" for what rounding leaves.
std::string share_of(double difference) {
    if (difference < 1e-12) return "noise";
    return difference < 0.01 ? scientific_text(difference, 0) : number_text(difference, 2);
}

}  // namespace

Lines table_of_differences(const Ids& ids) {
    Lines lines{{"after layer", "with residuals", "without"}};
    const std::size_t n_layers = six_whole().design.n_layers;
    for (std::size_t i = 0; i <= n_layers; ++i) lines.push_back({std::to_string(i)});
    for (const NamedDesign* named : {&six_whole(), &six_without_residuals()}) {
        std::vector<std::vector<double>> all;
        for (std::uint64_t seed = 1; seed <= n_seeds; ++seed)
            all.push_back(differences(random_sentence_model(named->design, seed), ids));
        for (std::size_t i = 0; i <= n_layers; ++i) {
            double least = all[0][i], most = all[0][i];
            for (const std::vector<double>& one : all) {
                least = std::min(least, one[i]);
                most = std::max(most, one[i]);
            }
            lines[i + 1].push_back(share_of(least) + " to " + share_of(most));
        }
    }
    return lines;
}

Lines table_of_six_layers() {
    Lines lines{{"six layers", "seeds", "step", "sooner : later", "loss at the end"}};
    for (const NamedDesign& named : six_layers()) {
        const Summary s = summary_of(Question::place, named.name);
        lines.push_back({named.words, seeds_done(s), s.by_step,
                         compared(Question::place, named.name, "six"),
                         end_of(Question::place, named.name)[1]});
    }
    return lines;
}

}  // namespace attn::chapters::ch13
