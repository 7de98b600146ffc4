#include "scene/require_memory.h"

#include <unistd.h>

#include <fmt/format.h>

namespace drystone {

void require_memory(double bytes, const Place& place, std::string_view what) {
    const double all =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (bytes <= all) return;
    constexpr double gigabyte = 1e9;
    refuse(place, fmt::format("{} would need {:.3g} GB of memory or more, and this machine has {:.3g}", what,
                              bytes / gigabyte, all / gigabyte));
}

void require_memory_for_bodies(double bodies, const Place& place) {
    constexpr double each = 1200.0;  // [bytes] of a sphere once its world is made: 618 MB for 500,000 of them
    require_memory(each * bodies, place, fmt::format("{:.3g} bodies", bodies));
}

}  // namespace drystone
