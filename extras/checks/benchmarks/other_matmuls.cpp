#include "benchmarks/other_matmuls.hpp"

#ifdef ATTN_HAS_OPENBLAS
#include <cblas.h>
#endif
#ifdef ATTN_HAS_EIGEN
#include <Eigen/Core>
#endif

namespace benchmarks {
namespace {

#ifdef ATTN_HAS_OPENBLAS
void openblas(std::size_t size, const float* a, const float* b, float* c) {
    const int n = static_cast<int>(size);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, a, n, b, n, 0.0f,
                c, n);
}
#endif

#ifdef ATTN_HAS_EIGEN
void eigen(std::size_t size, const float* a, const float* b, float* c) {
    using Table = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto n = static_cast<Eigen::Index>(size);
    Eigen::Map<Table>(c, n, n).noalias() =
        Eigen::Map<const Table>(a, n, n) * Eigen::Map<const Table>(b, n, n);
}
#endif

}  // namespace

std::vector<OtherMatmul> other_matmuls() {
    std::vector<OtherMatmul> others;
#ifdef ATTN_HAS_OPENBLAS
    openblas_set_num_threads(1);
    others.push_back({std::string("OpenBLAS, ") + openblas_get_corename(), openblas});
#endif
#ifdef ATTN_HAS_EIGEN
    others.push_back({"Eigen", eigen});
#endif
    return others;
}

}  // namespace benchmarks
