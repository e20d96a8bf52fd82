// Labels are data, in both writers: they are drawn as they are, and run nothing.
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "plots/clearance.hpp"
#include "plots/figure_samples.hpp"
#include "plots/gnuplot.hpp"
#include "plots/svg_pen.hpp"
#include "plots/svg_text.hpp"
#include "plots/text_width.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"
#include "temporary_folder.hpp"
#include "tools/run_command.hpp"

namespace attn::plots {

using book::CommandResult;
using book::run_command;
namespace fs = std::filesystem;

namespace {

/// Whether a text has the shape of XML: tags that open and close in order, entities that are
/// known, no characters that XML forbids.
std::string xml_fault(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t i = 0; i < xml.size();) {
        if (xml[i] == '&') {
            const std::size_t end = xml.find(';', i);
            const std::string entity = xml.substr(i, end + 1 - i);
            if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;") return entity;
        }
        if (xml[i] != '<') {
            const auto byte = static_cast<unsigned char>(xml[i]);
            if (byte < 0x20 && xml[i] != '\n') return "a control character";
            ++i;
            continue;
        }
        const std::size_t end = xml.find('>', i);
        if (end == std::string::npos) return "a tag without an end";
        const std::string tag = xml.substr(i + 1, end - i - 1);
        const std::string name =
            tag.substr(0, tag.find_first_of(" \n/", tag[0] == '/' ? 1 : 0));
        i = end + 1;
        if (tag.back() == '/') continue;
        if (tag[0] != '/') {
            open.push_back(name);
        } else if (open.empty() || "/" + open.back() != name) {
            return "<" + tag + "> closes nothing";
        } else {
            open.pop_back();
        }
    }
    return open.empty() ? "" : "<" + open.back() + "> is open";
}

}  // namespace

TEST_CASE("Hostile labels leave the SVG well-formed, and are in it as they are",
          "[hostile_figure]") {
    for (const std::string& label : samples::hostile_labels("touch x")) {
        const std::string svg = svg_text(samples::saying(label));
        INFO(clean_utf8(label).substr(0, 60));
        CHECK(xml_fault(svg) == "");
        CHECK_THAT(svg, !ContainsText("<script"));
        if (text_width(label, title_size, true) < 300 &&
            label.find('\n') == std::string::npos) {
            CHECK_THAT(svg, ContainsText(">" + xml_text(label) + "</text>"));
        }
    }
}

TEST_CASE("gnuplot plots hostile labels, and runs nothing", "[hostile_figure]") {
    if (!why_no_gnuplot().empty()) return;
    const TemporaryFolder folder;
    const fs::path trap = folder.path / "ran";
    std::vector<Figure> figures;
    for (const std::string& label :
         samples::hostile_labels("touch '" + trap.string() + "'")) {
        figures.push_back(samples::saying(label));
    }
    const std::string script = gnuplot_script(figures);
    CHECK_THAT(script, !ContainsText("\nsystem") && !ContainsText("\n!"));
    write_whole_file(folder.path / "all.gp", "set terminal dumb\n" + script);
    const CommandResult result = run_command({"gnuplot", "-d", folder.path / "all.gp"},
                                             {.environment = {{"LC_ALL", "C.UTF-8"}}});
    CHECK(result.exit_code == 0);  // an error would end it
    CHECK_FALSE(fs::exists(trap));
}

TEST_CASE("Hostile labels stay on the page", "[hostile_figure]") {
    for (const std::string& label : samples::hostile_labels("touch x")) {
        const Page page = laid_out(samples::saying(label));
        for (const Text& text : page.headings) {
            CHECK(box_of(text).right() <= page.width);
        }
        CHECK(page.height < 2000);
    }
}

}  // namespace attn::plots
