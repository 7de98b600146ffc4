#include "step/abilities.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "core/input_error.h"
#include "geometry/mass.h"
#include "step/drives.h"
#include "step/inertia.h"
#include "step/make_body.h"
#include "step/require_springs.h"
#include "step/roundness.h"

namespace drystone {

namespace {

template <int D>
void check_bodies(const Abilities& able, const WorldDescription<D>& description) {
    const std::string name(able.name);
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        const BodyDescription<D>& body = description.bodies[i];
        if (body.deformable && !able.deformable)
            refuse(body.place, called(body, static_cast<int>(i)) + " is deformable, and " + name +
                                   " is for rigid bodies: drop \"deformable\", or run the scene with "
                                   "quasistatic = true");
        if (!is_round(body) && !able.solids)
            refuse(body.place, called(body, static_cast<int>(i)) + " is not round: " + name + " knows " +
                                   (D == 2 ? "disks" : "spheres") + ", compounds of them, planes and drums");
    }
}

template <int D>
void check_laws(const Abilities& able, const WorldDescription<D>& description) {
    const std::string name(able.name);
    if (!able.any_law) require_springs(description, name);
    for (const Interaction& entry : description.interactions) {
        const Spring* law = std::get_if<Spring>(&entry.law);
        if (!law) continue;
        if (law->bonded && !able.bonds) refuse(entry.place, name + " has no bonds: bonded = false");
        if (law->restitution_tangential > 0.0 && !able.tangential_restitution)
            refuse(entry.place, name +
                                    " has no tangential restitution: that of its springs comes from "
                                    "tangential_stiffness and tangential_damping; restitution = [e, 0]");
    }
}

template <int D>
void check_cell_control(const Abilities& able, const CellDescription<D>& cell) {
    using Control = typename CellDescription<D>::Control;
    for (const auto& one : cell.component) {
        if (one.control == Control::fixed || able.cells == CellsTaken::all) continue;
        if (able.cells == CellsTaken::pressed && one.control == Control::stress) continue;
        refuse(one.place, std::string(able.name) + (able.cells == CellsTaken::still ? " is about bodies at rest in a cell that stays as it is: leave out its control, "
                                                                                  : " is about a cell at rest, fixed or under stress: leave out what is told to move, ") +
                              "or run the scene in time");
    }
}

/// Whether a contact of this law gives way in proportion to its force.
bool is_elastic(const Law& law) {
    return std::holds_alternative<Elastic>(law) || std::holds_alternative<CohesiveZone>(law) ||
           std::holds_alternative<OwnLaw>(law);
}

template <int D>
double mass_of(const WorldDescription<D>& description, const BodyDescription<D>& body) {
    if (body.fixed) return 0.0;
    if (body.mass > 0.0) return body.mass;
    return mass_properties(body.geometry,
                           description.materials[static_cast<std::size_t>(body.material)].density)
        .mass;
}

/// Largest force of a load up to time T, at a thousand instants [N].
template <int D>
double size_of(Load<D> load, double T) {
    load.history.prepare();
    double largest = 0.0;
    for (int k = 0; k <= 1000; ++k) largest = std::max(largest, std::abs(load.history.at(1e-3 * k * T)));
    return largest * norm(load.force);
}

template <int D>
double size_of(const MovingLoad<D>& load, double T) {
    double size = 0.0;
    for (const auto& axle : load.axles)
        size += axle.share * size_of(Load<D>{.force = load.force, .history = load.history}, T);
    return size;
}

/// How fast a drive moves its body in any of (at most a thousand) steps, where it turns at the furthest body [m/s].
template <int D>
double speed_of(const WorldDescription<D>& description, Motion<D> motion, double h, double T) {
    motion.signal.prepare();
    const auto place = [&](double t) { return displacement(motion.signal, motion.quantity, t); };
    const long steps = std::clamp(std::lround(T / h), 1L, 1000L);
    double fastest = 0.0;
    for (long k = 0; k < steps; ++k) {
        const double t = T * static_cast<double>(k) / static_cast<double>(steps);
        fastest = std::max(fastest, std::abs(place(t + h) - place(t)) / h);
    }
    if (!motion.rotates) return fastest;
    const Vec<D>& centre = description.bodies[static_cast<std::size_t>(motion.body)].position;
    double arm = 0.0;
    for (const BodyDescription<D>& body : description.bodies)
        arm = std::max(arm, norm(body.position - centre));
    return fastest * arm;
}

std::string in_short(double value) {
    std::ostringstream text;
    text.precision(3);
    text << value;
    return text.str();
}

}  // namespace

template <int D>
void require_able(Solves who, const WorldDescription<D>& description) {
    const Abilities& able = abilities_of(who);
    check_bodies(able, description);
    check_laws(able, description);
    if (description.water && !able.water)
        refuse(description.water->place, std::string(able.name) + " knows no water");
    if (description.cell) check_cell_control(able, *description.cell);
    if (!description.links.empty() && !able.links)
        refuse(description.links[0].place, std::string(able.name) + " knows no links");
    if (!description.moving_loads.empty() && !able.moving_loads)
        refuse(description.moving_loads[0].place, std::string(able.name) + " knows no loads that travel");
    if (!able.pressures && !description.pressings.empty())
        refuse(description.pressings[0].place, std::string(able.name) + " knows no pressures on walls: give the wall a force");
    if (!able.pressures && !description.membranes.empty())
        refuse(description.membranes[0].place, std::string(able.name) + " knows no membranes");
    if (!description.controls.empty() && who == Solves::statics)
        refuse(description.controls[0].place, std::string(able.name) + " knows no loads whose multiplier is found");
}

void require_static_steps(Solves who) {
    const Abilities& able = abilities_of(who);
    if (!able.static_steps)
        throw InputError(
            "", std::string(able.name) + " has no static steps: drop quasistatic, or use drystone statics");
}

template <int D>
void require_slow_drives(const WorldDescription<D>& description, double h, double T) {
    const auto& bodies = description.bodies;
    const auto& laws = description.interactions;
    if (!description.pressings.empty() || !description.membranes.empty()) return;  // what they push with is not known yet
    if (std::any_of(bodies.begin(), bodies.end(),
                    [](const auto& body) { return body.deformable.has_value(); }) ||
        std::any_of(laws.begin(), laws.end(), [](const auto& entry) { return is_elastic(entry.law); }) ||
        std::any_of(description.links.begin(), description.links.end(),
                    [](const auto& link) { return link.is.stretches(); }))
        return;
    double mass = 0.0, force = 0.0;
    for (const BodyDescription<D>& body : bodies) mass += mass_of(description, body);
    for (const Load<D>& load : description.loads) force += size_of(load, T);
    for (const MovingLoad<D>& load : description.moving_loads) force += size_of(load, T);
    force += mass * norm(description.gravity);
    for (const Motion<D>& motion : description.motions) {
        const double speed = speed_of(description, motion, h, T), inertia = mass * speed / h;
        if (inertia <= inertia_allowed * force) continue;
        const auto i = static_cast<std::size_t>(motion.body);
        throw InputError(
            "", "quasistatic: " + called(bodies[i], static_cast<int>(i)) + " is moved by up to " + in_short(speed) +
                    " m/s, and nothing is elastic. To set rigid bodies in motion anew in every step of " +
                    in_short(h) + " s takes up to " + in_short(inertia) + " N, against " + in_short(force) +
                    " N of weight and loads: strengths would be those of the step (a share of "
                    "1e-3 is allowed). Give the joints a stiffness (law = \"elastic\", "
                    "\"cohesive_zone\"), make bodies deformable, move them more slowly in "
                    "longer steps, or drop quasistatic and drive slowly");
    }
}

#define DRYSTONE_ABILITIES(D)                                       \
    template void require_able(Solves, const WorldDescription<D>&); \
    template void require_slow_drives(const WorldDescription<D>&, double, double);
DRYSTONE_ABILITIES(2)
DRYSTONE_ABILITIES(3)
#undef DRYSTONE_ABILITIES

}  // namespace drystone
