// copy_safetensors FROM TO: reads a safetensors file and writes what was read.
// tests/support/files/both_ways.py compares the two with the format's own library.
#include <exception>
#include <iostream>

#include "support/files/safetensors.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "copy_safetensors FROM TO\n";
        return 2;
    }
    try {
        attn::write_safetensors(argv[2], attn::read_safetensors(argv[1]));
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
