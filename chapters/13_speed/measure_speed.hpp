/// What chapter 13 measures.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/13_speed/speed_table.hpp"

namespace attn::speed {

/// One way to multiply two matrices. run does it, result does it and gives the product.
struct Step {
    std::string name;
    std::size_t threads = 1;
    std::function<void()> run;
    std::function<Matrix()> result;
};

/// Plain loops in two orders, in GFLOP/s.
struct AtOrders {
    std::size_t size = 0;
    double three_loops = 0;
    double loop_order = 0;
};

/// The steps of the ladder, for two random matrices of size x size. They own what they need.
std::vector<Step> ladder(std::size_t size, std::size_t threads);

/// Every step's speed and its largest difference from float64, the largest entry being 1.
std::vector<Rung> measure_ladder(std::size_t size, std::size_t threads,
                                 double seconds_each);

/// The first step and the last on one thread, at a size.
AtSize measure_size(std::size_t size, double seconds_each);

/// The first two steps at each of the sizes, all in turn.
std::vector<AtOrders> measure_orders(const std::vector<std::size_t>& sizes,
                                     double seconds_each);

/// Attention in full and online, at a length.
AtLength measure_length(std::size_t length, double seconds_each);

/// The ladder alone, in a moment.
SpeedTable measure_ladder_alone(std::size_t size, std::size_t threads);

/// All that the book's tables and figures show. It takes minutes, and says on stderr where it is.
SpeedTable measure_all(std::size_t size, std::size_t threads);

/// A processor's name without its trademarks, short enough for a figure's subtitle: "Intel Xeon"
/// for "Intel(R) Xeon(R) Processor @ 2.10GHz".
std::string short_processor_name(const std::string& full);

/// How wide lib/fast's vectors are, or that there are none.
std::string vectors_text(std::size_t lanes);

/// "AMD EPYC, vectors of 16 floats, GCC 12": the processor, and how lib/fast was compiled.
std::string machine_name();

}  // namespace attn::speed
