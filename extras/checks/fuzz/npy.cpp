// The bytes of a .npy file: refused with a message, or read, and then written and read again.
#include "support/files/npy.hpp"

#include <cmath>

#include "attn/shape_error.hpp"
#include "fuzz/fuzz.hpp"

namespace {

bool are_same(const std::vector<double>& some, const std::vector<double>& others) {
    bool same = some.size() == others.size();
    for (std::size_t i = 0; same && i < some.size(); ++i) {
        same = some[i] == others[i] || (std::isnan(some[i]) && std::isnan(others[i]));
    }
    return same;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attn::NpyArray array;
    try {
        array = attn::parse_npy(fuzz::text_of(data, size), "weights\n.npy");
    } catch (const attn::NpyError& error) {
        fuzz::require_readable(error.what());
        return 0;
    }
    fuzz::require(array.values.size() <= size, "no array is larger than its file");
    const attn::NpyArray again = attn::parse_npy(attn::npy_bytes(array), "again");
    fuzz::require(again.type == array.type && again.shape == array.shape &&
                      are_same(again.values, array.values),
                  "what is written is read again");
    try {
        const attn::Matrix m = attn::as_matrix(array);
        fuzz::require(m.rows() * m.cols() == array.values.size(),
                      "a matrix has all values");
    } catch (const attn::ShapeError&) {
        fuzz::require(array.shape.size() > 2, "two dimensions are a matrix");
    }
    return 0;
}
