#include "fast/threads.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace attn::fast {

struct Threads::Shared {
    std::vector<std::thread> workers = {};
    const std::function<void(std::size_t)>* task = nullptr;
    std::size_t n_tasks = 0;
    std::atomic<std::size_t> next{0};     // the first task that no thread has taken
    std::atomic<std::size_t> round{0};    // grows by 1 with each for_each
    std::atomic<std::size_t> working{0};  // workers that have not finished this round
    std::atomic<bool> stop{false};
    std::mutex failure_mutex = {};
    std::exception_ptr failure = {};

    void take_tasks();
    void work();
    void end();
};

namespace {

/// Waits until the value is no longer old. Rounds follow each other within microseconds, and
/// to be woken by the system takes longer: so it looks again for a while before it sleeps.
void wait_while(const std::atomic<std::size_t>& value, std::size_t old) {
    for (int look = 0; look < 20000; ++look) {
        if (value.load(std::memory_order_acquire) != old) return;
        if (look % 64 == 63) std::this_thread::yield();
    }
    value.wait(old, std::memory_order_acquire);
}

}  // namespace

void Threads::Shared::take_tasks() {
    try {
        for (std::size_t i = next++; i < n_tasks; i = next++) (*task)(i);
    } catch (...) {
        next = n_tasks;  // tasks that have not begun are skipped
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
    }
}

void Threads::Shared::work() {
    for (std::size_t seen = 0;; ++seen) {
        wait_while(round, seen);
        if (stop) return;
        take_tasks();
        if (--working == 0) working.notify_one();
    }
}

void Threads::Shared::end() {
    stop = true;
    ++round;
    round.notify_all();
    for (std::thread& worker : workers) worker.join();
}

Threads::Threads(std::size_t n_threads) : shared_(std::make_unique<Shared>()) {
    if (n_threads < 1 || n_threads > 1024) {
        throw std::domain_error("Threads: n_threads is " + std::to_string(n_threads) +
                                "; it must be from 1 to 1024");
    }
    try {
        for (std::size_t i = 1; i < n_threads; ++i) {
            shared_->workers.emplace_back([shared = shared_.get()] { shared->work(); });
        }
    } catch (...) {  // the system has no more threads to give
        shared_->end();
        throw;
    }
}

Threads::~Threads() {
    shared_->end();
}

std::size_t Threads::count() const noexcept {
    return shared_->workers.size() + 1;
}

void Threads::for_each(std::size_t n_tasks, const std::function<void(std::size_t)>& task) {
    Shared& shared = *shared_;
    shared.task = &task;
    shared.n_tasks = n_tasks;
    shared.next = 0;
    const bool alone = shared.workers.empty() || n_tasks < 2;
    if (!alone) {
        shared.working = shared.workers.size();
        ++shared.round;
        shared.round.notify_all();
    }
    shared.take_tasks();
    for (std::size_t left; (left = shared.working) != 0;) wait_while(shared.working, left);
    if (const auto failure = std::exchange(shared.failure, nullptr)) {
        std::rethrow_exception(failure);
    }
}

}  // namespace attn::fast
