#include "fields/events.h"

#include <algorithm>
#include <limits>

namespace drystone {

Measured events_above(const std::vector<double>& time, const std::vector<double>& value, double threshold) {
    Measured out{.columns = {"start", "end", "duration", "size", "peak", "interval"}, .rows = {}};
    double start = 0.0, size = 0.0, peak = 0.0, last_end = std::numeric_limits<double>::quiet_NaN();
    bool under_way = false;
    for (std::size_t k = 1; k < time.size(); ++k) {
        const double before = value[k - 1] - threshold, now = value[k] - threshold, dt = time[k] - time[k - 1];
        const double crossing = time[k - 1] + dt * before / (before - now);
        if (before <= 0.0 && now > 0.0) {
            under_way = true;
            start = crossing;
            size = 0.5 * now * (time[k] - crossing);
            peak = value[k];
        } else if (under_way && now > 0.0) {
            size += 0.5 * (before + now) * dt;
            peak = std::max(peak, value[k]);
        } else if (under_way) {
            size += 0.5 * before * (crossing - time[k - 1]);
            out.rows.push_back({start, crossing, crossing - start, size, peak, start - last_end});
            last_end = crossing;
            under_way = false;
        }
    }
    return out;
}

}  // namespace drystone
