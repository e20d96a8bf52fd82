// Chapter 12's exercise: a mutant that the doctor cannot name.
#include <algorithm>

#include "attn/attention.hpp"
#include "attn/doctor.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("A wrong constant has no name, breaks no law, and has a smallest example",
          "[doctor]") {
    const auto a_little_too_even = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                      const AttentionMask& mask) {
        Matrix colder = q;
        for (std::size_t i = 0; i < q.rows(); ++i) {
            for (double& entry : colder.row(i)) entry /= 1.1;
        }
        return scaled_dot_product_attention(colder, k, v, mask).output;
    };
    const Diagnosis found = examine_attention(a_little_too_even);
    CHECK(found.findings.empty());
    CHECK(found.exit_code() == 2);
    CHECK(!found.laws.empty());
    CHECK(
        std::ranges::all_of(found.laws, &std::string::empty, &doctor::Law::counterexample));
    CHECK(found.example.has_value());
}
