#include "step/stages.h"

#include <algorithm>
#include <cmath>

#include "bodies/move.h"
#include "contact/anchors.h"
#include "contact/assemble.h"
#include "contact/share_forces.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/loads.h"
#include "step/settle.h"

namespace drystone {

namespace {

constexpr std::size_t grain = 1024;

// Impulses of the step may speed a body up, so euler's reach is twice what its present velocity asks for, and
// never less than a small part of its size. [-]
constexpr double reach_safety = 2.0;
constexpr double least_reach = 0.01;

// A static step has no velocity to look ahead by: it sees what is nearer than this part of a body's size. [-]
constexpr double static_reach = 0.1;

template <int D>
bool looks_ahead(const World<D>& world, const StepSettings& settings) {
    return settings.integrator == Integrator::euler || world.book.looks_ahead;
}

template <int D>
const Law& law_of(const World<D>& world, const ContactPoint<D>& c) {
    const std::vector<int>& surface = world.bodies.surface;
    return world.book.of(surface[world.parts.body[c.a]], surface[world.parts.body[c.b]]);
}

/// Introduces the contacts to their laws and drops those that no law needs: moreau has no use for an open contact unless
/// its law acts across the gap. Returns the elastic energy of what was dropped.
template <int D>
double meet_contacts(World<D>& world, bool first, bool keeps_open) {
    Contacts<D>& contacts = world.contacts;
    const auto stays = [&](std::size_t i) {
        const ContactPoint<D>& c = contacts.point[i];
        const Law& law = law_of(world, c);
        const Encounter now{.gap = c.gap,
                            .area = c.area,
                            .closed = c.gap <= touching_gap(world.parts, c.a, c.b),
                            .rests = c.gap <= resting_gap(world.parts, c.a, c.b),
                            .fresh = contacts.fresh[i] != 0,
                            .first = first};
        meet(law, now, contacts.memory[i]);
        return keeps_open || now.closed || contacts.memory[i].holds || looks_ahead(law) ||
               c.gap <= lingering_gap(world.parts, c.a, c.b);
    };
    return drop(contacts, stays);
}

/// Largest distance of any movable part from a point: what a turning plane may sweep over.
template <int D>
double extent_about(const Parts<D>& parts, const Vec<D>& point) {
    double largest = 0.0;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.movable[p]) largest = std::max(largest, norm(parts.centre[p] - point) + parts.radius[p]);
    }
    return largest;
}

/// How far a deformable part reaches beyond the ball that held it undeformed.
template <int D>
double swelling(const World<D>& world, int p) {
    const Parts<D>& parts = world.parts;
    if (parts.kind[p] == PartKind::surface)
        return std::max(0.0, parts.surfaces[parts.surface[p]].radius - parts.radius[p]);
    if (parts.kind[p] == PartKind::solid && world.deforming_of[parts.body[p]] >= 0)
        return std::max(0.0, parts.solids.shape[parts.solid[p]]->radius - parts.radius[p]);
    return 0.0;
}

/// No point of a mesh moves faster than its fastest node; of a body of uniform strain: see its mean motion.
template <int D>
double fastest(const Deforming<D>& d) {
    double speed = 0.0;
    if (!d.state.model->affine) {
        for (const Vec<D>& v : d.state.v) speed = std::max(speed, norm(v));
        return speed;
    }
    speed = norm(d.state.v[0]);
    for (std::size_t k = 1; k < d.state.v.size(); ++k) {
        double extent = 0.0;
        for (std::size_t s = 0; s < d.shape.size(); ++s)
            extent = std::max(extent, norm(d.origin[s] + d.turn[s] * d.shape[s]->middle) + d.shape[s]->radius);
        speed += extent * norm(d.state.v[k]);
    }
    return speed;
}

template <int D>
ContactStatus status_of(const LocalLaw<D>& law, const Vec<D>& r) {
    if (!(r[0] + law.tension > 0.0)) return ContactStatus::open;
    constexpr double on_the_cone = 1.0 - 1e-9;
    return tangential_norm(r) >= on_the_cone * law.shear_limit(r[0]) ? ContactStatus::sliding
                                                                     : ContactStatus::sticking;
}

}  // namespace

template <int D>
void move_bodies(World<D>& world, double dt, double t, ThreadPool& pool) {
    world.energy.scheme += drift(world.bodies, dt, pool, world.lost);
    place_driven_bodies(world, t);
}

template <int D>
void look_ahead(World<D>& world, const StepSettings& settings) {
    const double h = settings.step;
    const double across_joints = 0.5 * world.book.reach;
    const bool ahead = looks_ahead(world, settings);
    const bool flat = !world.parts.solids.shape.empty() || !world.parts.surfaces.empty();
    if (!ahead && !world.book.remembers && !flat) return;  // reach stays zero

    const double falling = h * norm(world.gravity);
    apply_loads(world, world.time + h);
    for (int p = 0; p < world.parts.size(); ++p) {
        const double size = world.parts.is_grain(p) ? world.parts.extent(p) : 0.0;
        const double nearest = ahead || world.book.remembers ? least_reach * size : 0.0;
        const bool solid = world.parts.kind[p] == PartKind::solid || world.parts.kind[p] == PartKind::surface;
        world.reach[p] = across_joints + std::max(nearest, solid ? lingering * size : 0.0) + swelling(world, p);
        if (settings.quasistatic) world.reach[p] += static_reach * size;
        if (!ahead || settings.quasistatic) continue;
        const int i = world.parts.body[p];
        const Twist<D>& t = world.bodies.velocity[i];
        const bool turning = !(t.w == Spin<D>{});
        double speed = norm(t.v);
        if (world.parts.kind[p] == PartKind::plane) {
            if (turning) speed += norm(t.w) * extent_about(world.parts, world.parts.centre[p]);
        } else if (turning) {
            const double turns = solid ? world.parts.radius[p] : 0.0;
            speed += norm(t.w) * (turns + norm(world.parts.centre[p] - world.bodies.position[i]));
        }
        if (world.deforming_of[i] >= 0) speed = fastest(world.deforming[world.deforming_of[i]]);
        if (world.parts.movable[p])
            speed += falling + h * norm(world.bodies.inverse_mass[i] * world.applied[i].v);
        world.reach[p] += reach_safety * h * speed;
    }
}

template <int D>
void find_contacts(World<D>& world, const StepSettings& settings, bool first, ThreadPool& pool) {
    const LawBook& book = world.book;
    Contacts<D>& contacts = world.contacts;
    world.neighbours.update(world.parts, world.reach, pool);
    set_aside(contacts);
    world.finder.find(world.parts, world.neighbours.pairs(), world.reach, pool, contacts.point);
    if (book.layered)
        split_layers(contacts, [&](const ContactPoint<D>& c) { return layers(law_of(world, c)); });
    double given_up = carry_over(contacts, book.remembers, &world.parts);
    if (book.remembers) {
        given_up += meet_contacts(world, first, settings.integrator == Integrator::euler);
        world.energy.stored -= given_up;
        world.energy.losses.damage += given_up;
    }
    if (book.anchors) hold_anchors(world.bodies, world.parts, book, contacts);
    if (book.shares_force) share_forces(world.bodies, world.parts, book, contacts);
}

template <int D>
void free_velocities(World<D>& world, double h, double t, ThreadPool& pool) {
    Bodies<D>& bodies = world.bodies;
    world.before = bodies.velocity;
    const Vec<D> falling = h * world.gravity;
    pool.for_ranges(bodies.mass.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (bodies.freedom[i] == Freedom::isotropic) bodies.velocity[i].v += falling;
            if (bodies.freedom[i] == Freedom::general)
                bodies.velocity[i].v += bodies.free_directions[i] * falling;
        }
    });
    apply_loads(world, t);
    begin_drag(world, h, t);
    for (const int i : world.loaded) {
        bodies.velocity[i].v += h * (bodies.inverse_mass[i] * world.applied[i].v);
        bodies.velocity[i].w += h * (bodies.inverse_inertia[i] * world.applied[i].w);
    }
}

template <int D>
void assemble_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    number_mobile_bodies(world.bodies, pool, world.numbering, world.mobile);
    grip_contacts(world);
    assemble(world.bodies, world.parts, world.contacts, assemble_input(world, settings), pool, world.problem,
             world.impulse, world.moment);
    assemble_deforming(world, pool);
}

template <int D>
SolveReport solve(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    if (world.keeps_guess) world.guess = world.impulse;
    if (!world.deforming.empty())
        return solve_contacts<D>(world.blocks, settings.solver, static_cast<std::uint64_t>(world.steps),
                                 world.impulse);
    return solve_contacts<D>(world.problem, settings.solver, static_cast<std::uint64_t>(world.steps), pool,
                             world.scratch, world.impulse, world.moment);
}

template <int D>
void apply_impulses(World<D>& world) {
    Bodies<D>& bodies = world.bodies;
    for (std::size_t c = 0; c < world.impulse.size(); ++c) {
        const ContactArms<D>& arms = world.problem.W.contact[c];
        const Vec<D> J = transpose_times(arms.frame, world.impulse[c]);
        world.contacts.impulse[c] = J;
        world.contacts.status[c] = status_of(world.problem.law[c], world.impulse[c]);
        if (J == Vec<D>{}) continue;
        const auto give = [&](int i, const Vec<D>& arm, const Vec<D>& f) {
            if (bodies.freedom[i] == Freedom::immovable || bodies.freedom[i] == Freedom::elastic) return;
            bodies.velocity[i].v += bodies.inverse_mass[i] * f;
            bodies.velocity[i].w += bodies.inverse_inertia[i] * moment(arm, f);
        };
        give(world.parts.body[world.contacts.point[c].a], arms.arm_a, -J);
        give(world.parts.body[world.contacts.point[c].b], arms.arm_b, J);
    }
    std::fill(world.contacts.moment.begin(), world.contacts.moment.end(), Spin<D>{});
    for (std::size_t k = 0; k < world.moment.size(); ++k) {
        const int c = world.problem.turning[k].contact;
        const Spin<D> m = from_frame(world.problem.W.contact[c].frame, world.moment[k]);
        world.contacts.moment[c] = m;
        const int a = world.parts.body[world.contacts.point[c].a],
                  b = world.parts.body[world.contacts.point[c].b];
        bodies.velocity[a].w -= bodies.inverse_inertia[a] * m;
        bodies.velocity[b].w += bodies.inverse_inertia[b] * m;
    }
}

template <int D>
void come_to_rest(World<D>& world) {
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.bodies.freedom[i] != Freedom::immovable) world.bodies.velocity[i] = {};
    }
    for (Deforming<D>& d : world.deforming) std::fill(d.state.v.begin(), d.state.v.end(), Vec<D>{});
    world.energy.scheme += world.energy.kinetic;
    for (Deforming<D>& d : world.deforming) d.kinetic = 0.0;
}

template <int D>
void move_by_the_end(World<D>& world) {
    world.before = world.bodies.velocity;
    world.energy.scheme += rigid_kinetic_energy(world);
}

template <int D>
void accept(World<D>& world, double h, StepReport& report) {
    account_deforming(world);
    ++world.steps;
    world.time = static_cast<double>(world.steps) * h;
    set_gravity(world, world.time);
    measure_energy(world);

    report.contacts = world.contacts.size();
    for (const ContactPoint<D>& c : world.contacts.point)
        report.max_penetration = std::max(report.max_penetration, -c.gap);
    report.finite = std::isfinite(world.energy.kinetic) && std::isfinite(world.energy.potential);
}

#define DRYSTONE_STAGES(D)                                                          \
    template void move_bodies(World<D>&, double, double, ThreadPool&);              \
    template void look_ahead(World<D>&, const StepSettings&);                       \
    template void find_contacts(World<D>&, const StepSettings&, bool, ThreadPool&); \
    template void free_velocities(World<D>&, double, double, ThreadPool&);          \
    template void assemble_problem(World<D>&, const StepSettings&, ThreadPool&);    \
    template SolveReport solve(World<D>&, const StepSettings&, ThreadPool&);        \
    template void apply_impulses(World<D>&);                                        \
    template void come_to_rest(World<D>&);                                          \
    template void move_by_the_end(World<D>&);                                       \
    template void accept(World<D>&, double, StepReport&);
DRYSTONE_STAGES(2)
DRYSTONE_STAGES(3)
#undef DRYSTONE_STAGES

}  // namespace drystone
