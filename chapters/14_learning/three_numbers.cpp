#include "chapters/14_learning/three_numbers.hpp"

namespace attn::chapters::ch14 {

Graph graph_of(double a, double b, double c) {
    Graph g;
    g.a.value = a, g.b.value = b, g.c.value = c;
    g.product.value = a * b;
    g.sum.value = g.product.value + b;
    g.off.value = g.sum.value - c;
    g.loss.value = g.off.value * g.off.value;

    g.loss.slope = 1;
    g.off.slope = g.loss.slope * 2 * g.off.value;
    g.sum.slope = g.off.slope;
    g.c.slope = -g.off.slope;
    g.product.slope = g.sum.slope;
    g.a.slope = g.product.slope * b;
    g.b.slope = g.product.slope * a + g.sum.slope;  // by two routes
    return g;
}

std::vector<Graph> steps_of(double a, double b, double c, std::size_t n_steps) {
    std::vector<Graph> graphs{graph_of(a, b, c)};
    while (graphs.size() <= n_steps) {
        a -= graph_rate * graphs.back().a.slope;
        b -= graph_rate * graphs.back().b.slope;
        graphs.push_back(graph_of(a, b, c));
    }
    return graphs;
}

}  // namespace attn::chapters::ch14
