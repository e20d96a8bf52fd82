// Chapter 12, docs/12_bug_gallery.md: What if it is wrong and still runs?
//
// Wrong twins of everything so far, and the properties that tell them from the right ones.
// New: the twins in chapters/bugs, and properties of all that stands around attention
// (attn/properties). From before: everything, above all the properties of attention (6).
// Turn a knob: --bug softmax_axis, --bug gelu_kind, --steps 1000, --seed 3.

#include <algorithm>
#include <iomanip>
#include <map>

#include "attn/properties/attention_properties.hpp"
#include "attn/text/print.hpp"
#include "chapters/12_bug_gallery/figures.hpp"
#include "chapters/bugs/attention.hpp"
#include "chapters/bugs/gallery.hpp"
#include "chapters/bugs/own_attention.hpp"
#include "chapters/bugs/training.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"

namespace attn::chapters::ch12 {
namespace {

using bugs::Exhibit;

AttentionTrace right_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                               const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, mask);
}

std::vector<Exhibit> all_exhibits() {
    std::vector<Exhibit> exhibits;
    for (const std::string& name : bugs::exhibit_names()) {
        exhibits.push_back(bugs::exhibit(name));
    }
    return exhibits;
}

void but_the_loss_falls(Page& page, std::size_t steps, std::size_t seed) {
    const std::vector<std::pair<std::string, AttentionFunction>> attentions{
        {"right", right_attention},
        {"softmax_axis", bugs::softmax_down_the_columns},
        {"scale_model", bugs::scaled_by_the_model},
        {"scale_twice", bugs::scaled_twice},
        {"no_scale", bugs::not_scaled},
        {"no_exponential", bugs::no_exponential}};
    std::vector<Lesson> lessons;
    std::vector<Labels> lines{{"mean squared error", " at first", "half-way", " at last"}};
    for (const auto& [name, attention] : attentions) {
        const Numbers losses = bugs::losses_on_top_of(attention, steps, seed);
        lessons.push_back({name, losses});
        lines.push_back({name, number_text(losses.front(), 4),
                         number_text(losses[steps / 2], 4), number_text(losses.back(), 4)});
    }
    page.show_words(lines);
    page.draw(losses_figure(lessons));
}

std::string answer(const std::optional<bool>& passed) {
    return !passed ? "-" : *passed ? "yes" : "NO";
}

void line_up(Page& page, const std::vector<Exhibit>& exhibits) {
    page.say("mistake            runs shape finite sum 1  ",
             "caught by                    difference");
    for (const Exhibit& e : exhibits) {
        page.out() << std::left << std::setw(19) << e.words.name << std::setw(5)
                   << answer(e.checks.runs) << std::setw(6) << answer(e.checks.shape)
                   << std::setw(7) << answer(e.checks.finite) << std::setw(7)
                   << answer(e.checks.sums) << std::setw(30) << e.words.caught_by
                   << std::right << std::setw(9) << number_text(e.difference, 4) << "\n";
    }
    page.gap();
    page.say(count_of_unseen(exhibits), " of ", exhibits.size(),
             " pass every check on the left that applies to them; the properties catch ",
             std::ranges::count_if(
                 exhibits, [](const Exhibit& e) { return e.evidence().has_value(); }),
             ".");
    page.draw(lineup_figure(exhibits));
}

void who_catches_whom(Page& page, const std::vector<Exhibit>& exhibits) {
    Labels order;
    std::map<std::string, Labels> caught;
    for (const Exhibit& exhibit : exhibits) {
        for (const bugs::Verdict& verdict : exhibit.caught()) {
            if (!caught.contains(verdict.property)) order.push_back(verdict.property);
            caught[verdict.property].push_back(exhibit.words.name);
        }
    }
    for (const std::string& property : order) {
        const Labels& names = caught[property];
        page.out() << std::right << std::setw(2) << names.size() << "  " << std::left
                   << std::setw(31) << property;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool last = i + 1 == names.size();
            page.out() << names[i]
                       << (last         ? "\n"
                           : i % 3 == 2 ? ",\n" + std::string(35, ' ')
                                        : ", ");
        }
    }
}

void somebodys_attention(Page& page) {
    const Labels broken = bugs::broken_by(bugs::wrapped);
    page.say(attention_properties().size(), " properties, ", broken.size(), " broken");
    page.gap();
    for (const std::string& line : broken) page.say(line);
}

void show_file(Page& page, const Exhibit& exhibit) {
    page.say(exhibit.words.mistake);
    page.say("seen in: ", exhibit.words.seen_in);
    std::string line = "breaks too: ";
    bool any = false;
    for (const bugs::Verdict& verdict : exhibit.caught()) {
        if (verdict.property == exhibit.words.caught_by) {
            page.say(verdict.property, ": ", *verdict.of_wrong);
        }
    }
    for (const bugs::Verdict& verdict : exhibit.caught()) {
        if (verdict.property == exhibit.words.caught_by) continue;
        if (any) line += ", ";
        if (line.size() + verdict.property.size() > 90) {
            line.pop_back();
            page.say(line);
            line = std::string(12, ' ');
        }
        line += verdict.property;
        any = true;
    }
    if (any) page.say(line);
}

void show_numbers(Page& page, const bugs::Panels& panels) {
    page.show("right", panels.right, panels.rows, panels.columns, 4);
    page.show("wrong", panels.wrong, panels.rows, panels.columns, 4);
}

void show_numbers(Page& page, const bugs::Curves& curves) {
    Matrix table(11, 3);
    for (std::size_t i = 0; i < 11; ++i) {
        const std::size_t place = i * (curves.x.size() - 1) / 10;
        table(i, 0) = curves.x[place];
        table(i, 1) = curves.right[place];
        table(i, 2) = curves.wrong[place];
    }
    page.show(curves.y_name, table, {}, {curves.x_name, "right", "wrong"}, 6);
}

/// A mistake's section. Its numbers are shown when it was chosen.
auto file_of(const std::string& name) {
    return [name](Page& page, const std::string& chosen) {
        const Exhibit exhibit = bugs::exhibit(name);
        show_file(page, exhibit);
        if (chosen == name) {
            std::visit([&](const auto& view) { show_numbers(page, view); }, exhibit.view);
        }
        page.draw(exhibit_figure(exhibit));
    };
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("12_bug_gallery", "What if it is wrong and still runs?");
    Labels words{"all"};
    for (const std::string& name : bugs::exhibit_names()) words.push_back(name);
    const auto bug = chapter.choice("bug", words, "one mistake alone, with its numbers");
    const auto steps = chapter.whole("steps", 200, 2, 2000, "of the learning on top");
    const auto seed =
        chapter.whole("seed", 1, 0, 1000000, "of the sentences that it learns from");
    const auto exhibits = chapter.computed(all_exhibits);
    const auto all =
        chapter.computed([](const std::string& chosen) { return chosen == "all"; }, bug);

    chapter.section("But the loss falls", but_the_loss_falls, steps, seed)
        .draws("12_losses")
        .only_if(all);
    chapter.section("The line-up", line_up, exhibits).draws("12_lineup").only_if(all);
    chapter.section("Who catches whom", who_catches_whom, exhibits).only_if(all);
    chapter.section("Somebody's attention", somebodys_attention).only_if(all);
    for (const std::string& name : bugs::exhibit_names()) {
        const auto is_shown = chapter.computed(
            [name](const std::string& chosen) { return chosen == "all" || chosen == name; },
            bug);
        chapter.section(name, file_of(name), bug).draws("12_" + name).only_if(is_shown);
    }
}

}  // namespace attn::chapters::ch12
