#include "tools/text_checks.hpp"

#include "catch.hpp"
#include "temporary_folder.hpp"
#include "tools/markdown.hpp"
#include "tools/text_files.hpp"

using namespace book;

namespace {

using Texts = std::vector<std::string>;

/// A project with one chapter's text and one figure.
struct Project {
    Project() {
        write_file(root / "docs/01_a.md", "# How alike?\n");
        write_file(root / "docs/figures/01_a.svg", svg);
    }
    Texts errors_of_link(const std::string& link) const {
        write_file(root / "README.md", link);
        return link_errors(root);
    }

    TemporaryFolder folder;
    std::filesystem::path root = folder.path;
    std::string svg = "<svg class=\"fig\"><title>alt</title></svg>";
};

}  // namespace

TEST_CASE("Links are found in prose only", "[text_checks]") {
    const std::vector<Link> links = links_of(
        "See [one](a.md), ![a [b] picture](b.svg \"title\") and\n"
        "[![nested](c.svg)](d.md#e), `[code](f.md)`, ``a ` [b](g.md)``, "
        "<a href=\"h.md\">.\n"
        "```\n[block](i.md)\n```\n<img src=\"j.svg\" alt=\"k\"> [x](<l.md>) a [b] (c)\n");
    Texts found;
    for (const Link& link : links) {
        found.push_back((link.is_picture ? "!" : "") + link.target + "|" + link.text);
    }
    CHECK(found == Texts{"a.md|one", "!b.svg|a [b] picture", "d.md#e|![nested](c.svg)",
                         "!c.svg|nested", "l.md|x", "h.md|", "!j.svg|k"});
}

TEST_CASE("Headings have the names that GitHub gives them", "[text_checks]") {
    CHECK(anchors_of("# 5. Why divide by √d_k?\n"
                     "## Paper, PyTorch, us\n"
                     "## Paper, PyTorch, us\n"
                     "### `dot` and [its code](a.md) *now*\n"
                     "#### 나는 바다에 – A\n"
                     "# C++ \"x\" (y) / z\n"
                     "#no heading\n```\n# in a block\n```\n<a id=\"here\"></a>\n") ==
          Texts{"5-why-divide-by-d_k", "paper-pytorch-us", "paper-pytorch-us-1",
                "dot-and-its-code-now", "나는-바다에--a", "c-x-y--z", "here"});
}

TEST_CASE("A link that leads nowhere is named", "[text_checks]") {
    const Project project;
    for (const char* good :
         {"[a](docs/01_a.md)", "[a](docs/01_a.md#how-alike)", "[a](docs/)",
          "# B c\n[a](#b-c)", "[a](https://example.org/x#y)",
          "![alt](docs/figures/01_a.svg)", "![alt](https://example.org/x.svg)",
          "[a](extras/deleted/README.md)", "`[a](none.md)`", "a [0](", "[b][0](x"}) {
        INFO(good);
        CHECK(project.errors_of_link(good).empty());
    }
    CHECK(project.errors_of_link("[a](docs/02_b.md)") ==
          Texts{"README.md: (docs/02_b.md): there is no such file"});
    write_file(project.root / "extras/kept/a.md", "");
    CHECK(project.errors_of_link("[a](extras/kept/b.md)").size() == 1);
    CHECK(project.errors_of_link("[a](docs/01_a.md#how)") ==
          Texts{"README.md: (docs/01_a.md#how): there is no such heading"});
    CHECK(project.errors_of_link("[a](#how-alike)") ==
          Texts{"README.md: (#how-alike): there is no such heading"});
    CHECK(project.errors_of_link("[a](../other)") ==
          Texts{"README.md: (../other): the link leaves the project"});
    CHECK(project.errors_of_link("[a](/docs/01_a.md)") ==
          Texts{"README.md: (/docs/01_a.md): the link leaves the project"});
    CHECK(project.errors_of_link("[a]()") == Texts{"README.md: (): the link is empty"});
    CHECK(project.errors_of_link("![ ](docs/figures/01_a.svg)") ==
          Texts{"README.md: (docs/figures/01_a.svg): the picture has no description"});
    CHECK(project.errors_of_link("<img src=\"docs/figures/01_a.svg\">").size() == 1);
    CHECK(project.errors_of_link("![alt](docs/figures/02_b.svg)").size() == 1);
    CHECK(project.errors_of_link("[a](docs/figures/01_a.svg#L12)").size() == 1);
}

TEST_CASE("Links of a text start at its folder", "[text_checks]") {
    const Project project;
    write_file(project.root / "docs/deep/02_b.md", "[a](../01_a.md) [b](../../README.md)");
    CHECK(link_errors(project.root) ==
          Texts{"docs/deep/02_b.md: (../../README.md): there is no such file"});
}

TEST_CASE("A figure is in a text, small, and drawn with boxes and lines", "[text_checks]") {
    const Project project;
    const auto errors_of = [&](const std::string& svg) {
        write_file(project.root / "docs/figures/01_a.svg", svg);
        return figure_errors(project.root);
    };
    CHECK(errors_of(project.svg) == Texts{"docs/figures/01_a.svg is in no text"});
    write_file(project.root / "docs/02_b.md", "![alt](figures/01_a.svg)");
    CHECK(errors_of(project.svg).empty());
    CHECK(errors_of("<svg></svg>") ==
          Texts{"docs/figures/01_a.svg is not drawn by our own writer"});
    CHECK(errors_of(project.svg + "<image/>") ==
          Texts{"docs/figures/01_a.svg holds <image"});
    CHECK(errors_of(project.svg + "<script>").size() == 1);
    CHECK(errors_of(project.svg + "style='filter:blur'").size() == 1);
    CHECK(errors_of(project.svg + std::string(300 * 1024, ' ')) ==
          Texts{"docs/figures/01_a.svg is over 300 KiB"});
}

TEST_CASE("A figure is described as it describes itself", "[text_checks]") {
    const Project project;
    write_file(
        project.root / "docs/figures/01_a.svg",
        "<svg class=\"fig\"><title id=\"t\">A &lt; B?</title><desc>Row: a &amp; b.</desc></svg>");
    const auto errors = [&](const std::string& described) {
        return project.errors_of_link("![" + described + "](docs/figures/01_a.svg)").size();
    };
    CHECK(errors("A < B? Row: a & b.") == 0);
    CHECK(errors("A < B?") == 0);
    CHECK(errors("A < B? Column: a.") == 1);
    CHECK(errors("A") == 1);
    CHECK(
        project.errors_of_link("![a](docs/figures/01_a.svg)") ==
        Texts{
            "README.md: (docs/figures/01_a.svg): the figure calls itself: A < B? Row: a & b."});
}

TEST_CASE("A line is not cited by its number", "[text_checks]") {
    for (const char* citing : {"see line 12", "Lines 3 to 5", "(line  7)",
                               "in `dot.cpp:12`", "matrix.hpp:7: here", "[a](b.cpp#L12)"}) {
        INFO(citing);
        CHECK(line_citations(citing) == Texts{citing});
    }
    for (const char* fine : {"a line of numbers", "pipeline 3", "line3", "lines",
                             "dot.cpp: 12", "```\nsee line 12\n```", "line"}) {
        INFO(fine);
        CHECK(line_citations(fine).empty());
    }
}
