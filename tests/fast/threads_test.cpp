#include <atomic>
#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "fast/threads.hpp"

using attn::fast::Threads;

TEST_CASE("Every task is done once, round after round", "[fast]") {
    for (const std::size_t n_threads : {1u, 2u, 3u, 7u}) {
        Threads threads(n_threads);
        CHECK(threads.count() == n_threads);
        for (const std::size_t n_tasks : {0u, 1u, 2u, 5u, 101u}) {
            for (int round = 0; round < 50; ++round) {
                std::vector<std::atomic<int>> done(n_tasks);
                threads.for_each(n_tasks, [&](std::size_t i) { ++done[i]; });
                for (const auto& times : done) REQUIRE(times == 1);
            }
        }
    }
}

TEST_CASE("A thread that has waited so long that it sleeps is woken", "[fast]") {
    Threads threads(2);
    const auto here = std::this_thread::get_id();
    std::atomic<int> begun = 0;
    threads.for_each(2, [&](std::size_t) {  // one for each thread
        ++begun;
        while (begun < 2) std::this_thread::yield();
        if (std::this_thread::get_id() != here)
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
    });
    CHECK(begun == 2);
}

TEST_CASE("What a task throws reaches the caller, and the threads go on working",
          "[fast]") {
    for (const std::size_t n_threads : {1u, 3u}) {
        Threads threads(n_threads);
        CHECK_THROWS_WITH(threads.for_each(11,
                                           [](std::size_t i) {
                                               if (i == 5)
                                                   throw std::runtime_error("the fifth");
                                           }),
                          "the fifth");
        std::atomic<int> done = 0;
        threads.for_each(11, [&](std::size_t) { ++done; });
        CHECK(done == 11);
    }
}

TEST_CASE("There may be 1024 threads", "[fast]") {
    try {
        const Threads many(1024);  // not inside CHECK, which would catch what it throws
        CHECK(many.count() == 1024);
    } catch (const std::system_error&) {
        WARN("the system gives fewer than 1024 threads");
    }
}

TEST_CASE("The first that was thrown is told, and tasks not yet begun are left out",
          "[fast]") {
    for (const std::size_t n_threads : {1u, 3u}) {
        Threads threads(n_threads);
        std::atomic<int> begun = 0;
        std::atomic<bool> has_thrown = false;
        const auto task = [&](std::size_t i) {
            ++begun;
            if (i == 2) {
                has_thrown = true;
                throw std::runtime_error("the first");
            }
            if (i < 2) return;
            while (!has_thrown) std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));  // let it be told
            throw std::runtime_error("a later one");
        };
        CHECK_THROWS_WITH(threads.for_each(1000, task), "the first");
        CHECK(begun >= 3);
        CHECK(begun <= 3 + static_cast<int>(n_threads));
    }
}
