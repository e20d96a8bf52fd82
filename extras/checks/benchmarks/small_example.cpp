// The running example through the fast encoder, and nothing else: how long does a program take,
// and how much memory, from its start to its first result? It prints the result, and the most
// memory that it had as Linux tells it ("VmHWM: 3500 kB").
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "chapters/examples/small_layer.hpp"
#include "fast/encoder.hpp"

int main() {
    const attn::EncoderLayer layer{.attention = attn::small_example::attention(),
                                   .norm1 = attn::untrained_layer_norm(4),
                                   .feed_forward = attn::small_example::feed_forward(),
                                   .norm2 = attn::untrained_layer_norm(4)};
    const attn::fast::Encoder fast(attn::Encoder{{layer}});
    const attn::fast::FloatMatrix x(attn::small_example::h());
    attn::fast::EncoderWorkspace workspace;
    const attn::fast::FloatMatrix y = fast.forward(x, workspace);
    for (const float number : y.row(0)) std::printf("%.4f ", static_cast<double>(number));
    std::printf("\n");
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM")) std::cout << line << "\n";
    }
}
