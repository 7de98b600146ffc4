#include <algorithm>
#include <cmath>
#include <limits>

#include "fields/local_strain.h"
#include "fields/same_grains.h"

namespace drystone {

namespace {

/// [rad]; NaN where orientations are not known.
double turned(const GrainList& before, std::size_t i, const GrainList& now, std::size_t j) {
    if (!before.angle.empty() && !now.angle.empty()) return now.angle[j] - before.angle[i];
    if (before.turn.empty() || now.turn.empty()) return std::numeric_limits<double>::quiet_NaN();
    const Rotation<3> since = now.turn[j] * inverse(before.turn[i]);
    return 2.0 * std::atan2(norm(since.q), std::abs(since.w));
}

}  // namespace

Measured displacements(const GrainList& before, const GrainList& now) {
    const int d = now.dimension;
    Measured out{.columns = {"body"}, .rows = {}};
    for (int c = 0; c < d; ++c) out.columns.emplace_back(1, "xyz"[c]);
    for (int c = 0; c < d; ++c) out.columns.push_back(std::string("displacement.") + "xyz"[c]);
    out.columns.insert(out.columns.end(), {"rotation", "displacement"});
    for (const auto& [i, j] : same_grains(before, now)) {
        const Vec<3> by = now.position[j] - before.position[i];
        std::vector<double> row{static_cast<double>(now.id[j])};
        for (int c = 0; c < d; ++c) row.push_back(now.position[j][c]);
        for (int c = 0; c < d; ++c) row.push_back(by[c]);
        row.insert(row.end(), {turned(before, i, now, j), norm(by)});
        out.rows.push_back(std::move(row));
    }
    return out;
}

SquareDisplacement mean_square_displacement(const GrainList& before, const GrainList& now) {
    SquareDisplacement out;
    for (const auto& [i, j] : same_grains(before, now)) {
        const Vec<3> by = now.position[j] - before.position[i];
        for (int c = 0; c < 3; ++c) out.each[c] += by[c] * by[c];
        out.count += 1.0;
    }
    out.each = (1.0 / out.count) * out.each;
    out.all = out.each[0] + out.each[1] + out.each[2];
    return out;
}

}  // namespace drystone
