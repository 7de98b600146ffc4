// A cell from its description, and what does not go with one. docs/theory.md section 16:
//
//     m_c = sum m_i,   l^2 = sum m_i d_i^2 / sum m_i       d_i: diameter of the ball that is as large as the body

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.h"
#include "geometry/mass.h"
#include "step/world.h"

namespace drystone {

namespace {

constexpr double rounding = 1e-9;  // of a width, and a sine

template <int D>
std::string called(const World<D>& world, int i) {
    const std::string& name = world.description.bodies[at(i)].name;
    return name.empty() ? "body number " + std::to_string(i) : "body '" + name + "'";
}

template <int D>
double diameter_of(double volume) {
    return D == 2 ? 2.0 * std::sqrt(volume / std::numbers::pi)
                  : 2.0 * std::cbrt(0.75 * volume / std::numbers::pi);
}

template <int D>
bool is_free(const Matter<D>& matter, int i) {
    if (matter.freedom[at(i)] == Freedom::isotropic) return true;
    return matter.freedom[at(i)] == Freedom::general &&
           matter.free_directions[at(i)] == Mat<D>::scaled_identity(1.0) &&
           matter.free_rotations[at(i)] == Mat<spin_dim<D>>::scaled_identity(1.0);
}

/// Forces that act on bodies where they are, and not alike on all their images as these move apart.
template <int D>
void refuse_forces(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    const std::string why =
        " does not go with a cell that deforms (`control`): there bodies are pushed by each other alone";
    const Place& place = d.cell->place;
    if (d.gravity != Vec<D>{}) refuse(place, "gravity" + why);
    if (!d.loads.empty()) refuse(d.loads[0].place, "a load" + why);
    if (!d.moving_loads.empty()) refuse(d.moving_loads[0].place, "a load that travels" + why);
    if (d.water) refuse(d.water->place, "water" + why);
    if (!d.links.empty()) refuse(d.links[0].place, "a link" + why);
    if (!world.damped.empty())
        refuse(place, "damping of bodies" + why + "; the cell has a `damping` of its own");
}

/// A stage may change laws; in a cell that keeps its size also drives, loads and who is held.
template <int D>
void refuse_stage(const CellDescription<D>& cell, const StageDescription<D>& stage) {
    const std::string called = "the stage '" + stage.name + "' ";
    if (stage.remove.all || !stage.remove.ids.empty() || !stage.remove.patterns.empty())
        refuse(cell.place, called + "removes bodies: in a cell that repeats they neither come nor go");
    if (!stage.membranes.empty())
        refuse(cell.place, called + "has a membrane, which does not go with a cell that repeats");
    const bool pushes = stage.gravity != Vec<D>{} || stage.water || !stage.loads.empty() ||
                        !stage.moving_loads.empty() || !stage.pressings.empty() || !stage.dampings.empty();
    const bool holds = !stage.motions.empty() || !stage.holds.empty() || !stage.fixed.empty();
    if (cell.is_controlled() && (pushes || holds))
        refuse(
            cell.place,
            called +
                "pushes, holds or releases bodies, which does not go with a cell that deforms (`control`)");
}

/// Where some are held, their images would have to be held elsewhere.
template <int D>
void refuse_held(const World<D>& world) {
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.bodies.id[at(i)] == nobody || is_free(world.matter, i)) continue;
        refuse(world.description.bodies[at(i)].place, called(world, i) +
                                                          " is fixed, held or driven, which does not go with "
                                                          "a cell that deforms (`control`): leave the "
                                                          "cell's size as it is, or let the body go");
    }
}

template <int D>
void choose_inertia(World<D>& world) {
    CellModel<D>& model = world.cell_model;
    const CellDescription<D>& d = *world.description.cell;
    double mass = 0.0, square = 0.0;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const BodyDescription<D>& body = world.description.bodies[at(i)];
        if (world.bodies.id[at(i)] == nobody || world.matter.freedom[at(i)] == Freedom::immovable) continue;
        const double across = diameter_of<D>(mass_properties(body.geometry, 1.0).mass);
        mass += world.matter.mass[at(i)];
        square += world.matter.mass[at(i)] * across * across;
    }
    if (model.is_pressed && !(mass > 0.0))
        refuse(d.place, "a cell under stress needs bodies that push back, and there are none that can move");
    model.mass = d.mass > 0.0 ? d.mass : mass;
    model.length = mass > 0.0 ? std::sqrt(square / mass) : 1.0;
    model.damping = d.damping;
}

/// How far the body reaches along n.
template <int D>
double width(const World<D>& world, int body, const Vec<D>& n) {
    const Parts<D>& parts = world.parts;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto include = [&](double from, double to) {
        low = std::min(low, from), high = std::max(high, to);
    };
    for (int p = 0; p < parts.shapes(); ++p) {
        if (parts.body[at(p)] != body || !parts.is_grain(p)) continue;
        const double middle = dot(n, parts.centre[at(p)]), radius = parts.radius[at(p)];
        if (parts.kind[at(p)] == PartKind::ball) include(middle - radius, middle + radius);
        if (!parts.is_convex(p)) continue;
        const std::size_t k = at(parts.solid[at(p)]);
        for (const Vec<D>& vertex : parts.solids.vertices(parts.solid[at(p)])) {
            const double x = dot(n, parts.solids.origin[k] + parts.solids.turn[k] * vertex);
            include(x, x);
        }
    }
    return high > low ? high - low : 0.0;
}

template <int D>
void refuse_wide(const World<D>& world) {
    const Mat<D> fraction = inverse(world.cell.edges);
    std::vector<char> seen(at(world.bodies.size()));
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int i = world.parts.body[at(p)];
        if (seen[at(i)] || !world.parts.is_grain(p)) continue;
        seen[at(i)] = 1;
        for (int j = 0; j < D; ++j) {
            if (!world.cell_model.periodic[at(j)]) continue;
            const double height = 1.0 / norm(fraction[j]);
            if (width(world, i, height * fraction[j]) <= (1.0 + rounding) * height) continue;
            refuse(world.description.bodies[at(i)].place,
                   called(world, i) + " is wider than the cell along " + std::string(1, "xyz"[j]) +
                       ": it would overlap its own images");
        }
    }
}

/// Planes and drums have no images: they must be the same at all.
template <int D>
void refuse_crossing_walls(const World<D>& world) {
    const Parts<D>& parts = world.parts;
    for (int p = 0; p < parts.size(); ++p) {
        if (!parts.is_wall(p)) continue;
        const int i = parts.body[at(p)];
        const bool plane = parts.kind[at(p)] == PartKind::plane;
        bool alike = plane || (D == 3 && std::isinf(parts.length[at(p)]));
        for (int j = 0; j < D; ++j) {
            if (!world.cell_model.periodic[at(j)]) continue;
            const double along = parts.axis[at(p)][j];  // the cell is not sheared at time 0
            alike =
                alike && (plane ? std::abs(along) <= rounding : std::abs(std::abs(along) - 1.0) <= rounding);
        }
        for (const Motion<D>& m : world.description.motions)
            alike = alike && !(m.body == i && m.rotates && plane);
        if (alike) continue;
        refuse(world.description.bodies[at(i)].place,
               called(world, i) +
                   (plane ? " is a plane that crosses a direction in which the cell repeats, or turns"
                          : " is a drum, which crosses a direction in which the cell repeats") +
                   ": walls stand across the other directions");
    }
}

}  // namespace

template <int D>
void make_cell(World<D>& world) {
    if (!world.description.cell) return;
    CellDescription<D>& d = *world.description.cell;
    CellModel<D>& model = world.cell_model;
    model.is_there = true;
    model.deforms = d.is_controlled();
    model.origin = d.origin;
    model.start = Mat<D>::diagonal(d.size);
    model.periodic = d.periodic;
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        auto& one = d.component[n];
        const auto [i, j, name] = cell_components<D>[n];
        one.signal.prepare();
        if (one.control == CellDescription<D>::Control::fixed) continue;
        if (!d.periodic[at(i)] || !d.periodic[at(j)])
            refuse(one.place,
                   "control of " + std::string(name) + " needs a cell that repeats along " +
                       (i == j ? std::string(1, "xyz"[i]) : std::string(1, "xyz"[i]) + " and " + "xyz"[j]));
        if (one.control != CellDescription<D>::Control::stress) continue;
        model.pressed[i][j] = 1.0;
        model.is_pressed = true;
    }
    for (std::size_t i = 0; i < world.description.bodies.size(); ++i) {
        if (world.description.bodies[i].deformable)
            refuse(world.description.bodies[i].place,
                   called(world, static_cast<int>(i)) +
                       " is deformable, and in a cell that repeats bodies are rigid");
    }
    const std::string stay = " does not go with a cell that repeats: there bodies neither come nor go";
    if (!world.description.sources.empty()) refuse(world.description.sources[0].place, "a source" + stay);
    if (!world.description.sinks.empty()) refuse(world.description.sinks[0].place, "a sink" + stay);
    if (!world.description.membranes.empty())
        refuse(world.description.membranes[0].place,
               "a membrane does not go with a cell that repeats: its bodies have no outside");
    for (const StageDescription<D>& stage : world.description.stages) refuse_stage(d, stage);
    if (model.deforms) {
        refuse_forces(world);
        refuse_held(world);
    }
    choose_inertia(world);
    world.cell.edges = model.start;
    place_cell(world);
}

template <int D>
void check_cell(const World<D>& world) {
    if (!world.cell_model.is_there) return;
    refuse_wide(world);
    refuse_crossing_walls(world);
}

template void make_cell(World<2>&);
template void make_cell(World<3>&);
template void check_cell(const World<2>&);
template void check_cell(const World<3>&);

}  // namespace drystone
