#include <filesystem>
#include <map>
#include <string>

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"
#include "tools/text_files.hpp"

using namespace book;
namespace fs = std::filesystem;

namespace {

/// A figure as our own writer draws it, with one word.
std::string picture(const std::string& word) {
    return "<svg class=\"fig\"><text x=\"1\">" + word + "</text></svg>";
}

/// A small project with one chapter, whose program is a shell script.
struct ProjectToFill {
    ProjectToFill() {
        write_file(root / "lib/a.cpp", "int twice(int a) {\n    return 2 * a;\n}\n");
        write_file(root / "tests/expected/runs.txt",
                   "01_a  01_a\n01_a_more  01_a --more\n");
        write_file(root / "README.md", "<!-- code lib/a.cpp twice -->\n");
        write_file(root / "docs/deep/01_a.md", "<!-- output 01_a \"One\" -->\n");
        set_program("echo '== One'; echo \"1.00 $1\"", "one");
    }

    /// The chapter's program: it prints what lines print, and draws the figure 01_a.
    void set_program(const std::string& lines, const std::string& drawing) const {
        const std::string svg = picture(drawing);
        const fs::path program = root / "programs/01_a";
        write_file(program, "#!/bin/sh\nfor folder; do :; done\nprintf '%s' '" + drawing +
                                "' > \"$folder/01_a.gp\"\nprintf '%s' '" + svg +
                                "' > \"$folder/01_a.svg\"\n" + lines + "\n");
        fs::permissions(program, fs::perms::owner_all);
    }

    CommandResult fill() const {
        return run_command(
            {built_test("fill_docs"), "--source", root, "--programs", root / "programs"});
    }
    CommandResult check() const {
        return run_command({built_test("fill_docs"), "--source", root, "--check"});
    }
    std::string file(const char* name) const { return read_whole_file(root / name); }

    TemporaryFolder folder;
    fs::path root = folder.path;
};

/// All files of a folder with what they hold.
std::map<fs::path, std::string> snapshot(const fs::path& root) {
    std::map<fs::path, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.is_regular_file()) files[entry.path()] = read_whole_file(entry.path());
    }
    return files;
}

bool has_part(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("fill_docs records, copies and fills, and then has nothing to do",
          "[fill_docs]") {
    const ProjectToFill project;
    const CommandResult first = project.fill();
    CHECK(first.exit_code == 0);
    CHECK(first.err == "");
    CHECK(first.out ==
          "wrote tests/expected/01_a.txt\n"
          "wrote tests/expected/01_a_more.txt\n"
          "wrote docs/figures/01_a.svg\n"
          "wrote README.md\n"
          "wrote docs/deep/01_a.md\n"
          "fill_docs: changed 2 recordings, 1 figures, 2 texts\n");
    CHECK(project.file("tests/expected/01_a.txt") == "== One\n1.00 --figures\n");
    CHECK(project.file("tests/expected/01_a_more.txt") == "== One\n1.00 --more\n");
    CHECK(project.file("docs/figures/01_a.svg") == picture("one"));
    CHECK(has_part(project.file("README.md"), "```cpp\nint twice(int a) {"));
    CHECK(has_part(project.file("docs/deep/01_a.md"), "```text\n== One\n1.00"));

    CHECK(project.check().exit_code == 0);
    const auto before = snapshot(project.root);
    CHECK(project.fill().out == "fill_docs: changed 0 recordings, 0 figures, 0 texts\n");
    CHECK(snapshot(project.root) == before);
}

TEST_CASE("Another machine's last digit or picture changes nothing", "[fill_docs]") {
    const ProjectToFill project;
    project.fill();
    write_file(project.root / "docs/figures/01_a.svg",
               "<svg class=\"fig\"><text x=\"1.01\">one</text></svg>");
    const auto before = snapshot(project.root / "docs");
    project.set_program("echo '== One'; echo \"1.01 $1\"", "one");
    project.fill();
    CHECK(project.file("tests/expected/01_a.txt") == "== One\n1.00 --figures\n");
    CHECK(snapshot(project.root / "docs") == before);

    project.set_program("echo '== One'; echo \"1.02 $1\"", "two");
    project.fill();
    CHECK(project.file("tests/expected/01_a.txt") == "== One\n1.02 --figures\n");
    CHECK(has_part(project.file("docs/deep/01_a.md"), "1.02"));
    CHECK(project.file("docs/figures/01_a.svg") == picture("two"));
}

TEST_CASE("The option --check names every stale text and writes nothing", "[fill_docs]") {
    const ProjectToFill project;
    project.fill();
    write_file(project.root / "lib/a.cpp", "int twice(int a) {\n    return a + a;\n}\n");
    write_file(project.root / "tests/expected/01_a.txt", "== One\n7.00\n");
    const auto before = snapshot(project.root);
    const CommandResult result = project.check();
    CHECK(result.exit_code == 1);
    CHECK(result.out ==
          "README.md: stale: <!-- code lib/a.cpp twice -->\n"
          "docs/deep/01_a.md: stale: <!-- output 01_a \"One\" -->\n"
          "fill_docs: 2 texts are stale; the target refill_docs fills them\n");
    CHECK(snapshot(project.root) == before);
}

TEST_CASE("A vanished function or section stops both ways", "[fill_docs]") {
    const ProjectToFill project;
    project.fill();
    SECTION("function") {
        write_file(project.root / "lib/a.cpp", "int double_of(int a);\n");
        CHECK(has_part(project.check().out, "there is no definition of twice"));
        CHECK(has_part(project.fill().err,
                       "README.md: <!-- code lib/a.cpp twice -->: there is no"));
    }
    SECTION("section") {
        project.set_program("echo '== Eins'; echo 1.00", "one");
        CHECK(has_part(project.fill().err, "there is no section \"One\""));
        CHECK(project.check().exit_code == 0);  // as nothing was written
        write_file(project.root / "tests/expected/01_a.txt", "== Eins\n1.00\n");
        CHECK(has_part(project.check().out, "there is no section \"One\""));
    }
    CHECK(project.fill().exit_code == 1);
    CHECK(project.check().exit_code == 1);
}

TEST_CASE("A program that fails midway records nothing", "[fill_docs]") {
    const ProjectToFill project;
    project.set_program("echo '== One'; exit 3", "one");
    const auto before = snapshot(project.root);
    const CommandResult result = project.fill();
    CHECK(result.exit_code == 1);
    CHECK(has_part(result.err, "ended with exit code 3"));
    CHECK(snapshot(project.root) == before);
}
