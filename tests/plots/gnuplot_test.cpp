// What gnuplot is told, and what it makes of it.
#include "plots/gnuplot.hpp"

#include <string>

#include "catch.hpp"
#include "fake_programs.hpp"
#include "plots/figure_samples.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"
#include "tools/run_command.hpp"

namespace attn::plots {

using book::CommandResult;
using book::run_command;
using samples::figure_of;

TEST_CASE("Each plot has a window of its own, with its numbers in the script",
          "[gnuplot]") {
    const std::string script = gnuplot_script({samples::chart(), samples::others()});
    for (const char* told :
         {"set title \"A title\" noenhanced\n", "set xlabel \"x (log scale)\"\n",
          "set xrange [1:100]\n", "set logscale x\n",
          "plot '-' with lines title \"curve\", '-' with points notitle\n", " nan\n",
          "set title \"A title: plane\" noenhanced\n",
          "plot '-' with linespoints title \"q\"", "set xtics (\"one\" 0, \"two\" 1)\n",
          "plot '-' with boxes notitle\n", " -2.0", "GPVAL_TERM, 4)\n",
          "splot '-' with @surface notitle\n", "set cbrange [-"}) {
        CHECK_THAT(script, ContainsText(told));
    }
    CHECK_THAT(script, !ContainsText("GPVAL_TERM, 5)"));  // a diagram has no numbers
}

TEST_CASE("A title of two lines is one in gnuplot", "[gnuplot]") {
    Figure figure = samples::chart();
    figure.title = "Two\nlines";
    CHECK_THAT(gnuplot_script({figure}),
               ContainsText("set title \"Two lines\" noenhanced\n"));
}

TEST_CASE("A table is a map of colours with its numbers, rows downwards", "[gnuplot]") {
    const std::string script = gnuplot_script({samples::tables()});
    CHECK_THAT(script, ContainsText("set xtics (\"I\" 0, \"love\" 1)\n"));
    CHECK_THAT(script, ContainsText("set yrange [2 - 0.5:-0.5]\nplot '-' with image"));
    CHECK_THAT(script,
               ContainsText("1.000000000000000000e+00 1.000000000000000000e+00 nan\n"));
}

TEST_CASE("A map's colours range over its finite numbers", "[gnuplot]") {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::string script =
        gnuplot_script({figure_of({table("scores", {{2, -infinity}, {-3, 1}}, {}, {})})});
    CHECK_THAT(script, ContainsText("set cbrange [-3:3]\n"));
}

TEST_CASE("Without a desktop plots are text, and the reader's own settings change nothing",
          "[gnuplot]") {
    if (!why_no_gnuplot().empty()) return;
    const TemporaryFolder home;
    write_whole_file(home.path / ".gnuplot", "set title 'mine'\nexit\n");
    const FakePrograms programs;
    programs.add("gnuplot", "PATH=${PATH#*:} exec gnuplot \"$@\" >'" +
                                (home.path / "seen").string() + "'");
    const Variable folder("HOME", home.path.string()), display("DISPLAY", ""),
        wayland("WAYLAND_DISPLAY", "");
    show_in_gnuplot({samples::tables(), samples::chart(), samples::others()});
    const std::string seen = read_whole_file(home.path / "seen");
    CHECK_THAT(seen, ContainsText("A title: weights") && ContainsText("x (log scale)"));
    CHECK_THAT(seen, ContainsText("0.75") && !ContainsText("mine"));
}

TEST_CASE("A gnuplot that fails does not end the program", "[gnuplot]") {
    const FakePrograms programs;
    programs.add("gnuplot", "exit 1");
    const Figure large = figure_of({table("m", Matrix(100, 100), {}, {})});
    CHECK_NOTHROW(show_in_gnuplot({large}));  // more than a pipe holds
    const Variable path("PATH", "/nonexistent");
    CHECK_THAT(why_no_gnuplot(), ContainsText("apt-get install gnuplot-qt"));
}

}  // namespace attn::plots
