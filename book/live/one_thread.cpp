// Threads for a page, where there is one: the caller's thread does all tasks, one after the other.

#include <stdexcept>
#include <string>

#include "fast/threads.hpp"

namespace attn::fast {

struct Threads::Shared {};

Threads::Threads(std::size_t n_threads) {
    if (n_threads < 1 || n_threads > 1024) {
        throw std::domain_error("Threads: n_threads is " + std::to_string(n_threads) +
                                "; it must be from 1 to 1024");
    }
}

Threads::~Threads() = default;

std::size_t Threads::count() const noexcept {
    return 1;
}

void Threads::for_each(std::size_t n_tasks, const std::function<void(std::size_t)>& task) {
    for (std::size_t i = 0; i < n_tasks; ++i) task(i);
}

}  // namespace attn::fast
