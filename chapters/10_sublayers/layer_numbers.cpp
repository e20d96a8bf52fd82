#include "chapters/10_sublayers/10_sublayers.hpp"

#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {

EncoderLayer layer_with(const std::string& activation) {
    EncoderLayer layer = small_example::encoder_layer();
    for (const Activation one :
         {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
        if (activation == name_of(one)) layer.feed_forward.activation = one;
    }
    return layer;
}

Matrix attention_output() {
    return small_example::encoder_layer().trace(small_example::h()).attention.output;
}

const Labels step_names{"h, what goes in",  "attention", "r1 = h + attention",
                        "n1 = norm(r1)",    "network",   "r2 = n1 + network",
                        "output = norm(r2)"};

Matrix steps_of(const EncoderLayerTrace& trace, std::size_t word) {
    std::vector<Matrix> steps;
    for (const Matrix* rows :
         {&trace.input, &trace.attention.output, &trace.attention_sum, &trace.norm1.output,
          &trace.feed_forward.output, &trace.feed_forward_sum, &trace.output})
        steps.push_back(row_of(*rows, word));
    return below(steps);
}

Matrix below(const std::vector<Matrix>& parts) {
    Matrix all;
    for (const Matrix& part : parts) all = stacked(all, part);
    return all;
}

Labels numbers_line(const std::string& name, std::span<const double> numbers,
                    int decimals) {
    Labels line{name};
    for (const double number : numbers) line.push_back(number_text(number, decimals));
    return line;
}

std::string numbers_text(std::span<const double> row) {
    Labels numbers;
    for (const double number : row) numbers.push_back(number_text(number, 4));
    return "(" + joined(numbers, ", ") + ")";
}

}  // namespace attn::chapters::ch10
