/// What is being done, for a person who waits at a terminal.
#pragma once

#include <chrono>
#include <string>

namespace attn::doctor {

/// One line on stderr that is overwritten, from the third second on; nothing where stderr is no
/// terminal. Gone at the end.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what);

private:
    using Clock = std::chrono::steady_clock;
    bool is_watched_;
    bool is_shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

}  // namespace attn::doctor
