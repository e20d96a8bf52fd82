#include "chapters/study_notes/self_attention.hpp"

#include <cmath>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn::notes {

const std::vector<std::string> vocabulary{"I", "love", "you", "all"};

const Matrix printed_weights{{.14839762, .3170038, .2334257, .30117288},
                             {.17047001, .22259612, .21974151, .38719246},
                             {.25643694, .23684639, .22258951, .28412715},
                             {.25756836, .23327933, .28660533, .22254698}};

// Members are made in the order in which the struct lists them, so the draws have one order.
SelfAttention::SelfAttention(std::size_t embedding_dim, std::size_t attention_dim,
                             Random& generator)
    : query(random_linear(embedding_dim, attention_dim, generator)),
      key(random_linear(embedding_dim, attention_dim, generator)),
      value(random_linear(embedding_dim, attention_dim, generator)) {}

OutputAndWeights SelfAttention::forward(const Matrix& x) const {
    const Matrix q = query.forward(x);  // [n x attention_dim]
    const Matrix k = key.forward(x);    // [n x attention_dim]
    const Matrix v = value.forward(x);  // [n x attention_dim]
    if (k.rows() == 0 || k.cols() == 0) {
        throw ShapeError("SelfAttention: x is " + shape_text(x) + ", the keys are " +
                         shape_text(k) + "; a sentence needs a word, a key a number");
    }
    Matrix scores = matmul_transpose_b(q, k);  // [n x n]
    const double scale = std::sqrt(static_cast<double>(k.cols()));
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (double& score : scores.row(i)) score /= scale;
    }
    OutputAndWeights result;
    result.weights = softmax_rows(scores);
    result.output = matmul(result.weights, v);  // [n x attention_dim]
    return result;
}

}  // namespace attn::notes
