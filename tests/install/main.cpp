#include <attn/matrix.hpp>
#include <cstdio>

int main() {
    const attn::Matrix a{{1, 2, 3}, {4, 5, 6}};
    const attn::Matrix b{{1, 0}, {0, 1}, {2, 3}};
    if (attn::matmul(a, b) == attn::Matrix{{7, 11}, {16, 23}}) return 0;
    std::puts("matmul gives wrong numbers in a project that found attn with find_package");
    return 1;
}
