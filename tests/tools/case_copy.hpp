/// Committed reference cases, and copies of them that may be spoilt.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/reference_cases.hpp"

namespace reference {

inline const std::filesystem::path committed = book::source_folder() / "tests/reference";

/// Exchanges the first appearance of a text in a folder's case.txt.
inline void replace_in_case(const std::filesystem::path& folder,
                            const std::string& old_text, const std::string& new_text) {
    std::string lines = attn::read_whole_file(folder / "case.txt");
    const std::size_t place = lines.find(old_text);
    REQUIRE(place != std::string::npos);
    lines.replace(place, old_text.size(), new_text);
    attn::write_whole_file(folder / "case.txt", lines);
}

struct CaseCopy {
    explicit CaseCopy(const std::string& name) {
        std::filesystem::copy(committed / name, folder.path,
                              std::filesystem::copy_options::recursive);
    }

    void replace(const std::string& old_text, const std::string& new_text) const {
        replace_in_case(folder.path, old_text, new_text);
    }

    /// What the runner prints; its exit code goes into status.
    std::string run(bool skip_unknown = false) {
        std::ostringstream out;
        status = check_all({folder.path}, skip_unknown, out);
        return out.str();
    }

    TemporaryFolder folder = {};
    int status = -1;
};

}  // namespace reference
