// A step of docs/theory.md section 6 as step/step.cpp has it, each rank on its own bodies and contacts: what is shared are the list of
// neighbours, which all make anew together, the solve, the velocities of copies, and sums.

#include "ranks/rank_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "bodies/move.h"
#include "core/index.h"
#include "core/stopwatch.h"
#include "ranks/shared_anderson.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/project.h"
#include "step/reach_rules.h"
#include "step/stage_clock.h"
#include "step/stages.h"

namespace drystone::ranks {

namespace {

/// Of all balls that hold parts: what lists of neighbours give walls for a margin must not depend on who has which.
template <int D>
double mean_radius(const Parts<D>& parts) {
    double sum = 0.0;
    int count = 0;
    for (int p = 0; p < parts.size(); ++p) {
        if (!parts.is_grain(p)) continue;
        sum += parts.radius[at(p)];
        ++count;
    }
    return count > 0 ? sum / count : 0.0;
}

}  // namespace

template <int D>
RankStep<D>::RankStep(World<D>& whole, const StepSettings& settings, Team& team, int threads)
    : team_(team), pool_(threads), settings_(settings), domain_(make_domain(whole, settings, team)),
      across_(domain_, team, scratch_) {
    detected_position_ = domain_->world.bodies.position;
    detected_rotation_ = domain_->world.bodies.rotation;
    energy_ = whole.energy;
    wall_radius_ = mean_radius(whole.parts);
}

template <int D>
RankStep<D>::~RankStep() {
    let_go();
}

template <int D>
void RankStep<D>::let_go() {
    if (team_.rank() == 0 && follows_) team_.tell(end, false);
    follows_ = false;
}

template <int D>
StepReport RankStep<D>::advance(World<D>& whole, const StepSettings&, ThreadPool&) {
    team_.tell(step, false);
    StepReport report;
    try {
        report = take();
    } catch (const std::exception& error) {
        team_.abort(error.what());  // the others are in the middle of it
    }
    whole.time = domain_->world.time;
    whole.steps = domain_->world.steps;
    whole.gravity = domain_->world.gravity;
    whole.energy = energy_;
    whole.last = report;
    return report;
}

template <int D>
void RankStep<D>::bring_back(World<D>& whole) {
    team_.tell(look, false);
    unpack(team_.gather(pack()), whole);
}

template <int D>
std::vector<std::pair<std::string, double>> RankStep<D>::seconds() {
    team_.tell(time, false);
    const RankSeconds s = add_up();
    return {{"compute", s.compute}, {"halo", s.halo}, {"reduction", s.reduction}, {"sharing", s.sharing}, {"imbalance", s.imbalance}};
}

template <int D>
RankSeconds RankStep<D>::add_up() {
    const WaitingSeconds& w = team_.waited;
    const double compute = std::max(0.0, busy_ - w.halo - w.reduction - w.sharing);
    std::array<double, 4> sums = {compute, w.halo, w.reduction, w.sharing};
    double most = compute;
    team_.sum(sums);
    team_.largest({&most, 1});
    const double n = team_.size();
    return {sums[0] / n, sums[1] / n, sums[2] / n, sums[3] / n, most - sums[0] / n};
}

template <int D>
void RankStep<D>::follow() {
    for (;;) {
        switch (static_cast<Word>(team_.tell(end, false))) {
            case end: return;
            case step: take(); break;
            case look: team_.gather(pack()); break;
            case time: add_up(); break;
        }
    }
}

template <int D>
StepReport RankStep<D>::take() {
    const Stopwatch watch;
    make_room(domain_->world);
    StepReport report = settings_.integrator == Integrator::moreau ? moreau() : euler();
    finish(report);
    busy_ += watch.seconds();
    return report;
}

/// Parts are placed and looked ahead from: where the list of neighbours no longer holds on some rank, all share their bodies out.
template <int D>
void RankStep<D>::keep_near() {
    World<D>& world = domain_->world;
    place_parts(world.bodies, pool_, world.parts);
    look_ahead(world, settings_, pool_);
    if (!team_.any(!list_holds(world))) return;
    share_out(*domain_, team_);
    place_parts(world.bodies, pool_, world.parts);
    look_ahead(world, settings_, pool_);
}

/// The joints a scene begins with are those of time 0.
template <int D>
void RankStep<D>::make_joints() {
    if (!domain_->world.book.remembers) return;
    keep_near();
    find(true);
}

/// Contacts here, without those that another rank keeps: they were never here before, and have nothing to lose.
template <int D>
void RankStep<D>::find(bool first) {
    World<D>& world = domain_->world;
    world.across = &across_;
    world.neighbours.set_wall_radius(wall_radius_);
    find_contacts(world, settings_, first, pool_);
    Contacts<D>& contacts = world.contacts;
    std::vector<double>& share = world.carried.share;
    std::size_t kept = 0;
    const bool shares = share.size() == contacts.point.size();
    for (std::size_t c = 0; c < contacts.point.size(); ++c) {
        if (!keeps(*domain_, contacts.point[c], team_.rank())) continue;
        world.carried.fresh[kept] = world.carried.fresh[c];
        if (shares) share[kept] = share[c];
        ++kept;
    }
    take_out(contacts, [&](std::size_t c) { return !keeps(*domain_, contacts.point[c], team_.rank()); });
    world.carried.fresh.resize(kept);
    if (shares) share.resize(kept);
}

// Stages of step/ add up what they do to all bodies of a world. What they did to copies is another rank's to book.

template <int D>
double RankStep<D>::rotational_energy_of_copies() const {
    const World<D>& world = domain_->world;
    double sum = 0.0;
    for (const int i : domain_->copies) {
        if (world.matter.freedom[at(i)] != Freedom::general) continue;
        sum += rotational_energy(world.matter, world.bodies, i, world.matter.free_rotations[at(i)] * world.bodies.velocity[at(i)].w);
    }
    return sum;
}

template <int D>
double RankStep<D>::energy_of_copies() const {
    double sum = rotational_energy_of_copies();
    for (const int i : domain_->copies) sum += potential_energy_of(domain_->world, i);
    return sum;
}

template <int D>
void RankStep<D>::drift(double dt, double t) {
    const double before = rotational_energy_of_copies();
    move_bodies(domain_->world, dt, t, pool_);
    domain_->world.energy.scheme -= before - rotational_energy_of_copies();
}

/// account_energy(), as it is of this rank's bodies: copies have no loads, and fall no further than they did.
template <int D>
void RankStep<D>::account(bool end_of_step) {
    World<D>& world = domain_->world;
    std::vector<int> loaded;
    std::vector<Twist<D>> velocity = {};
    for (const int i : domain_->copies) velocity.push_back(world.bodies.velocity[at(i)]);
    for (const int i : domain_->copies) world.bodies.velocity[at(i)] = world.before[at(i)];
    for (const int i : world.loaded) {
        if (domain_->owner[at(i)] == team_.rank()) loaded.push_back(i);
    }
    world.loaded.swap(loaded);
    account_energy(world, settings_.step, end_of_step, pool_);
    world.loaded.swap(loaded);
    for (std::size_t k = 0; k < velocity.size(); ++k) world.bodies.velocity[at(domain_->copies[k])] = velocity[k];
}

template <int D>
void RankStep<D>::leave_copies_out() {
    World<D>& world = domain_->world;
    for (const int i : domain_->copies) {
        world.energy.kinetic -= kinetic_energy_of(world, i);
        world.energy.potential -= potential_energy_of(world, i);
    }
}

template <int D>
StepReport RankStep<D>::moreau() {
    World<D>& world = domain_->world;
    const double h = settings_.step;
    StepReport report;
    StageClock clock;
    if (world.steps == 0) make_joints();
    set_gravity<D>(world, world, world, world.time + 0.5 * h);
    prescribe_velocities<D>(world, world, h);
    drift(0.5 * h, world.time + 0.5 * h);
    clock.charge(report.seconds.advance);
    keep_near();
    free_velocities(world, h, world.time + 0.5 * h, pool_);
    find(false);
    clock.charge(report.seconds.detect);
    solve_and_apply(report);
    clock = {};
    settle_contacts(world, settings_, report.solve, pool_);
    account(false);
    project();
    drift(0.5 * h, world.time + h);
    accept(world, h, report, pool_);
    leave_copies_out();
    clock.charge(report.seconds.advance);
    return report;
}

template <int D>
StepReport RankStep<D>::euler() {
    World<D>& world = domain_->world;
    const double h = settings_.step;
    StepReport report;
    StageClock clock;
    set_gravity<D>(world, world, world, world.time + h);
    prescribe_velocities<D>(world, world, h);
    keep_near();
    find(world.steps == 0);
    clock.charge(report.seconds.detect);
    free_velocities(world, h, world.time + h, pool_);
    solve_and_apply(report);
    clock = {};
    settle_contacts(world, settings_, report.solve, pool_);
    account(true);
    drift(h, world.time + h);
    accept(world, h, report, pool_);
    leave_copies_out();
    clock.charge(report.seconds.advance);
    return report;
}

template <int D>
void RankStep<D>::solve_and_apply(StepReport& report) {
    World<D>& world = domain_->world;
    detected_position_ = world.bodies.position;
    detected_rotation_ = world.bodies.rotation;
    StageClock clock;
    assemble_problem(world, settings_, pool_);
    clock.charge(report.seconds.assemble);
    const SharedSolve<D> with{domain_->halo, team_, pool_, scratch_};
    report.solve = solve_shared<D>(world, settings_.solver, with);
    clock.charge(report.seconds.solve);
    free_ = world.bodies.velocity;
    apply_impulses(world, pool_);
    settle_velocities<D>(world, free_, settings_.solver.reproducible, with);
    clock.charge(report.seconds.advance);
}

/// step/project.cpp, in the colours of the solve.
template <int D>
void RankStep<D>::project() {
    World<D>& world = domain_->world;
    Halo<D>& halo = domain_->halo;
    if (!team_.any(has_deep_overlaps(world, settings_, pool_))) return;
    Projection<D>& s = world.projection;
    mark_held(world, pool_, s.stays);
    const auto flag = [&](int slot) {
        Twist<D> t;
        t.v[0] = s.stays[at(slot)];
        return t;
    };
    halo.collect(flag, [&](int slot, const Twist<D>& t) { s.stays[at(slot)] |= t.v[0] != 0.0; }, team_);
    halo.publish(flag, [&](int slot, const Twist<D>& t) { s.stays[at(slot)] = t.v[0] != 0.0; }, team_);
    plan_by_colour(halo, team_, scratch_);
    begin_projection(world, settings_, pool_, s);
    PushedRows<D> rows(world.mobile, s);
    scratch_.phases.use(&rows);
    for (int k = 0; k < projection_sweeps; ++k) {
        sweep_projection(world, settings_, pool_, s);
        scratch_.phases.finish();
    }
    scratch_.phases.catch_up();
    scratch_.phases.use(nullptr);
    const auto by = [&](int slot) { return rows.load(slot); };
    const auto take = [&](int slot, const Twist<D>& t) { rows.store(slot, t); };
    halo.collect(by, take, team_);  // who touches a body has the same
    halo.publish(by, take, team_);
    const double before = energy_of_copies();
    end_projection(world, pool_);
    world.energy.projected -= energy_of_copies() - before;
}

/// What is of all ranks.
template <int D>
void RankStep<D>::finish(StepReport& report) {
    constexpr std::size_t count = sizeof(Energy) / sizeof(double);
    static_assert(std::is_trivially_copyable_v<Energy> && sizeof(Energy) % sizeof(double) == 0);
    std::array<double, count + 2> sums{};
    std::memcpy(sums.data(), &domain_->world.energy, sizeof(Energy));
    sums[count] = report.contacts;
    sums[count + 1] = report.finite ? 0.0 : 1.0;
    team_.sum(sums);
    std::memcpy(static_cast<void*>(&energy_), sums.data(), sizeof(Energy));
    report.contacts = static_cast<int>(sums[count]);
    report.finite = sums[count + 1] == 0.0;
    team_.largest({&report.max_penetration, 1});
    if (settings_.solver.reproducible) add_up_exactly();
}

/// Kinetic and potential energy, the same whoever has which body.
template <int D>
void RankStep<D>::add_up_exactly() {
    std::array<ExactSum, 2> sums;
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) {
        if (domain_->owner[i] != team_.rank()) continue;
        sums[0].add(kinetic_energy_of(domain_->world, static_cast<int>(i)));
        sums[1].add(potential_energy_of(domain_->world, static_cast<int>(i)));
    }
    ranks::add_up(sums, team_);
    energy_.kinetic = sums[0].value();
    energy_.potential = sums[1].value();
}

template class RankStep<2>;
template class RankStep<3>;

}  // namespace drystone::ranks
