// u(t), u(t + h) by one step, or, where its contact problem stays unsolved, by two:  u(t), u(t + h/2), u(t + h); each of these likewise.

#include "step/halve.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "contact/contacts.h"
#include "step/halves.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/gravity.h"
#include "step/stages.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
void keep(const World<D>& world, BeforeStep<D>& before) {
    before.time = world.time;
    before.steps = world.steps;
    before.bodies = world.bodies;
    gather_dofs<D>(world, before.dofs);
    before.energy = world.energy;
    if (world.steps == 0) before.contacts = world.contacts;
    before.cell = world.cell;
}

template <int D>
void undo(World<D>& world, const BeforeStep<D>& before, ThreadPool& pool) {
    world.time = before.time;
    world.steps = before.steps;
    world.bodies = before.bodies;
    [[maybe_unused]] const bool fits = put_dofs<D>(before.dofs, world);
    assert(fits);
    world.energy = before.energy;
    world.gravity = gravity_at(world.description, world.time);
    const Mat<D> listed = world.cell.listed;  // neighbours stay listed as they are
    world.cell = before.cell;
    world.cell.listed = listed;
    place_cell(world);
    if (before.steps == 0) {  // joints of time 0 were found before those of the step
        world.contacts = before.contacts;
        world.carried = {};
    } else {
        put_back(world.contacts, world.carried);
    }
    begin_deforming<D>(world, world, world);
    make_room(world);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
}

/// Impulses of a step of h/2 as if it had been one of h with the same forces: first guesses of the next, and forces for those who
/// divide by h.
template <int D>
void scale_impulses(World<D>& world, double factor) {
    for (Vec<D>& r : world.contacts.impulse) r = factor * r;
    for (Spin<D>& m : world.contacts.moment.own()) m = factor * m;
    for (Vec<D>& r : world.impulse) r = factor * r;
    for (Spin<D>& m : world.moment) m = factor * m;
}

template <int D>
StepReport take_or_halve(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take,
                         std::size_t level) {
    const auto fails = [](const StepReport& report) { return !report.solve.converged || !report.finite; };
    if (level >= static_cast<std::size_t>(settings.halve)) return take(world, settings, pool);
    if (world.kept.size() <= level) world.kept.resize(level + 1);
    keep(world, world.kept[level]);
    const StepReport whole = take(world, settings, pool);
    if (!fails(whole)) return whole;

    undo(world, world.kept[level], pool);
    const long steps = world.steps;
    StepSettings half = settings;
    half.step = 0.5 * settings.step;
    world.steps += steps - world.staging.clock_steps;  // time is their number times their length
    scale_impulses(world, 0.5);
    const StepReport first = take_or_halve(world, half, pool, take, level + 1);
    StepReport both = together(first, take_or_halve(world, half, pool, take, level + 1));
    scale_impulses(world, 2.0);
    world.steps = steps + 1;
    pay_for(whole, both);
    ++both.halvings;
    return both;
}

}  // namespace

StepReport together(const StepReport& first, StepReport second) {
    second.solve.residual = std::max(first.solve.residual, second.solve.residual);
    second.solve.converged = first.solve.converged && second.solve.converged;
    second.contacts = std::max(first.contacts, second.contacts);
    second.max_penetration = std::max(first.max_penetration, second.max_penetration);
    second.finite = first.finite && second.finite;
    second.halvings += first.halvings;
    pay_for(first, second);
    return second;
}

template <int D>
StepReport step_or_halve(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take) {
    return take_or_halve(world, settings, pool, take, 0);
}

template StepReport step_or_halve(World<2>&, const StepSettings&, ThreadPool&, const TakeStep<2>&);
template StepReport step_or_halve(World<3>&, const StepSettings&, ThreadPool&, const TakeStep<3>&);

}  // namespace drystone
