// Chapter 12, docs/12_bug_gallery.md: What if it is wrong and still runs?
//
// New here: the wrong twins in chapters/bugs, and properties of all that stands around
// attention (attn/properties/layer_properties.hpp). From before: everything, above all the properties
// of attention (chapter 6) and the small example.
//
// Try: --bug softmax_axis    --bug gelu_kind    --steps 1000    --seed 3

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "attn/properties/attention_properties.hpp"
#include "attn/text/print.hpp"
#include "chapters/12_bug_gallery/figures.hpp"
#include "chapters/bugs/attention.hpp"
#include "chapters/bugs/gallery.hpp"
#include "chapters/bugs/own_attention.hpp"
#include "chapters/bugs/training.hpp"
#include "chapters/common/chapter.hpp"

using namespace attn;
using namespace attn::chapters;
using bugs::Exhibit;
using std::cout;

namespace {

AttentionTrace right_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                               const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, mask);
}

std::vector<Lesson> but_the_loss_falls(std::size_t steps, std::size_t seed) {
    const std::vector<std::pair<std::string, AttentionFunction>> attentions{
        {"right", right_attention},
        {"softmax_axis", bugs::softmax_down_the_columns},
        {"scale_model", bugs::scaled_by_the_model},
        {"scale_twice", bugs::scaled_twice},
        {"no_scale", bugs::not_scaled},
        {"no_exponential", bugs::no_exponential}};
    std::vector<Lesson> lessons;
    cout << "mean squared error   at first  half-way   at last\n";
    for (const auto& [name, attention] : attentions) {
        lessons.push_back({name, bugs::losses_on_top_of(attention, steps, seed)});
        const std::vector<double>& losses = lessons.back().losses;
        cout << std::left << std::setw(19) << name << std::right;
        for (const double loss : {losses.front(), losses[steps / 2], losses.back()}) {
            cout << std::setw(10) << number_text(loss, 4);
        }
        cout << "\n";
    }
    return lessons;
}

std::string answer(const std::optional<bool>& passed) {
    return !passed ? "-" : *passed ? "yes" : "NO";
}

void line_up(const std::vector<Exhibit>& exhibits) {
    cout << std::left << std::setw(19) << "mistake"
         << "runs shape finite sum 1  caught by                    difference\n";
    for (const Exhibit& e : exhibits) {
        cout << std::left << std::setw(19) << e.words.name << std::setw(5)
             << answer(e.checks.runs) << std::setw(6) << answer(e.checks.shape)
             << std::setw(7) << answer(e.checks.finite) << std::setw(7)
             << answer(e.checks.sums) << std::setw(30) << e.words.caught_by << std::right
             << std::setw(9) << number_text(e.difference, 4) << "\n";
    }
    cout << "\n"
         << count_of_unseen(exhibits) << " of " << exhibits.size()
         << " pass every check on the left that applies to them; the properties catch "
         << std::ranges::count_if(exhibits,
                                  [](const Exhibit& e) { return e.evidence().has_value(); })
         << ".\n";
}

void who_catches_whom(const std::vector<Exhibit>& exhibits) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> caught;
    for (const Exhibit& exhibit : exhibits) {
        for (const bugs::Verdict& verdict : exhibit.caught()) {
            if (!caught.contains(verdict.property)) order.push_back(verdict.property);
            caught[verdict.property].push_back(exhibit.words.name);
        }
    }
    for (const std::string& property : order) {
        cout << std::right << std::setw(2) << caught[property].size() << "  " << std::left
             << std::setw(31) << property;
        for (std::size_t i = 0; i < caught[property].size(); ++i) {
            cout << caught[property][i];
            const bool last = i + 1 == caught[property].size();
            cout << (last ? "\n" : i % 3 == 2 ? ",\n" + std::string(35, ' ') : ", ");
        }
    }
}

void somebodys_attention() {
    const std::vector<std::string> broken = bugs::broken_by(bugs::wrapped);
    cout << attention_properties().size() << " properties, " << broken.size()
         << " broken\n\n";
    for (const std::string& line : broken) cout << line << "\n";
}

void file_of(const Exhibit& exhibit) {
    cout << exhibit.words.mistake << "\nseen in: " << exhibit.words.seen_in << "\n";
    for (const bugs::Verdict& verdict : exhibit.caught()) {
        const bool first = verdict.property == exhibit.words.caught_by;
        if (first) cout << verdict.property << ": " << *verdict.of_wrong << "\n";
    }
    std::string line = "breaks too: ";
    bool any = false;
    for (const bugs::Verdict& verdict : exhibit.caught()) {
        if (verdict.property == exhibit.words.caught_by) continue;
        if (any) line += ", ";
        if (line.size() + verdict.property.size() > 90) {
            line.pop_back();
            cout << line << "\n";
            line = std::string(12, ' ');
        }
        line += verdict.property;
        any = true;
    }
    if (any) cout << line << "\n";
}

void numbers_of(const Exhibit& exhibit) {
    if (const auto* panels = std::get_if<bugs::Panels>(&exhibit.view)) {
        for (const auto& [name, values] :
             {std::pair("right", panels->right), std::pair("wrong", panels->wrong)}) {
            cout << "\n"
                 << matrix_text(name, values,
                                {.row_labels = panels->rows,
                                 .column_labels = panels->columns,
                                 .decimals = 4});
        }
        return;
    }
    const auto& curves = std::get<bugs::Curves>(exhibit.view);
    Matrix table(11, 3);
    for (std::size_t i = 0; i < 11; ++i) {
        const std::size_t place = i * (curves.x.size() - 1) / 10;
        table(i, 0) = curves.x[place];
        table(i, 1) = curves.right[place];
        table(i, 2) = curves.wrong[place];
    }
    cout << "\n"
         << matrix_text(
                curves.y_name, table,
                {.column_labels = {curves.x_name, "right", "wrong"}, .decimals = 6});
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t chosen = 0, steps = 200, seed = 1;
    std::vector<std::string> words{"all"};
    for (const std::string& name : bugs::exhibit_names()) words.push_back(name);
    Chapter chapter("12_bug_gallery", "What if it is wrong and still runs?");
    chapter.options().add_choice("bug", words, chosen,
                                 "one mistake alone, with its numbers");
    chapter.options().add("steps", steps, 2, 2000, "of the learning on top");
    chapter.options().add("seed", seed, 0, 1000000, "of the sentences that it learns from");

    return chapter.run(argc, argv, [&] {
        if (chosen > 0) {
            const Exhibit exhibit = bugs::exhibit(words[chosen]);
            chapter.heading(exhibit.words.name);
            file_of(exhibit);
            numbers_of(exhibit);
            chapter.draw(exhibit_figure(exhibit));
            return;
        }
        std::vector<Exhibit> exhibits;
        for (const std::string& name : bugs::exhibit_names()) {
            exhibits.push_back(bugs::exhibit(name));
        }
        chapter.heading("But the loss falls");
        const std::vector<Lesson> lessons = but_the_loss_falls(steps, seed);
        chapter.heading("The line-up");
        line_up(exhibits);
        chapter.heading("Who catches whom");
        who_catches_whom(exhibits);
        chapter.heading("Somebody's attention");
        somebodys_attention();
        for (const Exhibit& exhibit : exhibits) {
            chapter.heading(exhibit.words.name);
            file_of(exhibit);
        }
        chapter.draw(lineup_figure(exhibits));
        chapter.draw(losses_figure(lessons));
        for (const Exhibit& exhibit : exhibits) chapter.draw(exhibit_figure(exhibit));
    });
}
