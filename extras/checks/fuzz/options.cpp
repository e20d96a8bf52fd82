// Any words on a command line, one on each line.
#include "chapters/program/options.hpp"

#include <sstream>
#include <vector>

#include "chapters/program/knobs.hpp"
#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attn::chapters::Options options;
    options.add_flag("help,h", "show these options");
    options.add_flag("more", "run the detours too");
    options.add("more-words", "TEXT", "a name that begins like another");
    options.add("scores", "VALUE", "a list");

    std::vector<std::string> words{"program"};
    std::istringstream lines{std::string(fuzz::text_of(data, size))};
    for (std::string line; std::getline(lines, line);) {
        words.push_back(line.c_str());  // an argument ends at its first zero byte
    }
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    try {
        for (const auto& [name, value] :
             options.read(static_cast<int>(pointers.size()), pointers.data())) {
            const bool is_known = name == "help" || name == "more" ||
                                  name == "more-words" || name == "scores";
            fuzz::require(is_known, "only known options are read");
        }
    } catch (const attn::chapters::UsageError& error) {
        fuzz::require_readable(error.what());
    }
    return 0;
}
