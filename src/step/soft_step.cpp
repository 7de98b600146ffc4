// A step of soft grains: n sub-steps dt = h / n of velocity Verlet, docs/theory.md (13.7),
//
//     v' = v + dt/2 F/m,   x <- x + dt v',   F = F(x, v'),   v <- v' + dt/2 F/m
//
// with drives and loads between them, and the balance of (13.8).

#include "step/soft_step.h"

#include "bodies/move.h"
#include "step/abilities.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/loads.h"
#include "step/stage_clock.h"
#include "step/stages.h"

namespace drystone {

namespace {

constexpr int worth_sharing = 1000;  // balls: below that threads wait for each other longer than they work

template <int D>
ListedPairs<D> listed(const World<D>& world) {
    if (world.cell_model.is_there) return {world.images.pairs(), world.images.images(), world.images.reference()};
    return {world.neighbours.pairs(), {}, world.neighbours.reference()};
}

template <int D>
void follow_cell(World<D>& world) {
    if (world.cell_model.is_there)
        world.grains.follow({world.cell_model.origin, world.cell.edges, world.cell.velocity, velocity_gradient(world)});
}

/// A ball feels nothing of its own images.
template <int D>
void refuse_wide_balls(const World<D>& world) {
    if (!world.cell_model.is_there) return;
    const Mat<D> fraction = inverse(world.cell.edges);
    for (int p = 0; p < world.parts.shapes(); ++p) {
        for (int j = 0; j < D; ++j) {
            const std::size_t k = static_cast<std::size_t>(p);
            const bool wide = world.cell_model.periodic[static_cast<std::size_t>(j)] && world.parts.is_grain(p) &&
                              4.0 * world.parts.radius[k] * norm(fraction[j]) > 1.0;
            if (wide)
                refuse(world.description.cell->place, "with method = \"md\" bodies are no wider than half the cell");
        }
    }
}

template <int D>
void prepare(World<D>& world) {
    require_able(Solves::soft_grains, world.description);
    refuse_wide_balls(world);
    std::vector<char> busy(world.bodies.position.size(), 0);
    for (const auto* list : {&world.driven, &world.loaded}) {
        for (const int i : *list) busy[static_cast<std::size_t>(i)] = 1;
    }
    world.grains.prepare(world.matter, world.parts, world.book, busy);
}

/// The grains of the list as it is, with the memories of the state.
template <int D>
void rebuild(World<D>& world) {
    world.grains.rebuild({world.matter, world.bodies, world.parts, world.book}, listed(world), world.soft.contacts);
    follow_cell(world);
}

/// What the next step begins from.
template <int D>
void keep(World<D>& world) {
    world.soft.contacts = world.grains.memories(listed(world));
    world.soft.push = world.grains.pushes(world.bodies.size());
    world.soft.pull = world.cell_model.is_there ? world.grains.pull() : Mat<D>{};
}

/// Brings list and grains up to date with the bodies, which others may have moved between steps. The springs of overlaps that
/// a scene begins with are part of its initial energy; where a stage begins the forces are found anew.
template <int D>
void begin(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    if (settings.quasistatic) require_static_steps(Solves::soft_grains);
    const bool unknown = !world.grains.prepared();
    if (unknown) prepare(world);
    place_parts(world.bodies, pool, world.parts);
    const bool forgotten = world.soft.push.empty(), anew = list_pairs(world, pool) || forgotten;
    if (unknown || anew) rebuild(world);
    if (unknown && !anew) world.grains.put_pushes(world.soft);
    world.grains.load(world.bodies);
    world.grains.copy_others(world.bodies, world.parts);
    follow_cell(world);
    if (!anew) return;
    world.grains.find_forces(world.bodies, world.parts, 0.0, true, pool);
    if (!forgotten) return;
    const double stored = world.grains.report(world.parts, listed(world), settings.step, world.contacts);
    (world.steps == 0 ? world.energy.initial : world.energy.changed) += stored - world.energy.stored;
    world.energy.stored = stored;
}

/// Half a kick of the bodies that are not simple grains; the work of drives and loads is booked, that of contacts returned.
template <int D>
SoftTally kick_others(World<D>& world, double half, double side) {
    Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    SoftTally tally;
    double work = 0.0;
    for (const int i : world.grains.others()) {
        const Twist<D>&contact = world.grains.push_on(i), &load = world.applied[i];
        const Twist<D> driven = driven_part(matter, i, bodies.velocity[i]);
        const double by_drives = half * (dot(contact.v, driven.v) + dot(contact.w, driven.w));
        work -= by_drives;
        tally.work += by_drives;
        if (matter.freedom[i] == Freedom::immovable) continue;
        const Vec<D> g = matter.free_directions[i] * world.gravity;
        const Vec<D> dv = half * (matter.inverse_mass[i] * (contact.v + load.v) + g);
        const Spin<D> dw = half * (bodies.inverse_inertia[i] * (contact.w + load.w));
        const Vec<D> v = bodies.velocity[i].v - driven.v + 0.5 * dv;
        const Spin<D> w = bodies.velocity[i].w - driven.w + 0.5 * dw;
        tally.work += half * (dot(contact.v, v) + dot(contact.w, w));
        work += half * (dot(load.v, v) + dot(load.w, w));
        tally.gravity += side * 0.5 * half * matter.mass[i] * dot(g, dv);
        bodies.velocity[i].v += dv;
        bodies.velocity[i].w += dw;
    }
    world.energy.work += work;
    return tally;
}

template <int D>
void drift_others(World<D>& world, double dt, double t) {
    for (const int i : world.grains.others())
        world.energy.scheme += drift_body(world.matter, world.bodies, i, dt);
    place_driven_bodies<D>(world, world, t);
    for (const int p : world.grains.other_parts()) place_part(world.bodies, p, world.parts);
}

/// Grains go to their bodies, which the cell takes along, and back.
template <int D, class Change>
void change_cell(World<D>& world, ThreadPool& pool, const Change& change) {
    if (!world.cell_model.deforms) return;
    world.grains.store(world.bodies, world.parts, pool);
    change();
    world.grains.load(world.bodies);
    world.grains.copy_others(world.bodies, world.parts);
}

/// Velocity Verlet over [world.time, world.time + dt], docs/theory.md (13.7): kick, drift, forces, kick.
template <int D>
SoftTally substep(World<D>& world, double dt, bool last, ThreadPool& pool) {
    Grains<D>& grains = world.grains;
    const double middle = world.time + 0.5 * dt;
    if (world.description.gravity_change)
        grains.store(world.bodies, world.parts, pool);  // whose work is that of places
    set_gravity<D>(world, world, world, middle);
    prescribe_velocities<D>(world, world, dt);
    apply_loads(world, middle);
    change_cell(world, pool, [&] {
        begin_cell(world, dt);
        kick_soft_cell(world, grains.pull(), 0.5 * dt);
    });
    SoftTally tally = grains.kick_and_drift(dt, world.gravity, pool);
    tally += kick_others(world, 0.5 * dt, 1.0);
    drift_others(world, dt, world.time + dt);
    move_cell(world, dt);
    const bool others_moved = grains.copy_others(world.bodies, world.parts);
    if (tally.moved || others_moved || world.cell_model.is_there || !world.neighbours.walls_stay(world.parts)) {
        grains.store(world.bodies, world.parts, pool);
        world.soft.contacts = grains.memories(listed(world));
        if (list_pairs(world, pool)) rebuild(world);
        follow_cell(world);
    }
    tally += grains.find_forces(world.bodies, world.parts, dt, last, pool);
    tally += grains.kick(dt, world.gravity, pool);
    tally += kick_others(world, 0.5 * dt, -1.0);
    change_cell(world, pool, [&] { kick_soft_cell(world, grains.pull(), 0.5 * dt); });
    return tally;
}

/// What the contacts' work was spent on; the rest is the integrator's. docs/theory.md (13.8)
void book(const SoftTally& tally, double stored, Energy& energy) {
    energy.scheme += tally.gravity - tally.work - (stored - energy.stored) - tally.impact - tally.friction;
    energy.stored = stored;
    energy.losses.impact += tally.impact;
    energy.losses.friction += tally.friction;
}

}  // namespace

template <int D>
StepReport soft_step(World<D>& world, const StepSettings& settings, ThreadPool& threads) {
    const double h = settings.step;
    ThreadPool alone(1);
    ThreadPool& pool = world.parts.size() < worth_sharing ? alone : threads;
    StepReport report;
    StageClock clock;
    damp_between_steps(world, h, world.time + 0.5 * h);
    begin(world, settings, pool);
    clock.charge(report.seconds.detect);
    const int n = substeps_in(h, world.grains.shortest_time(), settings.soft);
    SoftTally tally;
    for (int k = 0; k < n; ++k) {
        world.time = world.staging.time(world.steps, static_cast<double>(k) / n, h);
        tally += substep(world, h / n, k + 1 == n, pool);
    }
    world.grains.store(world.bodies, world.parts, pool);
    clock.charge(report.seconds.solve);
    keep(world);
    book(tally, world.grains.report(world.parts, listed(world), h, world.contacts), world.energy);
    report.solve = {.iterations = n, .contact_updates = tally.contacts};
    report.pair_visits = tally.pairs;
    report.deep_overlaps = tally.deep;
    note_branches(world);
    accept(world, h, report, pool);
    if (world.cell_model.deforms) world.energy.scheme -= world.energy.balance_error();  // the rest is the integrator's
    report.max_penetration = std::max(report.max_penetration, tally.max_overlap);
    clock.charge(report.seconds.advance);
    return report;
}

template StepReport soft_step(World<2>&, const StepSettings&, ThreadPool&);
template StepReport soft_step(World<3>&, const StepSettings&, ThreadPool&);

}  // namespace drystone
