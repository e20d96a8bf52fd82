#include "chapters/21_speed/21_speed.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

std::atomic<std::size_t> bytes_out{0};
std::atomic<std::size_t> most_bytes_out{0};

/// Stands in front of what new gives out, so that delete knows how much comes back.
struct Label {
    void* block;
    std::size_t size;
};

void* counted_new(std::size_t size, std::size_t alignment) {
    alignment = std::max(alignment, alignof(std::max_align_t));
    const std::size_t extra = alignment + sizeof(Label);
    if (size > std::numeric_limits<std::size_t>::max() - extra) throw std::bad_alloc();
    void* const block = std::malloc(size + extra);
    if (block == nullptr) throw std::bad_alloc();
    const auto first_free = reinterpret_cast<std::uintptr_t>(block) + sizeof(Label);
    const std::uintptr_t place = (first_free + alignment - 1) / alignment * alignment;
    reinterpret_cast<Label*>(place)[-1] = {block, size};
    const std::size_t now = bytes_out += size;
    std::size_t most = most_bytes_out;
    while (now > most && !most_bytes_out.compare_exchange_weak(most, now)) {
    }
    return reinterpret_cast<void*>(place);
}

void counted_delete(void* place) noexcept {
    if (place == nullptr) return;
    const Label label = static_cast<Label*>(place)[-1];
    bytes_out -= label.size;
    std::free(label.block);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted_new(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted_new(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* place) noexcept {
    counted_delete(place);
}
void operator delete(void* place, std::size_t) noexcept {
    counted_delete(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
    counted_delete(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
    counted_delete(place);
}

namespace attn::speed {

std::size_t most_bytes_during(const std::function<void()>& function) {
    const std::size_t before = bytes_out;
    most_bytes_out = before;
    function();
    return most_bytes_out - before;
}

}  // namespace attn::speed
