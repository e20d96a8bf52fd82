// Any text as a reader's own sentence, in the chapters that take one: 11, 12, 13 and 14. The first
// byte chooses the chapter.
#include <algorithm>
#include <array>
#include <sstream>

#include "chapters/program/all_chapters.hpp"
#include "fuzz/fuzz.hpp"
#include "plots/csv_text.hpp"
#include "plots/svg_text.hpp"

using namespace attn::chapters;

namespace {

/// Made once: the shipped weights are read and kept.
Chapter& chapter_with(std::size_t number) {
    static std::array<Chapter, 17> chapters;
    Chapter& chapter = chapters.at(number);
    if (chapter.name().empty()) all_chapters.at(number - 1)(chapter);
    return chapter;
}

/// Whether a picture is XML as far as words can spoil it: no control character, and each < and &
/// begins what our writer writes.
bool is_whole(const std::string& svg) {
    const bool has_control = std::any_of(svg.begin(), svg.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n';
    });
    return !has_control && svg.find("]]>") == std::string::npos &&
           std::count(svg.begin(), svg.end(), '<') ==
               std::count(svg.begin(), svg.end(), '>');
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr std::array<std::size_t, 4> with_sentences{11, 12, 13, 14};
    Chapter& chapter = chapter_with(with_sentences[data[0] % 4]);
    std::ostringstream out;
    Page page(out);
    try {
        chapter.turn("sentence", std::string(fuzz::text_of(data + 1, size - 1)));
        chapter.check_values();
        chapter.run_section("A sentence of your own", page);
    } catch (const UsageError& error) {
        fuzz::require_readable(error.what());
        return 0;
    }
    fuzz::require_readable(out.str());
    for (const attn::plots::Figure& figure : page.figures()) {
        fuzz::require(is_whole(attn::plots::svg_text(figure)), "an SVG is whole XML");
        attn::plots::csv_text(figure);
    }
    return 0;
}
