// Our answer to the book's last exercise: chapter 17's file as a Llama. It reads a Korean sentence and
// goes on in English, in one row of words, as chapter 18's model does.
//
//     c++ -std=c++20 -O2 chapters/19_since_2017/llama_of_the_file.cpp -o llama
//     ./llama
#define main main_of_the_translator
#include "../17_one_file/transformer.cpp"
#undef main

namespace llama {

// ---- Four operations more -------------------------------------------------------------

/// Neighbouring columns as arrows, each turned by its row and its pair.
Matrix turned(Matrix x) {
    const auto angle = [=](auto i, auto j) {
        return double(i) / std::pow(10000, double(j - j % 2) / double(x.cols));
    };
    return operation(
        x.rows, x.cols,
        [=](auto i, auto j) {
            const double c = std::cos(angle(i, j)), s = std::sin(angle(i, j));
            return j % 2 == 0 ? x(i, j) * c - x(i, j + 1) * s
                              : x(i, j - 1) * s + x(i, j) * c;
        },
        [=](auto i, auto j, auto dy) {
            const double c = std::cos(angle(i, j)), s = std::sin(angle(i, j));
            x.grad(i, j) += dy * c;
            (j % 2 == 0 ? x.grad(i, j + 1) : x.grad(i, j - 1)) +=
                j % 2 == 0 ? -dy * s : dy * s;
        });
}

/// Each row divided by the root of the mean of its squares.
Matrix rms_normalized(Matrix x) {
    const double n = double(x.cols);
    const Matrix y{x.rows, x.cols};
    Numbers root(x.rows);
    for (size_t i = 0; i < x.rows; ++i) {
        double square = 0;
        for (size_t j = 0; j < x.cols; ++j) square += x(i, j) * x(i, j);
        root[i] = std::sqrt(square / n + 1e-5);
        for (size_t j = 0; j < x.cols; ++j) y(i, j) = x(i, j) / root[i];
    }
    tape.push_back([=] {
        for (size_t i = 0; i < x.rows; ++i) {
            double stretch = 0;
            for (size_t j = 0; j < x.cols; ++j) stretch += y.grad(i, j) * y(i, j) / n;
            for (size_t j = 0; j < x.cols; ++j)
                x.grad(i, j) += (y.grad(i, j) - y(i, j) * stretch) / root[i];
        }
    });
    return y;
}

Matrix silu(Matrix x) {
    return operation(
        x.rows, x.cols, [=](auto i, auto j) { return x(i, j) / (1 + std::exp(-x(i, j))); },
        [=](auto i, auto j, auto dy) {
            const double open = 1 / (1 + std::exp(-x(i, j)));
            x.grad(i, j) += dy * open * (1 + x(i, j) * (1 - open));
        });
}

/// Number times number.
Matrix gated(Matrix a, Matrix b) {
    return operation(
        a.rows, a.cols, [=](auto i, auto j) { return a(i, j) * b(i, j); },
        [=](auto i, auto j, auto dy) {
            a.grad(i, j) += dy * b(i, j);
            b.grad(i, j) += dy * a(i, j);
        });
}

// ---- Layers ---------------------------------------------------------------------------

constexpr size_t n_heads = 4, n_kv_heads = 2, d_k = d_model / n_heads, d_ff = 44;

/// A linear map without a bias.
struct Map {
    size_t d_in, d_out;
    Matrix weight = uniform(d_in, d_out, 1 / std::sqrt(double(d_in)));

    Matrix operator()(Matrix x) const { return x * weight; }
};

struct GroupedQueryAttention {
    Map w_q{d_model, d_model}, w_k{d_model, n_kv_heads*d_k};
    Map w_v{d_model, n_kv_heads*d_k}, w_o{d_model, d_model};

    Matrix operator()(Matrix x) const {
        const Matrix q = w_q(x), k = w_k(x), v = w_v(x), mask = causal_mask(x);
        std::vector<Matrix> heads;
        for (size_t h = 0; h < n_heads; ++h) {
            const size_t shared = h / (n_heads / n_kv_heads);
            heads.push_back(attention(turned(columns(q, h * d_k, d_k)),
                                      turned(columns(k, shared * d_k, d_k)),
                                      columns(v, shared * d_k, d_k), mask)
                                .output);
        }
        return w_o(concatenated(heads));
    }
};

struct RmsNorm {
    Matrix gamma = parameter(1, d_model, [] { return 1; });

    Matrix operator()(Matrix x) const { return scaled(rms_normalized(x), gamma); }
};

struct GatedFeedForward {
    Map gate{d_model, d_ff}, up{d_model, d_ff}, down{d_ff, d_model};

    Matrix operator()(Matrix x) const { return down(gated(silu(gate(x)), up(x))); }
};

/// One layer; the table serves twice. Its normal rows make logits of a size of about the root of
/// d_model, so they are divided by 4 to begin unsure.
struct Llama {
    size_t n_words;
    Matrix table = normal(n_words, d_model);
    RmsNorm norm1 = {}, norm2 = {};
    GroupedQueryAttention attention = {};
    GatedFeedForward feed_forward = {};
    RmsNorm final_norm = {};

    /// Row i: the probability of each word to come next.
    Matrix operator()(const Ids& ids) const {
        const Matrix x = rows_of(table, ids);
        const Matrix sum = x + attention(norm1(x));
        const Matrix y = sum + feed_forward(norm2(sum));
        return softmax(final_norm(y) * transposed(table) / 4);
    }
};

// ---- Learning and writing, in one row of words ----------------------------------------

/// Chapter 17's sentences with one vocabulary for both languages.
struct Row {
    Ids prompt,
        answer;  // the beginning and the Korean with its end; the English with its end
};

struct Rows {
    Vocabulary words;
    std::vector<Row> shown, unseen;

    Rows() {
        const Task task;
        for (const Vocabulary* language : {&task.korean, &task.english})
            for (const std::string& word : language->words) words.add(word);
        const auto row = [&](const Example& example) {
            Row one{{begin_id}, words.ids_of(text_of(example.english, task.english))};
            for (const size_t id : words.ids_of(text_of(example.korean, task.korean)))
                one.prompt.push_back(id);
            return one;
        };
        for (const Example& example : task.shown) shown.push_back(row(example));
        for (const Example& example : task.unseen) unseen.push_back(row(example));
    }
};

/// Paid for everything: each word but the first is to be predicted.
Matrix loss_of(const Llama& model, const Row& row) {
    Ids read = row.prompt;
    read.insert(read.end(), row.answer.begin(), row.answer.end());
    const Ids right(read.begin() + 1, read.end());
    read.pop_back();
    return cross_entropy(model(read), right);
}

struct Training {
    std::vector<Row> rows, left = {};
    Adam adam = {};

    double step(const Llama& model) {
        double mean_loss = 0;
        for (int i = 0; i < 32; ++i) {
            if (left.empty()) shuffle(left = rows);
            const Matrix loss = loss_of(model, left.back()) / 32;
            backward(loss);
            mean_loss += loss(0, 0);
            left.pop_back();
        }
        adam.step();
        return mean_loss;
    }
};

Ids continued(const Llama& model, Ids row) {
    Ids written;
    while (written.size() <= most_words && (written.empty() || written.back() != end_id)) {
        const Matrix p = model(row);
        tape.clear();
        const double* last = &p(p.rows - 1, 0);
        row.push_back(size_t(std::max_element(last, last + p.cols) - last));
        written.push_back(row.back());
    }
    return written;
}

size_t n_right(const Llama& model, const std::vector<Row>& rows) {
    size_t n = 0;
    for (const Row& row : rows) n += continued(model, row.prompt) == row.answer;
    return n;
}

}  // namespace llama

int main() {
    generator.seed(3001);
    const llama::Rows rows;
    generator.seed(1);
    const llama::Llama model{rows.words.words.size()};
    generator.seed(4001);
    llama::Training training{rows.shown};
    std::printf("%zu parameters, %zu words\n\nstep    loss  %s\n", n_parameters(),
                rows.words.words.size(), "right of 72, and the book's own sentence");
    for (int step = 1; step <= 300; ++step) {
        const double loss = training.step(model);
        if (step == 1 || step % 50 == 0)
            std::printf(
                "%4d  %.4f  %2zu  %s\n", step, loss, n_right(model, rows.unseen),
                text_of(continued(model, rows.unseen[0].prompt), rows.words).c_str());
    }
    return 0;
}
