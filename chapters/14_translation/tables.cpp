#include "chapters/14_translation/14_translation.hpp"

#include <algorithm>

#include "attn/vector.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch14 {
namespace {

using Line = std::vector<std::string>;

/// What the seeds of one kind have in common, after their last step.
struct Summary {
    std::size_t n_seeds = 0, n_all_right = 0;
    std::size_t least_right = 0, most_right = 0, n_unseen = 0;
    double least_loss = 0, most_loss = 0;
    std::size_t least_by_order = 0, most_by_order = 0, n_by_order = 0;
};

Summary summary_of(TaskName name, const std::string& design) {
    const std::vector<Curve> curves = curves_of(name, design);
    const std::vector<End> ends = ends_of(name, design);
    const Task task = task_of(name, 1);
    Summary s{.n_seeds = curves.size(),
              .least_right = task.unseen.size(),
              .n_unseen = task.unseen.size(),
              .least_loss = curves.at(0).scores.back().loss,
              .least_by_order = task.unseen.size(),
              .n_by_order = static_cast<std::size_t>(std::ranges::count_if(
                  task.unseen, [](const Example& e) { return e.only_order_tells; }))};
    for (const Curve& curve : curves) {
        const Score& last = curve.scores.back();
        if (last.right == s.n_unseen) ++s.n_all_right;
        s.least_right = std::min(s.least_right, last.right);
        s.most_right = std::max(s.most_right, last.right);
        s.least_loss = std::min(s.least_loss, last.loss);
        s.most_loss = std::max(s.most_loss, last.loss);
    }
    for (const End& end : ends) {
        s.least_by_order = std::min(s.least_by_order, end.right_by_order);
        s.most_by_order = std::max(s.most_by_order, end.right_by_order);
    }
    return s;
}

std::string range(std::size_t least, std::size_t most) {
    return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

std::string of(const std::string& some, std::size_t all) {
    return some + " of " + std::to_string(all);
}

std::string losses(const Summary& s) {
    return number_text(s.least_loss, 3) + " to " + number_text(s.most_loss, 3);
}

}  // namespace

Lines table_of_changes() {
    Lines lines{{"", "seeds", "unseen sentences right", "their loss"}};
    for (const auto* designs : {&changes(), &undivided_heads()}) {
        for (const NamedDesign& named : *designs) {
            const Summary s = summary_of(TaskName::wishes, named.name);
            lines.push_back({named.words, of(std::to_string(s.n_all_right), s.n_seeds),
                             of(range(s.least_right, s.most_right), s.n_unseen),
                             losses(s)});
        }
    }
    return lines;
}

Lines table_of_outputs() {
    const std::vector<End> a = ends_of(TaskName::wishes, "no_causal"),
                           b = ends_of(TaskName::wishes, "no_cross");
    Lines lines{{"seed", "no causal mask", "no cross-attention"}};
    for (std::size_t i = 0; i < 9; ++i) {
        lines.push_back({std::to_string(a.at(i).seed), a[i].text, b.at(i).text});
    }
    return lines;
}

Lines table_of_directions() {
    Lines lines{{"", "positions", "right", "of two nouns", "all others"}};
    const auto add = [&](const std::string& words, TaskName task) {
        for (const NamedDesign& named : with_and_without_order()) {
            const Summary s = summary_of(task, named.name);
            std::size_t least_other = s.n_unseen, most_other = 0;
            const std::vector<Curve> curves = curves_of(task, named.name);
            const std::vector<End> ends = ends_of(task, named.name);
            for (std::size_t i = 0; i < ends.size(); ++i) {
                const std::size_t other =
                    curves[i].scores.back().right - ends[i].right_by_order;
                least_other = std::min(least_other, other);
                most_other = std::max(most_other, other);
            }
            lines.push_back(
                {words, named.design.source_has_positions ? "with" : "without",
                 of(range(s.least_right, s.most_right), s.n_unseen),
                 of(range(s.least_by_order, s.most_by_order), s.n_by_order),
                 of(range(least_other, most_other), s.n_unseen - s.n_by_order)});
        }
    };
    add("Korean to English", TaskName::people_to_english);
    add("English to Korean", TaskName::people_to_korean);
    add("the same, mirrors shown", TaskName::mirrors_shown);
    return lines;
}

AlignmentCounts count_alignments() {
    const std::vector<Curve> curves = curves_of(TaskName::wishes, "whole");
    const std::vector<End> ends = ends_of(TaskName::wishes, "whole");
    const std::size_t n_unseen = wishes().size() / 5;
    AlignmentCounts counts{.n_seeds = ends.size()};
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const bool right = curves[i].scores.back().right == n_unseen;
        const bool aligned = is_aligned(ends[i].reading);
        counts.all_right += right;
        counts.both += right && aligned;
    }
    return counts;
}

Lines table_of_readings(const std::vector<std::uint64_t>& seeds) {
    Lines lines{{"written"}};
    for (const std::uint64_t seed : seeds)
        lines[0].push_back("seed " + std::to_string(seed));
    const Words korean = with_end(the_sentence().korean);
    const std::vector<End> ends = ends_of(TaskName::wishes, "whole");
    for (const Aligned& words : aligned_words) {
        Line line{the_sentence().english[words.english]};
        for (const std::uint64_t seed : seeds) {
            const auto row = ends.at(seed - 1).reading.row(words.english);
            const std::size_t most = argmax(row);
            line.push_back(korean[most] + " " + number_text(row[most], 2));
        }
        lines.push_back(line);
    }
    return lines;
}

std::string table_of_hidden_words() {
    const std::vector<End> ends = ends_of(TaskName::wishes, "no_causal");
    double least = 1, most = 0;
    for (const End& end : ends) {
        const double share =
            static_cast<double>(end.words_right) / static_cast<double>(end.n_words);
        least = std::min(least, share);
        most = std::max(most, share);
    }
    return "No causal mask, and the words after hidden: " + number_text(100 * least, 0) +
           " to " + number_text(100 * most, 0) + " % are right.";
}

std::size_t count_recited() {
    std::size_t n = 0;
    for (const End& end : ends_of(TaskName::mirrors_shown, "no_order")) {
        const Task task = task_of(TaskName::mirrors_shown, end.seed);
        const auto bag = [](Ids ids) {
            std::ranges::sort(ids);
            return ids;
        };
        const Ids asked = bag(task.unseen[0].source);
        for (const Example& shown : task.shown) {
            if (bag(shown.source) == asked &&
                text_of(words_of(shown.target, task.target_words)) == end.text) {
                ++n;
            }
        }
    }
    return n;
}

Lines table_of_runs() {
    Lines lines{{"runs", "seeds", "right", "loss at the end"}};
    const auto add = [&](TaskName task, const std::vector<NamedDesign>& designs) {
        for (const NamedDesign& named : designs) {
            const Summary s = summary_of(task, named.name);
            lines.push_back(
                {kind_of(task, named.name), of(std::to_string(s.n_all_right), s.n_seeds),
                 of(range(s.least_right, s.most_right), s.n_unseen), losses(s)});
        }
    };
    add(TaskName::wishes, changes());
    add(TaskName::wishes, undivided_heads());
    for (const TaskName task : {TaskName::people_to_english, TaskName::people_to_korean,
                                TaskName::mirrors_shown}) {
        add(task, with_and_without_order());
    }
    return lines;
}

}  // namespace attn::chapters::ch14
