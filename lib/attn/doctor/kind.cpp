#include "attn/doctor/kind.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/doctor/kinds.hpp"
#include "attn/random.hpp"

namespace attn::doctor {

const std::vector<Kind>& all_kinds() {
    static const std::vector<Kind> kinds = {softmax_kind()};
    return kinds;
}

const Kind& kind_named(const std::string& name) {
    const auto found = std::ranges::find(all_kinds(), name, &Kind::name);
    if (found != all_kinds().end()) return *found;
    std::string known;
    for (const Kind& kind : all_kinds()) known += (known.empty() ? "" : ", ") + kind.name;
    throw std::invalid_argument("there is no kind \"" + name + "\"; there are " + known);
}

Array random_array(std::uint64_t seed, std::vector<std::size_t> shape, double scale) {
    Random generator(seed);
    std::size_t n = 1;
    for (const std::size_t size : shape) n *= size;
    Array array{.shape = std::move(shape)};
    for (std::size_t i = 0; i < n; ++i) {
        array.values.push_back(static_cast<float>(generator.normal() * scale));
    }
    return array;
}

}  // namespace attn::doctor
