// A cell from its description, and what does not go with one. docs/theory.md section 16:
//
//     m_c = sum m_i,   l^2 = sum m_i d_i^2 / sum m_i       d_i: diameter of the ball that is as large as the body

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.h"
#include "geometry/mass.h"
#include "step/make_body.h"
#include "step/world.h"

namespace drystone {

namespace {

constexpr double rounding = 1e-9;  // of a width, and a sine

template <int D>
double diameter_of(double volume) {
    return D == 2 ? 2.0 * std::sqrt(volume / std::numbers::pi)
                  : 2.0 * std::cbrt(0.75 * volume / std::numbers::pi);
}

/// Of a deformable body: none of its nodes is held.
template <int D>
bool is_free(const World<D>& world, int i) {
    const Matter<D>& matter = world.matter;
    const auto& holds = world.description.holds;
    if (matter.freedom[at(i)] == Freedom::elastic)
        return std::none_of(holds.begin(), holds.end(), [i](const Hold<D>& hold) { return hold.body == i; });
    if (matter.freedom[at(i)] == Freedom::isotropic) return true;
    return matter.freedom[at(i)] == Freedom::general &&
           matter.free_directions[at(i)] == Mat<D>::scaled_identity(1.0) &&
           matter.free_rotations[at(i)] == Mat<spin_dim<D>>::scaled_identity(1.0);
}

/// Whether body i is a wall: it stands across directions in which the cell does not repeat (check_cell()).
template <int D>
bool is_wall(const World<D>& world, int i) {
    const int first = world.first_part[at(i)];
    return first < world.parts.shapes() && world.parts.body[at(first)] == i && world.parts.is_wall(first);
}

const std::string in_a_deforming_cell = " does not go with a cell that deforms (`control`)";

template <int D>
void refuse_control_across(const CellDescription<D>& cell) {
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto& one = cell.component[n];
        const auto [i, j, name] = cell_components<D>[n];
        if (one.control == CellDescription<D>::Control::fixed || (cell.periodic[at(i)] && cell.periodic[at(j)]))
            continue;
        refuse(one.place,
               "control of " + std::string(name) + " needs a cell that repeats along " +
                   (i == j ? std::string(1, "xyz"[i]) : std::string(1, "xyz"[i]) + " and " + "xyz"[j]));
    }
}

/// A velocity along an axis in which the cell moves is not the same for all images, nor is the work of a weight.
template <int D>
void refuse_weight(const CellDescription<D>& cell, const Vec<D>& gravity, bool changes) {
    if (changes) refuse(cell.place, "gravity that changes" + in_a_deforming_cell);
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (gravity[i] == 0.0 || cell.component[n].control == CellDescription<D>::Control::fixed) continue;
        refuse(cell.component[n].place, std::string("gravity along ") + "xyz"[i] +
                                            " does not go with a cell that moves its bodies that way (control of " +
                                            std::string(name) + ")");
    }
}

/// Forces and drives that act on bodies where they are, and not alike on all their images as these move apart: walls have none.
template <int D, class List>
void refuse_all_but_on_walls(const World<D>& world, const List& list, const std::string& what) {
    for (const auto& one : list) {
        if (one.body < 0 || (one.body < world.bodies.size() && !is_wall(world, one.body)))
            refuse(world.description.cell->place,
                   what + in_a_deforming_cell + ", but on walls: there bodies are pushed by each other alone");
    }
}

template <int D>
void refuse_forces(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    refuse_weight(*d.cell, d.gravity, d.gravity_change.has_value());
    refuse_all_but_on_walls(world, d.loads, "a load");
    refuse_all_but_on_walls(world, d.motions, "a drive");
    refuse_all_but_on_walls(world, d.pressings, "a pressure");
    if (!d.moving_loads.empty()) refuse(d.moving_loads[0].place, "a load that travels" + in_a_deforming_cell);
    if (!d.controls.empty()) refuse(d.controls[0].place, "a load whose multiplier is found" + in_a_deforming_cell);
    if (d.water) refuse(d.water->place, "water" + in_a_deforming_cell);
    for (const LinkDescription<D>& link : d.links) {
        const bool both = link.body_a >= 0 && link.body_b >= 0 && rides(world, link.body_a) && rides(world, link.body_b);
        if (!both) refuse(link.place, "a link to a wall or to the world" + in_a_deforming_cell + ": its images would be elsewhere");
    }
    if (!world.damped.empty())
        refuse(d.cell->place, "damping of bodies" + in_a_deforming_cell + "; the cell has a `damping` of its own");
}

template <int D>
const CellDescription<D>& cell_in(const World<D>& world, const StageDescription<D>& stage) {
    return stage.cell ? *stage.cell : *world.description.cell;
}

/// A stage may change laws and the cell's control; in a cell that keeps its size also drives, loads and who is held.
template <int D>
void refuse_stage(const World<D>& world, const StageDescription<D>& stage) {
    const CellDescription<D>& cell = cell_in(world, stage);
    const std::string called = "the stage '" + stage.name + "' ";
    if (!stage.membranes.empty())
        refuse(cell.place, called + "has a membrane, which does not go with a cell that repeats");
    refuse_control_across(cell);
    if (!world.cell_model.deforms) return;
    refuse_weight(cell, stage.gravity, stage.gravity_change.has_value());
    refuse_all_but_on_walls(world, stage.loads, "a load of " + called);
    refuse_all_but_on_walls(world, stage.motions, "a drive of " + called);
    refuse_all_but_on_walls(world, stage.pressings, "a pressure of " + called);
    if (stage.water || !stage.moving_loads.empty() || !stage.dampings.empty())
        refuse(cell.place, called + "has water, a load that travels or damping, which" + in_a_deforming_cell);
    const auto is_asked = [](const Selection& who) { return who.all || !who.ids.empty() || !who.patterns.empty(); };
    if (!stage.fixed.empty() || is_asked(stage.hold) || is_asked(stage.release))
        refuse(cell.place, called + "holds or releases bodies, which" + in_a_deforming_cell);
}

/// Where some are held, their images would have to be held elsewhere.
template <int D>
void refuse_held(const World<D>& world) {
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.bodies.id[at(i)] == nobody || is_free(world, i) || is_wall(world, i)) continue;
        refuse(world.description.bodies[at(i)].place, called(world.description.bodies[at(i)], i) +
                                                          " is fixed, held or driven, which does not go with "
                                                          "a cell that deforms (`control`), but for planes: "
                                                          "leave the cell's size as it is, or let the body go");
    }
}

/// Damping by mass is against the world, in which images of a node have other velocities.
template <int D>
void refuse_damped_nodes(const World<D>& world) {
    for (std::size_t i = 0; i < world.description.bodies.size(); ++i) {
        const BodyDescription<D>& body = world.description.bodies[i];
        if (!body.deformable || world.description.materials[at(body.material)].mass_damping == 0.0) continue;
        refuse(body.place, called(body, static_cast<int>(i)) + " is deformable and damped by its mass, which" +
                               " does not go with a cell that deforms (`control`): damp it by stiffness, or the cell by its `damping`");
    }
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
        if (parts.kind[at(p)] == PartKind::surface) {
            for (const Vec<D>& node : parts.surfaces[at(parts.surface[at(p)])].node) include(dot(n, node), dot(n, node));
        }
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
                   called(world.description.bodies[at(i)], i) + " is wider than the cell along " + std::string(1, "xyz"[j]) +
                       ": it would overlap its own images");
        }
    }
}

/// Ends of a link see each other by the shortest way.
template <int D>
void refuse_long_links(const World<D>& world) {
    for (const LinkDescription<D>& link : world.description.links) {
        const LinkType type = link.type;
        if (type != LinkType::rod && type != LinkType::cable && type != LinkType::spring) continue;
        const Vec<D> apart = link.end - link.point;
        if (norm(world.parts.space.difference(link.end, link.point) - apart) > rounding * norm(apart))
            refuse(link.place, "link '" + link.name + "' is longer than half the cell: its ends would be nearer to images of each other");
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
               called(world.description.bodies[at(i)], i) +
                   (plane ? " is a plane that crosses a direction in which the cell repeats, or turns"
                          : " is a drum, which crosses a direction in which the cell repeats") +
                   ": walls stand across the other directions");
    }
}

/// Grains to come are no wider than the cell, either.
template <int D>
void refuse_wide_sources(const World<D>& world) {
    const CellDescription<D>& cell = *world.description.cell;
    for (const Source<D>& source : world.description.sources) {
        for (int j = 0; j < D; ++j) {
            if (cell.periodic[at(j)] && 2.0 * source.grains->largest() > cell.size[j])
                refuse(source.place, "the source has bodies that are wider than the cell along " +
                                         std::string(1, "xyz"[j]) + ": they would overlap their own images");
        }
    }
}

}  // namespace

template <int D>
void choose_inertia(World<D>& world) {
    if (world.across) return;  // is told what the whole has
    CellModel<D>& model = world.cell_model;
    const CellDescription<D>& d = *world.description.cell;
    double mass = 0.0, square = 0.0;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const BodyDescription<D>& body = world.description.bodies[at(i)];
        if (world.bodies.id[at(i)] == nobody || !rides(world, i)) continue;
        const double across = diameter_of<D>(mass_properties(body.geometry, 1.0).mass);
        mass += world.matter.mass[at(i)];
        square += world.matter.mass[at(i)] * across * across;
    }
    model.mass = d.mass > 0.0 ? d.mass : mass;
    model.length = mass > 0.0 ? std::sqrt(square / mass) : 1.0;
}

template <int D>
void control_cell(World<D>& world) {
    if (!world.description.cell) return;
    CellDescription<D>& d = *world.description.cell;
    CellModel<D>& model = world.cell_model;
    model.deforms = d.is_controlled();
    for (const StageDescription<D>& stage : world.description.stages)
        model.deforms = model.deforms || (stage.cell && stage.cell->is_controlled());
    model.is_pressed = false;
    model.pressed = {};
    model.damping = d.damping;
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        d.component[n].signal.prepare();
        if (d.component[n].control != CellDescription<D>::Control::stress) continue;
        model.pressed[cell_components<D>[n].i][cell_components<D>[n].j] = 1.0;
        model.is_pressed = true;
    }
}

template <int D>
void make_cell(World<D>& world) {
    if (!world.description.cell) return;
    CellDescription<D>& d = *world.description.cell;
    CellModel<D>& model = world.cell_model;
    model.is_there = true;
    model.origin = d.origin;
    model.start = Mat<D>::diagonal(d.size);
    model.periodic = d.periodic;
    control_cell(world);
    refuse_control_across(d);
    bool is_ever_pressed = model.is_pressed;
    if (!world.description.membranes.empty())
        refuse(world.description.membranes[0].place,
               "a membrane does not go with a cell that repeats: its bodies have no outside");
    for (const StageDescription<D>& stage : world.description.stages) {
        refuse_stage(world, stage);
        for (const auto& one : cell_in(world, stage).component)
            is_ever_pressed = is_ever_pressed || one.control == CellDescription<D>::Control::stress;
    }
    if (model.deforms) {
        refuse_forces(world);
        refuse_held(world);
        refuse_damped_nodes(world);
    }
    refuse_wide_sources(world);
    choose_inertia(world);
    if (is_ever_pressed && !(model.mass > 0.0))
        refuse(d.place,
               "a cell under stress needs bodies that push back, and there are none that can move: give it a `mass`");
    world.cell.edges = model.start;
    place_cell(world);
}

template <int D>
void check_cell(const World<D>& world) {
    if (!world.cell_model.is_there) return;
    refuse_wide(world);
    refuse_long_links(world);
    refuse_crossing_walls(world);
}

template void control_cell(World<2>&);
template void control_cell(World<3>&);
template void choose_inertia(World<2>&);
template void choose_inertia(World<3>&);
template void make_cell(World<2>&);
template void make_cell(World<3>&);
template void check_cell(const World<2>&);
template void check_cell(const World<3>&);

}  // namespace drystone
