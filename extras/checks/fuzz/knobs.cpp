// Any text for any knob of any chapter. The first byte chooses the chapter; then each line names
// a knob by a letter and gives its text. What was refused leaves a chapter that fits together or
// says why it does not.
#include <sstream>

#include "chapters/program/all_chapters.hpp"
#include "fuzz/fuzz.hpp"

using namespace attn::chapters;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Chapter chapter;
    all_chapters[data[0] % all_chapters.size()](chapter);
    std::istringstream lines{std::string(fuzz::text_of(data + 1, size - 1))};
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        const auto letter = static_cast<unsigned char>(line[0]);
        const Knob& knob = chapter.knobs().at(letter % chapter.knobs().size());
        if (knob.kind == KnobKind::path) continue;  // it might read a folder
        try {
            fuzz::require(!chapter.turn(knob.name, line.substr(1)).empty(),
                          "a knob changes a section");
        } catch (const UsageError& error) {
            fuzz::require_readable(error.what());
        }
    }
    try {
        chapter.check_values();
    } catch (const UsageError& error) {
        fuzz::require_readable(error.what());
    }
    return 0;
}
