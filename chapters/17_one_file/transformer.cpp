// A Transformer in one file. In a few seconds it learns to translate small sentences from
// Korean into English, and shows which Korean words it read for each English word.
//
//     c++ -std=c++20 -O2 transformer.cpp -o transformer
//     ./transformer
//     ./transformer 우리는 바다에 뛰어가고 싶지 않아
//
// From top to bottom:
//
//     Autograd      a matrix with slopes, and a tape that knows the way back
//     Operations    product, softmax, sum and the others: each its value and its way back
//     Parameters    what is learned, and the random numbers that it starts from
//     Layers        attention, heads, norms, encoder, decoder: formulas, no slope
//     The task      sentences that a small grammar makes, in two languages
//     Learning      the loss of a pair of sentences, and a step against its slopes
//     Translating   word after word, and what was read for each
//     The program   300 steps, and what is printed
//
// The chapters are those of the book "Attention by Hand", where each part is taken apart.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using std::size_t;

// ---- Autograd -------------------------------------------------------------------------

using Numbers = std::vector<double>;
using Ids = std::vector<size_t>;  // a sentence: each word as its place in a vocabulary

/// Chapter 1: numbers in rows and columns. Copies share them, as PyTorch's tensors do.
struct Matrix {
    size_t rows, cols;
    std::shared_ptr<Numbers> values = std::make_shared<Numbers>(rows * cols);
    std::shared_ptr<Numbers> gradient = std::make_shared<Numbers>(rows * cols);

    double& operator()(size_t i, size_t j) const { return (*values)[i * cols + j]; }
    /// The slope of the loss in that number, once backward() has run.
    double& grad(size_t i, size_t j) const { return (*gradient)[i * cols + j]; }
};

/// Chapter 14: the way back of each operation since the last backward(), in order.
std::vector<std::function<void()>> tape;

/// The chain rule: from the last operation to the first, each hands on its gradient.
void backward(Matrix loss) {
    loss.grad(0, 0) = 1;
    for (; !tape.empty(); tape.pop_back()) tape.back()();
}

/// An operation, entry by entry: value(i, j) is y(i, j); way_back(i, j, dy) hands on its
/// gradient dy to what it was computed from.
Matrix operation(size_t rows, size_t cols, auto value, auto way_back) {
    const Matrix y{rows, cols};
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < cols; ++j) y(i, j) = value(i, j);
    tape.push_back([=] {
        for (size_t i = 0; i < rows; ++i)
            for (size_t j = 0; j < cols; ++j) way_back(i, j, y.grad(i, j));
    });
    return y;
}

// ---- Operations: the value, then the way back -----------------------------------------

/// Chapter 1: the dot product of every row of a with every column of b.
Matrix operator*(Matrix a, Matrix b) {
    assert(a.cols == b.rows);
    const Matrix y{a.rows, b.cols};
    for (size_t i = 0; i < a.rows; ++i)
        for (size_t k = 0; k < a.cols; ++k)
            for (size_t j = 0; j < b.cols; ++j) y(i, j) += a(i, k) * b(k, j);
    tape.push_back([=] {
        for (size_t i = 0; i < a.rows; ++i)
            for (size_t k = 0; k < a.cols; ++k) {
                for (size_t j = 0; j < b.cols; ++j)
                    a.grad(i, k) += y.grad(i, j) * b(k, j);
                for (size_t j = 0; j < b.cols; ++j)
                    b.grad(k, j) += y.grad(i, j) * a(i, k);
            }
    });
    return y;
}

Matrix transposed(Matrix x) {
    return operation(
        x.cols, x.rows, [=](auto i, auto j) { return x(j, i); },
        [=](auto i, auto j, auto dy) { x.grad(j, i) += dy; });
}

/// Chapters 2 and 5: no number of a row is below 0, and they sum to 1.
Matrix softmax(Matrix x) {
    const Matrix y{x.rows, x.cols};
    for (size_t i = 0; i < x.rows; ++i) {
        double largest = x(i, 0), sum = 0;
        for (size_t j = 1; j < x.cols; ++j) largest = std::max(largest, x(i, j));
        for (size_t j = 0; j < x.cols; ++j) sum += y(i, j) = std::exp(x(i, j) - largest);
        for (size_t j = 0; j < x.cols; ++j) y(i, j) /= sum;
    }
    tape.push_back([=] {
        for (size_t i = 0; i < x.rows; ++i) {
            double mean = 0;
            for (size_t j = 0; j < x.cols; ++j) mean += y(i, j) * y.grad(i, j);
            for (size_t j = 0; j < x.cols; ++j)
                x.grad(i, j) += y(i, j) * (y.grad(i, j) - mean);
        }
    });
    return y;
}

/// Chapter 4: every number divided by c.
Matrix operator/(Matrix x, double c) {
    return operation(
        x.rows, x.cols, [=](auto i, auto j) { return x(i, j) / c; },
        [=](auto i, auto j, auto dy) { x.grad(i, j) += dy / c; });
}

/// Chapter 7: the sum. If b is a single row, it is added to every row of a.
Matrix operator+(Matrix a, Matrix b) {
    assert(a.cols == b.cols && (b.rows == a.rows || b.rows == 1));
    return operation(
        a.rows, a.cols, [=](auto i, auto j) { return a(i, j) + b(i % b.rows, j); },
        [=](auto i, auto j, auto dy) {
            a.grad(i, j) += dy;
            b.grad(i % b.rows, j) += dy;
        });
}

/// Chapter 8: n columns, from the first on; and matrices of one shape side by side.
Matrix columns(Matrix x, size_t first, size_t n) {
    assert(first + n <= x.cols);
    return operation(
        x.rows, n, [=](auto i, auto j) { return x(i, first + j); },
        [=](auto i, auto j, auto dy) { x.grad(i, first + j) += dy; });
}

Matrix concatenated(const std::vector<Matrix>& parts) {
    const size_t n = parts[0].cols;
    return operation(
        parts[0].rows, n * parts.size(),
        [=](auto i, auto j) { return parts[j / n](i, j % n); },
        [=](auto i, auto j, auto dy) { parts[j / n].grad(i, j % n) += dy; });
}

/// Chapter 9: the rows of these words in a table.
Matrix rows_of(Matrix table, const Ids& ids) {
    return operation(
        ids.size(), table.cols, [=](auto i, auto j) { return table(ids[i], j); },
        [=](auto i, auto j, auto dy) { table.grad(ids[i], j) += dy; });
}

/// Chapter 10: each row gets the mean 0 and the variance 1. (Equal numbers become 0.)
Matrix normalized(Matrix x) {
    const double n = double(x.cols);
    const Matrix y{x.rows, x.cols};
    Numbers deviation(x.rows);
    for (size_t i = 0; i < x.rows; ++i) {
        double mean = 0, variance = 0;
        for (size_t j = 0; j < x.cols; ++j) mean += x(i, j);
        mean /= n;
        for (size_t j = 0; j < x.cols; ++j) variance += std::pow(x(i, j) - mean, 2) / n;
        deviation[i] = std::sqrt(variance + 1e-5);
        for (size_t j = 0; j < x.cols; ++j) y(i, j) = (x(i, j) - mean) / deviation[i];
    }
    tape.push_back([=] {
        for (size_t i = 0; i < x.rows; ++i) {
            double shift = 0, stretch = 0;  // which the normalization takes out again
            for (size_t j = 0; j < x.cols; ++j) shift += y.grad(i, j) / n;
            for (size_t j = 0; j < x.cols; ++j) stretch += y.grad(i, j) * y(i, j) / n;
            for (size_t j = 0; j < x.cols; ++j)
                x.grad(i, j) += (y.grad(i, j) - shift - y(i, j) * stretch) / deviation[i];
        }
    });
    return y;
}

/// Each column times its factor.
Matrix scaled(Matrix x, Matrix factors) {
    assert(factors.rows == 1 && factors.cols == x.cols);
    return operation(
        x.rows, x.cols, [=](auto i, auto j) { return x(i, j) * factors(0, j); },
        [=](auto i, auto j, auto dy) {
            x.grad(i, j) += dy * factors(0, j);
            factors.grad(0, j) += dy * x(i, j);
        });
}

Matrix relu(Matrix x) {
    return operation(
        x.rows, x.cols, [=](auto i, auto j) { return std::max(0.0, x(i, j)); },
        [=](auto i, auto j, auto dy) { x.grad(i, j) += x(i, j) > 0 ? dy : 0; });
}

/// Chapter 14: the mean of -ln p over the right words, one for each row of p.
Matrix cross_entropy(Matrix p, const Ids& right) {
    assert(p.rows == right.size());
    const Matrix loss{1, 1};
    const double n = double(p.rows);
    for (size_t i = 0; i < p.rows; ++i) loss(0, 0) -= std::log(p(i, right[i])) / n;
    tape.push_back([=] {
        for (size_t i = 0; i < p.rows; ++i)
            p.grad(i, right[i]) -= loss.grad(0, 0) / p(i, right[i]) / n;
    });
    return loss;
}

// ---- Parameters: what is learned, and what it starts from -----------------------------

/// Chapter 14: all of them, in the order in which the layers below are built.
std::vector<Matrix> parameters;

/// In [0, 1). The distributions of <random> differ from one standard library to the next.
std::mt19937_64 generator;
double uniform() { return double(generator() >> 11) * 0x1p-53; }

Matrix parameter(size_t rows, size_t cols, const std::function<double()>& draw) {
    const Matrix x{rows, cols};
    std::generate(x.values->begin(), x.values->end(), draw);
    parameters.push_back(x);
    return x;
}

size_t n_parameters() {
    size_t n = 0;
    for (const Matrix& x : parameters) n += x.values->size();
    return n;
}

Matrix uniform(size_t rows, size_t cols, double bound) {
    return parameter(rows, cols, [=] { return bound * (2 * uniform() - 1); });
}

/// Box and Muller (1958) draw two normal numbers at a time.
Matrix normal(size_t rows, size_t cols) {
    const Matrix x = parameter(rows, cols, [] { return 0; });
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j + 1 < cols; j += 2) {
            const double radius = std::sqrt(-2 * std::log(1 - uniform()));
            const double angle = 2 * std::numbers::pi * uniform();
            x(i, j) = radius * std::cos(angle);
            x(i, j + 1) = radius * std::sin(angle);
        }
    return x;
}

// ---- Layers: each owns its parameters, and is called like a function ------------------

constexpr size_t d_model = 32, d_ff = 64, n_heads = 1, d_k = d_model / n_heads;
static_assert(d_model % n_heads == 0, "each head gets as many columns");

/// Chapter 7: x W + b.
struct Linear {
    size_t d_in, d_out;
    double bound = 1 / std::sqrt(double(d_in));
    Matrix weight = uniform(d_in, d_out, bound), bias = uniform(1, d_out, bound);

    Matrix operator()(Matrix x) const { return x * weight + bias; }
};

/// Chapter 3: the output, and how much of each row of v is in each of its rows.
struct Attended {
    Matrix output, weights;
};

/// softmax(q k^T / sqrt(d_k) + mask) v
Attended attention(Matrix q, Matrix k, Matrix v, Matrix mask) {
    const Matrix scores = q * transposed(k) / std::sqrt(double(k.cols));
    const Matrix weights = softmax(scores + mask);
    return {weights * v, weights};
}

/// Chapter 6: nothing is masked; or every later row, by a score of minus infinity.
Matrix no_mask(Matrix q, Matrix k) { return {q.rows, k.rows}; }

Matrix causal_mask(Matrix x) {
    const Matrix mask{x.rows, x.rows};
    for (size_t i = 0; i < x.rows; ++i)
        for (size_t j = i + 1; j < x.rows; ++j) mask(i, j) = -HUGE_VAL;
    return mask;
}

/// Chapter 8: each head attends on columns of its own. The weights are the heads' mean.
struct MultiHeadAttention {
    Linear w_q{d_model, d_model}, w_k{d_model, d_model};
    Linear w_v{d_model, d_model}, w_o{d_model, d_model};

    Attended operator()(Matrix x, Matrix memory, Matrix mask) const {
        const Matrix q = w_q(x), k = w_k(memory), v = w_v(memory);
        std::vector<Matrix> heads;
        Matrix mean{x.rows, memory.rows};
        for (size_t first = 0; first < d_model; first += d_k) {
            const auto [output, weights] =
                attention(columns(q, first, d_k), columns(k, first, d_k),
                          columns(v, first, d_k), mask);
            heads.push_back(output);
            mean = mean + weights / n_heads;
        }
        return {w_o(concatenated(heads)), mean};
    }
};

/// Chapter 9: the rows of the words, plus waves that say where each word stands.
struct Embedding {
    size_t n_words;
    Matrix table = normal(n_words, d_model);

    Matrix operator()(const Ids& ids) const {
        const Matrix positions{ids.size(), d_model};
        for (size_t i = 0; i < ids.size(); ++i)
            for (size_t j = 0; j < d_model; ++j) {
                const double exponent = double(j - j % 2) / d_model;
                const double angle = double(i) / std::pow(10000, exponent);
                positions(i, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
            }
        return rows_of(table, ids) + positions;
    }
};

/// Chapter 10: each row normalized, then stretched and moved as was learned.
struct LayerNorm {
    Matrix gamma = parameter(1, d_model, [] { return 1; });
    Matrix beta = parameter(1, d_model, [] { return 0; });

    Matrix operator()(Matrix x) const { return scaled(normalized(x), gamma) + beta; }
};

struct FeedForward {
    Linear linear1{d_model, d_ff}, linear2{d_ff, d_model};

    Matrix operator()(Matrix x) const { return linear2(relu(linear1(x))); }
};

/// Chapter 12: every word attends to every word.
struct EncoderLayer {
    LayerNorm norm1, norm2;
    MultiHeadAttention self_attention;
    FeedForward feed_forward;

    Matrix operator()(Matrix x) const {
        const Matrix normed = norm1(x);
        const Matrix sum = x + self_attention(normed, normed, no_mask(x, x)).output;
        return sum + feed_forward(norm2(sum));
    }
};

/// Chapter 16: every word attends to those before it, then to the memory, what was read.
struct DecoderLayer {
    LayerNorm norm1, norm2, norm3;
    MultiHeadAttention self_attention, cross_attention;
    FeedForward feed_forward;

    Attended operator()(Matrix y, Matrix memory) const {
        const Matrix normed = norm1(y);
        const Matrix written = y + self_attention(normed, normed, causal_mask(y)).output;
        const auto [found, weights] =
            cross_attention(norm2(written), memory, no_mask(written, memory));
        const Matrix read = written + found;
        return {read + feed_forward(norm3(read)), weights};
    }
};

/// Its members draw their numbers in this order.
struct Transformer {
    size_t n_source, n_target;  // how many words the two languages have
    Embedding source{n_source}, target{n_target};
    EncoderLayer encoder = {};
    DecoderLayer decoder = {};
    LayerNorm encoder_norm = {}, decoder_norm = {};
    Linear to_logits{d_model, n_target};

    Matrix encode(const Ids& ids) const { return encoder_norm(encoder(source(ids))); }

    /// Row i: the probability of each word to come next, after the words up to i.
    Attended decode(const Ids& ids, Matrix memory) const {
        const auto [rows, weights] = decoder(target(ids), memory);
        return {softmax(to_logits(decoder_norm(rows))), weights};
    }
};

// ---- The task: a small grammar in two languages ---------------------------------------

/// Chapter 16: a sentence, or a part of one, in both languages.
struct Pair {
    std::string korean, english;
};

struct Verb {
    std::string korean, before_want, english, of_third;
};

struct Topic {
    std::vector<Pair> nouns;
    std::vector<Verb> verbs;
};

const std::vector<Pair> us{{"나는", "I"}, {"너는", "you"}, {"우리는", "we"}};
const std::vector<Pair> them{
    {"그는", "he"}, {"그녀는", "she"}, {"선생님은", "the teacher"}};
const Topic going{{{"바다에", "to the sea"},
                   {"집에", "to the house"},
                   {"학교에", "to the school"},
                   {"산에", "to the mountain"}},
                  {{"가", "가고", "go", "goes"}, {"뛰어가", "뛰어가고", "run", "runs"}}};
const Topic things{{{"책을", "the book"},
                    {"사과를", "the apple"},
                    {"꽃을", "the flower"},
                    {"편지를", "the letter"}},
                   {{"사", "사고", "buy", "buys"},
                    {"찾아", "찾고", "find", "finds"},
                    {"봐", "보고", "see", "sees"}}};

enum class Form { plain, want, do_not_want };

/// Korean says 싶어 해 of others, roughly "shows that she wants to".
Pair sentence(bool third, const Pair& who, const Pair& noun, const Verb& verb,
              Form form) {
    Pair does{verb.korean, third ? verb.of_third : verb.english};
    if (form == Form::want)
        does = {verb.before_want + (third ? " 싶어 해" : " 싶어"),
                (third ? "wants to " : "want to ") + verb.english};
    if (form == Form::do_not_want)
        does = {verb.before_want + (third ? " 싶어 하지 않아" : " 싶지 않아"),
                (third ? "does not want to " : "do not want to ") + verb.english};
    return {who.korean + " " + noun.korean + " " + does.korean,
            who.english + " " + does.english + " " + noun.english};
}

std::vector<Pair> all_sentences() {
    std::vector<Pair> all;
    for (const Form form : {Form::plain, Form::want, Form::do_not_want})
        for (const bool third : {false, true})
            for (const Pair& who : third ? them : us)
                for (const Topic& topic : {going, things})
                    for (const Pair& noun : topic.nouns)
                        for (const Verb& verb : topic.verbs)
                            all.push_back(sentence(third, who, noun, verb, form));
    return all;
}

using Words = std::vector<std::string>;

Words split(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

constexpr size_t begin_id = 0, end_id = 1;

/// The words of a language. A word's id is its place.
struct Vocabulary {
    Words words{"(begin)", "(end)"};

    size_t id_of(const std::string& word) const {
        return size_t(std::find(words.begin(), words.end(), word) - words.begin());
    }
    void add(const std::string& text) {
        for (const std::string& word : split(text))
            if (id_of(word) == words.size()) words.push_back(word);
    }
    Ids ids_of(const std::string& text) const {  // with the end
        Ids ids;
        for (const std::string& word : split(text)) ids.push_back(id_of(word));
        ids.push_back(end_id);
        return ids;
    }
};

std::string text_of(const Ids& ids, const Vocabulary& vocabulary) {
    std::string text;
    for (const size_t id : ids)
        if (id != end_id) text += (text.empty() ? "" : " ") + vocabulary.words[id];
    return text;
}

struct Example {
    Ids korean, english;
};

template <class T> void shuffle(std::vector<T>& all) {
    for (size_t n = all.size(); n > 1; --n)
        std::swap(all[n - 1], all[size_t(uniform() * double(n))]);
}

/// All sentences in a random order. A fifth is never shown, the book's own among them.
struct Task {
    Vocabulary korean, english;
    std::vector<Example> shown, unseen;

    Task() {
        std::vector<Pair> pairs = all_sentences();
        for (const Pair& pair : pairs) korean.add(pair.korean), english.add(pair.english);
        shuffle(pairs);
        const auto ours = std::find_if(pairs.begin(), pairs.end(), [](const Pair& pair) {
            return pair.korean == "나는 바다에 가고 싶어";
        });
        std::iter_swap(pairs.begin(), ours);
        for (const Pair& pair : pairs)
            (unseen.size() < pairs.size() / 5 ? unseen : shown)
                .push_back({korean.ids_of(pair.korean), english.ids_of(pair.english)});
    }
};

// ---- Learning -------------------------------------------------------------------------

/// Chapter 16, teacher forcing: each word is predicted from the right words before it.
Matrix loss_of(const Transformer& model, const Example& example) {
    Ids written = example.english;
    written.pop_back();
    written.insert(written.begin(), begin_id);
    const Matrix memory = model.encode(example.korean);
    return cross_entropy(model.decode(written, memory).output, example.english);
}

/// Chapter 14: each number moves against its gradient, by about the learning rate.
struct Adam {
    double learning_rate = 0.003;
    int n_steps = 0;
    Numbers m = Numbers(n_parameters()), v = m;  // running means: slopes, their squares

    void step() {
        ++n_steps;
        const double m_share = 1 - std::pow(0.9, n_steps);
        const double v_share = 1 - std::pow(0.999, n_steps);
        size_t n = 0;
        for (const Matrix& x : parameters)
            for (size_t i = 0; i < x.values->size(); ++i, ++n) {
                double &value = (*x.values)[i], &slope = (*x.gradient)[i];
                m[n] = 0.9 * m[n] + 0.1 * slope;
                v[n] = 0.999 * v[n] + 0.001 * slope * slope;
                const double mean = m[n] / m_share, square = v[n] / v_share;
                value -= learning_rate * mean / (std::sqrt(square) + 1e-8);
                slope = 0;
            }
    }
};

/// Learns from 32 examples a step, in another order each time that all were shown.
struct Training {
    std::vector<Example> examples, left = {};
    Adam adam = {};

    double step(const Transformer& model) {
        double mean_loss = 0;
        for (int i = 0; i < 32; ++i) {
            if (left.empty()) shuffle(left = examples);
            const Matrix loss = loss_of(model, left.back()) / 32;
            backward(loss);
            mean_loss += loss(0, 0);
            left.pop_back();
        }
        adam.step();
        return mean_loss;
    }
};

// ---- Translating ----------------------------------------------------------------------

constexpr size_t most_words = 12;

struct Translation {
    Ids english;
    Matrix alignment;  // in row i, how much English word i read of each Korean word
};

/// Chapter 16, greedy decoding: the likeliest word, again and again, until it is the end.
Translation translate(const Transformer& model, const Ids& korean) {
    const Matrix memory = model.encode(korean);
    Ids written{begin_id};
    for (;;) {
        const auto [p, weights] = model.decode(written, memory);
        tape.clear();  // there is nothing to learn here
        const double* last = &p(p.rows - 1, 0);
        written.push_back(size_t(std::max_element(last, last + p.cols) - last));
        if (written.back() == end_id || written.size() > most_words)
            return {{written.begin() + 1, written.end()}, weights};
    }
}

/// For each English word the Korean words that it read: the longer the bar, the more.
void show(const Task& task, const Ids& korean, const Translation& translation) {
    for (size_t i = 0; i < translation.english.size(); ++i) {
        std::printf("%-8s", task.english.words[translation.english[i]].c_str());
        for (size_t j = 0; j < korean.size(); ++j) {
            const long length = std::lround(10 * translation.alignment(i, j));
            if (length > 0) std::printf("  %s ", task.korean.words[korean[j]].c_str());
            for (long n = 0; n < length; ++n) std::printf("█");
        }
        std::printf("\n");
    }
}

// ---- The program ----------------------------------------------------------------------

/// The ids of a sentence that somebody typed.
Ids typed(const std::string& text, const Vocabulary& vocabulary) {
    std::string known = " ";
    for (const auto& word : vocabulary.words) known += word[0] == '(' ? "" : word + " ";
    for (const std::string& word : split(text))
        if (known.find(" " + word + " ") == std::string::npos)
            throw std::runtime_error("\"" + word + "\" is not a word that it learns. " +
                                     "Give it a sentence of these:" + known);
    return vocabulary.ids_of(text);
}

int main(int argc, char** argv) try {
    std::string text;
    for (int i = 1; i < argc; ++i) text += std::string(argv[i]) + " ";

    generator.seed(3001);  // the three seeds of chapter 16, and so its numbers
    const Task task;
    const Ids korean = argc > 1 ? typed(text, task.korean) : task.unseen[0].korean;
    generator.seed(1);
    const Transformer model{task.korean.words.size(), task.english.words.size()};
    generator.seed(4001);
    Training training{task.shown};

    std::printf("%zu parameters learn from %zu sentences.\n\nstep    loss  %s\n",
                n_parameters(), task.shown.size(), text_of(korean, task.korean).c_str());
    Ids english;
    for (int step = 1; step <= 300; ++step) {
        const double loss = training.step(model);
        if (step % 5 != 0) continue;
        const Ids before = std::exchange(english, translate(model, korean).english);
        if (english == before && step != 300) continue;
        std::printf("%4d  %.4f  %s\n", step, loss,
                    text_of(english, task.english).c_str());
    }
    size_t right = 0;
    for (const Example& example : task.unseen)
        if (translate(model, example.korean).english == example.english) ++right;
    std::printf("%zu of %zu unseen sentences are right.\n\n", right, task.unseen.size());
    show(task, korean, translate(model, korean));
    if (std::fflush(stdout) != 0) throw std::runtime_error("the output was not written");
    return 0;
} catch (const std::runtime_error& error) {
    std::fprintf(stderr, "transformer: %s\n", error.what());
    return 1;
}
