#include "doctor/library/steps.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "catch.hpp"
#include "doctor/library/doctor.hpp"
#include "patients.hpp"

namespace attn::doctor {

namespace {

std::vector<std::string> broken(const std::vector<Law>& laws) {
    std::vector<std::string> names;
    for (const Law& law : laws) {
        if (!law.counterexample.empty()) names.push_back(law.name);
    }
    return names;
}

bool breaks(const char* kind_name, const char* mistake, const char* law) {
    const Kind& kind = kind_named(kind_name);
    for (const Mistake& known : kind.mistakes) {
        if (known.name != mistake) continue;
        const auto found = broken(laws(kind, patient(kind, known.switches)));
        return std::count(found.begin(), found.end(), law) == 1;
    }
    return false;
}

}  // namespace

TEST_CASE("doctor: what is right keeps every law, in float32 too") {
    std::size_t kinds_with_laws = 0;
    for (const Kind& kind : all_kinds()) {
        const std::vector<Law> all = laws(kind, patient(kind, {}));
        INFO(kind.name);
        CHECK(broken(all).empty());
        kinds_with_laws += all.empty() ? 0U : 1U;
    }
    CHECK(kinds_with_laws == 10);
}

TEST_CASE("doctor: each law is broken by somebody") {
    for (const Kind& kind : all_kinds()) {
        std::vector<std::string> seen;
        for (const Mistake& mistake : kind.mistakes) {
            const auto found = broken(laws(kind, patient(kind, mistake.switches)));
            seen.insert(seen.end(), found.begin(), found.end());
        }
        for (const Law& law : laws(kind, patient(kind, {}))) {
            INFO(kind.name << ": " << law.name);
            CHECK(std::count(seen.begin(), seen.end(), law.name) > 0);
        }
    }
}

TEST_CASE("doctor: a small leak breaks its law, which sees nothing where all is right") {
    const Kind& mha = kind_named("mha");
    CHECK(broken(laws(mha, patient(mha, {.fill = -10}))) ==
          std::vector<std::string>{"a later word changes no earlier row",
                                   "padding may change freely"});
    const auto n_that_see = [&](const Switches& on) {
        const std::vector<Law> all = laws(mha, patient(mha, on));
        return std::count_if(all.begin(), all.end(),
                             [](const Law& law) { return law.sees; });
    };
    CHECK(n_that_see({}) == 0);
    CHECK(n_that_see({.divisor = Divisor::d_k}) == 4);
}

// A patient that answers NaN breaks many laws, so that the test above does not tell them apart.
TEST_CASE("doctor: a mistake breaks the laws that are about it") {
    for (const char* kind : {"mha", "encoder_layer"}) {
        INFO(kind);
        CHECK(breaks(kind, "mask_ignored", "padding may change freely"));
        CHECK(breaks(kind, "causal_ignored", "a later word changes no earlier row"));
        CHECK(breaks(kind, "softmax_batch", "sentences do not touch each other"));
        CHECK(breaks(kind, "merge_only",
                     "words in reverse order give rows in reverse order"));
        CHECK(!breaks(kind, "scale_twice", "padding may change freely"));
        CHECK(!breaks(kind, "scale_twice", "a later word changes no earlier row"));
        CHECK(!breaks(kind, "scale_twice", "sentences do not touch each other"));
        CHECK(!breaks(kind, "scale_twice",
                      "words in reverse order give rows in reverse order"));
    }
}

TEST_CASE(
    "doctor: NaN breaks the laws about its size, not those that compare it with itself") {
    CHECK(
        !breaks("attention", "nan_row", "a key that is masked for all may change freely"));
    const Command nothing = [](const std::vector<Probe>& probes) {
        const Kind& kind = kind_named("layer_norm");
        std::vector<Answer> answers = patient(kind, {})(probes);
        for (Answer& answer : answers) {
            for (double& value : answer.outputs.at("output").values) value = std::nan("");
        }
        return answers;
    };
    CHECK(broken(laws(kind_named("layer_norm"), nothing)) ==
          std::vector<std::string>{"each row has variance 1 (gamma 1, beta 0)",
                                   "each row has mean 0 (gamma 1, beta 0)"});
}

TEST_CASE("doctor: what breaks a law is told with sizes, and once where nothing changed") {
    const std::vector<Law> found =
        laws(kind_named("positional_encoding"),
             patient(kind_named("positional_encoding"), {.first_position = 1}));
    REQUIRE(!found.empty());
    CHECK(found[0].counterexample == "with n = 1, d_model = 2 you gave (0.8415, 0.5403)");
}

TEST_CASE("doctor: a mistake that nobody knows gets the law it breaks, and an example") {
    const Diagnosis found = examine_attention(
        [](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            Matrix y = attention(q, k, v, mask);
            for (double& value : y.values()) value = std::sin(value);  // why not
            return y;
        });
    INFO(found);
    CHECK(found.verdict == Verdict::wrong);
    CHECK(found.findings.empty());
    CHECK(found.exit_code() == 2);
    CHECK(found.unexplained.size() >= 3);
    const std::vector<std::string> names = broken(found.laws);
    const auto is_broken = [&](const char* law) {
        return std::count(names.begin(), names.end(), law) > 0;
    };
    CHECK(is_broken("twice the values give twice the output"));
    CHECK(!is_broken("the order of the keys does not matter"));
    REQUIRE(found.example);
    CHECK(!found.example->is_what_the_findings_give);
}

TEST_CASE("doctor: wrong slopes that nobody knows are told apart from right ones") {
    const Diagnosis found =
        examine_attention_gradient([](const Matrix& q, const Matrix& k, const Matrix& v,
                                      const AttentionMask&, const Matrix&) {
            return InputSlopes{q, k, v};
        });
    INFO(found);
    CHECK(found.exit_code() == 2);
    REQUIRE(!found.hints.empty());
    CHECK(found.hints[0] == "Right in every probe: none. Wrong: grad_k, grad_q, grad_v.");
}

// Chapter 20's exercise: a mutant that the doctor cannot name.
TEST_CASE(
    "doctor: a loop that ends one column early has no name, breaks no law, and has a smallest example") {
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
    for (const Law& law : found.laws) CHECK(law.counterexample.empty());
    CHECK(found.example.has_value());
}

}  // namespace attn::doctor
