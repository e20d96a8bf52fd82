#include "doctor/program/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace attn::doctor {

Progress::Progress() : is_watched_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
    if (is_shown_) std::fputs("\r\033[K", stderr);
}

void Progress::show(const std::string& what) {
    using namespace std::chrono_literals;
    const Clock::time_point now = Clock::now();
    if (!is_watched_ || now - begin_ < 2s || (is_shown_ && now - last_ < 200ms)) return;
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(now - begin_).count();
    std::fprintf(stderr, "\r\033[K  %s, %d s", what.c_str(), static_cast<int>(seconds));
    std::fflush(stderr);
    is_shown_ = true;
    last_ = now;
}

}  // namespace attn::doctor
