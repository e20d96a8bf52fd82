// The preface's example, docs/00_preface.md. Change a row, and see which word is written:
//
//     c++ -std=c++20 chapters/first_look.cpp -o first_look && ./first_look

// [example]
#include <cmath>
#include <cstdio>

struct Row {
    double lives, does;
};

double score(Row a, Row b) {
    return a.lives * b.lives + a.does * b.does;
}

double weight(double of_this, double of_that) {  // this one's share
    return std::exp(of_this) / (std::exp(of_this) + std::exp(of_that));
}

int main() {
    const Row question{0, 1}, cat{2, 3}, milk{-2, 0}, purred{1, 2}, boiled{-1, 2};

    const double w = weight(score(question, cat), score(question, milk));
    const Row found{.lives = w * cat.lives + (1 - w) * milk.lives,
                    .does = w * cat.does + (1 - w) * milk.does};
    std::printf("cat %.2f, milk %.2f: found (%.2f, %.2f)\n", w, 1 - w, found.lives,
                found.does);

    const double p = weight(score(found, purred), score(found, boiled));
    std::printf("purred %.2f, boiled %.2f\n", p, 1 - p);
}
// [/example]
