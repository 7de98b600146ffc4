// The two schemes. moreau, docs/theory.md (6.1)-(6.5): half a drift, contacts there, velocities, the other half. euler, (6.6), (6.7):
// contacts foreseen at the beginning, velocities, one drift by those of the end.

#include <algorithm>
#include <cassert>
#include <tuple>

#include "bodies/move.h"
#include "step/control.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/first_problem.h"
#include "step/gravity.h"
#include "step/halve.h"
#include "step/inertia.h"
#include "step/pressure.h"
#include "step/project.h"
#include "step/sinks.h"
#include "step/soft_step.h"
#include "step/sources.h"
#include "step/stage_clock.h"
#include "step/stages.h"
#include "step/world.h"

namespace drystone {

namespace {

/// The joints a scene begins with are those of time 0, not of the middle of the first step.
template <int D>
void make_joints(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    if (!world.book.remembers) return;
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
    look_ahead(world, settings, pool);
    find_contacts(world, settings, true, pool);
}

/// Positions half way, contacts there, and what the velocities at the end have to obey. Returns whether deformable bodies' stiffness
/// had a factor.
template <int D>
bool moreau_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool, StageSeconds& seconds) {
    const double h = settings.step;
    const Model<D>& model = world;
    State<D>& state = world;
    StageClock clock;
    if (world.steps == 0) make_joints(world, settings, pool);
    set_gravity<D>(model, state, world, state.time + 0.5 * h);
    prescribe_velocities(model, state, h);
    begin_cell(world, h);
    move_deforming(world, (1.0 - settings.theta) * h, 0.5 * h, pool);  // deformable bodies: q + (1 - theta) h u
    move_bodies(world, 0.5 * h, world.time + 0.5 * h, pool);           // q_M = q + h/2 u
    clock.charge(seconds.advance);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
    look_ahead(world, settings, pool);                      // reach: across joints, and what could close within the step
    free_velocities(world, h, world.time + 0.5 * h, pool);  // u + h M^-1 F
    find_contacts(world, settings, false, pool);  // at q_M; carries last step's impulses and memories
    clock.charge(seconds.detect);
    const bool stiff = free_deforming(world, h, settings.theta, world.time + 0.5 * h, pool);
    assemble_problem(world, settings, pool);
    clock.charge(seconds.assemble);
    return stiff;
}

/// The problem half way, its impulses, the other half of the way. Moreau-Jean sec. 4; docs/theory.md (6.1)-(6.5).
template <int D>
StepReport moreau_step(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    const double h = settings.step;
    StepReport report;
    const bool stiff = moreau_problem(world, settings, pool, report.seconds);
    StageClock clock;
    report.solve = solve(world, settings, pool);
    clock.charge(report.seconds.solve);
    apply_impulses(world, pool);             // u+ = u + M^-1 (h F + H r)
    apply_to_deforming(world, false, pool);
    settle_contacts(world, settings, report.solve, pool);  // memories of the laws, losses
    account_energy(world, h, false, pool);
    account_cell(world, h);
    project_overlaps(world, settings, pool);            // q_M gives way where bodies overlap
    move_deforming(world, settings.theta * h, 0.5 * h, pool);
    move_bodies(world, 0.5 * h, world.time + h, pool);  // q+ = q_M + h/2 u+
    place_deforming(world, pool);
    report.solve.converged = report.solve.converged && stiff;
    accept(world, h, report, pool);
    clock.charge(report.seconds.advance);
    return report;
}

/// Contacts and gaps at the start, velocities and positions at the end. Brendel (1.1)-(1.2), (1.24)-(1.30);
/// docs/theory.md (6.6)-(6.8).
template <int D>
StepReport euler_step(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    const double h = settings.step;
    const Model<D>& model = world;
    State<D>& state = world;
    StepReport report;
    StageClock clock;
    if (settings.quasistatic) world.energy.scheme += come_to_rest(world);
    set_gravity<D>(model, state, world, state.time + h);
    prescribe_velocities(model, state, h);
    begin_cell(world, h);
    place_parts(world.bodies, pool, world.parts);  // deformable ones are where the last step left them
    look_ahead(world, settings, pool);             // reach: what could close within the step, and across joints
    find_contacts(world, settings, world.steps == 0, pool);
    clock.charge(report.seconds.detect);
    free_velocities(world, h, world.time + h, pool);
    const bool stiff = free_deforming(world, h, 1.0, world.time + h, pool);
    assemble_problem(world, settings, pool);
    clock.charge(report.seconds.assemble);
    report.solve = solve(world, settings, pool);
    clock.charge(report.seconds.solve);
    apply_impulses(world, pool);
    apply_to_deforming(world, settings.quasistatic, pool);
    if (settings.quasistatic) move_by_the_end(world, pool);
    settle_contacts(world, settings, report.solve, pool);
    account_energy(world, h, true, pool);
    account_cell(world, h);
    move_deforming(world, h, h, pool);
    move_bodies(world, h, world.time + h, pool);  // q+ = q + h u+
    place_deforming(world, pool);
    report.solve.converged = report.solve.converged && stiff;
    accept(world, h, report, pool);
    if (settings.quasistatic) report.inertia = inertia_share(world, h);
    clock.charge(report.seconds.advance);
    return report;
}

}  // namespace

template <int D>
StepReport advance(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    StageClock clock;
    double population = 0.0;
    if (!world.description.sources.empty()) {
        let_in(world);
        clock.charge(population);
    }
    make_room(world);
    sense_walls(world, settings.step);
    const bool soft = settings.stepper() == Solves::soft_grains;
    const TakeStep<D> take = soft                                        ? soft_step<D>
                             : settings.integrator == Integrator::moreau ? moreau_step<D>
                                                                         : euler_step<D>;
    const auto whole = [&take](World<D>& w, const StepSettings& s, ThreadPool& p) {
        return s.may_halve() ? step_or_halve<D>(w, s, p, take) : take(w, s, p);
    };
    const auto& controls = world.description.controls;
    const bool controlled = !controls.empty() && controls[0].acts;
    world.last = controlled ? controlled_step<D>(world, settings, pool, whole) : whole(world, settings, pool);
    if (!world.description.sinks.empty()) {
        clock = {};
        let_out(world, leaving_now(world));
        clock.charge(population);
    }
    world.last.seconds.population = population;
    return world.last;
}

StepSettings of_first_step(StepSettings settings) {
    settings.integrator = Integrator::moreau;
    settings.overlap = Overlap::keep;
    settings.quasistatic = false;
    settings.halve = 0;
    return settings;
}

template <int D>
void find_first_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    assert(world.steps == 0);
    StageSeconds unread;
    make_room(world);
    moreau_problem(world, of_first_step(settings), pool, unread);
}

template <int D>
bool find_first_problem(World<D>& world, const StepSettings& settings, const Contacts<D>& solved, ThreadPool& pool) {
    find_first_problem(world, settings, pool);
    Contacts<D>& contacts = world.contacts;
    const auto same = [](const ContactPoint<D>& p, const ContactPoint<D>& q) {
        return std::tie(p.a, p.b, p.image, p.feature, p.layer) == std::tie(q.a, q.b, q.image, q.feature, q.layer);
    };
    if (!std::equal(contacts.point.begin(), contacts.point.end(), solved.point.begin(), solved.point.end(), same)) return false;
    contacts.impulse = solved.impulse;
    contacts.moment = solved.moment;
    assemble_problem(world, of_first_step(settings), pool);
    apply_impulses(world, pool);
    return true;
}

template void find_first_problem(World<2>&, const StepSettings&, ThreadPool&);
template void find_first_problem(World<3>&, const StepSettings&, ThreadPool&);
template bool find_first_problem(World<2>&, const StepSettings&, const Contacts<2>&, ThreadPool&);
template bool find_first_problem(World<3>&, const StepSettings&, const Contacts<3>&, ThreadPool&);
template StepReport advance(World<2>&, const StepSettings&, ThreadPool&);
template StepReport advance(World<3>&, const StepSettings&, ThreadPool&);

}  // namespace drystone
