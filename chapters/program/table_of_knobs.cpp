#include "chapters/program/table_of_knobs.hpp"

#include <algorithm>

#include "attn/text/print.hpp"
#include "chapters/text/compare.hpp"

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

std::string quoted_json(const std::string& text) {
    std::string safe = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') safe += '\\';
        safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return safe + '"';
}

std::string list_json(const Labels& texts) {
    Labels parts;
    for (const std::string& text : texts) parts.push_back(quoted_json(text));
    return "[" + joined(parts) + "]";
}

std::string knob_json(const Knob& knob) {
    return "{\"name\": " + quoted_json(knob.name) +
           ", \"kind\": " + quoted_json(name_of(knob.kind)) +
           ", \"start\": " + quoted_json(knob.start) +
           ", \"least\": " + exact_text(knob.least) +
           ", \"most\": " + exact_text(knob.most) +
           ", \"words\": " + list_json(knob.words) +
           ", \"meaning\": " + quoted_json(knob.meaning) + "}";
}

std::string section_json(const Section& section) {
    return "{\"title\": " + quoted_json(section.title) +
           ", \"more\": " + (section.is_detour ? "true" : "false") +
           ", \"knobs\": " + list_json(section.knobs) +
           ", \"figures\": " + list_json(section.figures) + "}";
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
    return "{\"name\": " + quoted_json(chapter.name()) +
           ", \"question\": " + quoted_json(chapter.question()) + ",\n\"knobs\": [\n" +
           joined(knobs, ",\n") + "],\n\"sections\": [\n" + joined(sections, ",\n") +
           "]}\n";
}

}  // namespace attn::chapters
