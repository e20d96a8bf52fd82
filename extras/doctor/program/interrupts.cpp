#include "doctor/program/interrupts.hpp"

namespace attn::doctor {
namespace {

volatile std::sig_atomic_t noted = 0;

}  // namespace

Interrupts::Interrupts() {
    noted = 0;
    struct sigaction note {};
    note.sa_handler = [](int signal) { noted = signal; };
    sigemptyset(&note.sa_mask);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before_[i]);
        // nohup asks that a signal be ignored.
        if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &note, nullptr);
    }
}

Interrupts::~Interrupts() {
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], &before_[i], nullptr);
    }
    if (noted != 0) std::raise(noted);
}

void Interrupts::check() {
    if (noted != 0) throw Interrupted();
}

}  // namespace attn::doctor
