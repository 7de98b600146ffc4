#include "run/interrupt.h"

#include <csignal>

namespace drystone {

namespace {

// The one global of the program: a signal handler reaches nothing else.
volatile std::sig_atomic_t caught = 0;

void mark(int) { caught = 1; }

void handle(int signal) {
    struct sigaction action {};
    action.sa_handler = mark;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
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
