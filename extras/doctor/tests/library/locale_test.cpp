// A program that speaks a language with a decimal comma is examined as any other.
#include <clocale>

#include "catch.hpp"
#include "doctor/library/diagnosis.hpp"
#include "doctor/library/probe.hpp"
#include "doctor/library/sentence.hpp"

using namespace attn::doctor;

namespace {

/// Numbers with a comma as long as it lives, where this computer has such a language.
class DecimalComma {
public:
    DecimalComma() {
        for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "German_Germany.1252"}) {
            if (std::setlocale(LC_NUMERIC, name)) return;
        }
        WARN("skipped: no locale with a decimal comma is installed");
    }
    ~DecimalComma() { std::setlocale(LC_NUMERIC, "C"); }
};

}  // namespace

TEST_CASE("doctor: numbers have a point in every language") {
    const DecimalComma comma;
    const Probe probe{
        .settings = {{"eps", "1.5e-05"}, {"size", "1e+04"}, {"odd", "small"}}};
    CHECK(probe.number("eps") == 1.5e-05);
    CHECK(probe.count("size") == 10000);
    CHECK_THROWS_WITH(probe.number("odd"), "odd is \"small\", which is no number");
    CHECK(short_number(0.1) == "0.1");
    CHECK(short_number(2.0 / 3) == "0.6667");
    CHECK(short_number(1e-5) == "1e-05");
    CHECK(short_number(12346.5) == "1.235e+04");
    CHECK(short_number(100000001) == "100000001");
    const Diagnosis diagnosis{.search_seconds = 0.1};
    CHECK_THAT(to_json(diagnosis),
               ContainsText("\"search_seconds\": 0.10000000000000001}"));
}
