#include "doctor/library/examine.hpp"

#include <sstream>

#include "catch.hpp"
#include "patients.hpp"

namespace attn::doctor {

TEST_CASE("doctor: a reference without switches is right, in every kind") {
    for (const Kind& kind : all_kinds()) {
        const Diagnosis found = examine(kind.name, patient(kind, {}), patience);
        INFO(found);
        CHECK(found.right());
        CHECK(found.exit_code() == 0);
        std::size_t asked = 0;  // what float32 cannot hold is not counted
        for (const Probe& probe : kind.probes) asked += probe.stage != "offset, float64";
        CHECK(found.answered == asked);
        CHECK(found.precision == "float32");
    }
}

TEST_CASE("doctor: each known mistake is named, and it alone, and most have an example",
          "[slow]") {
    for (const Kind& kind : all_kinds()) {
        std::size_t shown = 0;
        for (const Mistake& mistake : kind.mistakes) {
            const Diagnosis found =
                examine(kind.name, patient(kind, mistake.switches), patience);
            INFO(kind.name << ", " << mistake.name << "\n" << found);
            CHECK(names_of(found.findings) == std::vector{mistake.name});
            CHECK(found.alternatives.empty());
            CHECK(found.unexplained.empty());
            if (!found.example) continue;
            ++shown;
            CHECK(found.example->is_what_the_findings_give);
            CHECK(distance(found.example->yours, found.example->right) > 1e-3);
        }
        INFO(kind.name << ": " << shown << " examples");
        CHECK(shown * 10 >= kind.mistakes.size() * 8);
    }
}

}  // namespace attn::doctor
