#include "run/terminal.h"

#include <cstdio>

#include "run/interrupt.h"
#include "run/say.h"

namespace drystone {

Terminal::Terminal() { catch_interrupts(); }

bool Terminal::goes_on() { return !interrupted(); }

void Terminal::say(const std::string& text) { drystone::say(text); }

void Terminal::warn(const std::string& text) { drystone::warn(text); }

void Terminal::show(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace drystone
