#include "chapters/program/table_of_knobs.hpp"

#include <algorithm>

#include "chapters/printing/words.hpp"
#include "chapters/program/json.hpp"
#include "support/text/print.hpp"

namespace attn::chapters {
namespace {

Labels titles_with(const Chapter& chapter, const std::string& knob) {
    Labels titles;
    for (const Section& section : chapter.sections()) {
        const Labels& knobs = section.knobs;
        if (std::find(knobs.begin(), knobs.end(), knob) == knobs.end()) continue;
        titles.push_back(section.title);
    }
    return titles;
}

std::string texts_json(const Labels& texts) {
    Labels parts;
    for (const std::string& text : texts) parts.push_back(json_text(text));
    return json_list(parts);
}

std::string knob_json(const Knob& knob) {
    return json_object({{"name", json_text(knob.name)},
                        {"kind", json_text(name_of(knob.kind))},
                        {"start", json_text(knob.start)},
                        {"least", exact_text(knob.least)},
                        {"most", exact_text(knob.most)},
                        {"words", texts_json(knob.words)},
                        {"meaning", json_text(knob.meaning)}});
}

std::string section_json(const Section& section) {
    return json_object({{"title", json_text(section.title)},
                        {"more", section.is_detour ? "true" : "false"},
                        {"knobs", texts_json(section.knobs)},
                        {"figures", texts_json(section.figures)}});
}

}  // namespace

std::string knobs_as_markdown(const Chapter& chapter) {
    std::string text =
        "| knob | at the start | range | what it turns | in |\n|---|---|---|---|---|\n";
    for (const Knob& knob : chapter.knobs()) {
        text += "| `--" + knob.name + "` | " + knob.start + " | " + range_of(knob) + " | " +
                knob.meaning + " | " + joined(titles_with(chapter, knob.name)) + " |\n";
    }
    return text;
}

std::string contents_as_json(const Chapter& chapter) {
    Labels knobs, sections;
    for (const Knob& knob : chapter.knobs()) knobs.push_back(knob_json(knob));
    for (const Section& section : chapter.sections()) {
        sections.push_back(section_json(section));
    }
    return json_object({{"name", json_text(chapter.name())},
                        {"question", json_text(chapter.question())},
                        {"knobs", json_list(knobs)},
                        {"sections", json_list(sections)}}) +
           "\n";
}

}  // namespace attn::chapters
