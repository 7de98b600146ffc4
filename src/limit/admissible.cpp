#include "limit/admissible.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace drystone {

namespace {

using Row = ConicProgram::Row;

bool bounded(double limit) { return limit < Yielding::never; }

/// s = first + slope r_n +- the variable, each >= 0.
void add_band(double first, double slope, int variable, ConicProgram& program) {
    const double by = 1.0 / std::max({1.0, first, slope});
    for (const double sign : {-1.0, 1.0}) {
        Row row{.h = by * first};
        row.g[0] = -by * slope;
        row.g[static_cast<std::size_t>(variable)] = by * sign;
        program.add_row(row);
    }
}

/// most >= |(variable, the next, ..)|, two of them or three
void add_length(double most, int variable, int components, ConicProgram& program) {
    const double by = 1.0 / std::max(1.0, most);
    std::array<Row, 4> rows{};
    rows[0].h = by * most;
    for (int k = 0; k < components; ++k) rows[static_cast<std::size_t>(1 + k)].g[static_cast<std::size_t>(variable + k)] = -by;
    program.add_cone(std::span(rows).first(static_cast<std::size_t>(1 + components)));
}

/// first + slope r_n >= |(variable, the next)|
void add_disk(double first, double slope, int variable, ConicProgram& program) {
    const double by = 1.0 / std::max({1.0, first, slope});
    std::array<Row, 3> rows{};
    rows[0].g[0] = -by * slope;
    rows[0].h = by * first;
    for (int k = 0; k < 2; ++k) rows[static_cast<std::size_t>(1 + k)].g[static_cast<std::size_t>(variable + k)] = -by;
    program.add_cone(rows);
}

/// -tension <= r_n <= crush, in impulses.
struct NormalLimits {
    double tension = 0.0, crush = 0.0;
};

/// At rest v_n is the law's own shift, which says where on its staircase it is: a stop that has yet to be reached carries P, no more and no
/// less, and one that was reached from the other side pushes back.
template <int D>
NormalLimits normal_limits(const LocalLaw<D>& law) {
    constexpr double near = 1e-6;  // of the way between two stops
    const double way = law.yields.gives_by, gone = -law.velocity_shift[0], P = law.yields.gives_at;
    if (!bounded(way) || gone <= near * way) return {law.tension, P};
    return {-P, gone < (1.0 - near) * way ? P : Yielding::never};
}

/// Of a moment: whether there is one, and its limit M + l (r_n + c).
struct MomentLimit {
    double first = 0.0, slope = 0.0;

    MomentLimit(double bound, double length, double tension)
        : first(length > 0.0 ? bound + length * tension : bound), slope(length) {}
    bool there() const { return first > 0.0 || slope > 0.0; }
};

/// Stops of a hinge are those of a turn that has not begun: they carry nothing. The turn is about the one axis of the plane, or about n.
template <int D>
TurningLaw without_stops(TurningLaw law) {
    if (law.play > 0.0) (D == 2 ? law.bending : law.twisting) = 0.0;
    return law;
}

MomentLimit rolling_limit(const TurningLaw& law, double tension) {
    return {law.bending, law.viscous() ? 0.0 : law.rolling, tension};  // viscous: none at rest
}

MomentLimit torsion_limit(const TurningLaw& law, double tension) { return {law.twisting, law.torsion, tension}; }

}  // namespace

bool is_convex(const TurningLaw& law) { return law.power == 0.0 || law.rolling == 0.0 || law.viscous(); }

template <int D>
AdmissibleForces admissible_forces(const LocalLaw<D>& law) {
    AdmissibleForces out;
    out.shear = law.mu > 0.0 || law.cohesion > 0.0;
    const TurningLaw turning = without_stops<D>(law.turning);
    out.rolling = rolling_limit(turning, law.tension).there();
    out.torsion = D == 3 && torsion_limit(turning, law.tension).there();
    out.variables = 1 + (out.shear ? D - 1 : 0) + (out.torsion ? 1 : 0) + (out.rolling ? D - 1 : 0);
    return out;
}

template <int D>
void add_limits(const LocalLaw<D>& law, bool by_length, const ForceUnits& units, ConicProgram& program) {
    assert(is_convex(law.turning));
    const AdmissibleForces has = admissible_forces(law);
    const double per = 1.0 / (units.step * units.force);
    const NormalLimits normal = normal_limits(law);
    const double c = per * normal.tension, a = per * law.cohesion, P = per * normal.crush;
    int next = 1;
    const auto limit = [&](double first, double slope, int components) {
        if (bounded(first) && bounded(slope))
            components == 1 ? add_band(first, slope, next, program) : add_disk(first, slope, next, program);
        next += components;
    };
    const bool shear_is_bounded = has.shear && bounded(a) && bounded(law.mu);
    if (by_length && shear_is_bounded && law.mu == 0.0 && a == c && a == P) {
        add_length(a, 0, D, program);
        next += D - 1;
    } else {
        if (has.shear) limit(a, law.mu, D - 1);
        // A cone whose tip is at or above -c says it already.
        const bool said = shear_is_bounded && law.mu > 0.0 && a <= law.mu * c * (1.0 + 1e-12);
        if (bounded(c) && !said) program.add_row({.g = {-1.0 / std::max(1.0, c)}, .h = c / std::max(1.0, c)});
        if (bounded(P)) program.add_row({.g = {1.0 / std::max(1.0, P)}, .h = P / std::max(1.0, P)});
    }
    const TurningLaw turning = without_stops<D>(law.turning);
    const MomentLimit torsion = torsion_limit(turning, law.tension), rolling = rolling_limit(turning, law.tension);
    const auto in_program = [&](double first) { return per / units.length * first; };
    if (by_length && has.torsion && has.rolling && bounded(rolling.first) && torsion.first == rolling.first && torsion.slope == 0.0 && rolling.slope == 0.0)
        return add_length(in_program(rolling.first), next, 3, program);
    if (has.torsion) limit(in_program(torsion.first), torsion.slope / units.length, 1);
    if (has.rolling) limit(in_program(rolling.first), rolling.slope / units.length, D - 1);
}

#define DRYSTONE_ADMISSIBLE(D)                                          \
    template AdmissibleForces admissible_forces(const LocalLaw<D>&); \
    template void add_limits(const LocalLaw<D>&, bool, const ForceUnits&, ConicProgram&);
DRYSTONE_ADMISSIBLE(2)
DRYSTONE_ADMISSIBLE(3)
#undef DRYSTONE_ADMISSIBLE

}  // namespace drystone
