#include "tools/places.hpp"

namespace book {

std::filesystem::path source_folder() {
    return ATTN_SOURCE_FOLDER;
}

std::filesystem::path build_folder() {
    return ATTN_BUILD_FOLDER;
}

std::string built_test(const std::string& name) {
    return (build_folder() / "tests" / name).string();
}

std::vector<std::string> test_programs() {
    std::vector<std::string> programs{built_test("lib_tests"), built_test("book_tests")};
    if (ATTN_HAS_CHAPTERS) {
        programs.insert(programs.end(),
                        {built_test("chapters_tests"), built_test("plots_tests")});
    }
    return programs;
}

std::string compiler() {
    return ATTN_COMPILER;
}

}  // namespace book
