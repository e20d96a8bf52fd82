// Chapter 18's exercise: a mutant that the doctor cannot name.
#include <algorithm>

#include "attn/attention.hpp"
#include "catch.hpp"
#include "doctor/library/doctor.hpp"

using namespace attn;

TEST_CASE(
    "A loop that ends one column early has no name, breaks no law, and has a smallest example",
    "[doctor]") {
    const auto one_column_short = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                     const AttentionMask& mask) {
        Matrix short_by_one = q;
        for (std::size_t i = 0; i < q.rows(); ++i) short_by_one.row(i).back() = 0;
        return scaled_dot_product_attention(short_by_one, k, v, mask).output;
    };
    const Diagnosis found = examine_attention(one_column_short);
    CHECK(found.findings.empty());
    CHECK(found.exit_code() == 2);
    CHECK(!found.laws.empty());
    for (const doctor::Law& law : found.laws) CHECK(law.counterexample.empty());
    CHECK(found.example.has_value());
}
