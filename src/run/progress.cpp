#include "run/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr std::chrono::milliseconds redraw_interval{200};
constexpr std::chrono::seconds line_interval{30};

/// Times are sums of steps, a little beside a tenth of the way.
long tenths(double share) { return static_cast<long>(std::floor(10.0 * share + 1e-6)); }

}  // namespace

Progress::Progress(Style style, double end, const Place& begun, Show show)
    : style_(style), end_(end), begun_(begun), show_(std::move(show)), start_(Clock::now()), shown_(start_), tenth_(tenths(share(begun.time))) {}

double Progress::share(double time) const { return end_ > 0.0 ? std::clamp(time / end_, 0.0, 1.0) : 1.0; }

void Progress::show(const Place& place, const StepReport& last) {
    if (style_ == Style::silent) return;
    const Clock::time_point now = Clock::now();
    if (!is_due(place.time, now)) return;
    shown_ = now;
    const std::string text = line(place, last, std::chrono::duration<double>(now - start_).count());
    // "\033[K" wipes what a longer line left behind.
    show_(style_ == Style::redrawn ? "\r" + text + "\033[K" : text + "\n");
    drawn_ = true;
}

void Progress::clear() {
    if (style_ == Style::redrawn && drawn_) show_("\r\033[K");
}

bool Progress::is_due(double time, Clock::time_point now) {
    if (style_ == Style::redrawn) return now - shown_ >= redraw_interval;
    const long tenth = tenths(share(time));
    const bool due = tenth > tenth_ || now - shown_ >= line_interval;
    tenth_ = tenth;
    return due;
}

std::string Progress::line(const Place& now, const StepReport& last, double elapsed) const {
    const double way = now.time - begun_.time, left = std::max(0.0, end_ - now.time);
    return fmt::format("{:5.1f} %  t = {:.6g} s  {:.3g} steps/s  contacts {}  iterations {}  residual {:.1e}  {} left",
                       100.0 * share(now.time), now.time, static_cast<double>(now.steps - begun_.steps) / elapsed, last.contacts,
                       last.solve.iterations, last.solve.residual, in_words(way > 0.0 ? elapsed * left / way : 0.0));
}

Progress::Style style_of_stderr() {
    return isatty(STDERR_FILENO) != 0 ? Progress::Style::redrawn : Progress::Style::lines;
}

std::string in_words(double seconds) {
    const long whole = std::lround(seconds);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace drystone
