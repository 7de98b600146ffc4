#include "run/progress.h"

#include <unistd.h>

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr std::chrono::milliseconds redraw_interval{200};
constexpr std::chrono::seconds line_interval{30};

}  // namespace

Progress::Progress(Style style, long steps, double step, long begun, Show show)
    : style_(style),
      steps_(steps),
      begun_(begun),
      step_(step),
      show_(std::move(show)),
      start_(Clock::now()),
      shown_(start_),
      tenth_(steps > 0 ? 10 * begun / steps : 0) {}

void Progress::show(long steps_done, const StepReport& last) {
    if (style_ == Style::silent) return;
    const Clock::time_point now = Clock::now();
    if (!is_due(steps_done, now)) return;
    shown_ = now;
    const std::string text = line(steps_done, last, std::chrono::duration<double>(now - start_).count());
    // "\033[K" wipes what a longer line left behind.
    show_(style_ == Style::redrawn ? "\r" + text + "\033[K" : text + "\n");
    drawn_ = true;
}

void Progress::clear() {
    if (style_ == Style::redrawn && drawn_) show_("\r\033[K");
}

bool Progress::is_due(long steps_done, Clock::time_point now) {
    if (style_ == Style::redrawn) return now - shown_ >= redraw_interval;
    const long tenth = 10 * steps_done / steps_;
    const bool due = tenth > tenth_ || now - shown_ >= line_interval;
    tenth_ = tenth;
    return due;
}

std::string Progress::line(long steps_done, const StepReport& last, double elapsed) const {
    const double rate = static_cast<double>(steps_done - begun_) / elapsed;
    return fmt::format(
        "{:5.1f} %  t = {:.6g} s  {:.3g} steps/s  contacts {}  iterations {}  residual {:.1e}  {} left",
        100.0 * static_cast<double>(steps_done) / static_cast<double>(steps_),
        static_cast<double>(steps_done) * step_, rate, last.contacts, last.solve.iterations,
        last.solve.residual, in_words(static_cast<double>(steps_ - steps_done) / rate));
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
