// float32 keeps three decimals of a score of 16000: what it gives there is right to few digits.
#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "doctor/library/doctor.hpp"

using namespace attn;

namespace {

/// Attention as a float computes it. Where a key is masked, masked is added to its score.
Matrix in_float(const Matrix& q, const Matrix& k, const Matrix& v,
                const AttentionMask& mask, float masked) {
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        std::vector<float> score(k.rows(), 0.0f);
        for (std::size_t j = 0; j < k.rows(); ++j) {
            for (std::size_t c = 0; c < q.cols(); ++c) {
                score[j] += static_cast<float>(q(i, c)) * static_cast<float>(k(j, c));
            }
            score[j] /= std::sqrt(static_cast<float>(q.cols()));
            if (!mask.allows(i, j)) score[j] += masked;
        }
        const float top = *std::max_element(score.begin(), score.end());
        float sum = 0;
        for (float& s : score) {
            s = std::isinf(top) ? 0.0f : std::exp(s - top);
            sum += s;
        }
        for (std::size_t j = 0; j < k.rows() && sum > 0; ++j) {
            for (std::size_t c = 0; c < v.cols(); ++c) {
                output(i, c) += static_cast<double>(score[j] / sum) * v(j, c);
            }
        }
    }
    return output;
}

Diagnosis examined(float masked) {
    return examine_attention(
        [=](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionMask& mask) {
            return in_float(q, k, v, mask, masked);
        });
}

}  // namespace

TEST_CASE("Attention in float32 is right at the edges too", "[doctor]") {
    const Diagnosis found = examined(-INFINITY);
    CHECK(found.right());
    CHECK(found.precision == "float32");
}

TEST_CASE("Adding -10000 to a score in float32 has its name", "[doctor]") {
    const Diagnosis found = examined(-10000.0f);
    CHECK(found.verdict == doctor::Verdict::right_but_at_the_edges);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings.front().name == "add_1e4");
}
