#include "attn/doctor/examine.hpp"

#include <sstream>

#include "catch.hpp"
#include "patients.hpp"

using namespace attn::doctor;

TEST_CASE("doctor: a reference without switches is right, in every kind") {
    for (const Kind& kind : all_kinds()) {
        const Diagnosis found = examine(kind.name, patient(kind, {}));
        INFO(found);
        CHECK(found.right());
        CHECK(found.exit_code() == 0);
        CHECK(found.answered == probes(kind.name).size());
        CHECK(found.precision == "float32");
    }
}

TEST_CASE("doctor: each known mistake is named, and it alone") {
    for (const Kind& kind : all_kinds()) {
        for (const Mistake& mistake : kind.mistakes) {
            const Diagnosis found = examine(kind.name, patient(kind, mistake.switches));
            INFO(kind.name << ", " << mistake.name << "\n" << found);
            CHECK(names_of(found.findings) == std::vector{mistake.name});
            CHECK(found.alternatives.empty());
            CHECK(found.unexplained.empty());
        }
    }
}
