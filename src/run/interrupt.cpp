#include "run/interrupt.h"

#include <atomic>
#include <csignal>
#include <ctime>

namespace drystone {

namespace {

// The one global of the program: a signal handler reaches nothing else. Nanoseconds of the monotonic clock at the first signal; 0: none came.
std::atomic<long long> caught = 0;
static_assert(decltype(caught)::is_always_lock_free);

constexpr long long at_once = 1'000'000'000;  // [ns]; timeout and batch systems send a signal twice, a person repeats it later

long long now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1'000'000'000LL * time.tv_sec + time.tv_nsec + 1;  // never 0
}

/// The first signal asks the run to end with its step. One that is repeated after a second ends it where it is.
void mark(int signal) {
    long long none = 0;
    const long long time = now();
    if (caught.compare_exchange_strong(none, time) || time - none < at_once) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void handle(int signal) {
    struct sigaction action {};
    action.sa_handler = mark;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
    handle(SIGINT);
    handle(SIGTERM);
    struct sigaction before {};
    sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) handle(SIGHUP);  // ignored under nohup: stay so
}

bool interrupted() { return caught != 0; }

}  // namespace drystone
