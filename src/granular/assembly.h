#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "granular/grains.h"

namespace drystone {

/// A point where two bodies, at least one of them a grain, press on each other; the layers of a law are one. Or a link's.
struct GrainContact {
    int a = -1, b = -1;      // rows of GrainList; -1: a wall
    Vec<3> point{};          // [m]
    Vec<3> normal{};         // unit, from a to b
    Vec<3> force{};          // on b [N]
    Vec<3> moment{};         // of rolling and torsion, on b [N m]
    Vec<3> arm_a{}, arm_b{};  // from the centre of the grain, of its image there, to the point [m]
    double mobilisation = std::numeric_limits<double>::quiet_NaN();  // share of the strength that is used, as of friction; NaN: not known
    bool is_link = false;  // it bears in stresses, and is no contact elsewhere

    bool is_at_wall() const { return a < 0 || b < 0; }
    bool bears() const { return !is_link && (force != Vec<3>{}); }
    double normal_force() const { return dot(force, normal); }
    double tangential_force() const { return norm(force - normal_force() * normal); }
};

/// GrainList and what they do to each other at a moment.
struct Assembly {
    double time = 0.0;  // [s]
    GrainList grains;
    std::vector<GrainContact> contacts = {};

    int dimension() const { return grains.dimension; }
};

/// Whom a measure is about.
struct GrainSelection {
    std::vector<std::uint8_t> grain;    // (grains)
    std::vector<std::uint8_t> contact;  // (contacts)  by their point
    double volume = std::numeric_limits<double>::quiet_NaN();  // that they are in [m3], 2D [m2]

    bool has(int row) const { return row >= 0 && grain[static_cast<std::size_t>(row)] != 0; }
};

/// holds(point): grains where their centre is, contacts where their point is; in a cell those of their images that are in it.
template <class Holds>
GrainSelection select(const Assembly& assembly, const Holds& holds, double volume) {
    GrainSelection out;
    const Space<3>& space = assembly.grains.space;
    for (const Vec<3>& x : assembly.grains.position) out.grain.push_back(holds(space.wrap(x)));
    for (const GrainContact& contact : assembly.contacts) out.contact.push_back(holds(space.wrap(contact.point)));
    out.volume = volume;
    return out;
}

/// Everybody. The volume is that of the cell; without one it is not known.
GrainSelection everybody(const Assembly& assembly);

/// The same without the contacts at walls.
GrainSelection among_grains(const Assembly& assembly, GrainSelection selection);

}  // namespace drystone
