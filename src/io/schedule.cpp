#include "io/schedule.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

constexpr double rounded_off = 1e-6;  // of a step: a step end that much before a multiple of `every` is on it

}  // namespace

bool Schedule::is_due(long step) {
    assert(step >= 0);
    asked_ = step;
    const double now = static_cast<double>(step - from_step_) + from_ + rounded_off;
    if (ratio_ <= 0.0) return true;
    if (now < static_cast<double>(multiple_) * ratio_) return false;
    multiple_ = std::max(multiple_, static_cast<long>(std::floor(now / ratio_))) + 1;
    return true;
}

bool Schedule::will_be_due(long step) const {
    Schedule asked = *this;
    return asked.is_due(step);
}

void Schedule::skip(long steps) {
    for (long step = asked_ + 1; step <= steps; ++step) is_due(step);
}

void Schedule::change(double every, double h, long step, double time) {
    if (every == every_ && h == h_) return;
    every_ = every;
    h_ = h;
    ratio_ = every / h;
    from_step_ = asked_ = step;
    from_ = time / h;
    multiple_ = ratio_ > 0.0 ? static_cast<long>(std::floor((from_ + rounded_off) / ratio_)) + 1 : 1;
}

}  // namespace drystone
