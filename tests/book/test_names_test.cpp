#include <sstream>

#include "catch.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

using namespace book;

namespace {

/// What is wrong with the names in a program's list of tests: CTest splits names at a
/// semicolon, and a program takes a name that begins with a minus sign for an option.
std::string bad_name_in(const std::string& listing) {
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(' ');
        const bool is_option = first == 2 && line[first] == '-';
        if (is_option || line.find(';') != line.npos) return line;
    }
    return "";
}

}  // namespace

TEST_CASE("No test has a name that CTest or Catch2 takes for something else",
          "[test_names]") {
    for (const std::string& program : test_programs()) {
        const std::string listing = run_command({program, "--list-tests"}).out;
        CHECK_THAT(listing, ContainsText("test cases"));
        CHECK(bad_name_in(listing) == "");
    }
    CHECK(bad_name_in("All available test cases:\n  One\n      [tag]\n") == "");
    CHECK(bad_name_in("  Rows sum to 1; columns do not\n") != "");
    CHECK(bad_name_in("  -1 is no id\n") != "");
}
