// Walls under pressure, docs/theory.md (7.17)-(7.19): f = p(t) A n at the middle of A, what the wall has between its neighbours now;
//
//     p = f(t),    p = f(t) + K p_other,    p = max(0, f(t) + K s),   s <- s + (1 - e^(-h/tau)) (sigma - s),   sigma = - n . sum r / (h A)

#include "step/pressure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "bodies/move.h"
#include "core/index.h"
#include "step/membranes.h"

namespace drystone {

namespace {

constexpr double not_yet = std::numeric_limits<double>::quiet_NaN();

/// Nothing has been measured yet.
template <int D>
void begin_sensing(const WorldDescription<D>& description, std::vector<double>& sensed) {
    sensed.assign(description.pressings.size(), 0.0);
    for (std::size_t k = 0; k < sensed.size(); ++k) {
        if (description.pressings[k].measured_at >= 0) sensed[k] = not_yet;
    }
}

/// The pressing above k whose pressure k has a share of, or -1.
template <int D>
int leader_of(const WorldDescription<D>& description, std::size_t k) {
    for (std::size_t j = 0; j < k; ++j) {
        if (description.pressings[j].name == description.pressings[k].share_of) return static_cast<int>(j);
    }
    return -1;
}

/// Whether a motion moves the wall along its own normal, so that no pressure would.
template <int D>
const Motion<D>* motion_along(const WorldDescription<D>& description, const Pressing<D>& pressing) {
    for (const Motion<D>& motion : description.motions) {
        if (motion.body == pressing.body && !motion.rotates &&
            std::abs(dot(motion.direction, pressing.direction)) > 1e-9)
            return &motion;
    }
    return nullptr;
}

/// Whether no other above is on the same wall.
template <int D>
bool is_first_of(const std::vector<Pressing<D>>& pressings, std::size_t k) {
    const auto end = pressings.begin() + static_cast<std::ptrdiff_t>(k);
    return std::none_of(pressings.begin(), end,
                        [&](const Pressing<D>& one) { return one.body == pressings[k].body; });
}

template <int D>
void check_pressing(const WorldDescription<D>& description, std::size_t k) {
    const Pressing<D>& one = description.pressings[k];
    const std::string name = description.bodies[at(one.body)].name;
    if (motion_along(description, one))
        refuse(one.place,
               "\"" + name + "\" is pressed, and moved along its normal, at once: it can be one of the two");
    if (!one.share_of.empty() && leader_of(description, k) < 0)
        refuse(one.place, "this pressure is a share of that of the drive \"" + one.share_of +
                              "\", which is not at work above it");
}

/// What bounds it is refused at time 0, where it can be seen.
template <int D>
void check_area(World<D>& world, std::size_t k) {
    const Pressing<D>& one = world.description.pressings[k];
    const std::string name = "\"" + world.description.bodies[at(one.body)].name + "\"";
    const PressedWall& wall = world.pressed[k];
    if (one.area > 0.0) return;
    const auto is_drum = [&](const WallFace& face) {
        return world.parts.kind[at(face.part)] == PartKind::drum;
    };
    if (D == 3 && wall.membrane < 0 && std::count_if(wall.bounds.begin(), wall.bounds.end(), is_drum) > 1)
        refuse(one.place,
               name + " is in more than one drum: say which bounds it, between = [..], or give its area");
    const WallArea<D> found = pressed_area<D>(world, world, k, world.cut);
    if (!found.bounded)
        refuse(one.place, "the area of " + name +
                              " has no end: no walls bound it on all sides. Give it, area = .. m2" +
                              (D == 2 ? " for 1 m of depth" : ""));
    if (!(found.area > 0.0))
        refuse(one.place, "its neighbours leave no area of " + name +
                              " at time 0: give it, area = .., or between = [..]");
}

}  // namespace

template <int D>
bool is_under_pressure(const WorldDescription<D>& description, int body) {
    const auto is_pressed = [&](const Pressing<D>& one) {
        return one.body == body || one.measured_at == body;
    };
    const auto ends_on_it = [&](const Membrane<D>& one) {
        return std::find(one.platens.begin(), one.platens.end(), body) != one.platens.end();
    };
    return std::any_of(description.pressings.begin(), description.pressings.end(), is_pressed) ||
           std::any_of(description.membranes.begin(), description.membranes.end(), ends_on_it);
}

template <int D>
bool is_first(const WorldDescription<D>& description) {
    if (description.is_part) return false;
    for (std::size_t k = 0; k < description.ids.size(); ++k) {
        if (description.ids[k] != static_cast<int>(k)) return false;
    }
    return description.vacant.empty();
}

template <int D>
void aim_pressings(WorldDescription<D>& description) {
    for (Pressing<D>& one : description.pressings) {
        const BodyDescription<D>& body = description.bodies[at(one.body)];
        const std::string name = "\"" + body.name + "\"";
        if (body.deformable)
            refuse(one.place,
                   "a pressure is on a rigid wall, and " + name + " deforms: give it a force with `where`");
        const Vec<D> side = facing(description, one.body, one.direction);
        if (!(side == Vec<D>{}) && (one.direction == Vec<D>{} || dot(side, one.direction) > 0.99)) {
            one.direction = side;
        } else if (one.direction == Vec<D>{} || one.area == 0.0) {
            refuse(one.place, name + " has no flat side that looks " +
                                  (one.direction == Vec<D>{} ? "at the grains" : "in that direction") +
                                  ": a pressure is on a plane, a polygon or a polyhedron; give direction and "
                                  "area of anything else");
        }
    }
    for (std::size_t k = 0; k < description.pressings.size(); ++k) check_pressing(description, k);
}

template <int D>
void list_pressed_walls(Model<D>& model) {
    WorldDescription<D>& description = model.description;
    model.pressed.clear();
    model.measuring.clear();
    for (Pressing<D>& one : description.pressings) {
        one.pressure.prepare();
        model.pressed.push_back(find_wall(model, one.body, one.direction, one.between));
        PressedWall& other = model.measuring.emplace_back();
        if (one.measured_at < 0) continue;
        const Vec<D> side = facing(description, one.measured_at);
        if (side == Vec<D>{})
            refuse(one.place, "\"" + description.bodies[at(one.measured_at)].name +
                                  "\" has no flat side to measure a stress by");
        other = find_wall(model, one.measured_at, side, {});
    }
}

template <int D>
void begin_pressures(World<D>& world) {
    begin_sensing(world.description, world.sensed);
    if (!is_first(world.description)) return;
    for (std::size_t k = 0; k < world.description.pressings.size(); ++k) check_area(world, k);
}

template <int D>
double wall_stress(const World<D>& world, int body, const Vec<D>& normal, double area, double h) {
    assert(h > 0.0);
    double push = 0.0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[at(c)];
        if (world.parts.body[at(point.b)] == body) push -= dot(normal, world.contacts.impulse[at(c)]);
        if (world.parts.body[at(point.a)] == body) push += dot(normal, world.contacts.impulse[at(c)]);
    }
    return area > 0.0 ? push / (h * area) : not_yet;
}

template <int D>
void sense_walls(World<D>& world, double h, const std::function<void(std::span<double>)>& add_up) {
    const auto& pressings = world.description.pressings;
    if (world.sensed.size() != pressings.size()) begin_sensing(world.description, world.sensed);
    std::vector<double> stress(pressings.size(), not_yet);
    for (std::size_t k = 0; k < pressings.size(); ++k) {
        const PressedWall& wall = world.measuring[k];
        if (pressings[k].measured_at < 0 || wall.own.empty()) continue;
        // Where the last step left them, not where it looked for contacts: a restart knows no more.
        for (const auto* faces : {&wall.own, &wall.bounds})
            for (const WallFace& face : *faces) place_part(world.bodies, face.part, world.parts);
        const double area = area_now<D>(world, world, wall, world.cut).area;
        stress[k] = wall_stress(world, pressings[k].measured_at, flat_side(world.parts, wall.own[0]).normal, area, h);
    }
    if (add_up && !stress.empty()) add_up(stress);
    for (std::size_t k = 0; k < stress.size(); ++k) {
        if (!std::isfinite(stress[k])) continue;
        double& value = world.sensed[k];
        const double share = pressings[k].over > 0.0 ? -std::expm1(-h / pressings[k].over) : 1.0;
        value = std::isnan(value) ? stress[k] : value + share * (stress[k] - value);
    }
}

template <int D>
double pressure_at(const Model<D>& model, const State<D>& state, std::size_t k, double t) {
    const Pressing<D>& one = model.description.pressings[k];
    const double set = one.pressure.at(t);
    if (!one.share_of.empty())
        return set + one.ratio * pressure_at<D>(model, state, at(leader_of(model.description, k)), t);
    if (one.measured_at < 0) return set;
    const double sensed = k < state.sensed.size() && std::isfinite(state.sensed[k]) ? state.sensed[k] : 0.0;
    return std::max(0.0, set + one.ratio * sensed);
}

template <int D>
WallArea<D> area_now(const Model<D>& model, const State<D>& state, const PressedWall& wall,
                     std::vector<HalfPlane>& cut) {
    return wall.membrane >= 0 ? cap_of<D>(model, state, at(wall.membrane), wall)
                              : area_of(model.parts, wall, cut);
}

template <int D>
WallArea<D> pressed_area(const Model<D>& model, const State<D>& state, std::size_t k,
                         std::vector<HalfPlane>& cut) {
    const Pressing<D>& one = model.description.pressings[k];
    if (one.area > 0.0) return {one.area, state.bodies.position[at(one.body)]};
    return area_now<D>(model, state, model.pressed[k], cut);
}

template <int D>
Vec<D> pressed_normal(const Model<D>& model, const State<D>& state, std::size_t k) {
    const PressedWall& wall = model.pressed[k];
    if (!wall.own.empty()) return flat_side(model.parts, wall.own[0]).normal;
    const Pressing<D>& one = model.description.pressings[k];
    const auto i = at(one.body);
    return rotate(state.bodies.rotation[i] * inverse(model.start_rotation[i]), one.direction);
}

template <int D>
void press_walls(World<D>& world, double t) {
    const auto& pressings = world.description.pressings;
    for (std::size_t k = 0; k < pressings.size(); ++k) {
        const auto i = at(pressings[k].body);
        const WallArea<D> found = pressed_area<D>(world, world, k, world.cut);
        const double size = found.bounded ? pressure_at<D>(world, world, k, t) * found.area : 0.0;
        const Vec<D> force = size * pressed_normal<D>(world, world, k);
        world.applied.edit(i).v += force;
        world.applied.edit(i).w += moment(found.middle - world.bodies.position[i], force);
        if (pressings[k].weightless && is_first_of(pressings, k))
            world.applied.edit(i).v -= world.matter.mass[i] * world.gravity;
    }
}

#define DRYSTONE_PRESSURE(D)                                                            \
    template bool is_under_pressure(const WorldDescription<D>&, int);                   \
    template bool is_first(const WorldDescription<D>&);                                 \
    template void aim_pressings(WorldDescription<D>&);                                  \
    template void begin_pressures(World<D>&);                                           \
    template void list_pressed_walls(Model<D>&);                                        \
    template void sense_walls(World<D>&, double, const std::function<void(std::span<double>)>&);                                       \
    template double pressure_at(const Model<D>&, const State<D>&, std::size_t, double); \
    template WallArea<D> pressed_area(const Model<D>&, const State<D>&, std::size_t,    \
                                      std::vector<HalfPlane>&);                         \
    template WallArea<D> area_now(const Model<D>&, const State<D>&, const PressedWall&, \
                                  std::vector<HalfPlane>&);                             \
    template Vec<D> pressed_normal(const Model<D>&, const State<D>&, std::size_t);      \
    template double wall_stress(const World<D>&, int, const Vec<D>&, double, double);   \
    template void press_walls(World<D>&, double);
DRYSTONE_PRESSURE(2)
DRYSTONE_PRESSURE(3)
#undef DRYSTONE_PRESSURE

}  // namespace drystone
