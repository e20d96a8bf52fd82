/// Blocks of numbers, for tests that compute by themselves what a mistake's name says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "doctor/library/block.hpp"
#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// A kind's question of this name.
inline const Probe& probe_named(const std::string& kind, const std::string& name) {
    for (const Probe& probe : kind_named(kind).probes) {
        if (probe.name == name) return probe;
    }
    throw std::invalid_argument(name);
}

inline Block block_of(std::size_t rows, std::size_t cols, std::vector<double> values) {
    Block block(1, 1, rows, cols);
    block.values = std::move(values);
    return block;
}

inline Block random_block(std::uint64_t seed, std::size_t sentences, std::size_t heads,
                          std::size_t rows, std::size_t cols) {
    Block block(sentences, heads, rows, cols);
    block.values = random_array(seed, {block.values.size()}).values;
    return block;
}

/// 0, 1, 2, ...: each number says where it lay.
inline Block numbered_block(std::size_t sentences, std::size_t heads, std::size_t rows,
                            std::size_t cols) {
    Block block(sentences, heads, rows, cols);
    for (std::size_t i = 0; i < block.values.size(); ++i) {
        block.values[i] = static_cast<double>(i);
    }
    return block;
}

/// One head of one sentence.
inline Matrix table_of(const Block& block, std::size_t sentence, std::size_t head) {
    Matrix table(block.rows, block.cols);
    for (std::size_t i = 0; i < block.rows; ++i) {
        for (std::size_t j = 0; j < block.cols; ++j) {
            table(i, j) = block(sentence, head, i, j);
        }
    }
    return table;
}

/// rule(s, h, i, j) at each place, in order.
template <class Rule>
std::vector<double> at_each_place(const Block& shape, const Rule& rule) {
    return filled(shape.sentences, shape.heads, shape.rows, shape.cols, rule).values;
}

}  // namespace attn::doctor
