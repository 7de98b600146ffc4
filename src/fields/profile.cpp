#include "fields/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

Measured profile_of(const Grains& grains, int axis, int slices) {
    const int d = grains.dimension;
    Measured out{.columns = {"x", "count", "mass"}, .rows = {}};
    for (int c = 0; c < d; ++c) out.columns.push_back(std::string("velocity.") + "xyz"[c]);
    out.columns.emplace_back("granular_temperature");
    const CentreBox box = box_of(grains);
    const double low = box.low[axis], width = (box.high[axis] - low) / slices;
    std::vector<int> slice;
    for (const Vec<3>& place : grains.position)
        slice.push_back(width > 0.0 ? std::clamp(static_cast<int>((place[axis] - low) / width), 0, slices - 1)
                                    : 0);
    for (int s = 0; s < slices; ++s) {
        double count = 0.0, mass = 0.0, spread = 0.0;
        Vec<3> momentum{};
        for (std::size_t i = 0; i < slice.size(); ++i) {
            if (slice[i] != s) continue;
            count += 1.0;
            mass += grains.mass[i];
            momentum += grains.mass[i] * grains.velocity[i];
        }
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const Vec<3> mean = (mass > 0.0 ? 1.0 / mass : none) * momentum;
        for (std::size_t i = 0; i < slice.size(); ++i) {
            if (slice[i] == s)
                spread += dot(grains.velocity[i] - mean, grains.velocity[i] - mean) / (d * count);
        }
        std::vector<double> row{low + (s + 0.5) * width, count, mass};
        for (int c = 0; c < d; ++c) row.push_back(mean[c]);
        row.push_back(count > 0.0 ? spread : none);
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace drystone
