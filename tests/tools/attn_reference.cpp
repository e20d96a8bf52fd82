// attn_reference [--fast] [--skip-unknown] DIR...: runs every reference case in or under the
// folders through our library in double (or through lib/fast, in float32: encoders alone) and
// compares at the case's own tolerance. Exit code 0 when
// all agree; 1 when one does not, or is of a kind that is not known (unless told to skip
// those); 2 when called wrongly, or when a folder holds no case or cannot be read.
#include <iostream>
#include <string_view>

#include "tools/reference_cases.hpp"

int main(int argc, char** argv) {
    bool skip_unknown = false;
    auto library = reference::Library::naive;
    std::vector<std::filesystem::path> roots;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--skip-unknown") {
            skip_unknown = true;
        } else if (word == "--fast") {
            library = reference::Library::fast;
        } else if (word.starts_with("-")) {
            roots.clear();
            break;
        } else {
            roots.emplace_back(word);
        }
    }
    if (roots.empty()) {
        std::cerr << "usage: attn_reference [--fast] [--skip-unknown] DIR...\n";
        return 2;
    }
    return reference::check_all(roots, skip_unknown, std::cout, library);
}
