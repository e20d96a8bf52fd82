// A patient for the doctor: an attention as you may have written it, and mistakes to give it.
//
//     ./doctor attention -- build/release/extras/doctor/attn-patient no_scale fill_zero
//
// Write one of your own into it. ./doctor compiles this file again before it asks.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "support/files/npy.hpp"

using attn::Matrix;

namespace {

using Mistakes = std::set<std::string>;

/// Softmax of every row; a row in which all is masked gives zeros.
Matrix softmax(Matrix scores, const Mistakes& mistakes) {
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const auto row = scores.row(i);
        double most = *std::max_element(row.begin(), row.end());
        const bool is_open = std::isfinite(most) || mistakes.contains("nan_row");
        if (!is_open || mistakes.contains("no_max")) most = 0;
        double sum = 0;
        for (double& score : row) sum += score = std::exp(score - most);
        for (double& weight : row) weight /= is_open ? sum : 1;
    }
    return scores;
}

/// mask  [n_query x n_key]  1 where a key may be attended to; no rows: everywhere
Matrix attention(const Matrix& q, const Matrix& k, const Matrix& v, const Matrix& mask,
                 bool is_causal, const Mistakes& mistakes) {
    const auto has = [&](const char* mistake) { return mistakes.contains(mistake); };
    const double closed = has("fill_zero") ? 0 : -std::numeric_limits<double>::infinity();
    const double root = std::sqrt(static_cast<double>(q.cols()));
    std::size_t last =
        has("causal_corner") ? 0 : k.rows() - q.rows();  // key that row 0 sees
    if (has("causal_next")) ++last;
    Matrix scores = matmul(q, transpose(k));
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t j = 0; j < k.rows(); ++j) {
            if (!has("no_scale")) scores(i, j) /= root;
            if (has("scale_twice")) scores(i, j) /= root;
            const bool is_masked = mask.rows() > 0 && mask(i, j) == 0;
            if (is_masked || (is_causal && j > last + i)) scores(i, j) = closed;
        }
    }
    if (has("softmax_axis")) {
        return matmul(transpose(softmax(transpose(scores), mistakes)), v);
    }
    return matmul(softmax(scores, mistakes), v);
}

}  // namespace

int main(int argc, char** argv) {
    const Mistakes known{"nan_row",   "no_max",        "no_scale",    "scale_twice",
                         "fill_zero", "causal_corner", "causal_next", "softmax_axis"};
    int i = 1;
    Mistakes mistakes;
    for (; i < argc && std::string(argv[i]) != "attention"; ++i) {
        if (!mistakes.insert(argv[i]).second || !known.contains(argv[i])) {
            std::cerr << "attn-patient makes each of these once:";
            for (const std::string& mistake : known) std::cerr << ' ' << mistake;
            std::cerr << '\n';
            return 2;
        }
    }
    for (++i; i < argc; ++i) {  // each folder asks one question
        const std::filesystem::path folder = argv[i];
        std::map<std::string, std::string> settings;
        std::ifstream file(folder / "case.txt");
        for (std::string key, value; file >> key >> value;) settings[key] = value;
        const auto array = [&](const char* name) {
            return as_matrix(attn::read_npy(folder / (std::string(name) + ".npy")));
        };
        const bool has_mask = std::filesystem::exists(folder / "mask.npy");
        write_npy(folder / "output.npy", attention(array("q"), array("k"), array("v"),
                                                   has_mask ? array("mask") : Matrix(),
                                                   settings["causal"] == "1", mistakes));
    }
}
