#include "chapters/10_sublayers/10_sublayers.hpp"

#include <algorithm>

#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {

EncoderLayer layer_with(const std::string& activation, double epsilon) {
    EncoderLayer layer = small_example::encoder_layer();
    for (const Activation one :
         {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
        if (activation == name_of(one)) layer.feed_forward.activation = one;
    }
    layer.norm1.epsilon = layer.norm2.epsilon = epsilon;
    return layer;
}

Matrix attention_output() {
    return small_example::encoder_layer().trace(small_example::h()).attention.output;
}

Matrix moments_of(const LayerNormTrace& norm) {
    return transpose(merge_rows({norm.mean, norm.variance}));
}

Matrix merge_rows(const std::vector<std::vector<double>>& rows) {
    Matrix m(rows.size(), rows[0].size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m.set_row(i, rows[i]);
    }
    return m;
}

Matrix below(const std::vector<Matrix>& rows_of_one) {
    std::vector<std::vector<double>> rows;
    for (const Matrix& m : rows_of_one) {
        rows.push_back({m.row(0).begin(), m.row(0).end()});
    }
    return merge_rows(rows);
}

Labels numbers_line(const std::string& name, std::span<const double> numbers,
                    int decimals) {
    Labels line{name};
    for (const double number : numbers) line.push_back(number_text(number, decimals));
    return line;
}

void show_map(Page& page, const std::string& name, const Linear& map, Labels rows,
              const Labels& columns) {
    std::vector<std::vector<double>> numbers;
    for (std::size_t i = 0; i < map.weight.rows(); ++i) {
        numbers.push_back({map.weight.row(i).begin(), map.weight.row(i).end()});
    }
    numbers.push_back(map.bias);
    rows.push_back("bias");
    page.show(name, merge_rows(numbers), rows, columns);
}

Numbers attended_alone(const MultiHeadAttention& attention, const Matrix& words) {
    Numbers first;
    for (std::size_t i = 0; i < words.rows(); ++i) {
        const Matrix word = row_of(words, i);
        first.push_back(attention.forward(word, word, word)(0, 0));
    }
    return first;
}

Linear as_one_map(const Linear& first, const Linear& second) {
    const Matrix bias = second.forward(merge_rows({first.bias}));
    return {.weight = matmul(first.weight, second.weight),
            .bias = {bias.row(0).begin(), bias.row(0).end()}};
}

}  // namespace attn::chapters::ch10
