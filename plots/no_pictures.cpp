// For a build without gnuplot-iostream, in place of pictures.cpp.
#include <stdexcept>

#include "plots/pictures.hpp"

namespace attn::plots {

std::string why_no_pictures(Canvas) {
    return "this program was built without gnuplot-iostream; ./run with --png, --pdf or --show "
           "builds it anew, with pictures";
}

std::filesystem::path draw_picture(const Figure&, const std::filesystem::path&,
                                   Canvas canvas) {
    throw std::runtime_error(why_no_pictures(canvas));
}

}  // namespace attn::plots
