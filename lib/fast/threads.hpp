/// A few threads that wait for work. Introduced in chapter 21.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace attn::fast {

/// Threads for work that consists of independent tasks. The caller's thread is one of them, so
/// Threads(1) starts none and costs nothing.
///
/// One caller at a time; a task must not give work to the threads that run it.
class Threads {
public:
    /// throws  std::domain_error  when n_threads is 0 or more than 1024
    ///         std::system_error  when the system cannot start that many
    explicit Threads(std::size_t n_threads);
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    std::size_t count() const noexcept;

    /// Calls task(0), task(1), ... task(n_tasks - 1), each once, on whichever thread is free,
    /// and returns when all are done. When it does not matter which thread runs a task, the
    /// result does not depend on the number of threads either.
    ///
    /// throws  the first exception that a task threw; tasks that have not begun are skipped
    void for_each(std::size_t n_tasks, const std::function<void(std::size_t)>& task);

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace attn::fast
