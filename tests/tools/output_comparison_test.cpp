#include "tools/output_comparison.hpp"

#include <string>

#include "catch.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

using namespace book;

namespace {

bool agree(std::string_view recorded, std::string_view actual) {
    return !output_difference(recorded, actual).has_value();
}

}  // namespace

TEST_CASE("Words are compared one by one, whatever the columns' widths", "[output]") {
    CHECK(agree("", ""));
    CHECK(agree("I am  a student\n", "  I   am a\tstudent \n"));
    CHECK_FALSE(agree("I am a student", "I am the student"));
    CHECK_FALSE(agree("I am a student", "I am a"));
    CHECK_FALSE(agree("I am", "I am a"));
    CHECK_FALSE(agree("I am", "Iam"));
    CHECK_FALSE(agree("nan", "NaN"));
    CHECK_FALSE(agree("0.50", "nan"));
    CHECK_FALSE(agree("inf", "-inf"));
    CHECK(agree("나는 바다에", "나는  바다에"));
}

TEST_CASE("Lines count", "[output]") {
    CHECK_FALSE(agree("a b\n", "a\nb\n"));
    CHECK_FALSE(agree("a\n\nb\n", "a\nb\n"));
    CHECK_FALSE(agree("a\n", "a"));
    CHECK_FALSE(agree("a", ""));
    CHECK(agree("a\n \nb", "a\n\nb"));
}

TEST_CASE("A printed number may be one unit of its last digit away", "[output]") {
    CHECK(agree("0.71", "0.72"));
    CHECK(agree("0.71", "0.70"));
    CHECK_FALSE(agree("0.71", "0.73"));
    CHECK_FALSE(agree("0.71", "0.69"));
    CHECK(agree("9.99", "10.00"));
    CHECK(agree("10.00", "9.99"));
    CHECK_FALSE(agree("9.99", "10.01"));
    CHECK(agree("0.00", "0.01"));
    CHECK(agree("0.00", "-0.01"));
    CHECK_FALSE(agree("-0.01", "0.01"));
    CHECK(agree("-0.01", "-0.02"));
    CHECK_FALSE(agree("-0.71", "0.71"));
    CHECK_FALSE(agree("1.25", "2.24"));
    CHECK(agree("0.1000000000000000055511", "0.1000000000000000055512"));
    CHECK_FALSE(agree("0.1000000000000000055511", "0.1000000000000000055513"));
    CHECK(agree("999999999999999999999.9", "1000000000000000000000.0"));
}

TEST_CASE("An exponent is spelled as it was recorded", "[output]") {
    CHECK(agree("2.458e-6", "2.459e-6"));
    CHECK(agree("9.999e-10", "1.000e-9"));
    CHECK(agree("9.999e-10", "1.000e-09") == agree("1.000e-09", "9.999e-10"));
    CHECK_FALSE(agree("2.458e-06", "2.458e-6"));
    CHECK_FALSE(agree("2.458e-6", "2.458e-06"));
    CHECK_FALSE(agree("2.458E-6", "2.458e-6"));
    CHECK_FALSE(agree("1.5e+12", "1.5e12"));
    CHECK_FALSE(agree("1.5e12", "1.5e+12"));
    CHECK(agree("1.5e-1", "1.4e-1"));
}

TEST_CASE("A number is printed with as many digits as was recorded", "[output]") {
    CHECK_FALSE(agree("0.71", "0.710"));
    CHECK_FALSE(agree("0.71", "0.7"));
    CHECK_FALSE(agree("1.0", "1"));
    CHECK_FALSE(agree("1", "1.0"));
    CHECK_FALSE(agree("0.001", "1.000e-03"));
    CHECK_FALSE(agree("1.000e-03", "0.001"));
    CHECK_FALSE(agree("1.000e+00", "1.000"));
    CHECK_FALSE(agree("1.000", "1.000e+00"));
}

TEST_CASE("A tiny number keeps its size: zero is not near it", "[output][S3-20]") {
    CHECK(agree("8.194e-40", "8.195e-40"));
    CHECK(agree("8.194e-40", "8.193e-40"));
    CHECK_FALSE(agree("8.194e-40", "8.192e-40"));
    CHECK_FALSE(agree("8.194e-40", "0.000e+00"));
    CHECK_FALSE(agree("8.194e-40", "0"));
    CHECK_FALSE(agree("8.194e-40", "8.194e-41"));
    CHECK_FALSE(agree("8.194e-40", "8.194e-50"));
    CHECK_FALSE(agree("8.194e-40", "-8.194e-40"));
    CHECK_FALSE(agree("0.000e+00", "8.194e-40"));
    CHECK(agree("0.000e+00", "0.000e+00"));
    CHECK_FALSE(agree("0e+00", "1e-01"));
    CHECK(agree("9.999e-05", "1.000e-04"));
    CHECK(agree("1.000e-04", "9.999e-05"));
    CHECK(agree("1.000e-04", "9.995e-05"));
    CHECK_FALSE(agree("1.000e-04", "9.899e-05"));
    CHECK_FALSE(agree("9.999e-05", "1.001e-04"));
    CHECK(agree("9.889e+42", "9.890e+42"));
    CHECK(agree("1e-12", "2e-12"));
    CHECK_FALSE(agree("1e-12", "3e-12"));
    CHECK_FALSE(agree("1e-99999999999", "2e-99999999999"));
}

TEST_CASE("Counts and shapes are exact", "[output]") {
    CHECK(agree("[4 x 3]", "[4  x 3]"));
    CHECK_FALSE(agree("[4 x 3]", "[4 x 2]"));
    CHECK_FALSE(agree("4x3", "4x4"));
    CHECK_FALSE(agree("100", "101"));
    CHECK_FALSE(agree("-1", "1"));
    CHECK_FALSE(agree("07", "7"));
    CHECK_FALSE(agree("float32", "float31"));
    CHECK_FALSE(agree("v1.5", "v1.6"));
    CHECK_FALSE(agree("8e12ab", "9e12ab"));
}

TEST_CASE("A number may stand inside a word", "[output]") {
    CHECK(agree("(1.50, 2.00)", "(1.51, 1.99)"));
    CHECK_FALSE(agree("(1.50,", "(1.52,"));
    CHECK(agree("cos=0.71", "cos=0.70"));
    CHECK_FALSE(agree("cos=0.71", "sin=0.71"));
    CHECK(agree("1.5x", "1.6x"));
    CHECK_FALSE(agree("1.5x", "1.5y"));
    CHECK(agree("0.50.", "0.51."));
    CHECK(agree("0.5-0.3", "0.4-0.4"));
    CHECK_FALSE(agree("0.5-0.3", "0.5-0.5"));
    CHECK_FALSE(agree("-0.01", "--0.00"));
    CHECK(
        agree("\xE2\x88\x92"
              "0.71",
              "-0.72"));
    CHECK(agree("a - b", "a \xE2\x88\x92 b"));
}

TEST_CASE("Of a measured number only the presence is compared", "[output]") {
    CHECK(agree("~271.3 GFLOP/s", "~18 GFLOP/s"));
    CHECK(agree("(~271.3x)", "(~1.2e+03x)"));
    CHECK(agree("~4.0 ms ~28.4", "~900 µs ~126.2"));
    CHECK_FALSE(agree("4.0 ms", "4.0 µs"));
    CHECK_FALSE(agree("~4.0 ms", "~4.0 miles"));
    CHECK_FALSE(agree("~271.3", "271.3"));
    CHECK_FALSE(agree("271.3", "~271.3"));
    CHECK_FALSE(agree("~271.3", "~nan"));
    CHECK_FALSE(agree("a", "~5a"));
    CHECK_FALSE(agree("~271.3", "~"));
    CHECK_FALSE(agree("~271.3x", "~271.3y"));
}

TEST_CASE("Of words that were found out only the presence is compared", "[output]") {
    CHECK(
        !output_difference("on ~(AMD EPYC, GCC 12) now", "on ~(An unnamed processor) now"));
    CHECK(output_difference("on ~(AMD EPYC) now", "on ~(AMD EPYC) then"));
    CHECK(output_difference("on ~(AMD EPYC)", "on AMD EPYC"));
    CHECK(output_difference("on (AMD EPYC)", "on (Intel Xeon)"));
    CHECK(output_difference("on ~(AMD\nEPYC)", "on ~(Intel\nXeon)"));
}

TEST_CASE("compare_output compares two files", "[output]") {
    const TemporaryFolder folder;
    const std::string recorded = folder.path / "recorded.txt";
    const std::string printed = folder.path / "printed.txt";
    attn::write_whole_file(recorded, "cos 0.71\n");
    attn::write_whole_file(printed, "cos   0.70\n");
    CHECK(run_command({built_test("compare_output"), recorded, printed}).exit_code == 0);

    attn::write_whole_file(printed, "cos 0.17\n");
    const CommandResult different =
        run_command({built_test("compare_output"), recorded, printed});
    CHECK(different.exit_code == 1);
    CHECK(different.out.find("line 1: recorded 0.71, printed 0.17") != std::string::npos);

    CHECK(run_command({built_test("compare_output"), recorded}).exit_code == 2);
    const CommandResult unreadable =
        run_command({built_test("compare_output"), recorded, folder.path / "none.txt"});
    CHECK(unreadable.exit_code == 2);
    CHECK(unreadable.err.find("none.txt") != std::string::npos);
    CHECK(run_command({built_test("compare_output"), folder.path, printed}).exit_code == 2);
}
